// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-mac-tracker.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbMacTracker");

UsbMacTracker::UsbMacTracker(Ptr<NetDevice> device, DoneCallback done)
    : m_device(device),
      m_wifi(DynamicCast<WifiNetDevice>(device)),
      m_done(done)
{
    const auto mac = GetMacTraces();
    mac->TraceConnectWithoutContext("AckedMpdu", MakeCallback(&UsbMacTracker::MpduAcked, this));
    mac->TraceConnectWithoutContext("DroppedMpdu", MakeCallback(&UsbMacTracker::MpduDropped, this));
    if (!m_wifi)
    {
        mac->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&UsbMacTracker::FrameSent, this));
        return;
    }
    mac->TraceConnectWithoutContext("MacTxDrop", MakeCallback(&UsbMacTracker::MacDropped, this));
    ConnectQueues(true);
}

UsbMacTracker::~UsbMacTracker()
{
    Disconnect();
}

std::string
UsbMacTracker::GetMissing(Ptr<NetDevice> device)
{
    if (const auto wifi = DynamicCast<WifiNetDevice>(device))
    {
        return !wifi->GetMac() ? "MAC" : wifi->GetPhys().empty() ? "PHY" : "";
    }
    for (const std::string source : {"AckedMpdu", "DroppedMpdu", "PhyTxEnd"})
    {
        if (!device->GetInstanceTypeId().LookupTraceSourceByName(source))
        {
            return "trace source " + source;
        }
    }
    return {};
}

/// @return what has AckedMpdu and DroppedMpdu; null once disconnected, or without a MAC
Ptr<Object>
UsbMacTracker::GetMacTraces() const
{
    if (m_wifi)
    {
        return m_wifi->GetMac();
    }
    return m_device;
}

// A QoS station has one queue for each access category, and another for what is sent without QoS. A
// MAC without QoS has only the latter.
void
UsbMacTracker::ConnectQueues(bool connect)
{
    const auto enqueued = MakeCallback(&UsbMacTracker::MpduEnqueued, this);
    const auto dequeued = MakeCallback(&UsbMacTracker::MpduDequeued, this);
    const auto removed = MakeCallback(&UsbMacTracker::MpduRemoved, this);
    for (const auto ac : {AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO})
    {
        const auto queue = m_wifi->GetMac()->GetTxopQueue(ac);
        if (!queue)
        {
            continue;
        }
        if (connect)
        {
            queue->TraceConnectWithoutContext("Enqueue", enqueued);
            queue->TraceConnectWithoutContext("Dequeue", dequeued);
            queue->TraceConnectWithoutContext("DropAfterDequeue", removed);
        }
        else
        {
            queue->TraceDisconnectWithoutContext("Enqueue", enqueued);
            queue->TraceDisconnectWithoutContext("Dequeue", dequeued);
            queue->TraceDisconnectWithoutContext("DropAfterDequeue", removed);
        }
    }
}

uint32_t
UsbMacTracker::GetQueueLimit() const
{
    if (!m_wifi)
    {
        UintegerValue packets(UINT32_MAX);
        m_device->GetAttributeFailSafe("MaxPackets", packets);
        return static_cast<uint32_t>(packets.Get());
    }
    uint32_t limit = UINT32_MAX;
    for (const auto ac : {AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO})
    {
        const auto queue = m_wifi->GetMac()->GetTxopQueue(ac);
        if (queue && queue->GetMaxSize().GetUnit() == QueueSizeUnit::PACKETS)
        {
            limit = std::min(limit, queue->GetMaxSize().GetValue());
        }
    }
    return limit;
}

void
UsbMacTracker::Disconnect()
{
    if (const auto mac = GetMacTraces())
    {
        mac->TraceDisconnectWithoutContext("AckedMpdu",
                                           MakeCallback(&UsbMacTracker::MpduAcked, this));
        mac->TraceDisconnectWithoutContext("DroppedMpdu",
                                           MakeCallback(&UsbMacTracker::MpduDropped, this));
        if (m_wifi)
        {
            mac->TraceDisconnectWithoutContext("MacTxDrop",
                                               MakeCallback(&UsbMacTracker::MacDropped, this));
            ConnectQueues(false);
        }
        else
        {
            mac->TraceDisconnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&UsbMacTracker::FrameSent, this));
        }
    }
    m_device = nullptr;
    m_wifi = nullptr;
    m_frames.clear();
}

void
UsbMacTracker::Send(const UsbNetFrame& frame, uint32_t bytes)
{
    const Ptr<Packet> packet = frame.packet;
    m_frames.push_back({packet, bytes, false});
    m_refusal = m_wifi ? UsbDropReason::MAC_QUEUE_FULL : UsbDropReason::MAC_NOT_ASSOCIATED;
    const bool isTaken =
        frame.relayed ? m_device->SendFrom(packet, frame.source, frame.destination, frame.protocol)
                      : m_device->Send(packet, frame.destination, frame.protocol);
    // A full queue of a WifiNetDevice may refuse the frame without firing any trace, and Send()
    // does not tell, either. A frame that has not been seen to enter a queue, nor been ended by
    // another trace, was refused.
    const auto kept = Find(packet);
    if (kept != m_frames.end() && !(m_wifi ? kept->queued : isTaken))
    {
        End(kept, m_refusal);
    }
}

uint32_t
UsbMacTracker::GetSize() const
{
    return static_cast<uint32_t>(m_frames.size());
}

uint32_t
UsbMacTracker::GetBytes() const
{
    return std::accumulate(m_frames.begin(),
                           m_frames.end(),
                           uint32_t{0},
                           [](uint32_t sum, const Frame& frame) { return sum + frame.bytes; });
}

// Without a peer the MAC gives a packet up before it becomes an MPDU: the station is not
// associated.
void
UsbMacTracker::MacDropped(Ptr<const Packet> packet)
{
    const auto frame = Find(packet);
    if (frame != m_frames.end())
    {
        End(frame, UsbDropReason::MAC_NOT_ASSOCIATED);
    }
}

void
UsbMacTracker::MpduEnqueued(Ptr<const WifiMpdu> mpdu)
{
    const auto frame = Find(mpdu->GetPacket());
    if (frame != m_frames.end())
    {
        frame->queued = true;
    }
}

void
UsbMacTracker::MpduDequeued(Ptr<const WifiMpdu> mpdu)
{
    const auto& header = mpdu->GetHeader();
    const bool unacknowledged =
        header.GetAddr1().IsGroup() || (header.IsQosData() && header.IsQosNoAck());
    if (unacknowledged && Find(mpdu->GetPacket()) != m_frames.end())
    {
        // The trace fires in the middle of the MAC's work. Whether the frame is being sent or was
        // flushed is known when the caller has returned, which is at the next event.
        Simulator::ScheduleNow(&UsbMacTracker::AwaitEndOfTransmission,
                               Ptr<UsbMacTracker>(this),
                               mpdu->GetPacket());
    }
}

// A frame that nobody acknowledges is done when its transmission ends. No trace tells when that is,
// but the radio knows how long it will be busy. A multi-link device has several radios, of which
// only one sends the frame; the longest time is safe for all.
void
UsbMacTracker::AwaitEndOfTransmission(Ptr<const Packet> packet)
{
    if (!m_wifi)
    {
        return;
    }
    Time left;
    for (uint8_t i = 0; i < m_wifi->GetNPhys(); ++i)
    {
        const auto phy = m_wifi->GetPhy(i);
        left = phy->IsStateTx() ? Max(left, phy->GetDelayUntilIdle()) : left;
    }
    if (left.IsZero())
    {
        EndUnacknowledged(packet);
        return;
    }
    NS_LOG_DEBUG("packet " << packet->GetUid() << ", which nobody acknowledges, is on the air for "
                           << left.As(Time::US));
    Simulator::Schedule(left, &UsbMacTracker::EndUnacknowledged, Ptr<UsbMacTracker>(this), packet);
}

// A radio other than a WifiNetDevice has sent a frame, of which nobody acknowledges one to a group.
void
UsbMacTracker::FrameSent(Ptr<const Packet> frame)
{
    WifiMacHeader header;
    frame->PeekHeader(header);
    const auto sent = header.GetAddr1().IsGroup() ? FindByUid(frame) : m_frames.end();
    if (sent != m_frames.end())
    {
        End(sent, std::nullopt);
    }
}

void
UsbMacTracker::EndUnacknowledged(Ptr<const Packet> packet)
{
    const auto frame = Find(packet);
    if (frame != m_frames.end())
    {
        End(frame, std::nullopt);
    }
}

void
UsbMacTracker::MpduRemoved(Ptr<const WifiMpdu> mpdu)
{
    const auto queue = m_wifi->GetMac()->GetTxopQueue(
        mpdu->GetHeader().IsQosData() ? QosUtilsMapTidToAc(mpdu->GetHeader().GetQosTid())
                                      : AC_BE_NQOS);
    // The queue may remove an expired frame before the MAC fires its own trace for the expiry.
    const bool expired = queue && Simulator::Now() >= mpdu->GetTimestamp() + queue->GetMaxDelay();
    EndMpdu(mpdu, expired ? UsbDropReason::MAC_EXPIRED : UsbDropReason::MAC_FLUSHED);
}

// A frame in fragments is done when its last fragment has been acknowledged.
void
UsbMacTracker::MpduAcked(Ptr<const WifiMpdu> mpdu)
{
    if (!mpdu->GetHeader().IsMoreFragments())
    {
        EndMpdu(mpdu, std::nullopt);
    }
}

void
UsbMacTracker::MpduDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu)
{
    switch (reason)
    {
    case WIFI_MAC_DROP_FAILED_ENQUEUE:
        if (!m_wifi)
        {
            m_refusal =
                UsbDropReason::MAC_QUEUE_FULL; // Send() ends the frame, whose uid others share
            return;
        }
        return EndMpdu(mpdu, UsbDropReason::MAC_QUEUE_FULL);
    case WIFI_MAC_DROP_EXPIRED_LIFETIME:
        return EndMpdu(mpdu, UsbDropReason::MAC_EXPIRED);
    case WIFI_MAC_DROP_REACHED_RETRY_LIMIT:
        return EndMpdu(mpdu, UsbDropReason::MAC_RETRY_LIMIT);
    case WIFI_MAC_DROP_QOS_OLD_PACKET:
        return EndMpdu(mpdu, UsbDropReason::MAC_OUTSIDE_WINDOW);
    }
}

// Which packets an MPDU carries: an A-MSDU several, each of which is a Packet object of its own; a
// fragment a part of one, recognized by its uid; any other MPDU exactly one.
void
UsbMacTracker::EndMpdu(Ptr<const WifiMpdu> mpdu, std::optional<UsbDropReason> reason)
{
    const auto end = [this, reason](Frames::iterator frame) {
        if (frame != m_frames.end())
        {
            End(frame, reason);
        }
    };
    const auto& header = mpdu->GetHeader();
    if (header.IsQosData() && header.IsQosAmsdu())
    {
        for (const auto& [packet, subframe] : *mpdu)
        {
            end(Find(packet));
        }
    }
    else if (!m_wifi || header.IsMoreFragments() || header.GetFragmentNumber() > 0)
    {
        end(FindByUid(mpdu->GetPacket()));
    }
    else
    {
        end(Find(mpdu->GetPacket()));
    }
}

// The frame is forgotten before the callback runs, because the callback may send another one.
void
UsbMacTracker::End(Frames::iterator frame, std::optional<UsbDropReason> reason)
{
    const auto [packet, bytes, queued] = *frame;
    NS_LOG_LOGIC("the MAC is done with packet "
                 << packet->GetUid() << ": " << (reason ? GetUsbDropReasonName(*reason) : "sent"));
    m_frames.erase(frame);
    m_done(packet, bytes, reason);
}

UsbMacTracker::Frames::iterator
UsbMacTracker::Find(const Ptr<const Packet>& packet)
{
    return std::ranges::find(m_frames, packet, &Frame::packet);
}

UsbMacTracker::Frames::iterator
UsbMacTracker::FindByUid(const Ptr<const Packet>& packet)
{
    return std::ranges::find_if(m_frames, [&packet](const Frame& frame) {
        return frame.packet->GetUid() == packet->GetUid();
    });
}

} // namespace ns3
