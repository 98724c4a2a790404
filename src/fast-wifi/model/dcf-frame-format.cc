// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-frame-format.h"

#include "ns3/llc-snap-header.h"
#include "ns3/socket.h"

namespace ns3
{

namespace
{

/// LLC and SNAP, which carry the Ethertype.
constexpr uint32_t LLC_SNAP_SIZE = 8;
/// MAC header with three addresses, without and with QoS control, and FCS.
constexpr uint32_t MAC_SIZE = 24 + 4;
constexpr uint32_t QOS_MAC_SIZE = 26 + 4;

/// @param payload of a frame
/// @return the packet behind its LLC and SNAP header, a copy
Ptr<Packet>
AddLlcSnap(const MediumPayload& payload)
{
    const Ptr<Packet> packet = payload.packet->Copy();
    LlcSnapHeader llc;
    llc.SetType(payload.protocol);
    packet->AddHeader(llc);
    return packet;
}

} // namespace

uint32_t
DcfFrameFormat::GetSize(Ptr<const Packet> packet) const
{
    return packet->GetSize() + LLC_SNAP_SIZE + (isQos ? QOS_MAC_SIZE : MAC_SIZE);
}

WifiMacHeader
DcfFrameFormat::MakeHeader(const MediumPayload& payload,
                           Mac48Address receiver,
                           Mac48Address transmitter) const
{
    WifiMacHeader header(isQos ? WIFI_MAC_QOSDATA : WIFI_MAC_DATA);
    header.SetAddr1(receiver);
    header.SetAddr2(transmitter);
    // Table 7-7: address 3 is what address 1 and 2 do not tell.
    header.SetAddr3(isFromDs ? payload.source : payload.destination);
    // Table 7-2: neither bit in an IBSS, one of them in an infrastructure BSS.
    if (isToDs)
    {
        header.SetDsTo();
    }
    if (isFromDs)
    {
        header.SetDsFrom();
    }
    if (payload.isRetry)
    {
        header.SetRetry();
    }
    if (isQos)
    {
        header.SetQosTid(GetTid(payload.packet));
    }
    return header;
}

Ptr<Packet>
DcfFrameFormat::MakeFrame(const MediumPayload& payload,
                          Mac48Address receiver,
                          Mac48Address transmitter) const
{
    const Ptr<Packet> frame = AddLlcSnap(payload);
    frame->AddHeader(MakeHeader(payload, receiver, transmitter));
    return frame;
}

Ptr<const WifiMpdu>
DcfFrameFormat::MakeMpdu(const DcfQueueItem& item,
                         Mac48Address receiver,
                         Mac48Address transmitter) const
{
    const auto mpdu = Create<WifiMpdu>(AddLlcSnap(item.payload),
                                       MakeHeader(item.payload, receiver, transmitter),
                                       NanoSeconds(item.since));
    for (uint32_t i = 0; i < item.retries; ++i)
    {
        mpdu->IncrementRetryCount();
    }
    return mpdu;
}

/// WifiMac::Enqueue(): a packet without a priority is best effort.
uint8_t
DcfFrameFormat::GetTid(Ptr<const Packet> packet)
{
    SocketPriorityTag priority;
    const uint8_t tid = packet->PeekPacketTag(priority) ? priority.GetPriority() : 0;
    return tid < 8 ? tid : 0;
}

} // namespace ns3
