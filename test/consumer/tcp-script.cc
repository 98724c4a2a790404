// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A packet script against ns-3's own socket.

#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"

#include <iostream>

using namespace ns3;

int
main()
{
    const auto script = ParseTcpScript("0 < S 0:0(0) win 1000 <mss 1000>\n"
                                       "+0 > R. 0:0(0) ack 1 <...>\n",
                                       "refused");
    const TcpScriptRunner runner(TypeId::LookupByName("ns3::TcpSocketFactory"));
    const auto mismatches = runner.Run(script);
    for (const auto& mismatch : mismatches)
    {
        std::cout << FormatTcpScriptMismatch(mismatch, script.fileName) << "\n";
    }
    return mismatches.empty() ? 0 : 1;
}
