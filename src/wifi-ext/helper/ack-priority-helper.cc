// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-priority-helper.h"

#include "../model/device-queues.h"
#include "../model/station-access-parameters.h"

#include "ns3/abort.h"
#include "ns3/ap-wifi-mac.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/qos-txop.h"
#include "ns3/queue-disc-item-classifier.h"
#include "ns3/queue-item.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckPriorityHelper");

namespace
{

constexpr std::array CATEGORIES{AC_BE, AC_BK, AC_VI, AC_VO};

/// Advertise values of a category.
/// @tparam Map type of the attribute, an access category with the values of the links for each
/// entry
/// @param name of an attribute of ApWifiMac
/// @param values of the links
/// @param isAsked whether to replace an existing entry; otherwise the user's entry stays
template <typename Map, typename Value>
void
Advertise(Ptr<WifiMac> mac,
          const std::string& name,
          AcIndex category,
          const std::vector<Value>& values,
          bool isAsked)
{
    Map present;
    mac->GetAttribute(name, present);
    auto entries = present.Get();
    const auto isOfCategory = [category](const auto& entry) { return entry.first == category; };
    if (!isAsked && std::ranges::any_of(entries, isOfCategory))
    {
        return;
    }
    std::erase_if(entries, isOfCategory);
    entries.push_back({category, {values.begin(), values.end()}});
    mac->SetAttribute(name, Map(entries));
}

/// Let stations hear the present parameters of the access point, whatever becomes of these.
/// @param isAsked see Advertise
void
AdvertisePresent(Ptr<WifiMac> mac, AcIndex category, bool isAsked)
{
    using Numbers = ApWifiMac::UintAccessParamsMapValue;
    using Times = ApWifiMac::TimeAccessParamsMapValue;
    const auto txop = mac->GetQosTxop(category);
    Advertise<Numbers>(mac, "CwMinsForSta", category, txop->GetMinCws(), isAsked);
    Advertise<Numbers>(mac, "CwMaxsForSta", category, txop->GetMaxCws(), isAsked);
    Advertise<Numbers>(mac, "AifsnsForSta", category, txop->GetAifsns(), isAsked);
    Advertise<Times>(mac, "TxopLimitsForSta", category, txop->GetTxopLimits(), isAsked);
}

/// Classify a packet and mark it with the category. ns-3 calls this through the queue interface of
/// the device, as Linux calls ndo_select_queue().
/// @return number of the device's queue
std::size_t
SelectQueue(Ptr<QueueItem> item, AcIndex ackCategory, AcIndex otherCategory)
{
    const auto* packet = dynamic_cast<const QueueDiscItem*>(PeekPointer(item));
    const bool isAck =
        packet && ClassifyItem(*packet, packet->GetSize()).kind == TcpPacketKind::PURE_ACK;
    const AcIndex category = isAck ? ackCategory : otherCategory;
    // The MAC goes by this tag alone. A socket with a type of service has set one already.
    SocketPriorityTag priority;
    priority.SetPriority(wifiAcList.at(category).GetLowTid());
    item->GetPacket()->ReplacePacketTag(priority);
    NS_LOG_LOGIC("packet " << item->GetPacket()->GetUid() << " of " << item->GetSize()
                           << " bytes goes to category " << category
                           << (isAck ? ", a pure ACK" : ""));
    return category;
}

/// @param radio of a node
/// @return whether another device of the node is the driver of an adapter with this radio
bool
IsUnderAdapter(Ptr<NetDevice> radio)
{
    const auto node = radio->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = node->GetDevice(i);
        if (device != radio && FindRadio(device) == radio)
        {
            return true;
        }
    }
    return false;
}

} // namespace

// 802.11e cannot advertise the CWmin of 4 that malone2008 names: 3 gives four slots, and so may be
// what its driver counted.
AckPriorityHelper::AckPriorityHelper()
    : m_ack{AC_VI, {.cwMin = 3}},
      m_other{AC_BE, {}}
{
}

void
AckPriorityHelper::CheckCategory(AcIndex category)
{
    // The operators of AcIndex compare priorities, and end the program for any other value.
    NS_ABORT_MSG_UNLESS(std::ranges::find(CATEGORIES, category) != CATEGORIES.end(),
                        "AckPriorityHelper: access category "
                            << static_cast<int>(category)
                            << ": expected AC_BE, AC_BK, AC_VI or AC_VO");
}

void
AckPriorityHelper::SetAckCategory(AcIndex category, const AccessCategoryParameters& parameters)
{
    CheckCategory(category);
    m_ack = {category, parameters};
}

void
AckPriorityHelper::SetOtherCategory(AcIndex category, const AccessCategoryParameters& parameters)
{
    CheckCategory(category);
    m_other = {category, parameters};
}

void
AckPriorityHelper::AdvertiseToStations(bool isAdvertised)
{
    m_isAdvertised = isAdvertised;
}

void
AckPriorityHelper::SetDriverQueue(const QueueSize& size, Time maxDelay)
{
    // WifiMacQueue counts packets only.
    NS_ABORT_MSG_IF(size.GetUnit() != QueueSizeUnit::PACKETS || size.GetValue() == 0,
                    "AckPriorityHelper: driver queue of " << size << ": expected 1p or more");
    NS_ABORT_MSG_IF(maxDelay <= Seconds(0),
                    "AckPriorityHelper: maximum delay " << maxDelay.As(Time::S)
                                                        << ": expected more than 0 s");
    m_driverQueue = size;
    m_maxDelay = maxDelay;
}

// A device without 802.11e has one backoff for all packets, and without flow control ns-3 never
// selects a queue for a packet. In both cases the priority would silently have no effect.
Ptr<WifiNetDevice>
AckPriorityHelper::FindWifi(Ptr<NetDevice> device)
{
    const auto wifi = DynamicCast<WifiNetDevice>(device);
    NS_ABORT_MSG_UNLESS(wifi,
                        "AckPriorityHelper: "
                            << (device ? device->GetInstanceTypeId().GetName() : "no device")
                            << ": expected an ns3::WifiNetDevice");
    NS_ABORT_MSG_UNLESS(wifi->GetMac() && wifi->GetMac()->GetQosSupported(),
                        "AckPriorityHelper: the device of node "
                            << device->GetNode()->GetId()
                            << " has no access categories: expected QosSupported true");
    return wifi;
}

void
AckPriorityHelper::CheckQueues(Ptr<NetDevice> device)
{
    const auto queues = device->GetObject<NetDeviceQueueInterface>();
    NS_ABORT_MSG_UNLESS(queues && queues->GetNTxQueues() == CATEGORIES.size(),
                        "AckPriorityHelper: the device of node "
                            << device->GetNode()->GetId() << " has "
                            << (queues ? queues->GetNTxQueues() : 0)
                            << " queues with flow control: expected 4");
}

AccessCategoryUse
AckPriorityHelper::FindUse(const WifiMac& mac, bool isAdvertised)
{
    const TypeOfStation type = mac.GetTypeOfStation();
    if (type == STA)
    {
        return AccessCategoryUse::STATION;
    }
    return type == AP && isAdvertised ? AccessCategoryUse::ADVERTISED
                                      : AccessCategoryUse::ACCESS_POINT;
}

// Wrong values are found here and not by the setters, because what is allowed depends on the
// device: an access point may use an AIFSN of 1, and windows that no beacon could carry.
void
AckPriorityHelper::CheckParameters(AccessCategoryUse use) const
{
    NS_ABORT_MSG_IF(m_ack.index == m_other.index,
                    "AckPriorityHelper: " << m_ack.index
                                          << " for ACKs and for other packets: expected "
                                             "two categories");
    for (const Category& category : {m_ack, m_other})
    {
        const std::string mistake = FindMistake(category.parameters, use);
        NS_ABORT_MSG_UNLESS(mistake.empty(),
                            "AckPriorityHelper: " << category.index << ": " << mistake);
    }
}

void
AckPriorityHelper::SetOtherDevices(const AccessFunction& setAccess)
{
    m_setAccess = setAccess;
}

QueueDiscContainer
AckPriorityHelper::Install(const NetDeviceContainer& devices) const
{
    QueueDiscContainer discs;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        if (m_setAccess && !DynamicCast<WifiNetDevice>(*device))
        {
            InstallOnOtherDevice(*device);
        }
        else
        {
            InstallOnWifi(FindWifi(*device));
        }
        InstallSelection(*device);
        // A bridge is usually made later than the devices that become its ports.
        Simulator::ScheduleNow(&RefuseBridgePort, "AckPriorityHelper", *device);
        discs.Add(InstallQueueDiscs(*device));
    }
    return discs;
}

void
AckPriorityHelper::InstallOnWifi(Ptr<WifiNetDevice> wifi) const
{
    CheckQueues(wifi);
    const auto mac = wifi->GetMac();
    CheckParameters(FindUse(*mac, m_isAdvertised));
    if (mac->GetTypeOfStation() == STA)
    {
        InstallOnStation(wifi);
    }
    else
    {
        InstallOnOther(mac);
    }
    InstallDriverQueue(mac);
}

void
AckPriorityHelper::InstallOnOtherDevice(Ptr<NetDevice> device) const
{
    CheckQueues(device);
    NS_ABORT_MSG_IF(m_driverQueue,
                    "AckPriorityHelper: a driver queue for "
                        << device->GetInstanceTypeId().GetName()
                        << ": expected a WifiNetDevice, or a device that sets its own");
    // What such a device advertises to whom is its own matter.
    CheckParameters(AccessCategoryUse::ACCESS_POINT);
    for (const Category& category : {m_ack, m_other})
    {
        m_setAccess(device, category.index, category.parameters);
    }
}

// The parameters are kept by an object that lives as long as the device. A second installation
// changes what it keeps.
void
AckPriorityHelper::InstallOnStation(Ptr<WifiNetDevice> station) const
{
    auto kept = station->GetObject<StationAccessParameters>();
    if (!kept)
    {
        kept = CreateObject<StationAccessParameters>();
        station->AggregateObject(kept);
        kept->Connect(station->GetMac());
    }
    for (const Category& category : {m_ack, m_other})
    {
        kept->Keep(category.index, category.parameters);
    }
}

void
AckPriorityHelper::InstallOnOther(Ptr<WifiMac> mac) const
{
    const std::size_t links = mac->GetNLinks();
    for (const auto& [index, parameters] : {m_ack, m_other})
    {
        const bool isAccessPoint = mac->GetTypeOfStation() == AP;
        // An access point without such an entry advertises its own parameters.
        if (isAccessPoint && !m_isAdvertised)
        {
            AdvertisePresent(mac, index, false);
        }
        // These setters, unlike those of single links, make ns-3 keep the values when it configures
        // the MAC for another channel. The defaults of the standard, with TXOP limits of 3 and 6 ms
        // for AC_VO and AC_VI (9.4.2.28), would send ACKs in bursts.
        const auto txop = mac->GetQosTxop(index);
        txop->SetMinCws(std::vector<uint32_t>(links, parameters.cwMin));
        txop->SetMaxCws(std::vector<uint32_t>(links, parameters.cwMax));
        txop->SetAifsns(std::vector<uint8_t>(links, static_cast<uint8_t>(parameters.aifsn)));
        txop->SetTxopLimits(std::vector<Time>(links, parameters.txopLimit));
        NS_LOG_DEBUG(mac->GetAddress()
                     << " has in category " << index << " AIFSN " << parameters.aifsn << ", CWmin "
                     << parameters.cwMin << ", CWmax " << parameters.cwMax << ", TXOP limit "
                     << parameters.txopLimit.As(Time::US)
                     << (isAccessPoint && m_isAdvertised ? ", advertised" : ""));
        if (isAccessPoint && m_isAdvertised)
        {
            AdvertisePresent(mac, index, true);
        }
    }
}

// WifiHelper installs SelectQueueByDSField(), which goes by the type of service, as Linux does by
// default (net/wireless/util.c, cfg80211_classify8021d()).
void
AckPriorityHelper::InstallSelection(Ptr<NetDevice> device) const
{
    device->GetObject<NetDeviceQueueInterface>()->SetSelectQueueCallback(
        [ack = m_ack.index, other = m_other.index](Ptr<QueueItem> item) {
            return SelectQueue(item, ack, other);
        });
}

// All four, as packets of the other categories, such as those of a relay, meet the same driver.
void
AckPriorityHelper::InstallDriverQueue(Ptr<WifiMac> mac) const
{
    if (!m_driverQueue)
    {
        return;
    }
    for (const AcIndex category : CATEGORIES)
    {
        const auto queue = mac->GetTxopQueue(category);
        queue->SetMaxSize(*m_driverQueue);
        queue->SetMaxDelay(m_maxDelay);
    }
}

QueueDiscContainer
AckPriorityHelper::InstallQueueDiscs(Ptr<NetDevice> device) const
{
    if (!m_queueDiscs)
    {
        return {};
    }
    const auto node = device->GetNode();
    NS_ABORT_MSG_IF(IsUnderAdapter(device),
                    "AckPriorityHelper: the device of node "
                        << node->GetId()
                        << " is the radio of a USB adapter, and its packets wait in the queue disc "
                           "of the UsbNetDevice: expected no SetQueueDisc()");
    const auto trafficControl = node->GetObject<TrafficControlLayer>();
    NS_ABORT_MSG_UNLESS(trafficControl,
                        "AckPriorityHelper: node " << node->GetId()
                                                   << " has no traffic-control layer: expected an "
                                                      "IP stack or a bridge with queue discs");
    NS_ABORT_MSG_IF(trafficControl->GetRootQueueDiscOnDevice(device),
                    "AckPriorityHelper: the device of node "
                        << node->GetId()
                        << " has a queue disc: expected none, as before addresses are assigned");
    // Its Install() keeps the discs that it makes, and is therefore not const.
    TrafficControlHelper helper = *m_queueDiscs;
    return helper.Install(device);
}

} // namespace ns3
