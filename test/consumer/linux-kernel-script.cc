// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A packet script that the system of a real kernel refuses, which needs no kernel.

#include "ns3/linux-kernel-script-system.h"
#include "ns3/tcp-script-parser.h"
#include "ns3/tcp-script-runner.h"

#include <iostream>

using namespace ns3;

int
main()
{
    const auto script = ParseTcpScript("--ip_version=ipv6\n"
                                       "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n",
                                       "opening");
    try
    {
        TcpScriptRunner(LinuxKernelScriptSystem::GetMaker()).Run(script);
    }
    catch (const TcpScriptError& error)
    {
        std::cout << error.what() << "\n";
        return 0;
    }
    return 1;
}
