// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_STATE_PROCESS_H
#define TCP_LINUX24_STATE_PROCESS_H

#include "tcp-linux24-minisocks.h"
#include "tcp-linux24-segment.h"

#include "ns3/tcp-socket.h"

namespace ns3
{

// What the states of RFC 793 make of segments and FINs, without doing it: LISTEN, SYN_SENT and the
// states from SYN_RCVD of a crossed open to LAST_ACK. Requests and TIME_WAIT have functions of
// their own in the kernel and here, see tcp-linux24-minisocks.h.

/// @ingroup tcp-linux24
/// What a listening socket does with a segment.
enum class TcpLinux24ListenVerdict
{
    IGNORE, ///< drop it in silence
    REFUSE, ///< drop it and send RST
    ACCEPT, ///< a request for a connection
};

/// @ingroup tcp-linux24
/// What a connection in SYN_SENT does with a segment.
enum class TcpLinux24SynSentVerdict
{
    IGNORE,    ///< drop it in silence
    REFUSE,    ///< drop it and send RST
    END,       ///< RST: the peer refuses the connection
    ESTABLISH, ///< SYN-ACK
    CROSS,     ///< SYN alone: both sides open at the same time
};

/// @ingroup tcp-linux24
/// What a connection does with a segment that is acceptable by its number and timestamp.
enum class TcpLinux24ConnectionVerdict
{
    IGNORE,         ///< drop it in silence
    REFUSE,         ///< drop it and send RST; the connection stays
    REFUSE_AND_END, ///< drop it, send RST and end the connection
    END,            ///< RST: end the connection
    ESTABLISH,      ///< the crossed open is over; process it
    PROCESS,        ///< process it
    PROCESS_ACK,    ///< process its ACK, and drop data and FIN in silence
};

/// @ingroup tcp-linux24
/// What a connection is like when a segment comes.
struct TcpLinux24ConnectionSituation
{
    TcpSocket::TcpStates_t state; ///< SYN_RCVD to LAST_ACK
    TcpOffset rcvNxt;             ///< next position expected
    bool finReceived;             ///< the peer's stream has ended there
    bool isReadingShut;           ///< the application reads no more
    bool isAckAcceptable;         ///< the ACK number lies between snd_una and snd_nxt
    bool readsInLastAck;          ///< 2.6: LAST_ACK looks at data and FIN; 2.4.18 does not
};

/**
 * @ingroup tcp-linux24
 * A segment came for a listening socket (net/ipv4/tcp_input.c: tcp_rcv_state_process).
 * @param syn, ack, rst flags of the segment
 * @return what to do
 */
TcpLinux24ListenVerdict CheckListen(bool syn, bool ack, bool rst);

/**
 * @ingroup tcp-linux24
 * A segment came in SYN_SENT (net/ipv4/tcp_input.c: tcp_rcv_synsent_state_process).
 * @param syn, ack, rst flags of the segment
 * @param isAckRight it acknowledges the SYN and no more, and echoes a time at which a SYN was on
 * its way
 * @return what to do
 */
TcpLinux24SynSentVerdict CheckSynSent(bool syn, bool ack, bool rst, bool isAckRight);

/**
 * @ingroup tcp-linux24
 * A segment came for a connection, and the receiver accepts it (net/ipv4/tcp_input.c:
 * tcp_rcv_established, tcp_rcv_state_process).
 * @param segment what came; no timestamp is looked at
 * @param situation of the connection
 * @return what to do
 */
TcpLinux24ConnectionVerdict CheckConnection(const TcpLinux24MiniSegment& segment,
                                            const TcpLinux24ConnectionSituation& situation);

/// @ingroup tcp-linux24
/// @param state of a connection whose application writes no more
/// @return state that follows (tcp_close_state)
TcpSocket::TcpStates_t GetStateAfterOwnFin(TcpSocket::TcpStates_t state);
/// @ingroup tcp-linux24
/// @param state of a connection whose peer writes no more
/// @return state that follows (tcp_fin)
TcpSocket::TcpStates_t GetStateAfterPeerFin(TcpSocket::TcpStates_t state);
/// @ingroup tcp-linux24
/// @param state of a connection whose FIN is acknowledged
/// @return state that follows (tcp_rcv_state_process)
TcpSocket::TcpStates_t GetStateAfterFinAck(TcpSocket::TcpStates_t state);

} // namespace ns3

#endif // TCP_LINUX24_STATE_PROCESS_H
