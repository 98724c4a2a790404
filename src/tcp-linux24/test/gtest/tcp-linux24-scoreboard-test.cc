// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-scoreboard.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t MSS = 1000;

/// A flight of segments of 1000 bytes, numbered from 0, and what is thought of them.
class TcpLinux24ScoreboardTest : public ::testing::Test
{
  protected:
    TcpLinux24ScoreboardTest()
    {
        m_queue.SkipSyn();
        m_scoreboard.Negotiated(true);
        m_context.maxWindow = 100 * MSS;
        m_context.mss = MSS;
    }

    /// Send segments.
    /// @param segments how many
    void Send(uint32_t segments)
    {
        for (uint32_t i = 0; i < segments; ++i)
        {
            m_queue.BeginSegment();
            m_queue.ExtendTail(MSS);
            m_queue.MarkSent();
        }
        m_context.highSeq = m_queue.GetNext();
    }

    /// @param ack, blocks in segments
    /// @return what the SACK blocks tell
    TcpLinux24SackFindings Tag(uint32_t ack,
                               const std::vector<std::pair<uint32_t, uint32_t>>& blocks)
    {
        TcpLinux24Ack segment;
        segment.ack = TcpOffset{ack} * MSS;
        for (const auto& [start, end] : blocks)
        {
            segment.sacks.push_back({TcpOffset{start} * MSS, TcpOffset{end} * MSS});
        }
        m_context.priorUna = m_queue.GetUna();
        m_queue.Acknowledge(segment.ack);
        return m_scoreboard.Tag(segment, m_context);
    }

    /// @return a letter for each segment: S, L, R, both of these as B, or a point
    std::string GetTags() const
    {
        std::string tags;
        for (const auto& segment : m_queue.GetSegments())
        {
            const char lost = segment.lost ? 'L' : '.';
            const char repeated = segment.lost ? 'B' : 'R';
            tags += segment.sacked ? 'S' : (segment.retransmitted ? repeated : lost);
        }
        return tags;
    }

    TcpLinuxWriteQueue m_queue{452};
    TcpLinux24Options m_options;
    TcpLinux24Scoreboard m_scoreboard{m_queue, m_options};
    TcpLinux24SackContext m_context;
};

// tcp_packets_in_flight(): packets_out less left_out, and what was sent again.
TEST_F(TcpLinux24ScoreboardTest, BytesInFlightFollowTheTags)
{
    Send(5);
    m_queue.BeginSegment();
    m_queue.ExtendTail(100);
    m_queue.MarkSent();
    EXPECT_EQ(m_scoreboard.GetBytesInFlight(), 5 * MSS + 100);
    Tag(0, {{2, 3}});
    EXPECT_EQ(m_scoreboard.GetBytesInFlight(), 4 * MSS + 100) << "one SACKed";
    m_scoreboard.MarkAllLost(false);
    EXPECT_EQ(m_scoreboard.GetBytesInFlight(), 0U) << "the others lost";
    m_scoreboard.MarkRetransmitted(5);
    EXPECT_EQ(m_scoreboard.GetBytesInFlight(), 100U) << "the last one sent again";
}

TEST_F(TcpLinux24ScoreboardTest, BytesInFlightWithoutSack)
{
    m_scoreboard.Negotiated(false);
    Send(3);
    m_scoreboard.AddDuplicate();
    EXPECT_EQ(m_scoreboard.GetBytesInFlight(), 2 * MSS);
}

// tcp_sacktag_write_queue(): positions count from 1 at the head, and fackets_out is the highest.
TEST_F(TcpLinux24ScoreboardTest, BlocksTagSegmentsAndMoveFackets)
{
    Send(10);
    const auto findings = Tag(0, {{3, 5}});
    EXPECT_TRUE(findings.newlySacked);
    EXPECT_FALSE(findings.dataLost);
    EXPECT_EQ(GetTags(), "...SS.....");
    EXPECT_EQ(m_scoreboard.GetSackedOut(), 2u);
    EXPECT_EQ(m_scoreboard.GetFacketsOut(), 5u);
    EXPECT_EQ(m_scoreboard.GetInFlight(), 8u);
    EXPECT_FALSE(Tag(0, {{3, 5}}).newlySacked) << "nothing new the second time";
}

TEST_F(TcpLinux24ScoreboardTest, PartOfASegmentTagsNothing)
{
    Send(4);
    TcpLinux24Ack ack;
    ack.sacks.push_back(
        {1001, 2999}); // all of segment 1 but its first byte, segment 2 but its last
    EXPECT_FALSE(m_scoreboard.Tag(ack, m_context).newlySacked);
    EXPECT_EQ(GetTags(), "....");
}

TEST_F(TcpLinux24ScoreboardTest, BlockAboveHighSeqMeansDataLost)
{
    Send(10);
    m_context.highSeq = 4 * MSS;
    EXPECT_FALSE(Tag(0, {{3, 4}}).dataLost);
    EXPECT_TRUE(Tag(0, {{3, 5}}).dataLost);
}

// tcp_update_reordering(): segment 2 (position 3) was overtaken by the one at position 6, so the
// metric is 6 + 1 - 3 = 4.
TEST_F(TcpLinux24ScoreboardTest, LateOriginalRaisesReorderingAndEndsFack)
{
    Send(10);
    Tag(0, {{5, 6}});
    EXPECT_EQ(m_scoreboard.GetReordering(), 3u);
    EXPECT_TRUE(m_scoreboard.IsFack());
    Tag(0, {{2, 3}, {5, 6}});
    EXPECT_EQ(m_scoreboard.GetReordering(), 4u);
    EXPECT_FALSE(m_scoreboard.IsFack());
    m_scoreboard.ResetReordering();
    EXPECT_EQ(m_scoreboard.GetReordering(), 3u);
    EXPECT_FALSE(m_scoreboard.IsFack()) << "it goes off for good";
}

TEST_F(TcpLinux24ScoreboardTest, LateOriginalProvesNothingInLoss)
{
    Send(10);
    m_context.inLoss = true;
    Tag(0, {{5, 6}});
    Tag(0, {{2, 3}, {5, 6}});
    EXPECT_EQ(m_scoreboard.GetReordering(), 3u);
}

// tcp_mark_head_lost(): only what was sent before the episode.
TEST_F(TcpLinux24ScoreboardTest, HeadIsLostUpToHighSeq)
{
    Send(6);
    Tag(0, {{1, 2}});
    m_scoreboard.MarkHeadLost(5, 3 * MSS);
    EXPECT_EQ(GetTags(), "LSL...");
    EXPECT_EQ(m_scoreboard.GetLostOut(), 2u);
    EXPECT_EQ(m_scoreboard.GetInFlight(), 3u);
}

// tcp_update_scoreboard(): FACK takes for lost what lies more than `reordering` below the highest
// SACK, 6 - 3 = 3 segments; without FACK it is the head alone.
TEST_F(TcpLinux24ScoreboardTest, FackMarksWhatWasPassed)
{
    Send(10);
    Tag(0, {{5, 6}});
    m_scoreboard.MarkLosses(10 * MSS, 0, 20);
    EXPECT_EQ(GetTags(), "LLL..S....");
    m_options.fack = false;
    TcpLinux24Scoreboard other(m_queue, m_options);
    other.Negotiated(true);
    m_scoreboard.ForgetLosses();
    other.MarkLosses(10 * MSS, 0, 20);
    EXPECT_EQ(GetTags(), "L....S....");
}

// tcp_head_timedout(): strictly older than the RTO.
TEST_F(TcpLinux24ScoreboardTest, WhatHasTimedOutIsLost)
{
    Send(4);
    m_queue[1].when = 5;
    EXPECT_FALSE(m_scoreboard.HasHeadTimedOut(20, 20));
    EXPECT_TRUE(m_scoreboard.HasHeadTimedOut(21, 20));
    m_scoreboard.MarkLosses(0, 21, 20);
    EXPECT_EQ(GetTags(), "L.LL");
}

// A block above ack_seq proves that the retransmission is lost, too: no timeout is needed.
TEST_F(TcpLinux24ScoreboardTest, LostRetransmissionIsFoundInRecovery)
{
    Send(6);
    Tag(0, {{1, 5}});
    m_scoreboard.MarkHeadLost(1, 6 * MSS);
    m_scoreboard.MarkRetransmitted(0); // when snd_nxt was 6
    EXPECT_EQ(GetTags(), "BSSSS.");
    Send(2);
    m_context.inRecovery = true;
    Tag(0, {{6, 7}, {1, 5}});
    EXPECT_EQ(GetTags(), "LSSSS.S.");
    EXPECT_EQ(m_scoreboard.GetRetransOut(), 0u);
    EXPECT_EQ(m_scoreboard.GetLostOut(), 1u);
}

// D-SACK: the first block lies below the ACK, or inside the second block (RFC 2883).
TEST_F(TcpLinux24ScoreboardTest, DsackReportsNeedlessRetransmissions)
{
    Send(6);
    m_context.undoMarker = 0;
    m_queue[1].everRetransmitted = true;
    EXPECT_EQ(Tag(1, {{1, 2}}).needless, 0) << "an ordinary SACK";
    EXPECT_EQ(Tag(2, {{1, 2}}).needless, 1) << "below the ACK, and still in the queue";
    m_scoreboard.RemoveHead();
    m_scoreboard.RemoveHead();
    EXPECT_EQ(Tag(2, {{1, 2}}).needless, 1) << "below snd_una: believed blindly";
    m_context.undoMarker.reset();
    EXPECT_EQ(Tag(2, {{1, 2}}).needless, 0) << "nothing can be undone";
}

TEST_F(TcpLinux24ScoreboardTest, BlocksOfAnAckOlderThanTheWindowAreIgnored)
{
    Send(8);
    m_context.maxWindow = 2 * MSS;
    m_queue.Acknowledge(5 * MSS);
    m_context.priorUna = 5 * MSS;
    TcpLinux24Ack old;
    old.ack = 2 * MSS;
    old.sacks.push_back({6 * MSS, 7 * MSS});
    EXPECT_FALSE(m_scoreboard.Tag(old, m_context).newlySacked);
    old.ack = 3 * MSS;
    EXPECT_TRUE(m_scoreboard.Tag(old, m_context).newlySacked);
}

// tcp_enter_loss(): SACKed segments stay so, unless the peer has reneged.
TEST_F(TcpLinux24ScoreboardTest, TimeoutMarksAllThatIsNotSacked)
{
    Send(5);
    Tag(0, {{2, 4}});
    EXPECT_FALSE(m_scoreboard.MarkAllLost(false));
    EXPECT_EQ(GetTags(), "LLSSL");
    EXPECT_EQ(m_scoreboard.GetFacketsOut(), 4u);
    EXPECT_EQ(m_scoreboard.GetInFlight(), 0u);
    m_scoreboard.MarkRetransmitted(0);
    EXPECT_TRUE(m_scoreboard.MarkAllLost(true)) << "sent again before";
    EXPECT_EQ(GetTags(), "LLLLL");
    EXPECT_EQ(m_scoreboard.GetLostOut(), 5u);
    EXPECT_EQ(m_scoreboard.GetRetransOut(), 0u);
}

// tcp_simple_retransmit()
TEST_F(TcpLinux24ScoreboardTest, SmallerMtuLosesWhatIsTooLong)
{
    Send(3);
    Tag(0, {{1, 2}});
    m_scoreboard.MarkRetransmitted(0);
    EXPECT_FALSE(m_scoreboard.MarkTooLong(MSS));
    EXPECT_TRUE(m_scoreboard.MarkTooLong(MSS - 1));
    EXPECT_EQ(GetTags(), "LSL");
    EXPECT_EQ(m_scoreboard.GetRetransOut(), 0u);
    EXPECT_FALSE(m_scoreboard.MarkTooLong(MSS - 1)) << "nothing new";
}

// tcp_add_reno_sack(), tcp_check_reno_reordering(): of five segments one must be the hole, so a
// fifth duplicate shows reordering of five.
TEST_F(TcpLinux24ScoreboardTest, WithoutSackDuplicatesAreCounted)
{
    m_scoreboard.Negotiated(false);
    Send(5);
    for (int i = 0; i < 4; ++i)
    {
        m_scoreboard.AddDuplicate();
    }
    EXPECT_EQ(m_scoreboard.GetSackedOut(), 4u);
    EXPECT_EQ(m_scoreboard.GetReordering(), 3u);
    m_scoreboard.AddDuplicate();
    EXPECT_EQ(m_scoreboard.GetSackedOut(), 4u);
    EXPECT_EQ(m_scoreboard.GetReordering(), 5u);
    m_scoreboard.ForgetDuplicates();
    EXPECT_EQ(m_scoreboard.GetSackedOut(), 0u);
}

// tcp_remove_reno_sacks(): three segments acknowledged, one of which was the hole.
TEST_F(TcpLinux24ScoreboardTest, WithoutSackAnAckTakesDuplicatesAway)
{
    m_scoreboard.Negotiated(false);
    Send(6);
    for (int i = 0; i < 3; ++i)
    {
        m_scoreboard.AddDuplicate();
    }
    for (int i = 0; i < 3; ++i)
    {
        m_scoreboard.RemoveHead();
    }
    m_scoreboard.RemoveDuplicates(3);
    EXPECT_EQ(m_scoreboard.GetSackedOut(), 1u);
    EXPECT_FALSE(Tag(3, {{4, 5}}).newlySacked) << "blocks are not looked at";
}

// tcp_retransmit_skb(): cut to the MSS, both parts stay lost.
TEST_F(TcpLinux24ScoreboardTest, TooLongSegmentIsCutBeforeItIsSentAgain)
{
    Send(2);
    m_scoreboard.MarkAllLost(false);
    m_scoreboard.Fit(0, 600, 10 * MSS);
    EXPECT_EQ(m_scoreboard.GetPacketsOut(), 3u);
    EXPECT_EQ(m_scoreboard.GetLostOut(), 3u);
    EXPECT_EQ(m_queue[0].GetDataLength(), 600u);
    EXPECT_EQ(m_queue[1].GetDataLength(), 400u);
}

// tcp_retrans_try_collapse(): a first one below half of the MSS and a second one that fits beside
// it, inside the peer's window.
TEST_F(TcpLinux24ScoreboardTest, SmallNeighborsAreJoined)
{
    for (const uint32_t bytes : {400U, 500U, 300U})
    {
        m_queue.BeginSegment();
        m_queue.ExtendTail(bytes);
        m_queue.MarkSent();
    }
    m_scoreboard.MarkAllLost(false);
    m_scoreboard.Fit(0, MSS, 899);
    EXPECT_EQ(m_scoreboard.GetPacketsOut(), 3u) << "the second one exceeds the window";
    m_scoreboard.Fit(0, MSS, 900);
    EXPECT_EQ(m_scoreboard.GetPacketsOut(), 2u);
    EXPECT_EQ(m_scoreboard.GetLostOut(), 2u);
    EXPECT_EQ(m_queue.GetHead().GetDataLength(), 900u);
    m_scoreboard.Fit(0, 2 * MSS, 1200);
    EXPECT_EQ(m_scoreboard.GetPacketsOut(), 1u) << "900 bytes are less than half of 2000";
}

} // namespace

} // namespace ns3
