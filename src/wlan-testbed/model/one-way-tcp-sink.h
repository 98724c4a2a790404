// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ONE_WAY_TCP_SINK_H
#define ONE_WAY_TCP_SINK_H

#include <cstdint>
#include <set>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::OneWayTcpSink declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The receiver of ns-2's one-way TCP (Agent/TCPSink), which acknowledges every packet, with the
 * ACK skipping of gopal2005: of every k + 1 ACKs for packets in order one is sent. A packet out of
 * order, one that fills a hole and one that has been received before are acknowledged at once. How
 * long a skipped ACK waits is the caller's affair.
 */
class OneWayTcpSink
{
  public:
    /// @param skipped ACKs left out for each one sent
    explicit OneWayTcpSink(uint32_t skipped);

    /// A packet came.
    /// @param number of it
    /// @return whether an ACK is sent at once
    bool Receive(int64_t number);
    /// An ACK is sent.
    /// @return number of the last packet received in order, -1 before the first
    int64_t TakeAck();
    /// @return whether there is something that no ACK has told of
    bool IsAckWaiting() const;
    /// @return packets received in order, the SYN included
    int64_t GetInOrder() const;

  private:
    uint32_t m_skipped;         ///< see the constructor
    uint32_t m_inRow{0};        ///< ACKs left out since the last one sent
    int64_t m_next{0};          ///< packet that is missing first
    bool m_isAckWaiting{false}; ///< see IsAckWaiting
    std::set<int64_t> m_ahead;  ///< packets received behind a hole
};

} // namespace ns3

#endif // ONE_WAY_TCP_SINK_H
