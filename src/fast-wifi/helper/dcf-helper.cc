// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-helper.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/fast-wifi-compatibility.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/qos-utils.h"
#include "ns3/queue-item.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcfHelper");

DcfHelper::DcfHelper()
    : MediumHelper("DcfHelper",
                   DcfNetDevice::GetTypeId(),
                   DcfChannel::GetTypeId(),
                   LINK_TYPE_IEEE802_11)
{
    m_deviceFactory.SetTypeId(DcfNetDevice::GetTypeId());
}

void
DcfHelper::ConnectDrops(Ptr<NetDevice> device, const DropWriter& write) const
{
    device->TraceConnectWithoutContext("Drop",
                                       Callback<void, Ptr<const Packet>, DcfDropReason>(
                                           [write](Ptr<const Packet> packet, DcfDropReason reason) {
                                               write("Drop", packet, GetDcfDropReasonName(reason));
                                           }));
    device->TraceConnectWithoutContext(
        "PhyRxDrop",
        Callback<void, Ptr<const Packet>>(
            [write](Ptr<const Packet> packet) { write("PhyRxDrop", packet, ""); }));
}

void
DcfHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

Ptr<DcfChannel>
DcfHelper::GetChannel()
{
    return StaticCast<DcfChannel>(GetMediumChannel());
}

void
DcfHelper::SetChannel(Ptr<DcfChannel> channel)
{
    SetMediumChannel(channel);
}

NetDeviceContainer
DcfHelper::Install(const NodeContainer& nodes)
{
    NetDeviceContainer devices;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto device = m_deviceFactory.Create<DcfNetDevice>();
        // The address first: the channel finds receivers by it from then on.
        device->SetAddress(Mac48Address::Allocate());
        device->SetChannel(GetChannel());
        (*node)->AddDevice(device);
        BooleanValue qos;
        device->GetAttribute("QosSupported", qos);
        // As WifiHelper does: a queue for each access category, chosen by the DS field.
        const auto queues =
            CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues",
                                                                UintegerValue(qos.Get() ? 4 : 1));
        if (qos.Get())
        {
            queues->SetSelectQueueCallback(&SelectQueueByDSField);
        }
        device->AggregateObject(queues);
        NS_LOG_INFO("node " << (*node)->GetId() << " gets " << device->GetAddress()
                            << (qos.Get() ? " with" : " without") << " QoS");
        devices.Add(device);
    }
    return devices;
}

NetDeviceContainer
DcfHelper::Install(Ptr<Node> node)
{
    return Install(NodeContainer(node));
}

NetDeviceContainer
DcfHelper::Install(const std::string& nodeName)
{
    return Install(NodeContainer(nodeName));
}

NetDeviceContainer
DcfHelper::InstallStations(const NodeContainer& nodes)
{
    return InstallAs(DcfNetDevice::STATION, nodes);
}

NetDeviceContainer
DcfHelper::InstallStations(Ptr<Node> node)
{
    return InstallStations(NodeContainer(node));
}

NetDeviceContainer
DcfHelper::InstallStations(const std::string& nodeName)
{
    return InstallStations(NodeContainer(nodeName));
}

NetDeviceContainer
DcfHelper::InstallAccessPoint(Ptr<Node> node)
{
    return InstallAs(DcfNetDevice::ACCESS_POINT, NodeContainer(node));
}

NetDeviceContainer
DcfHelper::InstallAccessPoint(const std::string& nodeName)
{
    return InstallAs(DcfNetDevice::ACCESS_POINT, NodeContainer(nodeName));
}

NetDeviceContainer
DcfHelper::InstallAs(DcfNetDevice::Role role, const NodeContainer& nodes)
{
    // The role holds for these devices only; Install() keeps what the user set.
    const ObjectFactory factory = m_deviceFactory;
    m_deviceFactory.Set("Role", EnumValue(role));
    const NetDeviceContainer devices = Install(nodes);
    m_deviceFactory = factory;
    return devices;
}

int64_t
DcfHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    const int64_t first = stream;
    NetDeviceContainer ours;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        if (const auto dcf = DynamicCast<DcfNetDevice>(*device))
        {
            stream += dcf->AssignStreams(stream);
            ours.Add(dcf);
        }
    }
    // The streams of the channels come last, so that devices have the same ones on any channel.
    stream += AssignChannelStreams(ours, stream);
    return stream - first;
}

} // namespace ns3
