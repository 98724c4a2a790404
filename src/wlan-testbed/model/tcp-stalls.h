// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_STALLS_H
#define TCP_STALLS_H

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::TcpStall declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A time in which a TCP sender sent no data, as the gaps in figures 5 and 6 of xylomenos1999.
 */
struct TcpStall
{
    double begin;        ///< when it had sent its last segment, s
    double end;          ///< when it sent the next one, s
    bool isTimeout;      ///< this was a timeout's retransmission
    uint32_t duplicates; ///< ACKs that repeated the last number before
    /// Time from the last transmission of the segment that these ACKs expected until the end, s;
    /// NaN if it had not been sent before.
    double sinceHead;
};

/**
 * @ingroup wlan-testbed
 * @param rows of a TimeSequence at the sender, in the order of their time
 * @param timeouts times at which a timeout had a segment sent again, s, ascending
 * @param least length of a stall, s, above 0
 * @return times of at least this length without a segment, between the first and the last one
 * @throws std::invalid_argument if there is no least length
 */
std::vector<TcpStall> FindTcpStalls(const std::vector<std::vector<double>>& rows,
                                    const std::vector<double>& timeouts,
                                    double least);

} // namespace ns3

#endif // TCP_STALLS_H
