// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-lossy-path.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr int64_t START = 10000;        ///< ms
constexpr int64_t DELAY = 6;            ///< one way, ms
constexpr int64_t MOST_JITTER = 60;     ///< ms
constexpr int64_t DELAYED_ACK = 40;     ///< ms
constexpr int64_t SERVICE = 2;          ///< of the link, for a packet, ms
constexpr int64_t MOST_TIME = 36000000; ///< for a transfer, ms
constexpr uint32_t MSS = 1448;

/// EXPECT_EQ() for each segment of the queue at each event would take more than half of the time of
/// the tests.
/// @param segment of the write queue
/// @param position where it must start
/// @param una SND.UNA
/// @param out whether it was sent
/// @return what is wrong with it, or nullptr
const char*
FindFault(const TcpLinux24Segment& segment, TcpOffset position, TcpOffset una, bool out)
{
    if (segment.start != position)
    {
        return "a gap in the write queue";
    }
    if (segment.end <= una)
    {
        return "kept though acknowledged";
    }
    if (segment.sacked && segment.lost)
    {
        return "S and L together";
    }
    if (segment.retransmitted && !segment.everRetransmitted)
    {
        return "R without E";
    }
    if (!out && (segment.sacked || segment.lost || segment.retransmitted))
    {
        return "S, L or R of what was not sent";
    }
    return nullptr;
}

} // namespace

TcpLinux24LossyPath::TcpLinux24LossyPath(const TcpLinux24PathSetup& setup)
    : m_setup(setup),
      m_random(setup.seed),
      m_receiver(setup.peer),
      m_sender(m_setup.options, *this),
      m_now(START)
{
}

void
TcpLinux24LossyPath::Run()
{
    m_sender.Connect(GetTick());
    while (m_sender.GetSndUna() < GetEnd() && !::testing::Test::HasFailure())
    {
        const auto timer = m_sender.GetTimer();
        const int64_t tick = 1000 / m_setup.options.ticksPerSecond;
        const int64_t expiry = timer ? int64_t{*timer} * tick : INT64_MAX;
        if (m_events.empty() || expiry <= m_events.begin()->first)
        {
            ASSERT_TRUE(timer.has_value()) << "nothing will ever happen again";
            m_now = expiry;
            Expire();
        }
        else
        {
            const auto event = m_events.extract(m_events.begin());
            m_now = event.key();
            event.mapped()();
        }
        ASSERT_LT(m_now, START + MOST_TIME) << "the transfer takes too long";
    }
    EXPECT_EQ(m_receiver.GetNext(), GetEnd());
    EXPECT_EQ(m_sender.GetPacketsOut(), 0u);
    EXPECT_EQ(m_sender.GetQueueMemory(), 0u);
    EXPECT_FALSE(m_sender.GetTimer().has_value());
}

uint64_t
TcpLinux24LossyPath::GetRetransmissions() const
{
    return m_retransmissions;
}

uint64_t
TcpLinux24LossyPath::GetTimeouts() const
{
    return m_timeouts;
}

uint64_t
TcpLinux24LossyPath::GetTooLong() const
{
    return m_tooLong;
}

uint64_t
TcpLinux24LossyPath::GetRefusals() const
{
    return m_refusals;
}

TcpLinux24Transmit
TcpLinux24LossyPath::Transmit(const TcpLinux24Segment& segment,
                              std::optional<TcpLinux24Retransmission> retransmission)
{
    EXPECT_FALSE(segment.sacked) << "sent though the peer has it";
    EXPECT_FALSE(!segment.syn && segment.GetDataLength() > MSS) << "more than a full segment";
    if (!segment.syn && !retransmission)
    {
        EXPECT_LE(segment.end, m_sender.GetSndUna() + TcpOffset{m_setup.peer.window})
            << "more than the peer offered";
    }
    if (m_setup.linkQueue > 0 && !segment.syn && GetQueued() >= m_setup.linkQueue)
    {
        ++m_refusals;
        return TcpLinux24Transmit::LOCAL_DROP;
    }
    m_linkFree = std::max(m_linkFree, m_now) + (m_setup.linkQueue > 0 ? SERVICE : 0);
    m_retransmissions += retransmission.has_value() && !segment.syn;
    m_sent += !segment.syn;
    if (!IsTooLong(segment) && !IsLost(segment))
    {
        const TcpTick tsval = GetTick();
        Deliver(m_linkFree - m_now + DELAY, [this, segment, tsval] { Receive(segment, tsval); });
    }
    return TcpLinux24Transmit::SENT;
}

uint32_t
TcpLinux24LossyPath::GetMemoryBelow() const
{
    return GetQueued() * (MSS + m_setup.options.segmentOverhead);
}

bool
TcpLinux24LossyPath::IsWriterSleeping() const
{
    return m_setup.writeSize == 0;
}

void
TcpLinux24LossyPath::StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason)
{
    EXPECT_EQ(to, m_sender.GetCongestion().GetState());
    EXPECT_NE(from, to);
}

bool
TcpLinux24LossyPath::Draw(uint32_t percent)
{
    return percent > 0 && m_random() % 100 < percent;
}

bool
TcpLinux24LossyPath::IsLost(const TcpLinux24Segment& segment)
{
    const bool drawn = Draw(m_setup.dataLoss);
    const bool periodic = m_setup.lossPeriod > 0 && m_sent % m_setup.lossPeriod == 0;
    return drawn || (!segment.syn && (periodic || m_setup.losses.contains(m_sent)));
}

bool
TcpLinux24LossyPath::IsTooLong(const TcpLinux24Segment& segment)
{
    constexpr uint32_t SIZES[] = {500, 1000, MSS};
    if (m_setup.mtuPeriod > 0 && !segment.syn && m_sent % m_setup.mtuPeriod == 0)
    {
        const uint32_t old = m_pathMss;
        m_pathMss = SIZES[m_random() % std::size(SIZES)];
        if (m_pathMss > old) // what was learned expires
        {
            m_events.emplace(m_now, [this, mss = m_pathMss] { m_sender.SetMss(mss); });
        }
    }
    if (segment.GetDataLength() <= m_pathMss)
    {
        return false;
    }
    ++m_tooLong;
    m_events.emplace(m_now + DELAY, [this, mss = m_pathMss] { ChangeMss(mss); });
    return true;
}

void
TcpLinux24LossyPath::ChangeMss(uint32_t mss)
{
    m_sender.SetMss(mss);
    m_sender.SimpleRetransmit(GetTick());
    Check();
}

uint32_t
TcpLinux24LossyPath::GetQueued() const
{
    return static_cast<uint32_t>((std::max(m_linkFree - m_now, int64_t{0}) + SERVICE - 1) /
                                 SERVICE);
}

void
TcpLinux24LossyPath::Deliver(int64_t delay, const std::function<void()>& arrival)
{
    const int copies = Draw(m_setup.duplication) ? 2 : 1;
    for (int i = 0; i < copies; ++i)
    {
        const bool late = Draw(m_setup.reordering);
        const auto jitter = late ? static_cast<int64_t>(m_random() % MOST_JITTER) : 0;
        m_events.emplace(m_now + delay + jitter, arrival);
    }
}

void
TcpLinux24LossyPath::Receive(const TcpLinux24Segment& segment, TcpTick tsval)
{
    if (const auto ack = m_receiver.Receive(segment, tsval))
    {
        SendAck(*ack);
    }
    else
    {
        m_events.emplace(m_now + DELAYED_ACK, [this] {
            if (m_receiver.IsAckDelayed())
            {
                SendAck(m_receiver.MakeAck());
            }
        });
    }
}

void
TcpLinux24LossyPath::SendAck(const TcpLinux24Ack& ack)
{
    if (!Draw(m_setup.ackLoss))
    {
        Deliver(DELAY, [this, ack] { ReceiveAck(ack); });
    }
}

void
TcpLinux24LossyPath::ReceiveAck(const TcpLinux24Ack& ack)
{
    if (!m_established)
    {
        m_sender.Negotiated(m_setup.peer.sack, m_setup.peer.timestamps, MSS);
    }
    m_sender.OnAck(ack, GetTick());
    Check();
    if (!m_established)
    {
        m_established = true;
        WriteNext();
    }
}

void
TcpLinux24LossyPath::WriteNext()
{
    const uint32_t rest = m_setup.bytes - m_written;
    const uint32_t bytes = m_setup.writeSize == 0 ? rest : std::min(rest, m_setup.writeSize);
    m_sender.Write(bytes, GetTick());
    m_written += bytes;
    Check();
    if (m_written < m_setup.bytes)
    {
        m_events.emplace(m_now + static_cast<int64_t>(m_random() % 20), [this] { WriteNext(); });
    }
    else if (m_setup.close)
    {
        m_sender.Close(GetTick());
        Check();
    }
}

void
TcpLinux24LossyPath::Expire()
{
    ++m_timeouts;
    const uint64_t before = m_sent + m_refusals;
    m_sender.OnTimer(GetTick());
    EXPECT_TRUE(!m_established || m_setup.linkQueue > 0 || m_sent + m_refusals > before)
        << "the timer fired for nothing";
    Check();
}

void
TcpLinux24LossyPath::Check()
{
    SCOPED_TRACE("at " + std::to_string(m_now) + " ms, una " +
                 std::to_string(m_sender.GetSndUna()));
    CheckQueue();
    CheckTimer();
    EXPECT_GE(m_sender.GetCwnd(), 1u);
    EXPECT_GE(m_sender.GetSsthresh(), 2u);
    EXPECT_LE(m_sender.GetSndUna(), m_sender.GetSndNxt());
    EXPECT_LE(m_sender.GetSndNxt(), GetEnd());
    const auto flight =
        int64_t{m_sender.GetPacketsOut()} - m_sender.GetScoreboard().GetSackedOut() -
        m_sender.GetScoreboard().GetLostOut() + m_sender.GetScoreboard().GetRetransOut();
    EXPECT_GE(flight, 0);
    EXPECT_EQ(m_sender.GetInFlight(), flight);
}

void
TcpLinux24LossyPath::CheckQueue()
{
    uint32_t sent = 0;
    uint32_t sacked = 0;
    uint32_t lost = 0;
    uint32_t retransmitted = 0;
    uint32_t memory = 0;
    TcpOffset position = m_sender.GetQueue().empty() ? 0 : m_sender.GetQueue().front().start;
    EXPECT_LE(position, m_sender.GetSndUna());
    for (const auto& segment : m_sender.GetQueue())
    {
        const bool out = segment.end <= m_sender.GetSndNxt();
        if (const char* fault = FindFault(segment, position, m_sender.GetSndUna(), out))
        {
            ADD_FAILURE() << fault << ": " << segment.start << " to " << segment.end;
        }
        position = segment.end;
        sent += out;
        sacked += segment.sacked;
        lost += segment.lost;
        retransmitted += segment.retransmitted;
        memory += segment.GetDataLength() + m_setup.options.segmentOverhead;
    }
    EXPECT_EQ(m_sender.GetPacketsOut(), sent);
    EXPECT_EQ(m_sender.GetScoreboard().GetLostOut(), lost);
    EXPECT_EQ(m_sender.GetScoreboard().GetRetransOut(), retransmitted);
    EXPECT_EQ(m_sender.GetQueueMemory(), memory);
    EXPECT_LE(m_sender.GetFacketsOut(), sent);
    if (m_setup.peer.sack)
    {
        EXPECT_EQ(m_sender.GetScoreboard().GetSackedOut(), sacked);
    }
    EXPECT_LE(m_sender.GetScoreboard().GetSackedOut() + m_sender.GetScoreboard().GetLostOut(),
              sent);
}

void
TcpLinux24LossyPath::CheckTimer()
{
    const auto timer = m_sender.GetTimer();
    if (m_sender.GetQueue().empty())
    {
        EXPECT_FALSE(timer.has_value()) << "a timer for nothing";
        return;
    }
    ASSERT_TRUE(timer.has_value()) << "something is outstanding or waits, and no timer runs";
    const int32_t rest = GetTicksBetween(*timer, GetTick());
    EXPECT_GE(rest, 0);
    if (m_sender.GetPacketsOut() > 0)
    {
        EXPECT_LE(rest, static_cast<int32_t>(m_sender.GetRtt().GetRto())) << "stall beyond the RTO";
    }
}

TcpTick
TcpLinux24LossyPath::GetTick() const
{
    return static_cast<TcpTick>(m_now * m_setup.options.ticksPerSecond / 1000);
}

TcpOffset
TcpLinux24LossyPath::GetEnd() const
{
    return TcpOffset{m_setup.bytes} + (m_setup.close ? 1 : 0);
}

} // namespace ns3
