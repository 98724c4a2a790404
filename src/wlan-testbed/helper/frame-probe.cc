// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "frame-probe.h"

#include "cell-radio.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/qos-utils.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac-header.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FrameProbe");

namespace
{

/// @param header of a frame
/// @return whether it counts
bool
IsCounted(const WifiMacHeader& header)
{
    return header.IsData() && header.HasData() && !header.GetAddr1().IsGroup();
}

/// @param radio whose root queue disc
/// @return it
Ptr<QueueDisc>
GetDisc(Ptr<NetDevice> radio)
{
    const auto control = radio->GetNode()->GetObject<TrafficControlLayer>();
    const auto disc = control ? control->GetRootQueueDiscOnDevice(radio) : nullptr;
    NS_ABORT_MSG_UNLESS(disc, "node " << radio->GetNode()->GetId() << " has no queue disc there");
    return disc;
}

} // namespace

FrameProbe::FrameProbe(Ptr<NetDevice> radio)
    : m_radio(radio),
      m_disc(GetDisc(radio))
{
    const auto mac = CellRadio::Of(radio)->FindMacTraces();
    const bool isRadio = CellRadio::Of(radio)->ConnectTxBegin(GetTxBegin());
    NS_ABORT_MSG_UNLESS(isRadio, "the device is neither a WifiNetDevice nor a DcfNetDevice");
    mac->TraceConnectWithoutContext("AckedMpdu", MakeCallback(&FrameProbe::NoteAcked, this));
    mac->TraceConnectWithoutContext("DroppedMpdu", MakeCallback(&FrameProbe::NoteDropped, this));
    m_disc->TraceConnectWithoutContext("Enqueue", MakeCallback(&FrameProbe::NoteOffered, this));
    m_disc->TraceConnectWithoutContext("DropAfterDequeue",
                                       MakeCallback(&FrameProbe::NoteDiscarded, this));
}

FrameProbe::~FrameProbe()
{
    m_disc->TraceDisconnectWithoutContext("Enqueue", MakeCallback(&FrameProbe::NoteOffered, this));
    m_disc->TraceDisconnectWithoutContext("DropAfterDequeue",
                                          MakeCallback(&FrameProbe::NoteDiscarded, this));
    // After Simulator::Destroy() a WifiNetDevice has neither.
    const auto radio = CellRadio::Of(m_radio);
    radio->DisconnectTxBegin(GetTxBegin());
    if (const auto mac = radio->FindMacTraces())
    {
        mac->TraceDisconnectWithoutContext("AckedMpdu", MakeCallback(&FrameProbe::NoteAcked, this));
        mac->TraceDisconnectWithoutContext("DroppedMpdu",
                                           MakeCallback(&FrameProbe::NoteDropped, this));
    }
}

TxBeginCallbacks
FrameProbe::GetTxBegin()
{
    return {MakeCallback(&FrameProbe::NoteBegin, this),
            MakeCallback(&FrameProbe::NotePhyBegin, this)};
}

void
FrameProbe::NotePhyBegin(Ptr<const Packet> packet, double)
{
    NoteBegin(packet);
}

void
FrameProbe::NoteBegin(Ptr<const Packet> packet)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (IsCounted(header))
    {
        m_transmissions.push_back(Simulator::Now().GetSeconds());
        if (!header.IsRetry())
        {
            m_firsts.push_back(m_transmissions.back());
        }
    }
}

void
FrameProbe::NoteOffered(Ptr<const QueueDiscItem> item)
{
    m_offered[item->GetPacket()->GetUid()].push(Simulator::Now());
}

void
FrameProbe::NoteDiscarded(Ptr<const QueueDiscItem> item, const char*)
{
    TakeOffered(item->GetPacket()->GetUid());
}

std::optional<Time>
FrameProbe::TakeOffered(uint64_t uid)
{
    const auto offered = m_offered.find(uid);
    if (offered == m_offered.end())
    {
        return std::nullopt;
    }
    const Time time = offered->second.front();
    offered->second.pop();
    if (offered->second.empty())
    {
        m_offered.erase(offered);
    }
    return time;
}

Time
FrameProbe::TakeFirst(Ptr<const WifiMpdu> mpdu)
{
    const auto& header = mpdu->GetHeader();
    const uint8_t category = header.IsQosData() ? QosUtilsMapTidToAc(header.GetQosTid()) : AC_BE;
    auto& lastLeaves = m_lastLeaves[category];
    const Time since = std::max(mpdu->GetTimestamp(), lastLeaves);
    lastLeaves = Simulator::Now();
    return since;
}

void
FrameProbe::NoteAcked(Ptr<const WifiMpdu> mpdu)
{
    if (!IsCounted(mpdu->GetHeader()))
    {
        return;
    }
    const Time now = Simulator::Now();
    const Time since = TakeOffered(mpdu->GetPacket()->GetUid()).value_or(mpdu->GetTimestamp());
    // A radio sends one frame at a time, and the acknowledgment follows it at once. A frame that
    // was on the air when the probe came is not among the transmissions.
    constexpr double before = -std::numeric_limits<double>::infinity();
    m_deliveries.push_back({now.GetSeconds(),
                            m_transmissions.empty() ? before : m_transmissions.back(),
                            (now - TakeFirst(mpdu)).GetSeconds(),
                            (now - mpdu->GetTimestamp()).GetSeconds(),
                            (now - since).GetSeconds(),
                            mpdu->GetRetryCount(),
                            mpdu->GetPacketSize()});
    NS_LOG_DEBUG("frame of " << mpdu->GetPacketSize() << " bytes after " << mpdu->GetRetryCount()
                             << " retries and " << (now - mpdu->GetTimestamp()).As(Time::MS)
                             << " in the driver");
}

void
FrameProbe::NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu)
{
    if (IsCounted(mpdu->GetHeader()))
    {
        NS_LOG_INFO("frame of " << mpdu->GetPacketSize() << " bytes is given up, reason "
                                << static_cast<int>(reason));
        ++m_dropped;
        if (reason != WIFI_MAC_DROP_FAILED_ENQUEUE) // that one was never in the queue
        {
            TakeFirst(mpdu);
        }
        TakeOffered(mpdu->GetPacket()->GetUid());
    }
}

const std::vector<FrameProbe::Delivery>&
FrameProbe::GetDeliveries() const
{
    return m_deliveries;
}

const std::vector<double>&
FrameProbe::GetTransmissions() const
{
    return m_transmissions;
}

uint64_t
FrameProbe::GetDropped() const
{
    return m_dropped;
}

double
FrameProbe::GetCollisionShare(double begin, double end) const
{
    return GetFailedShare(m_transmissions, begin, end, [](const Delivery&) { return true; });
}

double
FrameProbe::GetFirstCollisionShare(double begin, double end) const
{
    return GetFailedShare(m_firsts, begin, end, [](const Delivery& delivery) {
        return delivery.retries == 0;
    });
}

double
FrameProbe::GetFailedShare(const std::vector<double>& transmissions,
                           double begin,
                           double end,
                           bool (*isSuccess)(const Delivery&)) const
{
    const auto isInside = [begin, end](double time) { return time >= begin && time < end; };
    const auto sent = std::ranges::count_if(transmissions, isInside);
    const auto delivered = std::ranges::count_if(m_deliveries, [&](const Delivery& delivery) {
        return isInside(delivery.sent) && isSuccess(delivery);
    });
    return sent == 0 ? 0 : 1 - static_cast<double>(delivered) / static_cast<double>(sent);
}

} // namespace ns3
