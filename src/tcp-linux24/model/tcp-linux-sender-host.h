// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX_SENDER_HOST_H
#define TCP_LINUX_SENDER_HOST_H

#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// States of congestion control, in the kernel's order (include/linux/tcp.h, enum tcp_ca_state).
enum class TcpLinux24State
{
    OPEN,     ///< nothing suspicious
    DISORDER, ///< duplicate ACKs or SACKs
    CWR,      ///< window is being reduced without a loss
    RECOVERY, ///< fast retransmission
    LOSS,     ///< after a retransmission timeout
};

/// @ingroup tcp-linux24
/// Why the state changed.
enum class TcpLinux24Reason
{
    DUBIOUS_ACK,        ///< "try to open" found something outstanding
    NOTHING_SUSPICIOUS, ///< "try to open" found nothing
    LOCAL_DROP,         ///< the link queue refused a packet
    CONGESTION_ECHO,    ///< ECE
    LOST_SEGMENT,       ///< recovery test 1: a segment is marked lost
    FORWARD_ACK,        ///< recovery test 2: fackets_out, or duplicates without SACK
    HEAD_TIMED_OUT,     ///< recovery test 3: the head is older than the RTO
    FEW_OUTSTANDING,    ///< recovery test 4: early retransmission
    TIMEOUT,            ///< RTO
    RENEGING,           ///< the head turned out to be SACKed
    MTU_REDUCED,        ///< path MTU shrank
    HIGH_SEQ_REACHED,   ///< the episode's last segment is acknowledged
    UNDO,               ///< the reduction was a mistake
    FRTO,               ///< F-RTO decided that the timeout was genuine
};

/// @ingroup tcp-linux24
/// Which rule took a reduction back (tcp_try_undo_loss, _recovery, _partial, _dsack).
enum class TcpLinux24Undo
{
    LOSS,    ///< on an ACK in Loss
    FULL,    ///< when high_seq was reached
    PARTIAL, ///< on a partial ACK in Recovery
    DSACK,   ///< every retransmission was reported needless
};

/// @ingroup tcp-linux24
/// Why cwnd became smaller without an episode of congestion control.
enum class TcpLinux24Decay
{
    IDLE,   ///< no data was sent for longer than the RTO (tcp_cwnd_restart)
    UNUSED, ///< the application has not used it for an RTO (tcp_cwnd_application_limited)
};

/// @ingroup tcp-linux24
/// Why a segment was sent again.
enum class TcpLinux24Retransmission
{
    TIMEOUT,   ///< head, at the RTO, or because the peer has taken its SACKs back
    LOST,      ///< marked lost, in Recovery
    GO_BACK_N, ///< marked lost, in Loss; in 2.0.32 all after a timeout, whether it arrived or not
    FORWARD,   ///< not marked, in Recovery with nothing new to send
    DUPLICATE, ///< head, at the third duplicate ACK (2.0.32)
};

/// @ingroup tcp-linux24
/// The outcome of a segment that was passed down.
enum class TcpLinux24Transmit
{
    SENT,       ///< accepted
    LOCAL_DROP, ///< the link queue refused it (NET_XMIT_DROP)
};

/// @ingroup tcp-linux24
/// The layer below the sender, and those who watch it. Which members a sender calls depends on its
/// kernel: 2.0.32 has no congestion states and pays no attention to a refusing link queue;
/// only 2.0.32 looks into the queue of the device.
class TcpLinuxSenderHost
{
  public:
    virtual ~TcpLinuxSenderHost() = default;
    /**
     * Send a segment, now. One without any position asks for a window probe: an empty segment with
     * an old sequence number (tcp_xmit_probe_skb).
     * @param segment what
     * @param retransmission why, if it is one
     * @return whether the link queue took it
     */
    virtual TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                        std::optional<TcpLinux24Retransmission> retransmission) = 0;
    /// @return memory of this socket's packets that wait below TCP, bytes (wmem_alloc)
    virtual uint32_t GetMemoryBelow() const = 0;
    /// @param segment sent before
    /// @return true while a copy of it waits in the link queue
    virtual bool IsInLinkQueue(const TcpLinux24Segment& segment) const = 0;
    /// @return true while the application sleeps for space in the send buffer
    virtual bool IsWriterSleeping() const = 0;

    /// @return option bytes of the SACK blocks that the next segment will carry, 4 + 8 for each:
    /// that much less data fits it (tcp_current_mss)
    virtual uint32_t GetSackBytes() const
    {
        return 0;
    }

    /// The state changed.
    /// @param from, to states
    /// @param reason why
    virtual void StateChanged(TcpLinux24State from,
                              TcpLinux24State to,
                              TcpLinux24Reason reason) = 0;
    /// A reduction was taken back; cwnd and ssthresh are the new ones.
    /// @param undo by which rule
    virtual void Undone(TcpLinux24Undo undo) = 0;

    /// cwnd became smaller, and no loss is the reason.
    /// @param decay the reason
    virtual void WindowDecayed(TcpLinux24Decay /* decay */)
    {
    }

    /// A round trip was measured, and the timeout follows it already.
    /// @param ticks measured, before what the kernel makes of 0; below 0 if the peer echoes what
    /// was never sent
    virtual void RttSampled(int32_t /* ticks */)
    {
    }

    /// Too many timeouts: the connection is dead. The sender does nothing more.
    virtual void GaveUp() = 0;
};

} // namespace ns3

#endif // TCP_LINUX_SENDER_HOST_H
