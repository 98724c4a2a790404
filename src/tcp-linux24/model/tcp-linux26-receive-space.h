// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX26_RECEIVE_SPACE_H
#define TCP_LINUX26_RECEIVE_SPACE_H

#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * How much buffer a receiver of Linux 2.6 needs: twice what the application reads in a round trip,
 * which the receiver measures by itself (net/ipv4/tcp_input.c: tcp_rcv_rtt_measure,
 * tcp_rcv_rtt_measure_ts, tcp_rcv_space_adjust).
 */
class TcpLinux26ReceiveSpace
{
  public:
    /// @param firstWindow offered with the SYN or SYN-ACK, bytes
    explicit TcpLinux26ReceiveSpace(uint32_t firstWindow);

    /// Data came in order: a window of data takes a round trip at least.
    /// @param rcvNxt next position expected
    /// @param rcvWnd window last offered, bytes
    /// @param now the present
    void MeasureWindow(TcpOffset rcvNxt, uint32_t rcvWnd, TcpTick now);
    /// A full segment of data came.
    /// @param echo its TSecr, not 0
    /// @param now the present
    void MeasureEcho(TcpTick echo, TcpTick now);
    /**
     * The application has read.
     * @param copied end of what it has read
     * @param now the present
     * @return bytes of payload that the buffer should have room for, if that became more
     */
    std::optional<uint32_t> Read(TcpOffset copied, TcpTick now);
    /// @return round trip, ticks times 8; 0: not known
    uint32_t GetRoundTrip() const;

  private:
    uint32_t m_roundTrip{0};               ///< rcv_rtt_est.rtt
    TcpOffset m_windowEnd{0};              ///< rcv_rtt_est.seq
    std::optional<TcpTick> m_windowStart;  ///< rcv_rtt_est.time
    uint32_t m_space;                      ///< rcvq_space.space, bytes
    TcpOffset m_readBefore{0};             ///< rcvq_space.seq
    std::optional<TcpTick> m_readingStart; ///< rcvq_space.time
};

} // namespace ns3

#endif // TCP_LINUX26_RECEIVE_SPACE_H
