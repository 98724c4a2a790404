// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/one-way-transfer.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/// Two hosts without a link.
class OneWayTransferTest : public testing::Test
{
  protected:
    OneWayTransferTest()
    {
        InternetStackHelper().Install(m_hosts);
    }

    ~OneWayTransferTest() override
    {
        m_transfer.reset();
        Simulator::Destroy();
    }

    /// Make the transfer.
    /// @param options of it
    void Make(const OneWayTransfer::Options& options)
    {
        m_transfer.emplace(options, m_hosts.Get(0), m_hosts.Get(1), Ipv4Address("10.0.0.2"), 9);
    }

    /// @param options refused
    /// @return the error line
    std::string Refuse(const OneWayTransfer::Options& options)
    {
        try
        {
            Make(options);
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "no error";
    }

    NodeContainer m_hosts{2};                 ///< sender and receiver
    std::optional<OneWayTransfer> m_transfer; ///< see Make
};

} // namespace

TEST_F(OneWayTransferTest, RefusesPacketsThatUdpCannotCarry)
{
    // 65507 bytes of UDP over IPv4 less the SeqTsHeader of 12.
    OneWayTransfer::Options options;
    options.packetSize = 0;
    EXPECT_EQ(Refuse(options), "packetSize=0: expected 1 to 65495 bytes");
    options.packetSize = 65496;
    EXPECT_EQ(Refuse(options), "packetSize=65496: expected 1 to 65495 bytes");
    options.packetSize = 65495;
    EXPECT_EQ(Refuse(options), "no error");
}

TEST_F(OneWayTransferTest, RefusesAWindowThatSendsNothing)
{
    OneWayTransfer::Options options;
    options.sender.window = 0;
    EXPECT_EQ(Refuse(options), "window=0: expected at least 1 packet");
}

TEST_F(OneWayTransferTest, IsScheduledOnceWithData)
{
    Make({});
    EXPECT_THROW(m_transfer->Schedule(Seconds(0), 0, [] {}), std::invalid_argument);
    m_transfer->Schedule(Seconds(0), 1, [] {});
    EXPECT_THROW(m_transfer->Schedule(Seconds(0), 1, [] {}), std::logic_error);
}
