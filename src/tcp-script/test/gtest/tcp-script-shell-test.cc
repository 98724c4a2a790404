// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What packet scripts take from commands of a shell.

#include "ns3/tcp-script-shell.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TcpScriptShell
Read(const std::string& text, const std::string& fileName = "s.pkt")
{
    return ReadTcpScriptShell({.line = 3, .text = text}, fileName);
}

/// All settings, each as name=value.
std::vector<std::string>
GetSysctls(const TcpScriptShell& shell)
{
    std::vector<std::string> settings;
    for (const auto& sysctl : shell.sysctls)
    {
        std::string text = sysctl.name + "=";
        for (const auto& value : sysctl.values)
        {
            text += value + (value == sysctl.values.back() ? "" : " ");
        }
        settings.push_back(text);
    }
    return settings;
}

using Texts = std::vector<std::string>;

} // namespace

TEST(TcpScriptShell, SettingsAreFoundInTheirForms)
{
    EXPECT_EQ(GetSysctls(Read("sysctl -q net.ipv4.tcp_sack=0 net.ipv4.tcp_fack=1")),
              (Texts{"tcp_sack=0", "tcp_fack=1"}));
    EXPECT_EQ(GetSysctls(Read("../common/set_sysctls.py /proc/sys/net/ipv4/tcp_timestamps=0 \\\n"
                              "   /proc/sys/net/ipv4/tcp_wmem=\"4096 50000 4194304\"")),
              (Texts{"tcp_timestamps=0", "tcp_wmem=4096 50000 4194304"}));
    EXPECT_EQ(GetSysctls(Read("sysctl net.ipv4.tcp_rmem=\"4096 540000 $((15*1024*1024))\"")),
              Texts{"tcp_rmem=4096 540000 15728640"});
    EXPECT_EQ(GetSysctls(Read("sysctl -q net/ipv4/tcp_sack=0 > /dev/null 2>&1 # off")),
              Texts{"tcp_sack=0"});
    EXPECT_EQ(Read("sysctl net.ipv4.tcp_sack=0").sysctls.at(0).line, 3u);
}

TEST(TcpScriptShell, OtherCommandsAreNamed)
{
    const auto shell =
        Read("# nothing\ntc qdisc add dev tun0 root fq; sysctl net.ipv4.tcp_sack=0 && "
             "echo 'a b' | cat &> x");
    EXPECT_EQ(shell.others, (Texts{"tc qdisc add dev tun0 root fq", "echo a b", "cat"}));
    EXPECT_EQ(GetSysctls(shell), Texts{"tcp_sack=0"});
    EXPECT_EQ(Read("sysctl net.ipv4.tcp_sack").others, Texts{"sysctl net.ipv4.tcp_sack"});
    EXPECT_EQ(Read("./none.sh").others, Texts{"./none.sh"});
}

TEST(TcpScriptShell, FilesBesideTheScriptAreRead)
{
    const auto folder = std::filesystem::path(::testing::TempDir()) / "tcp-script-shell-test";
    std::filesystem::create_directories(folder / "sub");
    std::ofstream(folder / "defaults.sh")
        << "#!/bin/sh\nsysctl -q net.ipv4.tcp_sack=0\n./loop.sh\n";
    std::ofstream(folder / "sub" / "loop.sh") << "./loop.sh\n";
    const auto shell = Read("../defaults.sh", folder / "sub" / "s.pkt");
    EXPECT_EQ(GetSysctls(shell), Texts{"tcp_sack=0"});
    EXPECT_EQ(shell.others, Texts{"./loop.sh"}); // a circle ends
    std::filesystem::remove_all(folder);
}

TEST(TcpScriptShell, OpenQuotesAreRefused)
{
    try
    {
        Read("ls 'a");
        FAIL() << "accepted";
    }
    catch (const TcpScriptError& error)
    {
        EXPECT_STREQ(error.what(), "s.pkt:3: expected a closing quote in the command");
    }
}
