// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Attributes of ns-3's sockets that TcpLinux24Socket honours, and sizes that follow the path.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// SegmentSize and the MTU decide on the MSS offered and on the segments sent.
class SegmentSizeTestCase : public TestCase
{
  public:
    /// What is set, and what comes of it.
    struct Setting
    {
        uint32_t segmentSize;                  ///< SegmentSize; 0: not set
        std::pair<bool, bool> timestamps;      ///< Timestamp of client and server
        uint16_t mtu;                          ///< of both devices
        std::pair<uint32_t, uint32_t> offered; ///< MSS of the SYN and the SYN-ACK
        uint32_t longest;                      ///< data of the client's longest segment
    };

    /// @param setting what is set
    /// @param kernel of both hosts
    SegmentSizeTestCase(const Setting& setting, TcpTestHost kernel)
        : TestCase("SegmentSize " + std::to_string(setting.segmentSize) + ", MTU " +
                   std::to_string(setting.mtu) + (setting.timestamps.first ? ", client" : "") +
                   (setting.timestamps.second ? ", server" : "") + ", " +
                   GetTcpTestName(kernel, kernel)),
          m_setting(setting),
          m_kernel(kernel)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 200000;
        TcpTestBed bed(m_kernel, m_kernel);
        if (m_setting.segmentSize > 0)
        {
            bed.SetLinuxAttribute("SegmentSize", UintegerValue(m_setting.segmentSize));
        }
        bed.SetLinuxAttribute("Timestamp", BooleanValue(m_setting.timestamps.first));
        for (uint32_t i = 0; i < 2; ++i)
        {
            bed.nodes.Get(i)->GetDevice(0)->SetMtu(m_setting.mtu);
        }
        bed.LoseToServer([this](const TcpHeader& header, uint32_t size) {
            m_longest = std::max(m_longest, size);
            return Note(header, m_offered.first);
        });
        bed.LoseToClient(
            [this](const TcpHeader& header, uint32_t) { return Note(header, m_offered.second); });
        bed.Connect();
        bed.listener->SetAttribute("Timestamp", BooleanValue(m_setting.timestamps.second));
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(m_offered.first, m_setting.offered.first, "MSS of the SYN");
        NS_TEST_EXPECT_MSG_EQ(m_offered.second, m_setting.offered.second, "MSS of the SYN-ACK");
        NS_TEST_EXPECT_MSG_EQ(m_longest, m_setting.longest, "longest segment");
    }

    /// @param header of a segment
    /// @param mss gets that of a SYN
    /// @return false
    static bool Note(const TcpHeader& header, uint32_t& mss)
    {
        if (header.HasOption(TcpOption::MSS))
        {
            mss = DynamicCast<const TcpOptionMSS>(header.GetOption(TcpOption::MSS))->GetMSS();
        }
        return false;
    }

    Setting m_setting;                             ///< see the constructor
    TcpTestHost m_kernel;                          ///< see the constructor
    std::pair<uint32_t, uint32_t> m_offered{0, 0}; ///< MSS of the SYN and the SYN-ACK
    uint32_t m_longest{0};                         ///< data of the client's longest segment
};

/// ConnTimeout is the first timeout of a SYN and of a SYN-ACK.
class ConnTimeoutTestCase : public TestCase
{
  public:
    /// @param kernel of both hosts
    explicit ConnTimeoutTestCase(TcpTestHost kernel)
        : TestCase("ConnTimeout 1 s, " + GetTcpTestName(kernel, kernel)),
          m_kernel(kernel)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(m_kernel, m_kernel);
        bed.SetLinuxAttribute("ConnTimeout", TimeValue(Seconds(1)));
        std::vector<double> syns;
        std::vector<double> synAcks;
        bed.LoseToServer([&syns](const TcpHeader&, uint32_t) {
            syns.push_back(Simulator::Now().GetSeconds());
            return syns.size() > 1; // the first one makes a request
        });
        bed.LoseToClient([&synAcks](const TcpHeader&, uint32_t) {
            synAcks.push_back(Simulator::Now().GetSeconds());
            return true;
        });
        bed.Connect();
        bed.Run(Seconds(24));
        for (const auto& times : {syns, synAcks})
        {
            NS_TEST_ASSERT_MSG_EQ(times.size(), 4, "at 0, 1, 3 and 7 s");
            for (size_t i = 0; i < times.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(times[i], 10 + (1 << i) - 1, 0.03, "number " << i);
            }
        }
    }

    TcpTestHost m_kernel; ///< see the constructor
};

/// MinRto is the least term of the variance (2.4), or the least timeout (2.0.32).
class MinRtoTestCase : public TestCase
{
  public:
    /// @param kernel of both hosts
    /// @param minRto as text; empty: not set
    /// @param rto expected, ms
    MinRtoTestCase(TcpTestHost kernel, const std::string& minRto, int64_t rto)
        : TestCase("MinRto " + minRto + ", " + GetTcpTestName(kernel, kernel)),
          m_kernel(kernel),
          m_minRto(minRto),
          m_rto(rto)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(m_kernel, m_kernel);
        if (!m_minRto.empty())
        {
            bed.SetLinuxAttribute("MinRto", StringValue(m_minRto));
        }
        Time rto;
        bed.Connect();
        bed.client.socket->TraceConnectWithoutContext(
            "RTO",
            Callback<void, Time, Time>([&rto](Time, Time now) { rto = now; }));
        // one after the other: round trips of about 4 ms, a tick, with little variance
        for (uint32_t i = 0; i < 40; ++i)
        {
            Simulator::Schedule(Seconds(11 + i), [&] { bed.client.Send(1000, false); });
        }
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(rto.GetMilliSeconds(), m_rto, "RTO");
    }

    TcpTestHost m_kernel; ///< see the constructor
    std::string m_minRto; ///< see the constructor
    int64_t m_rto;        ///< see the constructor
};

/// An ACK is due for so many full segments as DelAckCount says, once the quick ACKs are over.
class DelAckCountTestCase : public TestCase
{
  public:
    /// @param count DelAckCount
    explicit DelAckCountTestCase(uint32_t count)
        : TestCase("DelAckCount " + std::to_string(count)),
          m_count(count)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 4000000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("DelAckCount", UintegerValue(m_count));
        bed.SetLinuxAttribute("FinalCutPush", BooleanValue(false));
        uint32_t segments = 0;
        uint32_t acks = 0;
        bed.LoseToServer([&segments](const TcpHeader&, uint32_t size) {
            segments += size > 0;
            return false;
        });
        bed.LoseToClient([&acks](const TcpHeader&, uint32_t) {
            ++acks;
            return false;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        // some 40 quick ACKs at the beginning, and those of the delay's timer
        NS_TEST_EXPECT_MSG_EQ_TOL(1.0 * segments / acks,
                                  m_count,
                                  0.1 * m_count,
                                  "segments per ACK");
    }

    uint32_t m_count; ///< see the constructor
};

/// MaxWindowSize limits the window field (TCP_WINDOW_CLAMP).
class MaxWindowSizeTestCase : public TestCase
{
  public:
    MaxWindowSizeTestCase()
        : TestCase("MaxWindowSize")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 500000;
        constexpr uint32_t LIMIT = 10000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("MaxWindowSize", UintegerValue(LIMIT));
        uint32_t largest = 0;
        bed.LoseToClient([&largest](const TcpHeader& header, uint32_t) {
            largest = std::max<uint32_t>(largest, header.GetWindowSize());
            return false;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(largest, LIMIT, "window");
        NS_TEST_EXPECT_MSG_EQ(largest, 6 * 1448, "all the segments that fit");
    }
};

/// A long fat path: 10 MB over 10 Mb/s and 100 ms. The window of 2.6 grows beyond 64 KB.
class LongFatPathTestCase : public TestCase
{
  public:
    /// @param kernel of both hosts
    /// @param scale of the windows
    /// @param window the largest, bytes
    /// @param seconds that the transfer takes, from and to
    LongFatPathTestCase(const std::string& kernel,
                        uint32_t scale,
                        uint32_t window,
                        std::pair<double, double> seconds)
        : TestCase("10 MB over 10 megabit per second and 100 ms, " + kernel),
          m_kernel(kernel),
          m_scale(scale),
          m_window(window),
          m_seconds(seconds)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 10000000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("SndBufSize", UintegerValue(262142)); // the most SO_SNDBUF gives
        const auto channel = CreateObject<SimpleChannel>();
        bed.SetChannel(channel);
        channel->SetAttribute("Delay", TimeValue(MilliSeconds(50)));
        for (uint32_t i = 0; i < 2; ++i)
        {
            bed.nodes.Get(i)->GetObject<TcpLinux24SocketFactory>()->SetAttribute(
                "Kernel",
                StringValue(m_kernel));
        }
        uint32_t scale = 0;
        uint32_t window = 0;
        bed.LoseToClient([&](const TcpHeader& header, uint32_t) {
            if (header.HasOption(TcpOption::WINSCALE))
            {
                const auto option = header.GetOption(TcpOption::WINSCALE);
                scale = DynamicCast<const TcpOptionWinScale>(option)->GetScale();
            }
            else
            {
                window = std::max<uint32_t>(window, header.GetWindowSize() << scale);
            }
            return false;
        });
        bed.Connect();
        Time end;
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        bed.onAccept = [&] {
            bed.server.socket->TraceConnectWithoutContext(
                "State",
                Callback<void, TcpSocket::TcpStates_t, TcpSocket::TcpStates_t>(
                    [&end](TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now) {
                        end = now == TcpSocket::CLOSE_WAIT ? Simulator::Now() : end;
                    }));
        };
        bed.Run(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(scale, m_scale, "shift of the window");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(window, m_window, "largest window");
        const double seconds = end.GetSeconds() - 11;
        NS_TEST_EXPECT_MSG_GT(seconds, m_seconds.first, "duration");
        NS_TEST_EXPECT_MSG_LT(seconds, m_seconds.second, "duration");
    }

    std::string m_kernel;                ///< see the constructor
    uint32_t m_scale;                    ///< see the constructor
    uint32_t m_window;                   ///< see the constructor
    std::pair<double, double> m_seconds; ///< see the constructor
};

/// Suite of settings.
class TcpLinux24SettingTestSuite : public TestSuite
{
  public:
    TcpLinux24SettingTestSuite()
        : TestSuite("tcp-linux24-setting", Type::UNIT)
    {
        using enum TcpTestHost;
        constexpr std::pair BOTH{true, true};
        constexpr std::pair NEITHER{false, false};
        const SegmentSizeTestCase::Setting settings[] = {
            {1000, NEITHER, 1500, {1000, 1000}, 1000},
            {1000, BOTH, 1500, {1012, 1012}, 1000},
            {1000, {true, false}, 1500, {1012, 1000}, 1000},
            {0, NEITHER, 1500, {1460, 1460}, 1460},
            {0, BOTH, 1500, {1460, 1460}, 1448},
            {0, BOTH, 9000, {8960, 8960}, 8948},
            {1448, BOTH, 9000, {1460, 1460}, 1448},
            {8948, BOTH, 1500, {1460, 1460}, 1448},
        };
        for (const SegmentSizeTestCase::Setting& setting : settings)
        {
            AddTestCase(new SegmentSizeTestCase(setting, LINUX24));
        }
        AddTestCase(new SegmentSizeTestCase({0, NEITHER, 1500, {1460, 1460}, 1460}, LINUX20));
        AddTestCase(new SegmentSizeTestCase({1000, NEITHER, 1500, {1000, 1000}, 1000}, LINUX20));
        for (const TcpTestHost kernel : {LINUX24, LINUX20})
        {
            AddTestCase(new ConnTimeoutTestCase(kernel));
        }
        // srtt is one tick; 2.0.32 has no such term
        AddTestCase(new MinRtoTestCase(LINUX24, "", 210));
        AddTestCase(new MinRtoTestCase(LINUX24, "50ms", 60));
        AddTestCase(new MinRtoTestCase(LINUX24, "1s", 1010));
        AddTestCase(new MinRtoTestCase(LINUX20, "", 200));
        AddTestCase(new MinRtoTestCase(LINUX20, "1s", 1000));
        for (const uint32_t count : {1, 2, 4})
        {
            AddTestCase(new DelAckCountTestCase(count));
        }
        AddTestCase(new MaxWindowSizeTestCase);
        // A window of 63712 bytes at most in a round trip of 101 ms is 631 kB/s. One of 131070
        // bytes is more than the link carries: 6906 packets of 1500 bytes take 8.3 s, and slow
        // start 1 s.
        AddTestCase(new LongFatPathTestCase("Linux24_18", 0, 60000, {15.8, 17.5}));
        AddTestCase(new LongFatPathTestCase("Linux26_8", 7, 100000, {8.3, 10.5}));
    }
};

TcpLinux24SettingTestSuite g_suite; ///< registers itself

} // namespace
