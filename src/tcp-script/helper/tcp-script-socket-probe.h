// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SOCKET_PROBE_H
#define TCP_SCRIPT_SOCKET_PROBE_H

#include "ns3/socket.h"
#include "ns3/tcp-script.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * State of a socket by the names every ns-3 TCP socket can serve: those of its attributes, and
 *
 * - `cwnd`, `ssthresh`: segments (bytes over SegmentSize)
 * - `bytes_in_flight`, `rwnd`: bytes
 * - `srtt`, `rto`: seconds
 * - `state`: Open, Disorder, CWR, Recovery or Loss
 * - `tcp_state`: such as ESTABLISHED
 *
 * Values come from trace sources, so that they are known once they have changed; `cwnd`, `ssthresh`
 * and `state` are known from the start.
 */
class TcpScriptSocketProbe
{
  public:
    /**
     * @param socket a socket to watch from now on
     * @param isConnected whether it is the end of a connection already; if not, it is new
     */
    void Watch(Ptr<Socket> socket, bool isConnected);

    /**
     * @param socket a watched socket
     * @param name a name from the list above
     * @return the value; none if the socket has none of that name
     */
    std::optional<TcpScriptValue> Get(Ptr<Socket> socket, const std::string& name) const;

  private:
    /// By name. Trace sinks have it too, and may outlive the probe.
    using Values = std::map<std::string, TcpScriptValue>;

    std::map<Ptr<Socket>, std::shared_ptr<Values>> m_values; ///< what has been traced
};

} // namespace ns3

#endif // TCP_SCRIPT_SOCKET_PROBE_H
