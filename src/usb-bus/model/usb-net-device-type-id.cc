// SPDX-License-Identifier: GPL-2.0-only

// Registration of UsbNetDevice, and what it only passes on as a NetDevice.

#include "usb-net-device.h"

#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/// The smallest MTU of an IPv4 host (RFC 791).
constexpr uint16_t MIN_MTU = 68;
/// What a WifiNetDevice carries in one frame.
constexpr uint16_t MAX_MTU = MAX_MSDU_SIZE - 8;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(UsbNetDevice);

TypeId
UsbNetDevice::GetTypeId()
{
    static TypeId tid = AddTraces(AddAttributes(TypeId("ns3::UsbNetDevice")
                                                    .SetParent<NetDevice>()
                                                    .SetGroupName("UsbBus")
                                                    .AddConstructor<UsbNetDevice>()));
    return tid;
}

TypeId
UsbNetDevice::AddAttributes(TypeId tid)
{
    return tid
        .AddAttribute("Mtu",
                      "Largest packet, bytes. A longer one is dropped with reason TOO_LONG.",
                      UintegerValue(1500),
                      MakeUintegerAccessor(&UsbNetDevice::SetMtu, &UsbNetDevice::GetMtu),
                      MakeUintegerChecker<uint16_t>(MIN_MTU, MAX_MTU))
        .AddAttribute(
            "QueueMode",
            "Whether the driver gives the bus one packet at a time. Read when the "
            "driver starts, as the attributes that follow.",
            EnumValue(QueueMode::QUEUELESS),
            MakeEnumAccessor<QueueMode>(&UsbNetDevice::m_queueMode),
            MakeEnumChecker(QueueMode::QUEUELESS, "Queueless", QueueMode::QUEUED, "Queued"))
        .AddAttribute("MaxTxUrbs",
                      "OUT URBs in progress at a time in mode Queued. Default: the adapter's "
                      "transmit buffers.",
                      UintegerValue(2),
                      MakeUintegerAccessor(&UsbNetDevice::m_maxTxUrbs),
                      MakeUintegerChecker<uint32_t>(1, 256))
        .AddAttribute("InUrbs",
                      "IN URBs posted at a time. The driver of kuang2003 has one.",
                      UintegerValue(1),
                      MakeUintegerAccessor(&UsbNetDevice::m_inUrbs),
                      MakeUintegerChecker<uint32_t>(1, 256))
        .AddAttribute("InUrbSize",
                      "Bytes of an IN URB's buffer (hfa384x_usb.c: 3000). At least one packet of "
                      "the bus: 64 at full speed, 512 at high speed.",
                      UintegerValue(3000),
                      MakeUintegerAccessor(&UsbNetDevice::m_inUrbSize),
                      MakeUintegerChecker<uint32_t>(64, 65535))
        .AddAttribute("TxResubmitDelay",
                      "From the completion of an OUT URB over queue wake and soft interrupt to the "
                      "next submission. Estimated; 20 us to 300 us give the same in kuang2003's "
                      "table 2.",
                      TimeValue(MicroSeconds(45)),
                      MakeTimeAccessor(&UsbNetDevice::m_txResubmitDelay),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "RxResubmitDelay",
            "From the completion of an IN URB until it is posted again. Estimated; 10 us to "
            "300 us give the same in kuang2003's table 2.",
            TimeValue(MicroSeconds(25)),
            MakeTimeAccessor(&UsbNetDevice::m_rxResubmitDelay),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("RxDeliverDelay",
                      "From the completion of an IN URB until its packet is at the network layer. "
                      "Estimated.",
                      TimeValue(MicroSeconds(30)),
                      MakeTimeAccessor(&UsbNetDevice::m_rxDeliverDelay),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("HaltDelay",
                      "From a stall until the halt is cleared in process context.",
                      TimeValue(MilliSeconds(2)),
                      MakeTimeAccessor(&UsbNetDevice::m_haltDelay),
                      MakeTimeChecker(Time(0), Seconds(10)))
        .AddAttribute("ErrorPause",
                      "For how long another failure stops its direction (hfa384x_usb.c: 1/8 s).",
                      TimeValue(MilliSeconds(125)),
                      MakeTimeAccessor(&UsbNetDevice::m_errorPause),
                      MakeTimeChecker(Time(0), Seconds(10)));
}

TypeId
UsbNetDevice::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource("MacTx",
                        "A packet goes to the adapter: the instant at which tcpdump sees it.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macTxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacTxDrop",
                        "A packet from the stack is given up.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macTxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRx",
                        "A packet goes to the stack.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macRxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRxDrop",
                        "A packet from the adapter is given up.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macRxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacPromiscRx",
                        "A packet goes to the stack's promiscuous receivers.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_macPromiscRxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Sniffer",
                        "Packets to and from the stack with an Ethernet header (tcpdump -p). The "
                        "destination of received ones is this device's address unless somebody "
                        "receives promiscuously.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_snifferTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PromiscSniffer",
                        "As Sniffer, with the packets meant for others.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_promiscSnifferTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Drop",
                        "A packet is given up, and why.",
                        MakeTraceSourceAccessor(&UsbNetDevice::m_dropTrace),
                        "ns3::UsbNetDevice::DropTracedCallback");
}

void
UsbNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
UsbNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
UsbNetDevice::GetChannel() const
{
    return m_adapter ? m_adapter->GetWifiNetDevice()->GetChannel() : nullptr;
}

void
UsbNetDevice::SetAddress(Address address)
{
    if (!m_adapter)
    {
        NS_FATAL_ERROR("UsbNetDevice::SetAddress() before Attach()");
    }
    m_adapter->GetWifiNetDevice()->SetAddress(address);
}

Address
UsbNetDevice::GetAddress() const
{
    return m_adapter ? m_adapter->GetWifiNetDevice()->GetAddress() : Address();
}

bool
UsbNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU || mtu > MAX_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
UsbNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
UsbNetDevice::IsLinkUp() const
{
    return m_adapter && m_adapter->IsLinkUp();
}

void
UsbNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChanges.ConnectWithoutContext(callback);
}

bool
UsbNetDevice::IsBroadcast() const
{
    return true;
}

Address
UsbNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
UsbNetDevice::IsMulticast() const
{
    return true;
}

Address
UsbNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
UsbNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
UsbNetDevice::IsBridge() const
{
    return false;
}

bool
UsbNetDevice::IsPointToPoint() const
{
    return false;
}

Ptr<Node>
UsbNetDevice::GetNode() const
{
    return m_node;
}

void
UsbNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
UsbNetDevice::NeedsArp() const
{
    return true;
}

void
UsbNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_receive = cb;
}

void
UsbNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscReceive = cb;
    if (m_adapter)
    {
        m_adapter->EnablePromiscuous();
    }
}

bool
UsbNetDevice::SupportsSendFrom() const
{
    return m_adapter && m_adapter->GetWifiNetDevice()->SupportsSendFrom();
}

} // namespace ns3
