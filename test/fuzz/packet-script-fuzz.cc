// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of ParseTcpScript(): a script is read or refused by one line that names the file.
 */

#include "ns3/tcp-script-parser.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    try
    {
        ns3::ParseTcpScript(text, "input");
    }
    catch (const ns3::TcpScriptError& error)
    {
        const std::string line = error.what();
        if (!line.starts_with("input:") || line.find('\n') != std::string::npos)
        {
            std::abort();
        }
    }
    return 0;
}
