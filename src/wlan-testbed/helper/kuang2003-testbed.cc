// SPDX-License-Identifier: GPL-2.0-only

#include "kuang2003-testbed.h"

#include "host-tcp.h"
#include "host-wire.h"

#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/tcp-sunos58-socket-factory.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

Kuang2003Testbed::Kuang2003Testbed(const Kuang2003Parameters& parameters)
    : m_parameters(parameters)
{
    m_nodes.Create(3);
    m_radio.emplace(m_parameters, GetLaptop(), GetAccessPoint());
    BuildBus();
    BuildWire();
    BuildInternet();
}

void
Kuang2003Testbed::BuildBus()
{
    RefuseUserValues("ns3::UhciHostController", {"Fsbr", "Traversal"});
    RefuseUserValue("ns3::UsbNetDevice::QueueMode");
    RefuseUserValue("ns3::UsbWifiAdapter::RateBug");
    UsbHelper usb;
    usb.SetControllerType("ns3::UhciHostController",
                          "Fsbr",
                          BooleanValue(m_parameters.fsbr),
                          "Traversal",
                          StringValue(m_parameters.depthFirst ? "DepthFirst" : "BreadthFirst"));
    usb.SetDeviceAttribute("QueueMode",
                           StringValue(m_parameters.queuedBulk ? "Queued" : "Queueless"));
    usb.SetDeviceAttribute(
        "MaxTxUrbs",
        *PreferUserValue("ns3::UsbNetDevice::MaxTxUrbs", UintegerValue(m_parameters.txBuffers)));
    const auto setAdapter = [&usb](const std::string& name, const AttributeValue& value) {
        usb.SetAdapterAttribute(name, *PreferUserValue("ns3::UsbWifiAdapter::" + name, value));
    };
    setAdapter("TxBuffers", UintegerValue(m_parameters.txBuffers));
    setAdapter("HeaderGap", TimeValue(m_parameters.headerGap));
    setAdapter("CommitGap", TimeValue(m_parameters.commitGap));
    usb.SetAdapterAttribute("RateBug", BooleanValue(m_parameters.rateBug));
    m_usbDevice = DynamicCast<UsbNetDevice>(usb.Install(GetRadios().Get(0)).Get(0));
}

void
Kuang2003Testbed::BuildWire()
{
    m_wire = InstallHostWire(GetAccessPoint(),
                             GetHost(),
                             m_parameters.ethernetRate,
                             m_parameters.ethernetDelay);
    BridgeHelper().Install(GetAccessPoint(), NetDeviceContainer(GetRadios().Get(1), m_wire.Get(0)));
}

void
Kuang2003Testbed::BuildInternet()
{
    const NodeContainer hosts(GetLaptop(), GetHost());
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(hosts);
    InstallLaptopTcp();
    InstallSunOs();
    TrafficControlHelper queue;
    const StringValue packets(std::to_string(m_parameters.interfaceQueue) + "p");
    queue.SetRootQueueDisc("ns3::FifoQueueDisc",
                           "MaxSize",
                           *PreferUserValue("ns3::FifoQueueDisc::MaxSize", packets));
    m_interfaceQueue = queue.Install(m_usbDevice).Get(0);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(NetDeviceContainer(m_usbDevice));
    m_hostAddress = addresses.Assign(NetDeviceContainer(m_wire.Get(1))).GetAddress(0);
}

void
Kuang2003Testbed::InstallLaptopTcp()
{
    const Kuang2003Parameters& p = m_parameters;
    RefuseUserValue("ns3::TcpSocket::SegmentSize");
    RefuseUserValue("ns3::TcpLinux24Socket::RetransStampFromSyn");
    const auto sockets = InstallHostTcp(GetLaptop(), p.laptopTcp);
    sockets->SetSocketAttribute("SegmentSize", UintegerValue(p.segmentSize));
    if (!DynamicCast<TcpLinux24SocketFactory>(sockets))
    {
        // The buffer of stock sockets stays as ns-3 has it: one of 32 KB, to which writes of 16 KB
        // go whole or not at all, runs empty.
        return;
    }
    sockets->SetSocketAttribute("PartialWrites", BooleanValue(true)); // netperf blocks in send()
    sockets->SetSocketAttribute(
        "SndBufSize",
        *PreferUserValue("ns3::TcpSocket::SndBufSize", UintegerValue(p.sendBuffer)));
    if (!p.retransStampFault)
    {
        sockets->SetSocketAttribute("RetransStampFromSyn", BooleanValue(false));
    }
}

void
Kuang2003Testbed::InstallSunOs()
{
    const Kuang2003Parameters& p = m_parameters;
    TcpSocketFactoryHelper::InstallSunOs58(GetHost());
    const auto sockets = GetHost()->GetObject<TcpSunOs58SocketFactory>();
    sockets->SetSocketAttribute("SegmentSize", UintegerValue(p.segmentSize));
    const auto set = [&sockets](const std::string& name, const AttributeValue& value) {
        sockets->SetSocketAttribute(name, *PreferUserValue("ns3::TcpSocket::" + name, value));
    };
    set("RcvBufSize", UintegerValue(p.receiveBuffer));
    set("DelAckCount", UintegerValue(p.delayedAckSegments));
    set("DelAckTimeout", TimeValue(p.delayedAckTimeout));
}

Ptr<Node>
Kuang2003Testbed::GetLaptop() const
{
    return m_nodes.Get(0);
}

Ptr<Node>
Kuang2003Testbed::GetAccessPoint() const
{
    return m_nodes.Get(1);
}

Ptr<Node>
Kuang2003Testbed::GetHost() const
{
    return m_nodes.Get(2);
}

Ptr<UsbNetDevice>
Kuang2003Testbed::GetUsbDevice() const
{
    return m_usbDevice;
}

Ptr<UsbWifiAdapter>
Kuang2003Testbed::GetAdapter() const
{
    return m_usbDevice->GetAdapter();
}

Ptr<UsbHostController>
Kuang2003Testbed::GetBus() const
{
    return GetAdapter()->GetHostController();
}

Ptr<QueueDisc>
Kuang2003Testbed::GetInterfaceQueue() const
{
    return m_interfaceQueue;
}

NetDeviceContainer
Kuang2003Testbed::GetRadios() const
{
    return m_radio->GetDevices();
}

Ipv4Address
Kuang2003Testbed::GetHostAddress() const
{
    return m_hostAddress;
}

const Kuang2003Parameters&
Kuang2003Testbed::GetParameters() const
{
    return m_parameters;
}

int64_t
Kuang2003Testbed::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    stream += WifiHelper::AssignStreams(GetRadios(), stream);
    stream += UsbHelper::AssignStreams(NetDeviceContainer(m_usbDevice), stream);
    stream += CsmaHelper().AssignStreams(m_wire, stream);
    stream += InternetStackHelper().AssignStreams(NodeContainer(GetLaptop(), GetHost()), stream);
    stream += TcpSocketFactoryHelper::AssignStreams(NodeContainer(GetLaptop()), stream);
    stream += m_radio->AssignChannelStreams(stream);
    return stream - first;
}

std::vector<std::string>
Kuang2003Testbed::EnablePcap(const std::string& prefix)
{
    const std::string laptop = prefix + "-laptop.pcap";
    const std::string host = prefix + "-host.pcap";
    const std::string air = prefix + "-air.pcap";
    UsbHelper().EnablePcap(laptop, m_usbDevice, false, true);
    CsmaHelper().EnablePcap(host, m_wire.Get(1), false, true);
    YansWifiPhyHelper phy;
    phy.SetPcapDataLinkType(WifiPhyHelper::DLT_IEEE802_11_RADIO);
    phy.EnablePcap(air, GetRadios().Get(1), true, true);
    return {laptop, host, air};
}

} // namespace ns3
