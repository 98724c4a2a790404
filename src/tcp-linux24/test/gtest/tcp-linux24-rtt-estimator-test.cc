// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV01 to TV05 of the module's documentation: the round-trip estimator.

#include "ns3/tcp-linux24-rtt-estimator.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

TcpLinux24Options
Kernel2419()
{
    TcpLinux24Options options;
    options.rttSeqFromUna = false;
    options.firstDeviation = 2;
    return options;
}

constexpr TcpOffset SEGMENT = 1448;
constexpr int OUTSTANDING = 10;

/// An estimator on a path whose ACKs each cover one segment, ten of them outstanding.
class Path
{
  public:
    explicit Path(const TcpLinux24Options& options)
        : m_rtt(options)
    {
        m_rtt.AddSample(10, 0, 0);
    }

    const TcpLinux24RttEstimator& Acknowledge(int32_t ticks)
    {
        m_una += SEGMENT;
        m_rtt.AddSample(ticks, m_una, m_una + (OUTSTANDING - 1) * SEGMENT);
        return m_rtt;
    }

    const TcpLinux24RttEstimator& Get() const
    {
        return m_rtt;
    }

  private:
    TcpLinux24RttEstimator m_rtt;
    TcpOffset m_una{0};
};

} // namespace

TEST(TcpLinux24RttEstimator, Tv01HandshakeOnALan)
{
    TcpLinux24RttEstimator rtt{TcpLinux24Options{}};
    EXPECT_EQ(rtt.GetRto(), 300u);
    rtt.AddSample(0, 0, 0);
    EXPECT_EQ(rtt.GetSrtt(), 8u);
    EXPECT_EQ(rtt.GetDeviation(), 4u);
    EXPECT_EQ(rtt.GetMaxDeviation(), 20u);
    EXPECT_EQ(rtt.GetVariance(), 20u);
    EXPECT_EQ(rtt.GetRto(), 21u);
}

TEST(TcpLinux24RttEstimator, Tv03FirstSample)
{
    const Path old{TcpLinux24Options{}};
    EXPECT_EQ(old.Get().GetSrtt(), 80u);
    EXPECT_EQ(old.Get().GetDeviation(), 40u);
    EXPECT_EQ(old.Get().GetRto(), 50u);
    const Path repaired{Kernel2419()};
    EXPECT_EQ(repaired.Get().GetDeviation(), 20u);
    EXPECT_EQ(repaired.Get().GetVariance(), 20u);
    EXPECT_EQ(repaired.Get().GetRto(), 30u);
}

TEST(TcpLinux24RttEstimator, Tv04Tv05DecayPerAckOrPerRoundTrip)
{
    Path old{TcpLinux24Options{}};
    Path repaired{Kernel2419()};
    const std::vector<uint32_t> oldDeviation{30, 23, 18, 14, 11, 9, 7, 6, 5, 4, 3, 3};
    const std::vector<uint32_t> oldRto{50, 46, 42, 39, 37, 36, 35, 34, 33, 33, 33, 33};
    const std::vector<uint32_t> deviation{15, 12, 9, 7, 6, 5, 4, 3, 3, 3, 3, 3};
    for (size_t i = 0; i < oldRto.size(); ++i)
    {
        SCOPED_TRACE(i + 1);
        old.Acknowledge(10);
        EXPECT_EQ(old.Get().GetDeviation(), oldDeviation[i]);
        EXPECT_EQ(old.Get().GetRto(), oldRto[i]);
        repaired.Acknowledge(10);
        EXPECT_EQ(repaired.Get().GetDeviation(), deviation[i]);
        EXPECT_EQ(repaired.Get().GetRto(), 30u);
    }
    for (auto* path : {&old, &repaired})
    {
        path->Acknowledge(60);
        EXPECT_EQ(path->Get().GetSrtt(), 130u);
        EXPECT_EQ(path->Get().GetDeviation(), 53u);
        EXPECT_EQ(path->Get().GetVariance(), 53u);
        EXPECT_EQ(path->Get().GetRto(), 69u);
    }
    const std::vector<uint32_t> oldFall{67, 63, 60, 55, 51, 48};
    const std::vector<uint32_t> fall{68, 67, 67, 66, 66, 66};
    for (size_t i = 0; i < fall.size(); ++i)
    {
        SCOPED_TRACE(i + 14);
        EXPECT_EQ(old.Acknowledge(10).GetRto(), oldFall[i]);
        EXPECT_EQ(repaired.Acknowledge(10).GetRto(), fall[i]);
    }
}
