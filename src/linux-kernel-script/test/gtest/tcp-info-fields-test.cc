// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-info-fields.h"

#include <gtest/gtest.h>
#include <string>

/**
 * @file
 * @ingroup linux-kernel-script
 * Tests of ns3::ReadTcpInfo.
 */

namespace ns3
{

namespace
{

/// Appends a number of 32 bits in the order of a machine that begins with the least byte.
void
Append(std::string& text, uint32_t number)
{
    constexpr const char* DIGITS = "0123456789abcdef";
    for (int i = 0; i < 4; ++i, number >>= 8)
    {
        text += DIGITS[number >> 4 & 0xf];
        text += DIGITS[number & 0xf];
    }
}

/// struct tcp_info of Linux 2.4 to 3.14, 104 bytes, whose 32-bit fields count from 1.
std::string
MakeInfo()
{
    // state ESTABLISHED, CA state Recovery, 0 retransmits, 0 probes, backoff 0, options 7, scales
    // 7 and 9, 1 byte unused
    std::string text = "0103000000079700";
    for (uint32_t i = 1; i <= 24; ++i)
    {
        Append(text, i);
    }
    return text;
}

} // namespace

TEST(TcpInfoFieldsTest, HasTheFieldsOfTheStruct)
{
    const auto values = ReadTcpInfo(MakeInfo());
    EXPECT_EQ(values.at("tcpi_state"), TcpScriptValue(1.0));
    EXPECT_EQ(values.at("tcpi_options"), TcpScriptValue(7.0));
    EXPECT_EQ(values.at("tcpi_snd_wscale"), TcpScriptValue(7.0));
    EXPECT_EQ(values.at("tcpi_rcv_wscale"), TcpScriptValue(9.0));
    EXPECT_EQ(values.at("tcpi_rto"), TcpScriptValue(1.0));
    EXPECT_EQ(values.at("tcpi_unacked"), TcpScriptValue(5.0));
    EXPECT_EQ(values.at("tcpi_snd_cwnd"), TcpScriptValue(19.0));
    EXPECT_EQ(values.at("tcpi_total_retrans"), TcpScriptValue(24.0));
}

TEST(TcpInfoFieldsTest, HasTheNamesOfScripts)
{
    const auto values = ReadTcpInfo(MakeInfo());
    EXPECT_EQ(values.at("tcp_state"), TcpScriptValue("ESTABLISHED"));
    EXPECT_EQ(values.at("state"), TcpScriptValue("Recovery"));
    EXPECT_EQ(values.at("cwnd"), TcpScriptValue(19.0));
    EXPECT_EQ(values.at("ssthresh"), TcpScriptValue(18.0));
    EXPECT_DOUBLE_EQ(std::get<double>(values.at("srtt")), 16e-6);
    EXPECT_DOUBLE_EQ(std::get<double>(values.at("rto")), 1e-6);
}

TEST(TcpInfoFieldsTest, HasNoFieldThatTheKernelHasNot)
{
    EXPECT_FALSE(ReadTcpInfo(MakeInfo()).contains("tcpi_pacing_rate"));
    EXPECT_TRUE(ReadTcpInfo("").empty());
}

} // namespace ns3
