// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Every branch of tcp_check_req() and tcp_timewait_state_process().

#include "ns3/tcp-linux24-minisocks.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t WINDOW = 5792;
constexpr TcpOffset RCV_NXT = 1001; ///< one past the peer's FIN

using Segment = TcpLinux24MiniSegment;
using Request = TcpLinux24RequestVerdict;
using TimeWait = TcpLinux24TimeWaitVerdict;

} // namespace

TEST(TcpLinux24Minisocks, RequestRepeatsItsAnswerToTheSameSyn)
{
    EXPECT_EQ(CheckRequest({.start = -1, .syn = true}, false, WINDOW), Request::REPEAT_SYN_ACK);
    EXPECT_EQ(CheckRequest({.start = -1, .syn = true, .oldTimestamp = true}, false, WINDOW),
              Request::IGNORE);
    EXPECT_EQ(CheckRequest({.start = 5, .syn = true}, false, WINDOW), Request::IGNORE);
}

TEST(TcpLinux24Minisocks, RequestIgnoresWhatHasNoAck)
{
    EXPECT_EQ(CheckRequest({.start = 0, .length = 100}, false, WINDOW), Request::IGNORE);
    EXPECT_EQ(CheckRequest({.start = 0, .rst = true}, false, WINDOW), Request::IGNORE);
}

TEST(TcpLinux24Minisocks, RequestRefusesAnyOtherAckNumber)
{
    EXPECT_EQ(CheckRequest({.start = 0, .ack = true}, false, WINDOW), Request::REFUSE);
    EXPECT_EQ(CheckRequest({.start = 0, .length = 10, .ack = true}, false, WINDOW),
              Request::REFUSE);
    EXPECT_EQ(CheckRequest({.start = 0, .rst = true, .ack = true}, false, WINDOW), Request::IGNORE);
}

TEST(TcpLinux24Minisocks, RequestAcknowledgesWhatIsOutOfWindow)
{
    const Segment right{.start = WINDOW + 1, .length = 1, .ack = true};
    EXPECT_EQ(CheckRequest(right, true, WINDOW), Request::ACKNOWLEDGE);
    EXPECT_EQ(CheckRequest({.start = -10, .length = 5, .ack = true}, true, WINDOW),
              Request::ACKNOWLEDGE);
    EXPECT_EQ(CheckRequest({.start = 0, .ack = true, .oldTimestamp = true}, true, WINDOW),
              Request::ACKNOWLEDGE);
    EXPECT_EQ(CheckRequest({.start = -10, .rst = true, .ack = true}, true, WINDOW),
              Request::IGNORE);
}

TEST(TcpLinux24Minisocks, RequestEndsByRstOrSynInWindow)
{
    EXPECT_EQ(CheckRequest({.start = 0, .rst = true, .ack = true}, true, WINDOW), Request::END);
    EXPECT_EQ(CheckRequest({.start = 7, .syn = true, .ack = true}, true, WINDOW),
              Request::REFUSE_AND_END);
}

TEST(TcpLinux24Minisocks, RequestIsAccepted)
{
    EXPECT_EQ(CheckRequest({.start = 0, .ack = true}, true, WINDOW), Request::ACCEPT);
    EXPECT_EQ(CheckRequest({.start = 0, .length = 10, .ack = true}, true, WINDOW), Request::ACCEPT);
    EXPECT_EQ(CheckRequest({.start = WINDOW, .ack = true}, true, WINDOW), Request::ACCEPT);
    // its SYN is cut off, and what is left is a bare ACK
    EXPECT_EQ(CheckRequest({.start = -1, .length = 1, .syn = true, .ack = true}, true, WINDOW),
              Request::ACCEPT);
}

TEST(TcpLinux24Minisocks, TimeWaitStartsAgainAtAnAckInOrder)
{
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT, .ack = true}, RCV_NXT), TimeWait::RESTART);
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT, .ack = true, .oldTimestamp = true}, RCV_NXT),
              TimeWait::ACKNOWLEDGE_AND_RESTART);
}

TEST(TcpLinux24Minisocks, TimeWaitEndsByRstInOrderOnly)
{
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT, .rst = true}, RCV_NXT), TimeWait::END);
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT + 1, .rst = true}, RCV_NXT), TimeWait::IGNORE);
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT, .rst = true, .oldTimestamp = true}, RCV_NXT),
              TimeWait::IGNORE);
}

TEST(TcpLinux24Minisocks, TimeWaitAnswersRepeatedFin)
{
    const Segment fin{.start = RCV_NXT - 1, .fin = true, .ack = true};
    EXPECT_EQ(CheckTimeWait(fin, RCV_NXT), TimeWait::ACKNOWLEDGE_AND_RESTART);
}

TEST(TcpLinux24Minisocks, TimeWaitAnswersData)
{
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT, .length = 100, .ack = true}, RCV_NXT),
              TimeWait::ACKNOWLEDGE_AND_RESTART);
    EXPECT_EQ(CheckTimeWait({.start = 1, .length = 100}, RCV_NXT), TimeWait::ACKNOWLEDGE);
}

TEST(TcpLinux24Minisocks, TimeWaitGivesWayToANewerSyn)
{
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT + 1, .syn = true}, RCV_NXT), TimeWait::REOPEN);
    EXPECT_EQ(CheckTimeWait({.start = 5, .syn = true, .newerTimestamp = true}, RCV_NXT),
              TimeWait::REOPEN);
    const Segment old{.start = RCV_NXT + 1, .syn = true, .oldTimestamp = true};
    EXPECT_EQ(CheckTimeWait(old, RCV_NXT), TimeWait::ACKNOWLEDGE_AND_RESTART);
}

TEST(TcpLinux24Minisocks, TimeWaitAnswersStraySyns)
{
    EXPECT_EQ(CheckTimeWait({.start = 5, .syn = true}, RCV_NXT), TimeWait::ACKNOWLEDGE);
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT + 9, .syn = true, .ack = true}, RCV_NXT),
              TimeWait::ACKNOWLEDGE_AND_RESTART);
}
