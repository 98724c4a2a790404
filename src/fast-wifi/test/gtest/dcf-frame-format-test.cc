// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Headers of frames of data (IEEE 802.11-2007, table 7-7), and their sizes.

#include "../../model/dcf-frame-format.h"

#include "ns3/llc-snap-header.h"
#include "ns3/socket.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const Mac48Address SOURCE("00:00:00:00:00:01");
const Mac48Address DESTINATION("00:00:00:00:00:02");
const Mac48Address STATION("00:00:00:00:00:03");
const Mac48Address ACCESS_POINT("00:00:00:00:00:04");

class DcfFrameFormatTest : public ::testing::Test
{
  protected:
    MediumPayload payload{.packet = Create<Packet>(1500),
                          .source = SOURCE,
                          .destination = DESTINATION,
                          .protocol = 0x0800};
};

// 8 bytes of LLC and SNAP, 24 or 26 of the header, 4 of FCS.
TEST_F(DcfFrameFormatTest, FramesHaveTheSizeOfNs3)
{
    EXPECT_EQ(DcfFrameFormat{}.GetSize(payload.packet), 1500 + 8 + 24 + 4);
    EXPECT_EQ(DcfFrameFormat{.isQos = true}.GetSize(payload.packet), 1500 + 8 + 26 + 4);
}

TEST_F(DcfFrameFormatTest, Address3IsWhatTheOthersDoNotTell)
{
    const WifiMacHeader adHoc = DcfFrameFormat{}.MakeHeader(payload, DESTINATION, SOURCE);
    EXPECT_EQ(adHoc.GetAddr3(), DESTINATION);
    EXPECT_FALSE(adHoc.IsToDs() || adHoc.IsFromDs());
    const WifiMacHeader up =
        DcfFrameFormat{.isToDs = true}.MakeHeader(payload, ACCESS_POINT, STATION);
    EXPECT_EQ(up.GetAddr1(), ACCESS_POINT);
    EXPECT_EQ(up.GetAddr2(), STATION);
    EXPECT_EQ(up.GetAddr3(), DESTINATION);
    EXPECT_TRUE(up.IsToDs());
    const WifiMacHeader down =
        DcfFrameFormat{.isFromDs = true}.MakeHeader(payload, DESTINATION, ACCESS_POINT);
    EXPECT_EQ(down.GetAddr3(), SOURCE);
    EXPECT_TRUE(down.IsFromDs());
}

TEST_F(DcfFrameFormatTest, TheHeaderTellsRetryAndPriority)
{
    SocketPriorityTag tag;
    tag.SetPriority(6);
    const auto packet = Create<Packet>(100);
    packet->AddPacketTag(tag);
    payload.packet = packet;
    payload.isRetry = true;
    const WifiMacHeader header =
        DcfFrameFormat{.isQos = true}.MakeHeader(payload, DESTINATION, SOURCE);
    EXPECT_TRUE(header.IsQosData());
    EXPECT_EQ(header.GetQosTid(), 6);
    EXPECT_TRUE(header.IsRetry());
}

TEST_F(DcfFrameFormatTest, APacketWithoutPriorityIsBestEffort)
{
    EXPECT_EQ(DcfFrameFormat::GetTid(payload.packet), 0);
    SocketPriorityTag tag;
    tag.SetPriority(8);
    const auto packet = Create<Packet>(100);
    packet->AddPacketTag(tag);
    EXPECT_EQ(DcfFrameFormat::GetTid(packet), 0) << "no user priority";
}

TEST_F(DcfFrameFormatTest, LlcAndSnapCarryTheEthertype)
{
    const Ptr<Packet> packet = DcfFrameFormat{}.MakeFrame(payload, DESTINATION, SOURCE);
    WifiMacHeader header;
    packet->RemoveHeader(header);
    EXPECT_EQ(header.GetAddr1(), DESTINATION);
    LlcSnapHeader llc;
    packet->RemoveHeader(llc);
    EXPECT_EQ(llc.GetType(), 0x0800);
    EXPECT_EQ(packet->GetSize(), 1500);
    EXPECT_EQ(payload.packet->GetSize(), 1500) << "a copy";
}

} // namespace
