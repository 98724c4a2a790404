// SPDX-License-Identifier: GPL-2.0-only

// TV47 and TV48 of the module's documentation, and cases of the same kernel computed by hand.
// Positions are in segments of 1460 bytes, times in ms of a clock without offset.

#include "ns3/tcp-linux20-sender.h"

#include <boost/algorithm/string/join.hpp>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/// @ingroup tcp-linux24
/// Sets what no short history of a connection leads to.
class TcpLinux20SenderPeer
{
  public:
    /// A connection on a LAN. @param sender whose @param cwnd, ssthresh segments
    static void SetWindow(TcpLinux20Sender& sender, uint32_t cwnd, uint32_t ssthresh)
    {
        sender.m_cwnd = cwnd;
        sender.m_cwndCount = 0;
        sender.m_ssthresh = ssthresh;
        sender.m_rtt.AddSample(1, cwnd);
    }
};

} // namespace ns3

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1460;
constexpr uint32_t WINDOW = 22; ///< of the peer, segments
constexpr uint32_t BULK = 100;  ///< more than any case sends, segments

/// A sender on a scripted host; each step forgets what the one before has sent.
class TcpLinux20SenderTest : public ::testing::Test, public TcpLinux20SenderHost
{
  protected:
    /// Handshake at 19990 ms, then a connection that has seen a round trip of 10 ms.
    void Establish(uint32_t cwnd, uint32_t ssthresh)
    {
        m_sender.Connect(1998);
        Acknowledge(19990, 0);
        TcpLinux20SenderPeer::SetWindow(m_sender, cwnd, ssthresh);
    }

    void Acknowledge(uint32_t ms, uint32_t segments, uint32_t window = WINDOW)
    {
        AcknowledgeBytes(ms, TcpOffset{segments} * MSS, window * MSS);
    }

    void AcknowledgeBytes(uint32_t ms, TcpOffset ack, uint32_t window)
    {
        m_sent.clear();
        TcpLinux24Ack segment;
        segment.ack = ack;
        segment.window = window;
        m_sender.OnAck(segment, ms / 10);
    }

    void Write(uint32_t ms, uint32_t bytes)
    {
        m_sent.clear();
        m_sender.Write(bytes, ms / 10);
    }

    /// Fails unless the timer is due then.
    void Expire(uint32_t ms)
    {
        m_sent.clear();
        ASSERT_TRUE(m_sender.GetTimer().has_value());
        EXPECT_EQ(*m_sender.GetTimer() * 10, ms);
        m_sender.OnTimer(ms / 10);
    }

    /// @return like "R0 D8", or "-"
    std::string GetSent() const
    {
        std::vector<std::string> labels;
        for (const auto& [segment, again] : m_sent)
        {
            labels.push_back((again ? "R" : "D") + std::to_string(segment.start / MSS));
        }
        return labels.empty() ? "-" : boost::algorithm::join(labels, " ");
    }

    /// @return data bytes of what was sent
    std::vector<uint32_t> GetSizes() const
    {
        std::vector<uint32_t> sizes;
        for (const auto& [segment, again] : m_sent)
        {
            sizes.push_back(segment.GetDataLength());
        }
        return sizes;
    }

    /// A row of TV47.
    void CheckCount(const std::string& sent,
                    uint32_t count,
                    uint32_t cwnd,
                    uint32_t ssthresh,
                    uint32_t out) const
    {
        EXPECT_EQ(GetSent(), sent);
        EXPECT_EQ(m_sender.GetIdenticalAcks(), count);
        CheckWindow(cwnd, ssthresh, out);
    }

    /// A row of TV48.
    void CheckTimeout(const std::string& sent,
                      uint32_t cwnd,
                      uint32_t ssthresh,
                      uint32_t out,
                      uint32_t retransmits,
                      uint32_t rto) const
    {
        EXPECT_EQ(GetSent(), sent);
        CheckWindow(cwnd, ssthresh, out);
        EXPECT_EQ(m_sender.GetRetransmits(), retransmits);
        EXPECT_EQ(m_sender.GetRtt().GetRto() * 10, rto);
    }

    void CheckWindow(uint32_t cwnd, uint32_t ssthresh, uint32_t out) const
    {
        EXPECT_EQ(m_sender.GetCwnd(), cwnd);
        EXPECT_EQ(m_sender.GetSsthresh(), ssthresh);
        EXPECT_EQ(m_sender.GetPacketsOut(), out);
    }

    // TcpLinux20SenderHost
    void Transmit(const TcpLinux24Segment& segment,
                  std::optional<TcpLinux20Retransmission> retransmission) override
    {
        m_sent.emplace_back(segment, retransmission.has_value());
    }

    bool IsInDeviceQueue(const TcpLinux24Segment& segment) const override
    {
        return m_inDeviceQueue.contains(static_cast<uint32_t>(segment.start / MSS));
    }

    void GaveUp() override
    {
        m_gaveUp = true;
    }

    std::vector<std::pair<TcpLinux24Segment, bool>> m_sent; ///< and whether it was sent again
    std::set<uint32_t> m_inDeviceQueue;                     ///< segments
    bool m_gaveUp{false};
    TcpLinux20Sender m_sender{{}, *this};
};

} // namespace

TEST_F(TcpLinux20SenderTest, Tv47FastRetransmit)
{
    Establish(8, 4);
    Write(20000, BULK * MSS);
    CheckCount("D0 D1 D2 D3 D4 D5 D6 D7", 1, 8, 4, 8);
    Acknowledge(20010, 0);
    CheckCount("-", 2, 8, 4, 8);
    Acknowledge(20010, 0);
    CheckCount("-", 3, 8, 4, 8);
    Acknowledge(20010, 0);
    CheckCount("R0", 4, 8, 4, 8);
    for (uint32_t i = 0; i < 4; ++i)
    {
        Acknowledge(20010, 0);
        CheckCount("D" + std::to_string(8 + i), 5 + i, 9 + i, 4, 9 + i);
    }
    Acknowledge(20020, 8);
    CheckCount("-", 1, 4, 4, 4);
    Acknowledge(20020, 10);
    CheckCount("D12 D13 D14", 1, 5, 4, 5);
}

TEST_F(TcpLinux20SenderTest, Tv47NoCountingWithAWindowOfTwo)
{
    Establish(2, 4);
    Write(20000, BULK * MSS);
    for (uint32_t i = 0; i < 6; ++i)
    {
        Acknowledge(20010, 0);
        CheckCount("-", 1, 2, 4, 2);
    }
    Expire(20200);
    CheckTimeout("R0", 1, 1, 1, 1, 400);
}

TEST_F(TcpLinux20SenderTest, Tv48TimeoutAndGoBackN)
{
    Establish(6, 10);
    Write(20000, BULK * MSS);
    CheckTimeout("D0 D1 D2 D3 D4 D5", 6, 10, 6, 0, 200);
    Acknowledge(20010, 0);
    Acknowledge(20010, 0);
    CheckTimeout("-", 6, 10, 6, 0, 200);
    Expire(20200);
    CheckTimeout("R0", 1, 3, 1, 1, 400);
    Acknowledge(20210, 1);
    CheckTimeout("R1 R2", 2, 3, 2, 1, 400);
    Acknowledge(20220, 2);
    CheckTimeout("R3 R4", 3, 3, 3, 1, 400);
    Acknowledge(20220, 3);
    CheckTimeout("R5", 4, 3, 3, 1, 400);
    Acknowledge(20230, 6);
    CheckTimeout("D6 D7 D8 D9", 4, 3, 4, 0, 400);
    Acknowledge(20230, 6);
    CheckTimeout("-", 4, 3, 4, 0, 400);
    Acknowledge(20230, 6);
    CheckTimeout("-", 4, 3, 4, 0, 400);
    EXPECT_EQ(m_sender.GetIdenticalAcks(), 1u);
    EXPECT_EQ(m_sender.GetHighSeq(), TcpOffset{6} * MSS);
    Acknowledge(20240, 7); // D6 was sent after the episode: its sample ends the doubling
    EXPECT_EQ(m_sender.GetRtt().GetRto(), 20u);
}
