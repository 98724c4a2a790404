// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-test-host.h"

#include "ns3/tcp-linux24-congestion.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t MSS = 1448;
constexpr TcpTick NOW = 1000;

/// A host that only listens.
class Listener : public TcpLinux24TestHost
{
  public:
    TcpLinux24Transmit Transmit(const TcpLinux24Segment&,
                                std::optional<TcpLinux24Retransmission>) override
    {
        ADD_FAILURE() << "congestion control sends nothing";
        return TcpLinux24Transmit::SENT;
    }

    bool IsWriterSleeping() const override
    {
        return writerSleeping;
    }

    void StateChanged(TcpLinux24State, TcpLinux24State, TcpLinux24Reason reason) override
    {
        reasons.push_back(reason);
    }

    void Undone(TcpLinux24Undo) override
    {
        ++undone;
    }

    void WindowDecayed(TcpLinux24Decay decay) override
    {
        decays.push_back(decay);
    }

    bool writerSleeping{false};
    int undone{0};
    std::vector<TcpLinux24Reason> reasons;
    std::vector<TcpLinux24Decay> decays;
};

/// Congestion control with a round trip of one tick, which makes an RTO of 21 ticks.
class TcpLinux24CongestionTest : public ::testing::Test
{
  protected:
    /// @param cwnd, ssthresh at first, segments
    void Start(uint32_t cwnd, uint32_t ssthresh = TcpLinux24Options::INFINITE_SSTHRESH)
    {
        m_options.initialCwnd = cwnd;
        m_options.initialSsthresh = ssthresh;
        m_queue.SkipSyn();
        m_scoreboard.Negotiated(true);
        m_rtt.AddSample(1, 0, 0);
        m_congestion =
            std::make_unique<TcpLinux24Congestion>(m_options, m_queue, m_scoreboard, m_rtt, m_host);
        m_congestion->Touch(NOW);
    }

    void Send(uint32_t segments)
    {
        for (uint32_t i = 0; i < segments; ++i)
        {
            m_queue.BeginSegment();
            m_queue.ExtendTail(MSS);
            m_queue.GetTail().when = NOW;
            m_queue.MarkSent();
        }
    }

    /// The next segment is acknowledged.
    /// @return what is to be done
    TcpLinux24AckAction Acknowledge(std::optional<TcpTick> echo = {})
    {
        TcpLinux24AckEvent event;
        event.priorUna = m_queue.GetUna();
        event.priorInFlight = m_scoreboard.GetInFlight();
        event.echo = echo;
        event.dataAcked = event.windowUpdate = true;
        event.removed = 1;
        m_queue.Acknowledge(m_queue.GetHead().end);
        m_scoreboard.RemoveHead();
        return m_congestion->OnAck(event, [] { return true; }, NOW);
    }

    /// Up to 7 duplicate ACKs come without SACK, where 8 segments may be out of order.
    /// @param segments that are sent before
    /// @param newData whether more may be sent
    /// @return how many of them start recovery, 0 if none does
    int CountDuplicatesToRecovery(uint32_t segments, bool newData = false)
    {
        Start(10);
        m_scoreboard.Negotiated(false);
        m_scoreboard.UpdateReordering(8);
        Send(segments);
        for (int duplicates = 1; duplicates <= 7; ++duplicates)
        {
            m_congestion->OnAck({}, [newData] { return newData; }, NOW);
            if (m_congestion->GetState() == TcpLinux24State::RECOVERY)
            {
                EXPECT_EQ(m_host.reasons.back(), TcpLinux24Reason::FEW_OUTSTANDING);
                return duplicates;
            }
        }
        return 0;
    }

    /// One of ten segments is reported by SACK, the first one is sent again and acknowledged.
    /// @param facketsOut up to the reported one after this ACK, segments
    /// @return segments that then count as lost
    uint32_t CountLostAfterPartialAck(uint32_t facketsOut)
    {
        Start(10);
        Send(10);
        TcpLinux24Ack ack;
        ack.sacks.push_back({facketsOut * MSS, (facketsOut + 1) * MSS});
        TcpLinux24AckEvent event;
        event.priorInFlight = 10;
        event.newlySacked = m_congestion->TagSacks(ack, 0, 65535, MSS).newlySacked;
        m_congestion->OnAck(event, [] { return true; }, NOW);
        EXPECT_EQ(m_congestion->GetState(), TcpLinux24State::RECOVERY);
        m_scoreboard.MarkRetransmitted(0);
        m_congestion->OnRetransmission(NOW + 1);
        Acknowledge(NOW + 1); // no older than the retransmission, so that nothing is undone
        EXPECT_EQ(m_scoreboard.GetFacketsOut(), facketsOut);
        return m_scoreboard.GetLostOut();
    }

    TcpLinux24Options m_options;
    TcpLinuxWriteQueue m_queue{452};
    TcpLinux24Scoreboard m_scoreboard{m_queue, m_options};
    TcpLinux24RttEstimator m_rtt{m_options};
    Listener m_host;
    std::unique_ptr<TcpLinux24Congestion> m_congestion;
};

// tcp_cong_avoid(): one for each ACK up to ssthresh, then one for each cwnd + 1 ACKs.
TEST_F(TcpLinux24CongestionTest, GrowsByAcks)
{
    Start(4, 4);
    Send(5);
    Acknowledge();
    EXPECT_EQ(m_congestion->GetCwnd(), 5u);
    for (int i = 0; i < 5; ++i)
    {
        Send(1);
        Acknowledge();
    }
    EXPECT_EQ(m_congestion->GetCwnd(), 5u);
    EXPECT_EQ(m_congestion->GetCwndCount(), 5u);
    Send(1);
    Acknowledge();
    EXPECT_EQ(m_congestion->GetCwnd(), 6u);
    EXPECT_EQ(m_congestion->GetCwndCount(), 0u);
}

TEST_F(TcpLinux24CongestionTest, WindowThatWasNotFullDoesNotGrow)
{
    Start(4);
    Send(3);
    EXPECT_EQ(Acknowledge(), TcpLinux24AckAction::NOTHING);
    EXPECT_EQ(m_congestion->GetCwnd(), 4u);
}

// tcp_enter_cwr(), tcp_cwnd_down(): a segment less for every second ACK.
TEST_F(TcpLinux24CongestionTest, CwrHalvesTheWindowStepByStep)
{
    Start(10);
    Send(10);
    m_congestion->EnterCwr(TcpLinux24Reason::LOCAL_DROP, NOW);
    EXPECT_EQ(m_congestion->GetState(), TcpLinux24State::CWR);
    EXPECT_EQ(m_congestion->GetSsthresh(), 5u);
    EXPECT_EQ(m_congestion->GetCwnd(), 10u);
    EXPECT_EQ(m_congestion->GetHighSeq(), 10 * MSS);
    for (const uint32_t cwnd : {10U, 9U, 9U, 8U})
    {
        Acknowledge();
        EXPECT_EQ(m_congestion->GetCwnd(), cwnd);
        Send(1);
    }
    m_congestion->EnterCwr(TcpLinux24Reason::LOCAL_DROP, NOW);
    EXPECT_EQ(m_congestion->GetSsthresh(), 5u) << "not twice in one episode";
}

// tcp_enter_loss(): infinity is stored in 16 bits.
TEST_F(TcpLinux24CongestionTest, TimeoutLowersTheThresholdOnce)
{
    Start(10);
    Send(10);
    m_congestion->EnterLoss(TcpLinux24Reason::TIMEOUT);
    EXPECT_EQ(m_congestion->GetCwnd(), 1u);
    EXPECT_EQ(m_congestion->GetSsthresh(), 5u);
    EXPECT_EQ(m_congestion->GetPriorSsthresh(), 65535u);
    EXPECT_EQ(m_congestion->GetUndo().GetMarker(), 0);
    m_scoreboard.MarkRetransmitted(0);
    m_congestion->OnRetransmission(NOW);
    m_congestion->CountTimeout(false);
    m_congestion->EnterLoss(TcpLinux24Reason::TIMEOUT);
    EXPECT_EQ(m_congestion->GetSsthresh(), 5u) << "the same window";
    EXPECT_FALSE(m_congestion->GetUndo().GetMarker().has_value()) << "an echo proves nothing now";
}

// tcp_try_undo_loss(): cwnd is twice ssthresh again, but moderated to in flight and 3.
TEST_F(TcpLinux24CongestionTest, OlderEchoUndoesATimeout)
{
    Start(10);
    Send(10);
    m_congestion->EnterLoss(TcpLinux24Reason::TIMEOUT);
    m_scoreboard.MarkRetransmitted(0);
    m_congestion->OnRetransmission(NOW + 30);
    Acknowledge(NOW);
    EXPECT_EQ(m_host.undone, 1);
    EXPECT_EQ(m_scoreboard.GetLostOut(), 0u);
    EXPECT_EQ(m_congestion->GetCwnd(), 10u);
    EXPECT_EQ(m_congestion->GetSsthresh(), 65535u);
    EXPECT_EQ(m_congestion->GetState(), TcpLinux24State::OPEN);
}

TEST_F(TcpLinux24CongestionTest, YoungerEchoDoesNot)
{
    Start(10);
    Send(10);
    m_congestion->EnterLoss(TcpLinux24Reason::TIMEOUT);
    m_scoreboard.MarkRetransmitted(0);
    m_congestion->OnRetransmission(NOW + 30);
    EXPECT_EQ(Acknowledge(NOW + 30), TcpLinux24AckAction::RETRANSMIT_LOST);
    EXPECT_EQ(m_host.undone, 0);
    EXPECT_EQ(m_congestion->GetState(), TcpLinux24State::LOSS);
}

// tcp_time_to_recover(): "packets_out <= reordering && sacked_out >= max(packets_out / 2,
// sysctl_tcp_reordering) && !tcp_may_send_now()", where sysctl_tcp_reordering is 3.
TEST_F(TcpLinux24CongestionTest, AFewOutstandingNeedDuplicatesForHalfOfThem)
{
    EXPECT_EQ(CountDuplicatesToRecovery(8), 4);
}

TEST_F(TcpLinux24CongestionTest, AFewOutstandingNeedThreeDuplicatesAtLeast)
{
    EXPECT_EQ(CountDuplicatesToRecovery(5), 3);
}

TEST_F(TcpLinux24CongestionTest, MoreOutstandingThanTheReorderingAreNotFew)
{
    EXPECT_EQ(CountDuplicatesToRecovery(9), 0);
}

TEST_F(TcpLinux24CongestionTest, AFewOutstandingWaitWhileNewDataMayBringDuplicates)
{
    EXPECT_EQ(CountDuplicatesToRecovery(8, true), 0);
}

// tcp_fastretrans_alert(): "undo_retrans = retrans_out". What is under way for the second time when
// recovery begins must be reported as needless, too, before it is undone.
TEST_F(TcpLinux24CongestionTest, RecoveryCountsRetransmissionsThatAreUnderWay)
{
    Start(10);
    Send(10);
    m_scoreboard.MarkRetransmitted(0);
    TcpLinux24Ack ack;
    ack.sacks.push_back({MSS, 5 * MSS});
    TcpLinux24AckEvent event;
    event.priorInFlight = 10;
    event.newlySacked = m_congestion->TagSacks(ack, 0, 65535, MSS).newlySacked;
    m_congestion->OnAck(event, [] { return true; }, NOW);
    ASSERT_EQ(m_congestion->GetState(), TcpLinux24State::RECOVERY);
    EXPECT_EQ(m_congestion->GetUndo().GetRetrans(), 1);
}

// tcp_try_undo_partial(): "failed = IsReno(tp) || tp->fackets_out > tp->reordering". After a
// partial ACK, the next hole counts as lost only if more than three segments are known behind it.
TEST_F(TcpLinux24CongestionTest, APartialAckMarksAHoleBehindMoreThanTheReordering)
{
    EXPECT_EQ(CountLostAfterPartialAck(4), 1u);
}

TEST_F(TcpLinux24CongestionTest, APartialAckMarksNoHoleBehindTheReordering)
{
    EXPECT_EQ(CountLostAfterPartialAck(3), 0u);
}

// tcp_cwnd_application_limited(): halfway from cwnd to what was used, after an RTO of 21 ticks.
TEST_F(TcpLinux24CongestionTest, UnusedWindowDecays)
{
    Start(10);
    Send(4);
    m_congestion->Validate(false, NOW + 20);
    EXPECT_EQ(m_congestion->GetCwnd(), 10u);
    m_host.writerSleeping = true;
    m_congestion->Validate(false, NOW + 21);
    EXPECT_EQ(m_congestion->GetCwnd(), 10u) << "the writer would use more";
    m_host.writerSleeping = false;
    m_congestion->Validate(false, NOW + 42);
    EXPECT_EQ(m_congestion->GetCwnd(), 7u);
    EXPECT_EQ(m_host.decays, std::vector{TcpLinux24Decay::UNUSED});
}

// tcp_cwnd_restart(): halved for each RTO of silence, 50 ticks being two of them, down to the
// initial window, 3 segments of this size. ssthresh remembers three quarters.
TEST_F(TcpLinux24CongestionTest, IdleConnectionStartsSmaller)
{
    Start(10, 4);
    m_congestion->RestartAfterIdle(50, MSS, NOW);
    EXPECT_EQ(m_congestion->GetCwnd(), 3u);
    EXPECT_EQ(m_congestion->GetSsthresh(), 7u);
    EXPECT_EQ(m_host.decays, std::vector{TcpLinux24Decay::IDLE});
}

// tcp_cwnd_restart() sets snd_cwnd_stamp: the restarted window gets an RTO of its own to be used.
TEST_F(TcpLinux24CongestionTest, RestartedWindowDecaysNoEarlierThanAnRtoLater)
{
    Start(10, 4);
    m_congestion->RestartAfterIdle(50, MSS, NOW + 50);
    Send(1);
    m_congestion->Validate(false, NOW + 70);
    EXPECT_EQ(m_congestion->GetCwnd(), 3u);
    m_congestion->Validate(false, NOW + 71);
    EXPECT_EQ(m_congestion->GetCwnd(), 2u)
        << "halfway from 3 to the least of 2 that counts as used";
}

// It sets snd_cwnd_used to 0, too: what was used before the pause says nothing about the window
// behind it.
TEST_F(TcpLinux24CongestionTest, UseBeforeAPauseKeepsNoWindowOpen)
{
    Start(10, 4);
    Send(5);
    m_congestion->Validate(false, NOW);
    for (int i = 0; i < 5; ++i)
    {
        Acknowledge();
    }
    m_congestion->RestartAfterIdle(50, MSS, NOW + 50);
    Send(1);
    m_congestion->Validate(false, NOW + 71);
    EXPECT_EQ(m_congestion->GetCwnd(), 2u) << "halfway from 3 to 2";
}

// tcp_init_cwnd(): "mss_cache > 1460 ? 2 : mss_cache > 1095 ? 3 : 4".
TEST_F(TcpLinux24CongestionTest, SmallSegmentsStartWithMoreOfThem)
{
    Start(10, 4);
    const auto restart = [this](uint32_t mss) {
        m_congestion->RestartAfterIdle(1000, mss, NOW);
        return m_congestion->GetCwnd();
    };
    EXPECT_EQ(restart(1095), 4u);
    EXPECT_EQ(restart(1096), 3u);
    EXPECT_EQ(restart(1460), 3u);
    EXPECT_EQ(restart(1461), 2u);
}

} // namespace

} // namespace ns3
