// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_INFO_FIELDS_H
#define TCP_INFO_FIELDS_H

#include "ns3/tcp-script.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-kernel-script
 * The state of a socket by the names that packet scripts use.
 *
 * @param text struct tcp_info of the kernel (linux/tcp.h), hexadecimal; a newer kernel has more
 * fields, an older one has fewer
 * @return all fields that are whole numbers, by their names such as `tcpi_snd_cwnd`; `cwnd` and
 * `ssthresh` in segments, `srtt` and `rto` in seconds, `state` and `tcp_state` as names
 */
std::map<std::string, TcpScriptValue> ReadTcpInfo(const std::string& text);

} // namespace ns3

#endif // TCP_INFO_FIELDS_H
