// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_TABLE_H
#define TCP_LINUX24_SENDER_TABLE_H

#include "tcp-linux24-sender-bench.h"

#include <string>

namespace ns3
{

/// @ingroup tcp-linux24
/// Columns of most tables of the module's documentation, behind time and event.
inline const std::string TCP_LINUX24_COLUMNS =
    "sent | cwnd | ssth | state | out | lost | sackd | fack | retr | cnt | rs | undo | high | rto";

/// @ingroup tcp-linux24
/// The connection that most vectors start from: a window sent in one go, nothing acknowledged.
/// @param cwnd window, segments
/// @param ssthresh threshold, segments
/// @return active opener with data without end
TcpLinux24BenchSetup MakeTcpLinux24Setup(uint32_t cwnd,
                                         uint32_t ssthresh = TcpLinux24Options::INFINITE_SSTHRESH);

/**
 * @ingroup tcp-linux24
 * Execute a table of the module's documentation, one row per line, and compare each column with
 * what the sender has then. Events are ACKs ("A2 sack [5,6) [8,9) ecr=20000 x3 (comment)", times in
 * ms, x3: three alike), "RTO timer", "SYN timer", "connect", "SYN-ACK ecr=13000", "bulk write", and
 * "state", which does nothing. Events of one row that came one after the other stand between
 * semicolons. Ends with the first row that does not hold.
 * @param bench the connection
 * @param vector name, for messages
 * @param rows the table
 * @param columns what the cells behind time and event are
 */
void RunTcpLinux24Table(TcpLinux24SenderBench& bench,
                        const std::string& vector,
                        const std::string& rows,
                        const std::string& columns = TCP_LINUX24_COLUMNS);

/// @ingroup tcp-linux24
/// Send the first flight, then execute a table.
/// @param setup the connection
/// @param vector name
/// @param rows the table
void RunTcpLinux24Table(const TcpLinux24BenchSetup& setup,
                        const std::string& vector,
                        const std::string& rows);

} // namespace ns3

#endif // TCP_LINUX24_SENDER_TABLE_H
