// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-state-process.h"

namespace ns3
{

// tcp_v4_hnd_req, tcp_rcv_state_process in LISTEN.
TcpLinux24ListenVerdict
CheckListen(bool syn, bool ack, bool rst)
{
    // There is nothing that a RST could end.
    if (rst)
    {
        return TcpLinux24ListenVerdict::IGNORE;
    }
    if (ack)
    {
        return TcpLinux24ListenVerdict::REFUSE; // of a connection that is no more
    }
    return syn ? TcpLinux24ListenVerdict::ACCEPT : TcpLinux24ListenVerdict::IGNORE;
}

// tcp_rcv_synsent_state_process, in the order of RFC 793, p. 66: ACK, RST, SYN.
TcpLinux24SynSentVerdict
CheckSynSent(bool syn, bool ack, bool rst, bool isAckRight)
{
    if (ack && !isAckRight)
    {
        // It answers another connection of the same ports.
        return rst ? TcpLinux24SynSentVerdict::IGNORE : TcpLinux24SynSentVerdict::REFUSE;
    }
    if (rst)
    {
        // Only with the ACK of the SYN it proves that it comes from the peer.
        return ack ? TcpLinux24SynSentVerdict::END : TcpLinux24SynSentVerdict::IGNORE;
    }
    if (!syn)
    {
        return TcpLinux24SynSentVerdict::IGNORE;
    }
    // With an ACK it is the answer to our SYN, without one the peer has opened at the same time.
    return ack ? TcpLinux24SynSentVerdict::ESTABLISH : TcpLinux24SynSentVerdict::CROSS;
}

// tcp_rcv_established on its slow path, tcp_rcv_state_process: what comes behind PAWS and the
// window.
TcpLinux24ConnectionVerdict
CheckConnection(const TcpLinux24MiniSegment& segment,
                const TcpLinux24ConnectionSituation& situation)
{
    if (segment.rst)
    {
        return TcpLinux24ConnectionVerdict::END;
    }
    // A SYN of an earlier number is a delayed one. One in the window means that the peer has lost
    // the connection and begun another.
    const bool synInWindow = segment.syn && segment.start >= situation.rcvNxt;
    const TcpOffset dataEnd = segment.GetEnd() - (segment.fin ? 1 : 0);
    const bool newData = segment.length > 0 && dataEnd > situation.rcvNxt;
    const bool closing =
        situation.state == TcpSocket::FIN_WAIT_1 || situation.state == TcpSocket::FIN_WAIT_2;
    // Data that nobody will read any more: the peer is to learn it (TCPAbortOnData).
    const bool nobodyReads = newData && situation.isReadingShut && closing;
    // Step 7 of 2.4.18 has no case for LAST_ACK.
    const bool ignoresText = situation.state == TcpSocket::LAST_ACK && !situation.readsInLastAck;
    // Data on both sides of the peer's FIN; what lies behind it alone is dropped in silence.
    const bool afterFin =
        newData && situation.finReceived && segment.start < situation.rcvNxt && !ignoresText;
    if (synInWindow || (segment.ack && (nobodyReads || afterFin)))
    {
        return TcpLinux24ConnectionVerdict::REFUSE_AND_END;
    }
    // RFC 793 has an ACK in each segment behind the SYN. In ESTABLISHED 2.4 does not look for it.
    if (!segment.ack && situation.state != TcpSocket::ESTABLISHED)
    {
        return TcpLinux24ConnectionVerdict::IGNORE;
    }
    if (situation.state == TcpSocket::SYN_RCVD)
    {
        // 2.4 takes the ACK of what came before the SYN, too (tcp_ack).
        return situation.isAckAcceptable ? TcpLinux24ConnectionVerdict::ESTABLISH
                                         : TcpLinux24ConnectionVerdict::REFUSE;
    }
    return ignoresText ? TcpLinux24ConnectionVerdict::PROCESS_ACK
                       : TcpLinux24ConnectionVerdict::PROCESS;
}

// The new_state table of tcp.c, which tcp_close_state looks into.
TcpSocket::TcpStates_t
GetStateAfterOwnFin(TcpSocket::TcpStates_t state)
{
    return state == TcpSocket::CLOSE_WAIT ? TcpSocket::LAST_ACK : TcpSocket::FIN_WAIT_1;
}

// The switch of tcp_fin. In the other states the FIN has come before: a repeated one changes
// nothing.
TcpSocket::TcpStates_t
GetStateAfterPeerFin(TcpSocket::TcpStates_t state)
{
    switch (state)
    {
    case TcpSocket::ESTABLISHED:
        return TcpSocket::CLOSE_WAIT;
    case TcpSocket::FIN_WAIT_1:
        return TcpSocket::CLOSING; // both FINs have crossed
    case TcpSocket::FIN_WAIT_2:
        return TcpSocket::TIME_WAIT;
    default:
        return state;
    }
}

// The second switch of tcp_rcv_state_process.
TcpSocket::TcpStates_t
GetStateAfterFinAck(TcpSocket::TcpStates_t state)
{
    switch (state)
    {
    case TcpSocket::FIN_WAIT_1:
        return TcpSocket::FIN_WAIT_2;
    case TcpSocket::CLOSING:
        return TcpSocket::TIME_WAIT;
    case TcpSocket::LAST_ACK:
        return TcpSocket::CLOSED;
    default:
        return state;
    }
}

} // namespace ns3
