// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-state-process.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

using Connection = TcpLinux24ConnectionVerdict;

constexpr TcpOffset RCV_NXT = 1000;

/// @param state of the connection
/// @return that nothing else is the matter with
TcpLinux24ConnectionSituation
In(TcpSocket::TcpStates_t state)
{
    return {.state = state,
            .rcvNxt = RCV_NXT,
            .finReceived = false,
            .isReadingShut = false,
            .isAckAcceptable = true,
            .readsInLastAck = false};
}

// tcp_rcv_state_process(), LISTEN
TEST(TcpLinux24StateProcess, ListenTakesOnlyABareSyn)
{
    EXPECT_EQ(CheckListen(true, false, false), TcpLinux24ListenVerdict::ACCEPT);
    EXPECT_EQ(CheckListen(false, false, false), TcpLinux24ListenVerdict::IGNORE);
    EXPECT_EQ(CheckListen(false, true, false), TcpLinux24ListenVerdict::REFUSE);
    EXPECT_EQ(CheckListen(true, true, false), TcpLinux24ListenVerdict::REFUSE);
    EXPECT_EQ(CheckListen(true, false, true), TcpLinux24ListenVerdict::IGNORE);
    EXPECT_EQ(CheckListen(false, true, true), TcpLinux24ListenVerdict::IGNORE);
}

// tcp_rcv_synsent_state_process()
TEST(TcpLinux24StateProcess, SynSentBelievesOnlyTheRightAck)
{
    using Verdict = TcpLinux24SynSentVerdict;
    EXPECT_EQ(CheckSynSent(true, true, false, true), Verdict::ESTABLISH);
    EXPECT_EQ(CheckSynSent(true, true, false, false), Verdict::REFUSE);
    EXPECT_EQ(CheckSynSent(true, false, false, false), Verdict::CROSS);
    EXPECT_EQ(CheckSynSent(false, true, false, true), Verdict::IGNORE);
    EXPECT_EQ(CheckSynSent(false, true, true, true), Verdict::END);
    EXPECT_EQ(CheckSynSent(false, true, true, false), Verdict::IGNORE);
    EXPECT_EQ(CheckSynSent(false, false, true, false), Verdict::IGNORE) << "it proves nothing";
}

TEST(TcpLinux24StateProcess, DataWithoutAckCountsOnlyWhenEstablished)
{
    const TcpLinux24MiniSegment data{.start = RCV_NXT, .length = 10};
    EXPECT_EQ(CheckConnection(data, In(TcpSocket::ESTABLISHED)), Connection::PROCESS);
    EXPECT_EQ(CheckConnection(data, In(TcpSocket::CLOSE_WAIT)), Connection::IGNORE);
}

TEST(TcpLinux24StateProcess, SynInTheWindowEndsTheConnection)
{
    const TcpLinux24MiniSegment inside{.start = RCV_NXT, .syn = true, .ack = true};
    const TcpLinux24MiniSegment repeated{.start = -1, .syn = true, .ack = true};
    EXPECT_EQ(CheckConnection(inside, In(TcpSocket::ESTABLISHED)), Connection::REFUSE_AND_END);
    EXPECT_EQ(CheckConnection(repeated, In(TcpSocket::ESTABLISHED)), Connection::PROCESS);
}

TEST(TcpLinux24StateProcess, RstEndsTheConnection)
{
    const TcpLinux24MiniSegment reset{.start = RCV_NXT, .rst = true};
    EXPECT_EQ(CheckConnection(reset, In(TcpSocket::LAST_ACK)), Connection::END);
}

// tcp_rcv_state_process(), FIN_WAIT_1 and FIN_WAIT_2: TCPAbortOnData
TEST(TcpLinux24StateProcess, DataThatNobodyReadsIsRefusedAfterTheFin)
{
    const TcpLinux24MiniSegment data{.start = RCV_NXT, .length = 1, .ack = true};
    const TcpLinux24MiniSegment old{.start = RCV_NXT - 1, .length = 1, .ack = true};
    const TcpLinux24MiniSegment fin{.start = RCV_NXT, .fin = true, .ack = true};
    const TcpLinux24MiniSegment oldAndFin{.start = RCV_NXT - 1,
                                          .length = 1,
                                          .fin = true,
                                          .ack = true};
    auto situation = In(TcpSocket::FIN_WAIT_2);
    situation.isReadingShut = true;
    EXPECT_EQ(CheckConnection(data, situation), Connection::REFUSE_AND_END);
    EXPECT_EQ(CheckConnection(old, situation), Connection::PROCESS);
    EXPECT_EQ(CheckConnection(fin, situation), Connection::PROCESS);
    EXPECT_EQ(CheckConnection(oldAndFin, situation), Connection::PROCESS) << "a FIN is no data";
    situation.state = TcpSocket::ESTABLISHED;
    EXPECT_EQ(CheckConnection(data, situation), Connection::PROCESS) << "no FIN was sent";
}

TEST(TcpLinux24StateProcess, DataOnBothSidesOfThePeersFinIsRefused)
{
    auto situation = In(TcpSocket::CLOSE_WAIT);
    situation.finReceived = true;
    const TcpLinux24MiniSegment across{.start = RCV_NXT - 5, .length = 10, .ack = true};
    const TcpLinux24MiniSegment behind{.start = RCV_NXT, .length = 10, .ack = true};
    EXPECT_EQ(CheckConnection(across, situation), Connection::REFUSE_AND_END);
    EXPECT_EQ(CheckConnection(behind, situation), Connection::PROCESS);
}

// net/ipv4/tcp_input.c: tcp_rcv_state_process(), step 7. 2.4.18 does not name LAST_ACK there, 2.6.8
// treats it as CLOSE_WAIT.
TEST(TcpLinux24StateProcess, LastAckOf24TakesNothingButAcks)
{
    auto situation = In(TcpSocket::LAST_ACK);
    situation.finReceived = true;
    const TcpLinux24MiniSegment fin{.start = RCV_NXT - 1, .fin = true, .ack = true};
    const TcpLinux24MiniSegment across{.start = RCV_NXT - 5, .length = 10, .ack = true};
    EXPECT_EQ(CheckConnection(fin, situation), Connection::PROCESS_ACK);
    EXPECT_EQ(CheckConnection(across, situation), Connection::PROCESS_ACK);
    situation.readsInLastAck = true;
    EXPECT_EQ(CheckConnection(fin, situation), Connection::PROCESS);
    EXPECT_EQ(CheckConnection(across, situation), Connection::REFUSE_AND_END);
}

TEST(TcpLinux24StateProcess, CrossedOpenNeedsAnAcceptableAck)
{
    const TcpLinux24MiniSegment ack{.start = RCV_NXT, .ack = true};
    auto situation = In(TcpSocket::SYN_RCVD);
    EXPECT_EQ(CheckConnection(ack, situation), Connection::ESTABLISH);
    situation.isAckAcceptable = false;
    EXPECT_EQ(CheckConnection(ack, situation), Connection::REFUSE);
}

// RFC 793, figure 6
TEST(TcpLinux24StateProcess, FinsLeadThroughTheClosingStates)
{
    EXPECT_EQ(GetStateAfterOwnFin(TcpSocket::ESTABLISHED), TcpSocket::FIN_WAIT_1);
    EXPECT_EQ(GetStateAfterOwnFin(TcpSocket::CLOSE_WAIT), TcpSocket::LAST_ACK);
    EXPECT_EQ(GetStateAfterPeerFin(TcpSocket::ESTABLISHED), TcpSocket::CLOSE_WAIT);
    EXPECT_EQ(GetStateAfterPeerFin(TcpSocket::FIN_WAIT_1), TcpSocket::CLOSING);
    EXPECT_EQ(GetStateAfterPeerFin(TcpSocket::FIN_WAIT_2), TcpSocket::TIME_WAIT);
    EXPECT_EQ(GetStateAfterPeerFin(TcpSocket::LAST_ACK), TcpSocket::LAST_ACK);
    EXPECT_EQ(GetStateAfterFinAck(TcpSocket::FIN_WAIT_1), TcpSocket::FIN_WAIT_2);
    EXPECT_EQ(GetStateAfterFinAck(TcpSocket::CLOSING), TcpSocket::TIME_WAIT);
    EXPECT_EQ(GetStateAfterFinAck(TcpSocket::LAST_ACK), TcpSocket::CLOSED);
    EXPECT_EQ(GetStateAfterFinAck(TcpSocket::FIN_WAIT_2), TcpSocket::FIN_WAIT_2);
}

} // namespace

} // namespace ns3
