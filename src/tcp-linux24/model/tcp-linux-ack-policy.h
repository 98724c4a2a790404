// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX_ACK_POLICY_H
#define TCP_LINUX_ACK_POLICY_H

#include "tcp-linux24-ack-skip.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// Whether an ACK is to be sent.
enum class TcpLinux24AckDue
{
    NONE,    ///< nothing to acknowledge
    NOW,     ///< send one
    DELAYED, ///< the timer runs, see TcpLinux24Receiver::GetTimer()
};

/**
 * @ingroup tcp-linux24
 * When a receiver of Linux acknowledges, whatever the kernel. Events that have a body here are
 * those that not every kernel heeds.
 *
 * TcpLinux24Receiver calls the events while it processes a segment, then Decide() once; it sends
 * the ACK and calls AckSent(), which data with an ACK does, too. The timer is the receiver's
 * host's: OnTimer() is called at the start of the tick that GetTimer() names.
 */
class TcpLinuxAckPolicy
{
  public:
    /// What the decision about an ACK depends on beside the policy's own state.
    struct Situation
    {
        TcpOffset rcvNxt;  ///< next position expected
        TcpOffset rcvWup;  ///< acknowledgment number last sent
        bool isWindowKept; ///< the window that can be offered is not below the last one
        bool hasHoles;     ///< something is out of order
    };

    virtual ~TcpLinuxAckPolicy() = default;

    /// @name Events
    /// @{
    /**
     * Payload came, in order or not.
     * @param length payload, bytes
     * @param now the present
     */
    virtual void SegmentArrived(uint32_t /* length */, TcpTick /* now */)
    {
    }

    /**
     * That payload came in order.
     * @param length payload, bytes
     * @param sackOptionBytes option bytes beside timestamps
     * @param isRemnant PSH, URG or FIN is set
     * @param rcvWnd window last offered, bytes
     * @param now the present
     */
    virtual void DataReceived(uint32_t length,
                              uint32_t sackOptionBytes,
                              bool isRemnant,
                              uint32_t rcvWnd,
                              TcpTick now) = 0;

    /// What data in order says of the round trip; before DataReceived().
    /// @param end one past its last position
    /// @param echo its TSecr, if there is one
    /// @param now the present
    virtual void EchoReceived(TcpOffset /* end */,
                              std::optional<TcpTick> /* echo */,
                              TcpTick /* now */)
    {
    }

    /// A FIN came in order.
    /// @param isLocalClosed the own FIN has been sent
    virtual void FinReceived(bool isLocalClosed) = 0;
    /// Something out of the ordinary came: it waits for an ACK, and that is not skipped.
    virtual void Schedule() = 0;

    /// Payload came out of order.
    virtual void OutOfOrder()
    {
        Schedule();
    }

    /// For a while each segment is acknowledged at once.
    /// @param rcvWnd window last offered, bytes
    virtual void EnterQuickMode(uint32_t /* rcvWnd */)
    {
    }

    /// The limit of the window was raised: the peer should be informed.
    virtual void WindowGrew()
    {
    }

    /// Less than half of the buffer is free: ACKs would only make it worse.
    virtual void MemoryScarce()
    {
    }

    /// The next ACK is not skipped: a hole is being filled.
    virtual void ForbidSkip()
    {
    }

    /// The last hole is closed.
    virtual void HolesClosed()
    {
    }

    /// An ACK left.
    virtual void AckSent() = 0;

    /// Data left.
    /// @param now the present
    virtual void DataSent(TcpTick /* now */)
    {
    }

    /// @}

    /// @name Decisions
    /// @{
    /**
     * A segment has been processed.
     * @param situation of the receiver
     * @param now the present
     * @return whether to send an ACK; DELAYED has started the timer
     */
    virtual TcpLinux24AckDue Decide(const Situation& situation, TcpTick now) = 0;
    /**
     * The application has read. A window that the read opens is the receiver's business.
     * @param situation of the receiver
     * @param isEmptied a read emptied the buffer
     * @return whether the read sends an ACK
     */
    virtual bool DecideAtRead(const Situation& situation, bool isEmptied) const = 0;
    /**
     * The timer fired. Calls before its tick do nothing.
     * @param now the present
     * @return whether to send an ACK
     */
    virtual bool OnTimer(TcpTick now) = 0;

    /// @}

    virtual std::optional<TcpTick> GetTimer() const = 0; ///< @return tick at which the timer fires
    virtual uint32_t GetRcvMss() const = 0; ///< @return size of the peer's segments, bytes
    virtual uint32_t GetAto() const = 0;    ///< @return ato, ticks
    virtual bool IsScheduled() const = 0;   ///< @return something waits for an ACK

    /// @return ack.quick, ACKs
    virtual uint32_t GetQuick() const
    {
        return 0;
    }

    /// @return ack.pingpong
    virtual bool IsPingpong() const
    {
        return false;
    }

    /// @return decisions to skip an ACK so far
    virtual uint32_t GetSkipped() const
    {
        return 0;
    }

    /// @return what ACK skipping has decided since the last call, if it was asked
    virtual std::optional<TcpLinux24AckSkipDecision> TakeSkipDecision()
    {
        return std::nullopt;
    }
};

} // namespace ns3

#endif // TCP_LINUX_ACK_POLICY_H
