// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-socket-traces.h"

#include "ns3/trace-source-accessor.h"

namespace ns3
{

TcpLinux24SocketTraces::TcpLinux24SocketTraces(const TcpLinux24SocketTraces& traces)
    : m_caStateTrace(traces.m_caStateTrace),
      m_undoTrace(traces.m_undoTrace),
      m_segmentRetransmissionTrace(traces.m_segmentRetransmissionTrace),
      m_rttSampleTrace(traces.m_rttSampleTrace),
      m_ackSkipTrace(traces.m_ackSkipTrace),
      m_segmentDroppedTrace(traces.m_segmentDroppedTrace)
{
}

// The signatures are named after the socket, which users know.
TypeId
TcpLinux24SocketTraces::AddTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("CaState",
                        "The state of congestion control changed: from, to, reason.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_caStateTrace),
                        "ns3::TcpLinux24Socket::CaStateTracedCallback")
        .AddTraceSource("Undo",
                        "A reduction was taken back: rule, new cwnd, new ssthresh.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_undoTrace),
                        "ns3::TcpLinux24Socket::UndoTracedCallback")
        .AddTraceSource(
            "SegmentRetransmission",
            "A segment was sent again: range, reason, packet.",
            MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_segmentRetransmissionTrace),
            "ns3::TcpLinux24Socket::SegmentRetransmissionTracedCallback")
        .AddTraceSource("RttSample",
                        "The sender has measured a round trip: round trip, RTO after it.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_rttSampleTrace),
                        "ns3::TcpLinux24Socket::RttSampleTracedCallback")
        .AddTraceSource("AckSkipDecision",
                        "An ACK was due, and AckSkip, which is not 0, decided about it: whether it "
                        "was skipped, and why.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_ackSkipTrace),
                        "ns3::TcpLinux24Socket::AckSkipTracedCallback")
        .AddTraceSource("SegmentDropped",
                        "A segment that came was not taken: reason, packet.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_segmentDroppedTrace),
                        "ns3::TcpLinux24Socket::SegmentDroppedTracedCallback")
        .AddTraceSource("RetransStamp",
                        "retrans_stamp, ticks; 0: none.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_retransStamp),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("FacketsOut",
                        "fackets_out, segments.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_facketsOut),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("InFlightSegments",
                        "Segments in flight as Linux counts them.",
                        MakeTraceSourceAccessor(&TcpLinux24SocketTraces::m_inFlightSegments),
                        "ns3::TracedValueCallback::Uint32");
}

void
TcpLinux24SocketTraces::Follow(const TcpLinuxSender& sender)
{
    m_retransStamp = sender.GetRetransStamp();
    m_facketsOut = sender.GetFacketsOut();
    m_inFlightSegments = sender.GetInFlight();
}

} // namespace ns3
