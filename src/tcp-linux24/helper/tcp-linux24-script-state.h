// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SCRIPT_STATE_H
#define TCP_LINUX24_SCRIPT_STATE_H

#include "ns3/socket.h"
#include "ns3/tcp-script.h"

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What packet scripts can ask a TcpLinux24Socket for, by the kernel's names: state, cwnd, ssthresh,
 * packets_out, sacked_out, lost_out, retrans_out, fackets_out, reordering (segments), snd_mss,
 * rcv_mss, rcv_ssthresh (bytes), retrans_stamp (ticks) and rto (seconds).
 * @param socket any socket
 * @param name of a state variable
 * @return its value; none if the socket is another one, has no connection or there is no such name
 */
std::optional<TcpScriptValue> GetTcpLinux24ScriptState(Ptr<Socket> socket, const std::string& name);

} // namespace ns3

#endif // TCP_LINUX24_SCRIPT_STATE_H
