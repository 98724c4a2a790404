// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "kuang2003-testbed.h"

#include "cell-radio.h"
#include "host-tcp.h"
#include "host-wire.h"

#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/log.h"
#include "ns3/mimd-arf-wifi-manager.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/user-attribute.h"
#include "ns3/yans-wifi-helper.h"

#include <functional>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Kuang2003Testbed");

Kuang2003Testbed::Kuang2003Testbed() = default;

Kuang2003Testbed::~Kuang2003Testbed() = default;

void
Kuang2003Testbed::Build()
{
    CheckTogether();
    m_nodes.Create(3);
    NS_LOG_INFO("laptop is node " << GetLaptop()->GetId() << ", access point node "
                                  << GetAccessPoint()->GetId() << ", host node "
                                  << GetHost()->GetId());
    // From the air upwards: the bus is put under a radio that exists, and addresses and queue discs
    // belong to the device above the bus.
    m_radio.emplace(m_radioValues, GetLaptop(), GetAccessPoint());
    BuildBus();
    BuildWire();
    BuildInternet();
    RequireJoined(GetInstanceTypeId().GetName(), m_start, GetRadios().Get(0));
}

void
Kuang2003Testbed::CheckTogether() const
{
    CheckRadioTogether();
    if (m_laptopTcp == REAL_KERNEL)
    {
        RequireDefaults(*this,
                        {"SendBuffer", "RetransStampFault"},
                        std::string("LaptopTcp=") + REAL_KERNEL);
    }
    if (IsLinuxKernel(m_hostTcp))
    {
        // Linux decides by itself when to delay an ACK.
        RequireDefaults(*this, {"DelayedAckSegments", "DelayedAckTimeout"}, "HostTcp=" + m_hostTcp);
    }
    RequireDatagramFits(m_segmentSize, m_laptopTcp, m_hostTcp);
    for (const auto& [name, bytes] :
         {std::pair{"SendBuffer", m_sendBuffer}, std::pair{"ReceiveBuffer", m_receiveBuffer}})
    {
        if (bytes < m_segmentSize)
        {
            throw std::invalid_argument(std::string(name) + "=" + std::to_string(bytes) +
                                        ": expected at least SegmentSize, " +
                                        std::to_string(m_segmentSize) + " bytes");
        }
    }
}

void
Kuang2003Testbed::CheckRadioTogether() const
{
    if (m_radioValues.poorChannel && m_radioValues.frameLossRate > 0)
    {
        throw std::invalid_argument("FrameLossRate with PoorChannel: expected one of them");
    }
    if (!m_radioValues.poorChannel)
    {
        RequireDefaults(*this,
                        {"PoorDistance",
                         "PathLossExponent",
                         "ReferenceLoss",
                         "Shadowing",
                         "ShadowingCorrelation",
                         "GoodDuration",
                         "BadDuration",
                         "BadBitErrorRate"},
                        "PoorChannel=false");
    }
    const std::vector<std::string> thresholds{"SuccessThreshold", "TopTries", "MiddleTries"};
    const TypeId manager = m_radioValues.automaticRateManager;
    if (!m_radioValues.automaticRate)
    {
        RequireDefaults(*this, {"AutomaticRateManager"}, "AutomaticRate=false");
        RequireDefaults(*this, thresholds, "AutomaticRate=false");
    }
    else if (manager != MimdArfWifiManager::GetTypeId())
    {
        RequireDefaults(*this, thresholds, "AutomaticRateManager=" + manager.GetName());
    }
}

void
Kuang2003Testbed::BuildBus()
{
    // Table 2 varies the bus mode (3.2) and table 1 the driver's rate (4.1.1). With a user's value
    // for one of these, the cells of a table would be alike.
    RefuseUserValues({"ns3::UhciHostController::Fsbr", "ns3::UhciHostController::Traversal"});
    const StringValue queueMode(m_queuedBulk ? "Queued" : "Queueless");
    // In queued mode the authors' driver "sends USB requests continuously until the buffer is full"
    // (4.1.2 B), hence one URB for each buffer of the adapter.
    const UintegerValue buffers(m_txBuffers);
    // The laptop's controller has the UHCI interface (3.1).
    UsbHelper usb;
    usb.SetControllerType("ns3::UhciHostController",
                          "Fsbr",
                          BooleanValue(m_fsbr),
                          "Traversal",
                          StringValue(m_depthFirst ? "DepthFirst" : "BreadthFirst"));
    SetAttributes("ns3::UsbNetDevice",
                  {{"QueueMode", queueMode}, {"MaxTxUrbs", buffers}},
                  std::bind_front(&UsbHelper::SetDeviceAttribute, &usb));
    // All but the last were fitted to table 2.
    SetAttributes("ns3::UsbWifiAdapter",
                  {{"TxBuffers", buffers},
                   {"HeaderGap", TimeValue(m_headerGap)},
                   {"CommitGap", TimeValue(m_commitGap)},
                   {"RxBuffers", UintegerValue(m_rxBuffers)}},
                  std::bind_front(&UsbHelper::SetAdapterAttribute, &usb));
    m_usbDevice = DynamicCast<UsbNetDevice>(usb.Install(GetRadios().Get(0)).Get(0));
    NS_LOG_INFO("bus: FSBR " << (m_fsbr ? "on, " : "off, ")
                             << (m_depthFirst ? "depth first, " : "breadth first, ")
                             << (m_queuedBulk ? "queued" : "queueless") << "; "
                             << (m_radioValues.rateBug ? "the driver sends data at 2 Mb/s"
                                                       : "the driver sets the rate correctly"));
}

void
Kuang2003Testbed::BuildWire()
{
    m_wire = InstallHostWire(GetAccessPoint(), GetHost(), m_ethernetRate, m_ethernetDelay);
    // The access point, a Lucent RG-1000, connects the WLAN to the departmental Ethernet (3.1). The
    // paper does not describe its queues, so that it is ns-3's plain bridge.
    BridgeHelper().Install(GetAccessPoint(), NetDeviceContainer(GetRadios().Get(1), m_wire.Get(0)));
}

void
Kuang2003Testbed::BuildInternet()
{
    InternetStackHelper internet;
    // Nothing in the paper uses IPv6, whose solicitations would be frames on the air.
    internet.SetIpv6StackInstall(false);
    internet.Install(GetHost());
    InstallHost();
    // One subnet, since the access point bridges.
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    if (m_laptopTcp == REAL_KERNEL)
    {
        InstallKernel(addresses.NewAddress());
        m_hostAddress = addresses.Assign(NetDeviceContainer(m_wire.Get(1))).GetAddress(0);
        return;
    }
    internet.Install(GetLaptop());
    InstallLaptopTcp();
    // "In Linux, the default link-layer buffer size is 100 packets" (4.2.2). Because of this queue
    // a capture at the device shows segments later than TCP sends them (figure 4). All packets have
    // the same priority, so that Linux's pfifo_fast is a plain FIFO here.
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize"});
    TrafficControlHelper queue;
    const QueueSize packets(QueueSizeUnit::PACKETS, m_interfacePackets);
    queue.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", QueueSizeValue(packets));
    m_interfaceQueue = queue.Install(m_usbDevice).Get(0);
    const auto laptop = addresses.Assign(NetDeviceContainer(m_usbDevice)).GetAddress(0);
    m_hostAddress = addresses.Assign(NetDeviceContainer(m_wire.Get(1))).GetAddress(0);
    NS_LOG_INFO("laptop has address " << laptop << ", host " << m_hostAddress);
}

/// A kernel of today has buffers of its own, of which only the interface queue is the testbed's.
void
Kuang2003Testbed::InstallKernel(Ipv4Address address)
{
    // Otherwise, it drops the packets of the other hosts.
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    m_kernel = LinuxKernelHelper().Install(GetLaptop());
    m_kernel->AddInterface(m_usbDevice, address);
    m_kernel->SetUp("tc qdisc replace dev eth0 root pfifo limit " +
                    std::to_string(m_interfacePackets));
    NS_LOG_INFO("laptop has a real kernel");
}

void
Kuang2003Testbed::InstallLaptopTcp()
{
    // K4 compares runs with and without the fault of retrans_stamp (4.2.2).
    RefuseUserValues(
        {"ns3::TcpLinux24Socket::PartialWrites", "ns3::TcpLinux24Socket::RetransStampFromSyn"});
    // SACK (3.2) and timestamps (4.2.2) are on, as by default in Linux 2.4 and in these sockets.
    const auto sockets = InstallHostTcp(GetLaptop(), m_laptopTcp);
    // Metrics per segment divide by the segment size.
    SetTcpAttributes(sockets, {{"SegmentSize", UintegerValue(m_segmentSize)}});
    NS_LOG_INFO("laptop has the TCP " << m_laptopTcp << ", segments of " << m_segmentSize
                                      << " bytes");
    if (!DynamicCast<TcpLinux24SocketFactory>(sockets))
    {
        // Stock sockets keep the send buffer that ns-3 gives them. They take a write of 16 KB whole
        // or not at all, so that a buffer of 32 KB would run empty between two writes.
        return;
    }
    // netperf blocks in send() until the socket has taken the whole message, part by part.
    sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
    SetTcpAttributes(sockets, {{"SndBufSize", UintegerValue(m_sendBuffer)}});
    if (!m_retransStampFault)
    {
        sockets->SetSocketAttribute("RetransStampFromSyn", BooleanValue(false));
    }
}

void
Kuang2003Testbed::InstallHost()
{
    const auto sockets = InstallHostTcp(GetHost(), m_hostTcp);
    // What the paper or its figures give of the receiver goes over the factory's defaults.
    SetTcpAttributes(sockets,
                     {{"SegmentSize", UintegerValue(m_segmentSize)},
                      {"RcvBufSize", UintegerValue(m_receiveBuffer)}});
    if (IsLinuxKernel(m_hostTcp))
    {
        return;
    }
    SetTcpAttributes(sockets,
                     {{"DelAckCount", UintegerValue(m_delayedAckSegments)},
                      {"DelAckTimeout", TimeValue(m_delayedAckTimeout)}});
    NS_LOG_INFO("host has the TCP " << m_hostTcp << ": an ACK for every " << m_delayedAckSegments
                                    << " segments or after " << m_delayedAckTimeout.As(Time::MS));
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
    if (m_kernel)
    {
        throw std::invalid_argument(std::string("LaptopTcp=") + REAL_KERNEL +
                                    ": expected a TCP of the simulation, whose interface queue "
                                    "can be watched");
    }
    return m_interfaceQueue;
}

Ptr<LinuxKernel>
Kuang2003Testbed::GetKernel() const
{
    return m_kernel;
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

Time
Kuang2003Testbed::GetStart() const
{
    return m_start;
}

uint32_t
Kuang2003Testbed::GetSegmentSize() const
{
    return m_segmentSize;
}

int64_t
Kuang2003Testbed::AssignStreams(int64_t stream)
{
    // A part that is added to the testbed takes its streams at the end, so that the earlier parts
    // keep theirs and results stay what they were.
    const int64_t first = stream;
    stream += AssignCellRadioStreams(GetRadios(), stream);
    stream += UsbHelper::AssignStreams(NetDeviceContainer(m_usbDevice), stream);
    stream += CsmaHelper().AssignStreams(m_wire, stream);
    stream += InternetStackHelper().AssignStreams(NodeContainer(GetLaptop(), GetHost()), stream);
    stream += TcpSocketFactoryHelper::AssignStreams(NodeContainer(GetLaptop()), stream);
    stream += m_radio->AssignChannelStreams(stream);
    stream += LinuxKernelHelper::AssignStreams(NodeContainer(GetLaptop()), stream);
    return stream - first;
}

std::vector<std::string>
Kuang2003Testbed::EnablePcap(const std::string& prefix)
{
    RequireWifi(GetCellRadioOption(), "captures of the air");
    // The paper has tcpdump at both hosts and SnifferPro on the air (3.3, figure 2). The access
    // point's radio stands for the sniffer: it hears every frame of the cell.
    const std::string laptop = prefix + "-laptop.pcap";
    const std::string host = prefix + "-host.pcap";
    const std::string air = prefix + "-air.pcap";
    UsbHelper().EnablePcap(laptop, m_usbDevice, false, true);
    CsmaHelper().EnablePcap(host, m_wire.Get(1), false, true);
    YansWifiPhyHelper phy;
    phy.SetPcapDataLinkType(WifiPhyHelper::DLT_IEEE802_11_RADIO);
    phy.EnablePcap(air, GetRadios().Get(1), true, true);
    NS_LOG_INFO("captures go to " << laptop << ", " << host << ", " << air);
    return {laptop, host, air};
}

} // namespace ns3
