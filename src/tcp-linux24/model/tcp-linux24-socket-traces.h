// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SOCKET_TRACES_H
#define TCP_LINUX24_SOCKET_TRACES_H

#include "tcp-linux-sender-host.h"
#include "tcp-linux-sender.h"
#include "tcp-linux24-receiver.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What can be traced of a TcpLinux24Socket beside the trace sources of TcpSocketBase. A connection
 * that a listening socket accepts takes over who listens. The trace sources belong to the type of
 * the socket, of which this is a base.
 */
class TcpLinux24SocketTraces
{
  public:
    /// @param tid type of the socket
    /// @return the same, with these trace sources
    static TypeId AddTraceSources(TypeId tid);

    /**
     * The state of congestion control changed.
     * @param [in] from the old state
     * @param [in] to the new state
     * @param [in] reason why
     */
    typedef void (*CaStateTracedCallback)(TcpLinux24State from,
                                          TcpLinux24State to,
                                          TcpLinux24Reason reason);
    /**
     * A reduction of the congestion window was taken back.
     * @param [in] undo by which rule
     * @param [in] cwnd congestion window now, segments
     * @param [in] ssthresh slow start threshold now, segments
     */
    typedef void (*UndoTracedCallback)(TcpLinux24Undo undo, uint32_t cwnd, uint32_t ssthresh);
    /**
     * A segment was sent again.
     * @param [in] range its place in the byte stream
     * @param [in] reason why
     * @param [in] packet its data, with the uid that the packet has below
     */
    typedef void (*SegmentRetransmissionTracedCallback)(TcpRange range,
                                                        TcpLinux24Retransmission reason,
                                                        Ptr<const Packet> packet);

    /**
     * The sender has measured a round trip. Unlike LastRTT of the base, which is a traced value,
     * it is told even if it is equal to the one before, and also for the SYN and without
     * timestamps. Without them 2.4 forgets the round trip of the SYN afterwards, and 2.0.32
     * measures one for each segment that an ACK removes, but none for the SYN.
     * @param [in] rtt measured, in whole ticks of the kernel; 0 on short paths
     * @param [in] rto retransmission timeout after it, not backed off
     */
    typedef void (*RttSampleTracedCallback)(Time rtt, Time rto);

    /**
     * A segment that came was not taken, wholly or in its data.
     * @param [in] fate why
     * @param [in] packet its data
     */
    typedef void (*SegmentDroppedTracedCallback)(TcpLinux24Fate fate, Ptr<const Packet> packet);

    /**
     * An ACK was due, and AckSkip decided about it.
     * @param [in] decision whether it was skipped, and why
     */
    typedef void (*AckSkipTracedCallback)(const TcpLinux24AckSkipDecision& decision);

  protected:
    TcpLinux24SocketTraces() = default;
    ~TcpLinux24SocketTraces() = default;
    /// @param traces of a listening socket, whose listeners are taken over; the values begin anew
    TcpLinux24SocketTraces(const TcpLinux24SocketTraces& traces);

    /// The traced values become those of the sender.
    /// @param sender after each call of it
    void Follow(const TcpLinuxSender& sender);

    TracedCallback<TcpLinux24State, TcpLinux24State, TcpLinux24Reason> m_caStateTrace; ///< CaState
    TracedCallback<TcpLinux24Undo, uint32_t, uint32_t> m_undoTrace;                    ///< Undo
    TracedCallback<TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>
        m_segmentRetransmissionTrace;                                ///< SegmentRetransmission
    TracedCallback<Time, Time> m_rttSampleTrace;                     ///< RttSample
    TracedCallback<const TcpLinux24AckSkipDecision&> m_ackSkipTrace; ///< AckSkipDecision
    TracedCallback<TcpLinux24Fate, Ptr<const Packet>> m_segmentDroppedTrace; ///< SegmentDropped

  private:
    TracedValue<uint32_t> m_retransStamp{0};     ///< RetransStamp
    TracedValue<uint32_t> m_facketsOut{0};       ///< FacketsOut
    TracedValue<uint32_t> m_inFlightSegments{0}; ///< InFlightSegments
};

} // namespace ns3

#endif // TCP_LINUX24_SOCKET_TRACES_H
