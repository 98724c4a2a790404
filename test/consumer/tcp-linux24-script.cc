// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A packet script against the socket of Linux, whose state only the kernel of the module knows.

#include "ns3/tcp-linux24-script-kernel.h"
#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"

#include <iostream>
#include <memory>

using namespace ns3;

int
main()
{
    const auto script = ParseTcpScript("0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n"
                                       "+0 connect(3, ..., ...) = 0\n"
                                       "+0 > S 0:0(0) <...>\n"
                                       "+0 %{ reordering == 3 }%\n",
                                       "opening");
    TcpScriptRunner runner(TypeId::LookupByName("ns3::TcpLinux24SocketFactory"));
    runner.SetKernel(std::make_shared<TcpLinux24ScriptKernel>());
    const auto mismatches = runner.Run(script);
    for (const auto& mismatch : mismatches)
    {
        std::cout << FormatTcpScriptMismatch(mismatch, script.fileName) << "\n";
    }
    return mismatches.empty() ? 0 : 1;
}
