// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STOCK_SOCKET_SCRIPT_H
#define STOCK_SOCKET_SCRIPT_H

#include "ns3/tcp-script-runner.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/// @return plays scripts against the stock socket
inline TcpScriptRunner
MakeRunner()
{
    return TcpScriptRunner(TypeId::LookupByName("ns3::TcpSocketFactory"));
}

/// Lines 1 to 6: the socket 3 opens a connection, done at 0.1 s.
inline const std::string HANDSHAKE = "--ns3::TcpSocketBase::Timestamp=false\n"
                                     "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
                                     "+0 connect(3, ..., ...) = 0\n"
                                     "+0 > S 0:0(0) <...>\n"
                                     "+.1 < S. 0:0(0) ack 1 win 5792 <mss 536>\n"
                                     "+0 > . 1:1(0) ack 1\n";

} // namespace ns3

#endif // STOCK_SOCKET_SCRIPT_H
