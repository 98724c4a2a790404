// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_FLIGHT_METER_H
#define TCP_LINUX24_FLIGHT_METER_H

#include "tcp-linux24-segment.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What a receiver can know of the sender's window: the flight, which is the data that lies between
 * an ACK and the data that this ACK has released. The echo of a timestamp tells which data that is,
 * as it tells Linux 2.6 the round trip of a receiver (net/ipv4/tcp_input.c:
 * tcp_rcv_rtt_measure_ts). A round begins when an ACK leaves and ends with the first data that
 * echoes this ACK or a later one.
 *
 * The flight is never above the sender's window. It is below it by what arrives in the part of a
 * tick that had passed when the ACK left, so that on a path shorter than a tick it is one segment,
 * and by the segments that one ACK releases, less one. Without timestamps nothing is measured.
 */
class TcpLinux24FlightMeter
{
  public:
    /// An ACK leaves.
    /// @param ack its number
    /// @param now the present, which is its timestamp
    void AckSent(TcpOffset ack, TcpTick now);
    /**
     * Data came in order. A silence longer than the last round, and the tick by which rounding may
     * make equal times differ, begins the measurement anew.
     * @param end one past its last byte
     * @param echo its TSecr; none without the option
     * @param now the present
     */
    void DataReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now);
    /// The sender has had to repair something: the measurement begins anew.
    void Restart();

    /// @return last flight, bytes; none unless ROUNDS whole rounds have passed since the beginning
    std::optional<TcpOffset> GetFlight() const;
    /**
     * Whether the flight has grown by half or more in two rounds, as in slow start: with an ACK for
     * each segment it doubles in one, with one for two segments it grows by half. Above eight
     * segments, congestion avoidance adds a quarter in two rounds at most.
     * @return true only if GetFlight() has a value
     */
    bool IsGrowing() const;

    static constexpr uint32_t ROUNDS = 3; ///< needed to see growth over two of them

  private:
    std::array<TcpOffset, ROUNDS> m_flights{}; ///< of the last rounds, the oldest first, bytes
    uint32_t m_rounds{0};                      ///< whole ones since the beginning, ROUNDS at most
    uint32_t m_roundTicks{0};                  ///< length of the last round
    std::optional<TcpTick> m_roundStart;       ///< when the ACK of this round left
    TcpOffset m_roundAck{0};                   ///< its number
    TcpTick m_lastData{0};                     ///< when data came last
};

} // namespace ns3

#endif // TCP_LINUX24_FLIGHT_METER_H
