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

/// Both orders of tests in net/ipv4/tcp_minisocks.c: tcp_check_req(): that of 2.4.18, where the ACK
/// number comes last, and that of 2.6.8, where it comes first.
class TcpLinux24MinisocksRequest : public testing::TestWithParam<bool>
{
  protected:
    /// @param segment that comes
    /// @param isAckRight it acknowledges the SYN-ACK
    /// @return the verdict
    static Request Check(const Segment& segment, bool isAckRight)
    {
        return CheckRequest(segment, isAckRight, WINDOW, GetParam());
    }
};

INSTANTIATE_TEST_SUITE_P(BothOrders, TcpLinux24MinisocksRequest, testing::Bool());

TEST_P(TcpLinux24MinisocksRequest, RepeatsItsAnswerToTheSameSyn)
{
    EXPECT_EQ(Check({.start = -1, .syn = true}, false), Request::REPEAT_SYN_ACK);
    EXPECT_EQ(Check({.start = -1, .syn = true, .oldTimestamp = true}, false), Request::ACKNOWLEDGE);
}

TEST_P(TcpLinux24MinisocksRequest, IgnoresDataWithoutAck)
{
    EXPECT_EQ(Check({.start = 0, .length = 100}, false), Request::IGNORE);
}

TEST_P(TcpLinux24MinisocksRequest, AcknowledgesWhatIsOutOfWindowEvenWithoutAck)
{
    EXPECT_EQ(Check({.start = WINDOW + 1, .length = 1}, false), Request::ACKNOWLEDGE);
    EXPECT_EQ(Check({.start = WINDOW + 1, .rst = true}, false), Request::IGNORE);
    EXPECT_EQ(Check({.start = WINDOW + 1, .length = 1, .ack = true}, true), Request::ACKNOWLEDGE);
    EXPECT_EQ(Check({.start = -10, .length = 5, .ack = true}, true), Request::ACKNOWLEDGE);
    EXPECT_EQ(Check({.start = 0, .ack = true, .oldTimestamp = true}, true), Request::ACKNOWLEDGE);
    EXPECT_EQ(Check({.start = -10, .rst = true, .ack = true}, true), Request::IGNORE);
}

TEST_P(TcpLinux24MinisocksRequest, EndsByRstInWindow)
{
    EXPECT_EQ(Check({.start = 0, .rst = true}, false), Request::END) << "as a closed port sends it";
    EXPECT_EQ(Check({.start = 0, .rst = true, .ack = true}, true), Request::END);
}

TEST_P(TcpLinux24MinisocksRequest, EndsBySynInWindow)
{
    EXPECT_EQ(Check({.start = 5, .syn = true}, false), Request::REFUSE_AND_END);
    EXPECT_EQ(Check({.start = 7, .syn = true, .ack = true}, true), Request::REFUSE_AND_END);
}

TEST_P(TcpLinux24MinisocksRequest, RefusesAnyOtherAckNumber)
{
    EXPECT_EQ(Check({.start = 0, .ack = true}, false), Request::REFUSE);
    EXPECT_EQ(Check({.start = 0, .length = 10, .ack = true}, false), Request::REFUSE);
}

TEST_P(TcpLinux24MinisocksRequest, IsAccepted)
{
    EXPECT_EQ(Check({.start = 0, .ack = true}, true), Request::ACCEPT);
    EXPECT_EQ(Check({.start = 0, .length = 10, .ack = true}, true), Request::ACCEPT);
    EXPECT_EQ(Check({.start = WINDOW, .ack = true}, true), Request::ACCEPT);
    // its SYN is cut off, and what is left is a bare ACK
    EXPECT_EQ(Check({.start = -1, .length = 1, .syn = true, .ack = true}, true), Request::ACCEPT);
}

// Both the ACK number and something else are wrong: which kernel looks at which first.
TEST(TcpLinux24Minisocks, RequestOf24LooksAtWindowAndRstBeforeTheAckNumber)
{
    const Segment outside{.start = WINDOW + 1, .length = 1, .ack = true};
    const Segment reset{.start = 0, .rst = true, .ack = true};
    const Segment syn{.start = 7, .syn = true, .ack = true};
    EXPECT_EQ(CheckRequest(outside, false, WINDOW, false), Request::ACKNOWLEDGE);
    EXPECT_EQ(CheckRequest(reset, false, WINDOW, false), Request::END);
    EXPECT_EQ(CheckRequest(syn, false, WINDOW, false), Request::REFUSE_AND_END);
}

TEST(TcpLinux24Minisocks, RequestOf26LooksAtTheAckNumberFirst)
{
    const Segment outside{.start = WINDOW + 1, .length = 1, .ack = true};
    const Segment reset{.start = 0, .rst = true, .ack = true};
    const Segment syn{.start = 7, .syn = true, .ack = true};
    EXPECT_EQ(CheckRequest(outside, false, WINDOW, true), Request::REFUSE);
    EXPECT_EQ(CheckRequest(reset, false, WINDOW, true), Request::IGNORE);
    EXPECT_EQ(CheckRequest(syn, false, WINDOW, true), Request::REFUSE);
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
    // after() is strict: the number that is expected is not a newer one
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT, .syn = true}, RCV_NXT), TimeWait::ACKNOWLEDGE);
    const Segment old{.start = RCV_NXT + 1, .syn = true, .oldTimestamp = true};
    EXPECT_EQ(CheckTimeWait(old, RCV_NXT), TimeWait::ACKNOWLEDGE_AND_RESTART);
}

TEST(TcpLinux24Minisocks, TimeWaitAnswersStraySyns)
{
    EXPECT_EQ(CheckTimeWait({.start = 5, .syn = true}, RCV_NXT), TimeWait::ACKNOWLEDGE);
    EXPECT_EQ(CheckTimeWait({.start = RCV_NXT + 9, .syn = true, .ack = true}, RCV_NXT),
              TimeWait::ACKNOWLEDGE_AND_RESTART);
}
