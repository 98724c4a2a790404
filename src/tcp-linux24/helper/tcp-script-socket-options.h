// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SOCKET_OPTIONS_H
#define TCP_SCRIPT_SOCKET_OPTIONS_H

#include "ns3/socket.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Sets an option of a socket as setsockopt() does. Buffers of Linux get twice the size, at most
 * twice 65535 bytes (net/core/sock.c of 2.4.18).
 *
 * @param socket to set the option of
 * @param isFresh whether it neither listens nor has begun a connection; only then ns-3's sockets
 * let the segment size change
 * @param option by its C name
 * @param value for it
 * @return name of errno; empty if the option is set
 */
std::string SetTcpScriptSocketOption(Ptr<Socket> socket,
                                     bool isFresh,
                                     const std::string& option,
                                     uint32_t value);

/**
 * @ingroup tcp-linux24
 * @param socket to ask
 * @param option by its C name
 * @return the value that getsockopt() gives; none if the socket has no such option
 */
std::optional<uint32_t> GetTcpScriptSocketOption(Ptr<Socket> socket, const std::string& option);

} // namespace ns3

#endif // TCP_SCRIPT_SOCKET_OPTIONS_H
