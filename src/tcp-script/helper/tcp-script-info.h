// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_INFO_H
#define TCP_SCRIPT_INFO_H

#include "ns3/tcp-script-expression.h"

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * Fields of struct tcp_info (linux/tcp.h of 2.4) by the names that packetdrill gives them, from the
 * state variables of a socket:
 *
 * - `tcpi_state`, `tcpi_ca_state`: numbers, such as TCP_ESTABLISHED and TCP_CA_Open
 * - `tcpi_snd_cwnd`, `tcpi_snd_ssthresh`, `tcpi_unacked`, `tcpi_sacked`, `tcpi_lost`,
 *   `tcpi_retrans`, `tcpi_fackets`, `tcpi_reordering`: segments
 * - `tcpi_rto`, `tcpi_rtt`: microseconds
 * - `tcpi_snd_mss`, `tcpi_rcv_mss`, `tcpi_rcv_ssthresh`: bytes
 *
 * @param name a name
 * @param state gives the state variables that the socket has
 * @return the value; none if there is no such field, or the socket has nothing to tell it from
 */
std::optional<TcpScriptValue> GetTcpScriptInfo(const std::string& name,
                                               const TcpScriptLookup& state);

} // namespace ns3

#endif // TCP_SCRIPT_INFO_H
