// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_UNDO_RECORD_H
#define TCP_LINUX24_UNDO_RECORD_H

#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What a sender of Linux 2.4 writes down during a reduction of its congestion window, to find out
 * later that the reduction was a mistake: undo_marker, undo_retrans and retrans_stamp
 * (net/ipv4/tcp_input.c, tcp_may_undo). There are two proofs of a mistake: an ACK echoes a time
 * before the first retransmission (Eifel), or the peer has reported every retransmission as
 * needless (D-SACK).
 */
class TcpLinux24UndoRecord
{
  public:
    /// A reduction begins that may be undone.
    /// @param una snd_una
    /// @param retransOut retrans_out
    void Begin(TcpOffset una, uint32_t retransOut);
    /// The reduction was right, or has been undone: it cannot be any more.
    void Forget();
    /// A segment was sent again.
    /// @param now the present
    void Retransmitted(TcpTick now);
    /// The peer got segments twice.
    /// @param segments how many retransmissions that accounts for
    void Needless(int32_t segments);
    /// The next retransmission is to be the first of an episode.
    void ForgetStamp();
    /// The SYN leaves: up to 2.4.18 its time stays here until an ACK is dubious.
    /// @param now when
    void StampSyn(TcpTick now);

    /**
     * @param echo TSecr of the ACK, if timestamps are used; 0 counts as none
     * @return whether the reduction may be undone (tcp_may_undo). Without any retransmission since
     *         the last ForgetStamp() the kernel believes so, too.
     */
    bool MayUndo(std::optional<TcpTick> echo) const;
    /// @return whether D-SACK alone proves the mistake
    bool IsAllNeedless() const;

    /// @return undo_marker: snd_una when the reduction began, if it may be undone
    std::optional<TcpOffset> GetMarker() const;
    /// @return undo_retrans: retransmissions that nobody has reported as needless
    int32_t GetRetrans() const;
    /// @return retrans_stamp: tick of the first retransmission of the episode; 0: none
    TcpTick GetStamp() const;

  private:
    std::optional<TcpOffset> m_marker; ///< see GetMarker
    int32_t m_retrans{0};              ///< see GetRetrans
    TcpTick m_stamp{0};                ///< see GetStamp
};

} // namespace ns3

#endif // TCP_LINUX24_UNDO_RECORD_H
