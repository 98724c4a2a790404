// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SIMPLE_RECEIVER_H
#define TCP_LINUX24_SIMPLE_RECEIVER_H

#include "ns3/tcp-linux24-segment.h"

#include <boost/icl/interval_set.hpp>
#include <deque>
#include <functional>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// What a receiver of the property tests does.
struct TcpLinux24ReceiverSetup
{
    bool sack{true};          ///< sends SACK blocks, three at most
    bool dsack{false};        ///< reports duplicates in the first of them
    bool timestamps{true};    ///< echoes timestamps
    uint32_t window{1000000}; ///< offers always, bytes
};

/**
 * @ingroup tcp-linux24
 * A receiver with constant window: cumulative ACKs, one for every second segment in order, at once
 * for anything else; SACK; echo of the timestamp that came at the left edge (RFC 1323).
 */
class TcpLinux24SimpleReceiver
{
  public:
    /// @param setup what it does
    explicit TcpLinux24SimpleReceiver(const TcpLinux24ReceiverSetup& setup);

    /// @param segment arrived
    /// @param tsval its timestamp
    /// @return ACK, if one leaves at once
    std::optional<TcpLinux24Ack> Receive(const TcpLinux24Segment& segment, TcpTick tsval);
    /// @return true if an ACK is due when the delayed-ACK timer fires
    bool IsAckDelayed() const;
    /// @return the ACK that tells the present state
    TcpLinux24Ack MakeAck();
    /// @return next position expected (rcv_nxt)
    TcpOffset GetNext() const;

  private:
    using Range = boost::icl::right_open_interval<TcpOffset>;

    bool Has(const TcpLinux24Segment& segment) const;
    void AddBlocks(TcpLinux24Ack& ack) const;

    TcpLinux24ReceiverSetup m_setup;
    boost::icl::interval_set<TcpOffset, std::less, Range> m_received;
    std::deque<TcpOffset> m_recent;      ///< starts of segments out of order, the newest first
    std::optional<TcpRange> m_duplicate; ///< to be reported in the next ACK
    TcpTick m_echo{0};                   ///< ts_recent
    TcpOffset m_lastAck{-1};             ///< acknowledgment number of the last ACK
    uint32_t m_unacknowledged{0};        ///< segments in order since then
};

} // namespace ns3

#endif // TCP_LINUX24_SIMPLE_RECEIVER_H
