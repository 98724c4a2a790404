// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/usb-wifi-message.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace
{

/// One line of the table of bulk OUT messages: linux-wlan-ng's structures, added up by hand.
struct MessageLine
{
    uint32_t datagram;     ///< bytes
    uint32_t message;      ///< 60 + 8 + datagram
    uint32_t urb;          ///< the next multiple of 64
    uint32_t transactions; ///< urb / 64
};

class UsbWifiMessageTest : public testing::TestWithParam<MessageLine>
{
};

TEST_P(UsbWifiMessageTest, OutMessageHasItsPublishedSize)
{
    const UsbWifiMessageFormat format;
    EXPECT_EQ(format.GetMessageLength(GetParam().datagram), GetParam().message);
    EXPECT_EQ(format.GetOutLength(GetParam().datagram), GetParam().urb);
    EXPECT_EQ(format.GetOutTransactions(GetParam().datagram, 64), GetParam().transactions);
}

INSTANTIATE_TEST_SUITE_P(Datagrams,
                         UsbWifiMessageTest,
                         testing::Values(MessageLine{1500, 1568, 1600, 25},
                                         MessageLine{576, 644, 704, 11},
                                         MessageLine{52, 120, 128, 2},
                                         MessageLine{40, 108, 128, 2},
                                         MessageLine{28, 96, 128, 2}),
                         [](const auto& info) {
                             return std::to_string(info.param.datagram) + "Bytes";
                         });

TEST(UsbWifiMessage, InMessageIsNotPadded)
{
    const UsbWifiMessageFormat format;
    EXPECT_EQ(format.GetInLength(52), 120);
    EXPECT_EQ(format.GetInTransactions(52, 64), 2); // 64 + 56
    EXPECT_EQ(format.GetInLength(1500), 1568);
    EXPECT_EQ(format.GetInTransactions(1500, 64), 25); // 24 * 64 + 32
}

TEST(UsbWifiMessage, InMessageOfWholePacketsEndsWithAnEmptyOne)
{
    const UsbWifiMessageFormat format;
    EXPECT_EQ(format.GetInLength(60), 128);
    EXPECT_EQ(format.GetInTransactions(60, 64), 3);
}

TEST(UsbWifiMessage, HighSpeedPacketsCarryMore)
{
    const UsbWifiMessageFormat format;
    EXPECT_EQ(format.GetOutTransactions(1500, 512), 4); // 3 * 512 + 64
    EXPECT_EQ(format.GetInTransactions(1500, 512), 4);  // 3 * 512 + 32
}

TEST(UsbWifiMessage, OtherFirmwareOtherSizes)
{
    const UsbWifiMessageFormat format{.descriptorBytes = 24, .llcBytes = 0, .roundingBytes = 1};
    EXPECT_EQ(format.GetOutLength(1500), 1524);
    EXPECT_EQ(format.GetOutTransactions(1500, 512), 3);
}

} // namespace
} // namespace ns3
