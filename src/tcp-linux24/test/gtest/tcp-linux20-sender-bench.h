// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX20_SENDER_BENCH_H
#define TCP_LINUX20_SENDER_BENCH_H

#include "tcp-linux20-test-host.h"

#include "ns3/tcp-linux20-sender.h"

#include <boost/algorithm/string/join.hpp>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// @ingroup tcp-linux24
/// Sets what no short history of a connection leads to.
class TcpLinux20SenderPeer
{
  public:
    /// A connection on a LAN.
    /// @param sender whose
    /// @param cwnd, ssthresh segments
    static void SetWindow(TcpLinux20Sender& sender, uint32_t cwnd, uint32_t ssthresh)
    {
        sender.m_cwnd = cwnd;
        sender.m_cwndCount = 0;
        sender.m_ssthresh = ssthresh;
        sender.m_rtt.AddSample(1, cwnd);
    }
};

/// @ingroup tcp-linux24
/// A row of TV47: an ACK, and what comes of it.
struct TcpLinux20CountRow
{
    uint32_t ms;       ///< when it comes
    uint32_t ack;      ///< of how many segments
    std::string sent;  ///< as GetSent() has it
    uint32_t count;    ///< identical ACKs
    uint32_t cwnd;     ///< segments
    uint32_t ssthresh; ///< segments
    uint32_t out;      ///< segments
};

/// @ingroup tcp-linux24
/// A row of TV48: an ACK, and what comes of it.
struct TcpLinux20TimeoutRow
{
    uint32_t ms;          ///< when it comes
    uint32_t ack;         ///< of how many segments
    std::string sent;     ///< as GetSent() has it
    uint32_t cwnd;        ///< segments
    uint32_t ssthresh;    ///< segments
    uint32_t out;         ///< segments
    uint32_t retransmits; ///< timeouts in a row
    uint32_t rto;         ///< ms
};

/**
 * @ingroup tcp-linux24
 * A sender on a scripted host. Positions are in segments of 1460 bytes, times in ms of a clock
 * without offset. Each step forgets what the one before has sent.
 */
class TcpLinux20SenderTest : public ::testing::Test, public TcpLinux20TestHost
{
  protected:
    static constexpr uint32_t MSS = 1460;  ///< data bytes of a full segment
    static constexpr uint32_t WINDOW = 22; ///< of the peer, segments
    static constexpr uint32_t BULK = 100;  ///< more than any case sends, segments

    /// As Establish(), and at 20000 ms the application writes more than is ever sent.
    void EstablishAndWrite(uint32_t cwnd, uint32_t ssthresh)
    {
        Establish(cwnd, ssthresh);
        Write(20000, BULK * MSS);
    }

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

    /// Give the sender each ACK and compare.
    void CheckCounts(const std::vector<TcpLinux20CountRow>& rows)
    {
        for (const auto& [ms, ack, sent, count, cwnd, ssthresh, out] : rows)
        {
            SCOPED_TRACE(std::to_string(ms) + " ms: ACK of " + std::to_string(ack));
            Acknowledge(ms, ack);
            CheckCount(sent, count, cwnd, ssthresh, out);
        }
    }

    /// Give the sender each ACK and compare.
    void CheckTimeouts(const std::vector<TcpLinux20TimeoutRow>& rows)
    {
        for (const auto& [ms, ack, sent, cwnd, ssthresh, out, retransmits, rto] : rows)
        {
            SCOPED_TRACE(std::to_string(ms) + " ms: ACK of " + std::to_string(ack));
            Acknowledge(ms, ack);
            CheckTimeout(sent, cwnd, ssthresh, out, retransmits, rto);
        }
    }

    /// What comes of the last step, as in TV47.
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

    /// What comes of the last step, as in TV48.
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

    // TcpLinuxSenderHost
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override
    {
        m_sent.emplace_back(segment, retransmission.has_value());
        return TcpLinux24Transmit::LOCAL_DROP; // no matter to this kernel
    }

    bool IsInLinkQueue(const TcpLinux24Segment& segment) const override
    {
        return m_inLinkQueue.contains(static_cast<uint32_t>(segment.start / MSS));
    }

    void GaveUp() override
    {
        m_gaveUp = true;
    }

    std::vector<std::pair<TcpLinux24Segment, bool>> m_sent; ///< and whether it was sent again
    std::set<uint32_t> m_inLinkQueue;                       ///< segments
    bool m_gaveUp{false};
    TcpLinux20Sender m_sender{{}, *this};
};

} // namespace ns3

#endif // TCP_LINUX20_SENDER_BENCH_H
