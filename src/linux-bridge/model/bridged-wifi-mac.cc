// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "bridged-wifi-mac.h"

#include "ns3/mac48-address.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// The queues of a MAC in which data frames wait.
constexpr std::array DATA_QUEUES{AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO};

} // namespace

bool
IsMeshRadio(Ptr<const NetDevice> device)
{
    const auto wifi = DynamicCast<const WifiNetDevice>(device);
    return wifi && wifi->GetMac() && wifi->GetMac()->GetTypeOfStation() == MESH;
}

BridgedWifiMac::BridgedWifiMac(const Ptr<NetDevice>& device)
{
    const auto wifi = DynamicCast<WifiNetDevice>(device);
    if (!wifi)
    {
        return;
    }
    m_mac = wifi->GetMac();
    for (const auto category : DATA_QUEUES)
    {
        if (const auto queue = m_mac->GetTxopQueue(category))
        {
            queue->TraceConnectWithoutContext("Enqueue",
                                              MakeCallback(&BridgedWifiMac::NotifyEnqueue, this));
        }
    }
}

BridgedWifiMac::~BridgedWifiMac() = default;

void
BridgedWifiMac::Disconnect()
{
    for (const auto category : DATA_QUEUES)
    {
        if (const auto queue = m_mac ? m_mac->GetTxopQueue(category) : nullptr)
        {
            queue->TraceDisconnectWithoutContext(
                "Enqueue",
                MakeCallback(&BridgedWifiMac::NotifyEnqueue, this));
        }
    }
    m_mac = nullptr;
}

bool
BridgedWifiMac::IsPresent() const
{
    return m_mac != nullptr;
}

uint64_t
BridgedWifiMac::BeginTransmission()
{
    m_isTransmitting = true;
    return m_enqueues;
}

bool
BridgedWifiMac::EndTransmission(uint64_t before)
{
    m_isTransmitting = false;
    return !m_mac || m_enqueues != before;
}

void
BridgedWifiMac::NotifyEnqueue(Ptr<const WifiMpdu> mpdu)
{
    ++m_enqueues;
    // A data frame that the bridge did not hand over and whose source is another station is a relay
    // of the access point.
    const WifiMacHeader& header = mpdu->GetHeader();
    if (!m_isTransmitting && header.IsData() && header.GetAddr3() != m_mac->GetAddress())
    {
        m_relays.push_back(mpdu->GetPacket()->GetUid());
    }
}

bool
BridgedWifiMac::Relays(const Address& destination) const
{
    return m_mac && m_mac->CanForwardPacketsTo(Mac48Address::ConvertFrom(destination));
}

// With a ReceiveBacklog the frame comes up later still, so the relays are remembered until then.
bool
BridgedWifiMac::TakeRelay(uint64_t uid)
{
    const auto relay = std::find(m_relays.begin(), m_relays.end(), uid);
    if (relay == m_relays.end())
    {
        return false;
    }
    // Frames come up in their order. Those before this one were dropped on the way up.
    m_relays.erase(m_relays.begin(), relay + 1);
    return true;
}

} // namespace ns3
