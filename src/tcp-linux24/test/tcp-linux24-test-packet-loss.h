// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_TEST_PACKET_LOSS_H
#define TCP_LINUX24_TEST_PACKET_LOSS_H

#include "tcp-linux24-test-bed.h"

namespace ns3
{

/// Asks a function which packets are lost.
class TcpTestPacketLoss : public ErrorModel
{
  public:
    /// @param packet with its IP header
    /// @return true to lose a packet
    using Choice = std::function<bool(Ptr<Packet> packet)>;

    /// @param choice asked for each packet
    explicit TcpTestPacketLoss(Choice choice)
        : m_choice(choice)
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        return m_choice(packet->Copy());
    }

    void DoReset() override
    {
    }

    Choice m_choice; ///< see the constructor
};

/// @param bed with the node
/// @param node that loses packets
/// @param device of it, which receives them
/// @param choice of these packets
inline void
LosePackets(TcpTestBed& bed, uint32_t node, uint32_t device, TcpTestPacketLoss::Choice choice)
{
    DynamicCast<SimpleNetDevice>(bed.nodes.Get(node)->GetDevice(device))
        ->SetReceiveErrorModel(CreateObject<TcpTestPacketLoss>(choice));
}

} // namespace ns3

#endif // TCP_LINUX24_TEST_PACKET_LOSS_H
