// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "wavelan-helper.h"

#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-compatibility.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WavelanHelper");

WavelanHelper::WavelanHelper()
    : MediumHelper("WavelanHelper",
                   WavelanNetDevice::GetTypeId(),
                   MediumChannel::GetTypeId(),
                   WAVELAN_LINK_TYPE)
{
    m_isaFactory.SetTypeId(WavelanNetDevice::GetTypeId());
    m_pcmciaFactory.SetTypeId(WavelanNetDevice::GetTypeId());
    // V.C: 96 bit times at 2 Mb/s instead of 32, and a single buffer.
    m_pcmciaFactory.Set("InterframeGap", TimeValue(MicroSeconds(48)));
    m_pcmciaFactory.Set("TxBuffers", UintegerValue(1));
    // Calibrated: with it UDP from a PCMCIA card has the 1.28 Mb/s of the paper.
    m_pcmciaFactory.Set("OverrunAfter",
                        StringValue("ns3::UniformRandomVariable[Min=1350|Max=4050]"));
    // A slot of CSMA is longer than the time in which a station notices others. The offset of 1.6
    // slots between the two cards' gaps keeps them apart as long as this is below 0.4 slots.
    SetChannelAttribute("CarrierSenseTime", TimeValue(NanoSeconds(500)));
}

void
WavelanHelper::ConnectDrops(Ptr<NetDevice> device, const DropWriter& write) const
{
    device->TraceConnectWithoutContext(
        "Drop",
        Callback<void, Ptr<const Packet>, WavelanDropReason>(
            [write](Ptr<const Packet> packet, WavelanDropReason reason) {
                write("Drop", packet, GetWavelanDropReasonName(reason));
            }));
}

void
WavelanHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_isaFactory.Set(name, value);
    m_pcmciaFactory.Set(name, value);
}

Ptr<MediumChannel>
WavelanHelper::GetChannel()
{
    return GetMediumChannel();
}

void
WavelanHelper::SetChannel(Ptr<MediumChannel> channel)
{
    SetMediumChannel(channel);
}

NetDeviceContainer
WavelanHelper::Install(const NodeContainer& nodes, WavelanCard card)
{
    NetDeviceContainer devices;
    const ObjectFactory& factory = card == WavelanCard::ISA ? m_isaFactory : m_pcmciaFactory;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto device = factory.Create<WavelanNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        device->SetChannel(GetChannel());
        (*node)->AddDevice(device);
        // The link queue of the host must stop while no transmit buffer is free.
        device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
        NS_LOG_INFO("node " << (*node)->GetId() << " gets "
                            << (card == WavelanCard::ISA ? "an ISA" : "a PCMCIA") << " card, "
                            << device->GetAddress());
        devices.Add(device);
    }
    return devices;
}

NetDeviceContainer
WavelanHelper::Install(Ptr<Node> node, WavelanCard card)
{
    return Install(NodeContainer(node), card);
}

NetDeviceContainer
WavelanHelper::Install(const std::string& nodeName, WavelanCard card)
{
    return Install(NodeContainer(nodeName), card);
}

int64_t
WavelanHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    const int64_t first = stream;
    NetDeviceContainer ours;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        if (const auto card = DynamicCast<WavelanNetDevice>(*device))
        {
            stream += card->AssignStreams(stream);
            ours.Add(card);
        }
    }
    // Last, so that cards have the same ones on any channel.
    stream += AssignChannelStreams(ours, stream);
    return stream - first;
}

} // namespace ns3
