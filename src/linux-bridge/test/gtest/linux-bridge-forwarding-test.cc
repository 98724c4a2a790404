// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Where the Linux bridge sends a frame: br_handle_frame(), br_handle_frame_finish(), br_dev_xmit().

#include "../../model/linux-bridge-forwarding.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace std::chrono_literals;

namespace
{

using Address = LinuxBridgeForwarding::Address;
using Reason = LinuxBridgeDropReason;

constexpr Address A = 0x00000000000a;
constexpr Address B = 0x00000000000b;
constexpr Address BRIDGE = 0x0000000000ff;
constexpr Address BROADCAST = 0xffffffffffff;
constexpr Address MULTICAST = 0x01005e010203;

/// Everything a verdict says.
void
ExpectVerdict(const LinuxBridgeVerdict& verdict,
              bool deliver,
              bool flood,
              std::optional<uint32_t> egress,
              std::optional<Reason> drop)
{
    EXPECT_EQ(verdict.deliver, deliver);
    EXPECT_EQ(verdict.flood, flood);
    EXPECT_EQ(verdict.egress, egress);
    EXPECT_EQ(verdict.drop, drop);
}

} // namespace

TEST(LinuxBridgeForwarding, UnknownIsFloodedKnownIsForwarded)
{
    LinuxBridgeForwarding bridge;
    ExpectVerdict(bridge.Receive(0, A, B, 0s), false, true, std::nullopt, std::nullopt);
    ExpectVerdict(bridge.Receive(1, B, A, 0s), false, false, 0U, std::nullopt);
    ExpectVerdict(bridge.Receive(0, A, B, 0s), false, false, 1U, std::nullopt);
}

TEST(LinuxBridgeForwarding, NothingGoesBackWhereItCameFrom)
{
    LinuxBridgeForwarding bridge;
    bridge.Receive(0, B, A, 0s);
    ExpectVerdict(bridge.Receive(0, A, B, 0s), false, false, std::nullopt, Reason::SAME_PORT);
}

TEST(LinuxBridgeForwarding, GroupFramesGoEverywhere)
{
    LinuxBridgeForwarding bridge;
    for (const Address group : {BROADCAST, MULTICAST, Address{0x333300000001}})
    {
        EXPECT_TRUE(LinuxBridgeForwarding::IsGroup(group));
        ExpectVerdict(bridge.Receive(0, A, group, 0s), true, true, std::nullopt, std::nullopt);
        ExpectVerdict(bridge.Send(group, 0s), false, true, std::nullopt, std::nullopt);
    }
    EXPECT_FALSE(LinuxBridgeForwarding::IsGroup(A));
    ExpectVerdict(bridge.Receive(1, B, A, 0s), false, false, 0U, std::nullopt); // A was learned
}

TEST(LinuxBridgeForwarding, LocalAddressesGoToTheHost)
{
    LinuxBridgeForwarding bridge;
    bridge.GetDatabase().SetLocal({BRIDGE});
    ExpectVerdict(bridge.Receive(0, A, BRIDGE, 0s), true, false, std::nullopt, std::nullopt);
    ExpectVerdict(bridge.Send(A, 0s), false, false, 0U, std::nullopt);
    ExpectVerdict(bridge.Send(B, 0s), false, true, std::nullopt, std::nullopt);
    ExpectVerdict(bridge.Send(BRIDGE, 0s), false, false, std::nullopt, Reason::LOCAL_DESTINATION);
    // An echo of the host's own frame must not move it to a port.
    bridge.Receive(1, BRIDGE, A, 0s);
    ExpectVerdict(bridge.Receive(0, A, BRIDGE, 0s), true, false, std::nullopt, std::nullopt);
}

TEST(LinuxBridgeForwarding, InvalidSourcesAreDroppedAndNotLearned)
{
    LinuxBridgeForwarding bridge;
    for (const Address source : {BROADCAST, MULTICAST, Address{0}})
    {
        ExpectVerdict(bridge.Receive(0, source, B, 0s),
                      false,
                      false,
                      std::nullopt,
                      Reason::INVALID_SOURCE);
    }
    EXPECT_EQ(bridge.GetDatabase().GetNLearned(0s), 0U);
}

// IEEE 802.1D, 7.12.6; br_handle_frame() without spanning tree.
TEST(LinuxBridgeForwarding, ReservedGroupAddressesStayOnTheirLink)
{
    LinuxBridgeForwarding bridge;
    const Address reserved = 0x0180c2000000;
    ExpectVerdict(bridge.Receive(0, A, reserved, 0s), true, true, std::nullopt, std::nullopt);
    ExpectVerdict(bridge.Receive(0, A, reserved + 1, 0s),
                  false,
                  false,
                  std::nullopt,
                  Reason::PAUSE_FRAME);
    for (Address i = 2; i <= 15; ++i)
    {
        ExpectVerdict(bridge.Receive(0, A, reserved + i, 0s),
                      true,
                      false,
                      std::nullopt,
                      std::nullopt);
    }
    ExpectVerdict(bridge.Receive(0, A, reserved + 16, 0s), true, true, std::nullopt, std::nullopt);
}

TEST(LinuxBridgeForwarding, WithoutLearningItIsAHub)
{
    LinuxBridgeForwarding bridge;
    bridge.SetLearning(false);
    bridge.Receive(0, A, B, 0s);
    ExpectVerdict(bridge.Receive(1, B, A, 0s), false, true, std::nullopt, std::nullopt);
}

TEST(LinuxBridgeForwarding, AgedStationIsFloodedAgain)
{
    LinuxBridgeForwarding bridge;
    bridge.Receive(0, A, B, 0s);
    ExpectVerdict(bridge.Receive(1, B, A, 299s), false, false, 0U, std::nullopt);
    ExpectVerdict(bridge.Receive(1, B, A, 300s), false, true, std::nullopt, std::nullopt);
}

TEST(LinuxBridgeCounters, Conservation)
{
    LinuxBridgeCounters bridge;
    EXPECT_TRUE(bridge.IsConserved());
    bridge.received = 1; // a broadcast to two ports and the host
    bridge.forwarded = 2;
    bridge.delivered = 1;
    EXPECT_FALSE(bridge.IsConserved());
    bridge.copied = 2;
    EXPECT_TRUE(bridge.IsConserved());
    LinuxBridgePortCounters port;
    port.offered = 3;
    port.transmitted = 1;
    port.held = 1;
    EXPECT_FALSE(port.IsConserved());
    port.CountDrop(Reason::QUEUE_DISC);
    EXPECT_TRUE(port.IsConserved());
    EXPECT_EQ(port.GetDropped(Reason::QUEUE_DISC), 1U);
    EXPECT_EQ(port.GetDropped(Reason::SAME_PORT), 0U);
}

TEST(LinuxBridgeDropReason, EachHasItsName)
{
    EXPECT_STREQ(GetLinuxBridgeDropReasonName(Reason::INVALID_SOURCE), "INVALID_SOURCE");
    EXPECT_STREQ(GetLinuxBridgeDropReasonName(Reason::QUEUE_DISC), "QUEUE_DISC");
    EXPECT_STREQ(GetLinuxBridgeDropReasonName(Reason::RELAY_QUEUE_FULL), "RELAY_QUEUE_FULL");
    for (std::size_t i = 0; i < LINUX_BRIDGE_DROP_REASONS; ++i)
    {
        EXPECT_NE(GetLinuxBridgeDropReasonName(static_cast<Reason>(i)), nullptr);
    }
}
