// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Linux 2.0.32 as receiver: when it acknowledges, and what window it offers.

#include "ns3/tcp-linux20-ack-policy.h"
#include "ns3/tcp-linux20-rtt-estimator.h"
#include "ns3/tcp-linux24-receive-window.h"
#include "ns3/tcp-linux24-receiver.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1460;

TcpLinux24ReceiverOptions
MakeOptions(uint32_t rcvbuf = 65535)
{
    TcpLinux24ReceiverOptions options;
    options.generation = TcpLinuxGeneration::LINUX20;
    options.sack = options.timestamps = options.dsack = false;
    options.mss = options.sendMss = MSS;
    options.rcvbuf = rcvbuf;
    options.firstWindow = 512;
    return options;
}

/// A receiver without samples of the round trip (its rto is 300 ticks) and the host around it.
class TcpLinux20ReceiverTest : public ::testing::Test
{
  protected:
    TcpLinux20ReceiverTest()
    {
        m_receiver.AckSent(); // the SYN-ACK
    }

    /// Segment k arrives.
    /// @return whether it is acknowledged at once
    bool Arrive(TcpOffset k, TcpTick now, bool push = false)
    {
        const TcpLinux24Arrival arrival{.start = k * MSS, .length = MSS, .push = push};
        bool acknowledges = m_receiver.Check(arrival, now) != TcpLinux24Fate::ACCEPTED;
        if (!acknowledges)
        {
            m_receiver.Receive(arrival, now);
            acknowledges = m_receiver.DecideAck(now) == TcpLinux24AckDue::NOW;
        }
        if (acknowledges)
        {
            m_receiver.AckSent();
        }
        if (m_receiver.GetReadable() > 0)
        {
            EXPECT_FALSE(m_receiver.Read(m_receiver.GetReadable())) << "reading sends no ACK";
        }
        return acknowledges;
    }

    /// The timer must be due then, and sends an ACK.
    void Expire(TcpTick tick)
    {
        ASSERT_EQ(m_receiver.GetTimer(), tick);
        EXPECT_TRUE(m_receiver.OnTimer(tick));
        m_receiver.AckSent();
    }

    TcpLinux20RttEstimator m_rtt;
    TcpLinux24Receiver m_receiver{MakeOptions(), m_rtt};
};

} // namespace

TEST_F(TcpLinux20ReceiverTest, TwoSegmentsAtTheNextTick)
{
    EXPECT_FALSE(Arrive(0, 2000));
    EXPECT_EQ(m_receiver.GetAto(), 33u);
    EXPECT_EQ(m_receiver.GetTimer(), 2033u);
    EXPECT_FALSE(Arrive(1, 2000));
    EXPECT_EQ(m_receiver.GetAto(), 17u) << "half of 33, and a tick at least";
    EXPECT_FALSE(Arrive(2, 2000)) << "a third one within the tick changes nothing";
    Expire(2001);
    EXPECT_FALSE(m_receiver.GetTimer().has_value());
}

TEST_F(TcpLinux20ReceiverTest, AtMostTwoTicksAfterPush)
{
    EXPECT_FALSE(Arrive(0, 2000, true));
    Expire(2002);
}

TEST_F(TcpLinux20ReceiverTest, AnEarlierTimerWins)
{
    Arrive(0, 2000);
    Expire(2033);
    Arrive(1, 2100); // ato 16 + 100, limited to half a second
    EXPECT_EQ(m_receiver.GetAto(), 116u);
    EXPECT_EQ(m_receiver.GetTimer(), 2150u);
    Arrive(2, 2149);
    Expire(2150);
}

TEST_F(TcpLinux20ReceiverTest, AtoIsAtMostTheTimeout)
{
    Arrive(0, 2000);
    Expire(2033);
    Arrive(1, 2400);
    EXPECT_EQ(m_receiver.GetAto(), 300u);
    Expire(2450);
}

TEST_F(TcpLinux20ReceiverTest, OutOfOrderAtOnceAndAgainAfterTheTimeout)
{
    EXPECT_TRUE(Arrive(1, 2000));
    EXPECT_TRUE(Arrive(2, 2010));
    Expire(2310);
    EXPECT_FALSE(m_receiver.GetTimer().has_value()) << "repeated once";
    EXPECT_FALSE(Arrive(0, 2320)) << "what closes a hole is data in order";
    EXPECT_EQ(m_receiver.GetRcvNxt(), 3 * MSS);
    ASSERT_TRUE(m_receiver.GetTimer().has_value());
    m_receiver.AckSent(); // on data
    EXPECT_FALSE(m_receiver.GetTimer().has_value());
}

TEST_F(TcpLinux20ReceiverTest, DuplicatesAtOnce)
{
    Arrive(0, 2000);
    EXPECT_TRUE(Arrive(0, 2001));
    Arrive(1, 2002);
    Arrive(2, 2002);
    EXPECT_TRUE(Arrive(1, 2002));
    EXPECT_FALSE(m_receiver.GetTimer().has_value()) << "all is acknowledged";
}

TEST_F(TcpLinux20ReceiverTest, WindowIsHalfOfTheBufferInWholeSegments)
{
    EXPECT_EQ(m_receiver.GetWindow(), 22 * MSS);
    EXPECT_EQ(TcpLinux24ReceiveWindow(MakeOptions(32767)).Select(MSS, 0), 11 * MSS);
    EXPECT_EQ(TcpLinux24ReceiveWindow(MakeOptions(1000000)).Select(MSS, 0), 22 * MSS)
        << "never above 32767 bytes";
    const TcpLinux24ReceiveWindow window(MakeOptions());
    EXPECT_EQ(window.Select(MSS, 1912), 21 * MSS) << "half of 63623";
    EXPECT_EQ(window.Select(MSS, 62616), 0u) << "half of 2919 is no segment";
}

TEST_F(TcpLinux20ReceiverTest, WindowIsNotTakenBack)
{
    auto options = MakeOptions();
    options.segmentOverhead = 3000; // half of the memory of a segment is more than its data
    TcpLinux24Receiver receiver(options, m_rtt);
    receiver.AckSent();
    for (uint32_t k = 0; k < 14; ++k)
    {
        const TcpLinux24Arrival arrival{.start = TcpOffset{k} * MSS, .length = MSS};
        ASSERT_EQ(receiver.Check(arrival, 2000), TcpLinux24Fate::ACCEPTED);
        ASSERT_EQ(receiver.Receive(arrival, 2000), TcpLinux24Fate::ACCEPTED);
        EXPECT_EQ(receiver.GetWindow(), (22 - k - 1) * MSS) << "the right edge stays";
        receiver.AckSent();
    }
    EXPECT_FALSE(receiver.Read(4 * MSS)) << "10467 bytes are free, 11680 are offered";
    EXPECT_TRUE(receiver.Read(10 * MSS)) << "22 segments for 8 offered";
}
