// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "kuang2003-testbed.h"

#include "cell-radio.h"
#include "host-tcp.h"
#include "host-wire.h"
#include "rule-checker.h"

#include "ns3/attribute-container.h"
#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/csma-helper.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/log.h"
#include "ns3/mimd-arf-wifi-manager.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/queue-size.h"
#include "ns3/retry-limit-wifi-manager.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/tcp-sunos58-socket-factory.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/usb-helper.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <functional>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Kuang2003Testbed");

namespace
{

/// @return checker of a TypeIdValue: a rate manager of ns-3
Ptr<const AttributeChecker>
MakeRateManagerChecker()
{
    return MakeRuleChecker<TypeIdValue>(
        MakeTypeIdChecker(),
        "a class of ns3::WifiRemoteStationManager, such as ns3::ArfWifiManager",
        [](const TypeIdValue& value) {
            return value.Get().IsChildOf(WifiRemoteStationManager::GetTypeId()) &&
                   value.Get().HasConstructor();
        });
}

/// @return checker of a list of modes of 802.11b, by their names
Ptr<const AttributeChecker>
MakeModesChecker()
{
    return MakeAttributeContainerChecker<StringValue>(MakeRuleChecker<StringValue>(
        MakeStringChecker(),
        boost::replace_all_copy(MakeDsssModeChecker()->GetUnderlyingTypeInformation(), "|", " or "),
        [](const StringValue& value) {
            return std::ranges::find(DSSS_MODES, value.Get()) != DSSS_MODES.end();
        }));
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Kuang2003Testbed);

TypeId
Kuang2003Testbed::GetTypeId()
{
    static TypeId tid = AddHosts(
        AddPoorChannel(AddRates(AddRadio(AddBus(TypeId("ns3::Kuang2003Testbed")
                                                    .SetParent<Testbed>()
                                                    .SetGroupName("WlanTestbed")
                                                    .AddConstructor<Kuang2003Testbed>())))));
    return tid;
}

TypeId
Kuang2003Testbed::AddBus(TypeId tid)
{
    return tid
        .AddAttribute(
            "Fsbr",
            "Full-speed bandwidth reclamation. Table 2 has it on and off; on is the default "
            "of usb-uhci, the driver of the paper (3.1, 4.1.2).",
            WHEN_BUILT,
            BooleanValue(true),
            MakeBooleanAccessor(&Kuang2003Testbed::m_fsbr),
            MakeBooleanChecker())
        .AddAttribute("DepthFirst",
                      "Whether the controller walks the descriptors depth first. Table 2 has both; "
                      "breadth first is the default of usb-uhci.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Kuang2003Testbed::m_depthFirst),
                      MakeBooleanChecker())
        .AddAttribute("QueuedBulk",
                      "Whether several URBs are under way at once (4.1.2 B). Table 2 has both; the "
                      "driver of the network card sends one packet at a time (4.1.2 A).",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&Kuang2003Testbed::m_queuedBulk),
                      MakeBooleanChecker())
        .AddAttribute(
            "HeaderGap",
            "NAK after the first packet of a message. The paper does not know the adapter's "
            "inside; fitted to table 2.",
            WHEN_BUILT,
            TimeValue(MicroSeconds(100)),
            MakeTimeAccessor(&Kuang2003Testbed::m_headerGap),
            MakeTimeChecker(Seconds(0), Seconds(1)))
        .AddAttribute("CommitGap",
                      "NAK after the last packet of a message. Fitted to table 2.",
                      WHEN_BUILT,
                      TimeValue(MicroSeconds(100)),
                      MakeTimeAccessor(&Kuang2003Testbed::m_commitGap),
                      MakeTimeChecker(Seconds(0), Seconds(1)))
        .AddAttribute("TxBuffers",
                      "Frames that the adapter holds for the air. \"We do not know the on-board "
                      "memory size\", and the size that SnifferUSB found is not printed (4.1.2 B). "
                      "Fitted to table 2.",
                      WHEN_BUILT,
                      UintegerValue(2),
                      MakeUintegerAccessor(&Kuang2003Testbed::m_txBuffers),
                      MakeUintegerChecker<uint32_t>(1, 256))
        .AddAttribute(
            "RxBuffers",
            "Frames that the adapter holds for the laptop. The paper says nothing of them.",
            WHEN_BUILT,
            UintegerValue(8),
            MakeUintegerAccessor(&Kuang2003Testbed::m_rxBuffers),
            MakeUintegerChecker<uint32_t>(1, 1024))
        .AddAttribute("InterfaceQueue",
                      "Packets in the interface queue: \"the default link-layer buffer size is 100 "
                      "packets\" (4.2.2).",
                      WHEN_BUILT,
                      UintegerValue(100),
                      MakeUintegerAccessor(&Kuang2003Testbed::m_interfacePackets),
                      MakeUintegerChecker<uint32_t>(1));
}

TypeId
Kuang2003Testbed::AddRadio(TypeId tid)
{
    using K = Kuang2003Testbed;
    using V = LaptopRadioValues;
    return tid
        .AddAttribute("Distance",
                      "Metres between laptop and access point: \"only 1-2 meters apart\" (4.1.1, "
                      "4.3.1).",
                      WHEN_BUILT,
                      DoubleValue(1.5),
                      MakeDoubleAccessor(&K::SetRadio<&V::distance>, &K::GetRadio<&V::distance>),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "DataMode",
            "Mode of data frames, 11 Mb/s with the repaired driver (4.1.1). The preamble is "
            "the long one: the only one that ns-3 has in a pure 802.11b cell, and the "
            "default of Prism 2.",
            WHEN_BUILT,
            EnumValue(DsssRate::RATE_11),
            MakeEnumAccessor<DsssRate>(&K::SetRadio<&V::dataMode>, &K::GetRadio<&V::dataMode>),
            MakeDsssModeChecker())
        .AddAttribute(
            "RateBug",
            "The bug of linux-wlan 0.1.13: \"all 802.11b frames sent by Linux were sent "
            "with a 2 Mbps transmission rate\" (4.1.1). \"All remaining experiments in this "
            "paper use the modified Linux driver.\"",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&K::SetRadio<&V::rateBug>, &K::GetRadio<&V::rateBug>),
            MakeBooleanChecker())
        .AddAttribute(
            "RetryLimit",
            "Transmission attempts for a frame: \"the maximum retransmission count is 8\" "
            "(4.3.2 A, figure 6). The throughputs of 4.3.2 have 10 (footnote 7).",
            WHEN_BUILT,
            UintegerValue(8),
            MakeUintegerAccessor(&K::SetRadio<&V::retryLimit>, &K::GetRadio<&V::retryLimit>),
            MakeAttemptsChecker())
        .AddAttribute(
            "MacRetransmission",
            "Whether the adapter's MAC retransmits. 4.3.1 has a driver in which it does not "
            "(figure 5(b)).",
            WHEN_BUILT,
            BooleanValue(true),
            MakeBooleanAccessor(&K::SetRadio<&V::macRetransmission>,
                                &K::GetRadio<&V::macRetransmission>),
            MakeBooleanChecker())
        .AddAttribute("BasicRates",
                      "Basic rates of the cell, with commas between, of which the first is that of "
                      "beacons. The MAC acknowledges a frame at the highest basic rate that is not "
                      "above the frame's own. The paper names none; that all rates are basic is "
                      "calibrated by table 2.",
                      WHEN_BUILT,
                      AttributeContainerValue<StringValue>(DSSS_MODES),
                      MakeAttributeContainerAccessor<StringValue>(&K::SetRadio<&V::basicRates>,
                                                                  &K::GetRadio<&V::basicRates>),
                      MakeModesChecker())
        .AddAttribute(
            "FrameLossRate",
            "Share of frames that noise spoils, MAC acknowledgements included. Calibrated "
            "by the retries of UDP, 0.47 to 0.98 %, which \"reflect wireless channel errors "
            "only\" (4.3.1). 0 with PoorChannel.",
            WHEN_BUILT,
            DoubleValue(0.0036),
            MakeDoubleAccessor(&K::SetRadio<&V::frameLossRate>, &K::GetRadio<&V::frameLossRate>),
            MakeDoubleChecker<double>(0, 1));
}

TypeId
Kuang2003Testbed::AddRates(TypeId tid)
{
    using K = Kuang2003Testbed;
    using V = LaptopRadioValues;
    return tid
        .AddAttribute(
            "AutomaticRate",
            "Whether the adapter chooses the rate, \"Automatic\" in 4.3.2. Otherwise it has "
            "DataMode.",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&K::SetRadio<&V::automaticRate>, &K::GetRadio<&V::automaticRate>),
            MakeBooleanChecker())
        .AddAttribute(
            "AutomaticRateManager",
            "How the adapter chooses it, with AutomaticRate: as the paper describes (4.3.2 "
            "A).",
            WHEN_BUILT,
            TypeIdValue(MimdArfWifiManager::GetTypeId()),
            MakeTypeIdAccessor(&K::SetRadio<&V::automaticRateManager>,
                               &K::GetRadio<&V::automaticRateManager>),
            MakeRateManagerChecker())
        .AddAttribute(
            "SuccessThreshold",
            "Frames after which MimdArfWifiManager's rate is 11 Mb/s again: \"after several "
            "successfully transmitted frames\" (4.3.2 A). Fitted to \"about every tenth data "
            "packet requires retransmission\".",
            WHEN_BUILT,
            UintegerValue(9),
            MakeUintegerAccessor(&K::SetRadio<&V::successThreshold>,
                                 &K::GetRadio<&V::successThreshold>),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("TopTries",
                      "Attempts of MimdArfWifiManager at 11 Mb/s: the first and then \"the sender "
                      "retransmits the frame twice more\" (4.3.2 A).",
                      WHEN_BUILT,
                      UintegerValue(3),
                      MakeUintegerAccessor(&K::SetRadio<&V::topTries>, &K::GetRadio<&V::topTries>),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute(
            "MiddleTries",
            "Attempts of MimdArfWifiManager at 5.5 Mb/s: \"after several more failed "
            "attempts\" (4.3.2 A). Fitted to the throughput.",
            WHEN_BUILT,
            UintegerValue(7),
            MakeUintegerAccessor(&K::SetRadio<&V::middleTries>, &K::GetRadio<&V::middleTries>),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("AccessPointRateManager",
                      "How the access point chooses its rate, of which the paper says nothing. By "
                      "default its rate is fixed at DataMode.",
                      WHEN_BUILT,
                      TypeIdValue(RetryLimitWifiManager::GetTypeId()),
                      MakeTypeIdAccessor(&K::SetRadio<&V::accessPointRateManager>,
                                         &K::GetRadio<&V::accessPointRateManager>),
                      MakeRateManagerChecker());
}

// The paper says only that "we simply increased the distance between the laptop and the AP" (3.3).
// All values are fitted to the throughput at fixed 1 and 2 Mb/s, which is a little below that on a
// good channel; one set serves every row.
TypeId
Kuang2003Testbed::AddPoorChannel(TypeId tid)
{
    using K = Kuang2003Testbed;
    using V = LaptopRadioValues;
    return tid
        .AddAttribute(
            "PoorChannel",
            "The channel of 4.3.2, in place of Distance and FrameLossRate.",
            WHEN_BUILT,
            BooleanValue(false),
            MakeBooleanAccessor(&K::SetRadio<&V::poorChannel>, &K::GetRadio<&V::poorChannel>),
            MakeBooleanChecker())
        .AddAttribute(
            "PoorDistance",
            "Metres, on the poor channel. Fitted; the paper gives no distance.",
            WHEN_BUILT,
            DoubleValue(49),
            MakeDoubleAccessor(&K::SetRadio<&V::poorDistance>, &K::GetRadio<&V::poorDistance>),
            MakeDoubleChecker<double>(0))
        .AddAttribute("PathLossExponent",
                      "Exponent of the poor channel's loss over distance, see PoorChannelHelper.",
                      WHEN_BUILT,
                      DoubleValue(PoorChannelHelper::DEFAULT_EXPONENT),
                      MakeDoubleAccessor(&K::SetRadio<&V::pathLossExponent>,
                                         &K::GetRadio<&V::pathLossExponent>),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "ReferenceLoss",
            "dB, the poor channel's loss over 1 m, see PoorChannelHelper.",
            WHEN_BUILT,
            DoubleValue(PoorChannelHelper::DEFAULT_REFERENCE_LOSS),
            MakeDoubleAccessor(&K::SetRadio<&V::referenceLoss>, &K::GetRadio<&V::referenceLoss>),
            MakeDoubleChecker<double>())
        .AddAttribute("Shadowing",
                      "dB, standard deviation of the poor channel's shadowing. The paper leaves it "
                      "open; the walls do not move.",
                      WHEN_BUILT,
                      DoubleValue(0),
                      MakeDoubleAccessor(&K::SetRadio<&V::shadowing>, &K::GetRadio<&V::shadowing>),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "ShadowingCorrelation",
            "How long the shadowing stays alike; with 0 s each frame is independent. Left "
            "open, too.",
            WHEN_BUILT,
            TimeValue(Seconds(0)),
            MakeTimeAccessor(&K::SetRadio<&V::shadowingCorrelation>,
                             &K::GetRadio<&V::shadowingCorrelation>),
            MakeTimeChecker(Seconds(0)))
        .AddAttribute(
            "GoodDuration",
            "Mean time of the poor channel's good state. Fitted.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(500)),
            MakeTimeAccessor(&K::SetRadio<&V::goodDuration>, &K::GetRadio<&V::goodDuration>),
            MakeTimeChecker(MicroSeconds(1)))
        .AddAttribute(
            "BadDuration",
            "Mean time of the poor channel's bad state, which a chain of retries outlasts. "
            "Fitted.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(20)),
            MakeTimeAccessor(&K::SetRadio<&V::badDuration>, &K::GetRadio<&V::badDuration>),
            MakeTimeChecker(MicroSeconds(1)))
        .AddAttribute(
            "BadBitErrorRate",
            "Bit error rate in the bad state; a data frame is lost in it. Left open by the "
            "paper.",
            WHEN_BUILT,
            DoubleValue(1e-3),
            MakeDoubleAccessor(&K::SetRadio<&V::badBitErrorRate>,
                               &K::GetRadio<&V::badBitErrorRate>),
            MakeDoubleChecker<double>(0, 1));
}

TypeId
Kuang2003Testbed::AddHosts(TypeId tid)
{
    return tid
        .AddAttribute("EthernetRate",
                      "Rate of \"the departmental 100 Mbps Ethernet LAN\" (3.1).",
                      WHEN_BUILT,
                      DataRateValue(DataRate("100Mbps")),
                      MakeDataRateAccessor(&Kuang2003Testbed::m_ethernetRate),
                      MakeWireRateChecker())
        .AddAttribute(
            "EthernetDelay",
            "Delay of the wire, which the paper does not give. \"A local LAN\" (4.1.1) is "
            "assumed to be about 200 m of cable.",
            WHEN_BUILT,
            TimeValue(MicroSeconds(1)),
            MakeTimeAccessor(&Kuang2003Testbed::m_ethernetDelay),
            MakeTimeChecker(Seconds(0)))
        .AddAttribute("LaptopTcp",
                      "The laptop's TCP: \"Redhat Linux 7.2 (version 2.4.18)\" (3.1).",
                      WHEN_BUILT,
                      StringValue("Linux24_18"),
                      MakeStringAccessor(&Kuang2003Testbed::m_laptopTcp),
                      MakeHostTcpChecker(true))
        .AddAttribute(
            "HostTcp",
            "The wired host's TCP: \"SunOS 5.8\" (3.1), whose SACK knows no D-SACK (4.2.3).",
            WHEN_BUILT,
            StringValue(SUN_OS_5_8),
            MakeStringAccessor(&Kuang2003Testbed::m_hostTcp),
            MakeHostTcpChecker())
        .AddAttribute("SegmentSize",
                      "Bytes of data in a datagram of 1500 bytes (4.1.2 A) with timestamps, the "
                      "default of Linux 2.4 (4.2.2).",
                      WHEN_BUILT,
                      UintegerValue(1448),
                      MakeUintegerAccessor(&Kuang2003Testbed::m_segmentSize),
                      MakeSegmentSizeChecker())
        .AddAttribute(
            "SendBuffer",
            "Bytes. \"A 16 KB send socket buffer size\" (4.1.2), which Linux doubles. Stock "
            "sockets of ns-3 keep their own.",
            WHEN_BUILT,
            UintegerValue(32768),
            MakeUintegerAccessor(&Kuang2003Testbed::m_sendBuffer),
            MakeWindowChecker())
        .AddAttribute(
            "ReceiveBuffer",
            "Bytes. \"A 24 KB receive socket buffer size\" (4.1.2), which SunOS rounds up to "
            "17 segments.",
            WHEN_BUILT,
            UintegerValue(24616),
            MakeUintegerAccessor(&Kuang2003Testbed::m_receiveBuffer),
            MakeWindowChecker())
        .AddAttribute(
            "DelayedAckSegments",
            "Segments for one ACK: two data packets and one ACK is the pattern on the bus "
            "(4.1.2 A).",
            WHEN_BUILT,
            UintegerValue(2),
            MakeUintegerAccessor(&Kuang2003Testbed::m_delayedAckSegments),
            MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("DelayedAckTimeout",
                      "\"A Delayed-ACK timeout (about 100 ms in the graph)\" (4.3.2 B); "
                      "tcp_deferred_ack_interval of SunOS.",
                      WHEN_BUILT,
                      TimeValue(MilliSeconds(100)),
                      MakeTimeAccessor(&Kuang2003Testbed::m_delayedAckTimeout),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute("RetransStampFault",
                      "The fault of 2.4.18 in retrans_stamp (4.2.2); see TcpLinux24Socket.",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&Kuang2003Testbed::m_retransStampFault),
                      MakeBooleanChecker())
        .AddAttribute("Start",
                      "When the laptop begins. The station is associated by then.",
                      WHEN_BUILT,
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Kuang2003Testbed::m_start),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute(
            "StartJitter",
            "An experiment draws the start of a run from this span, which stands for what "
            "the paper's runs have by nature: another phase of beacons and frames of the "
            "bus.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(100)),
            MakeTimeAccessor(&Kuang2003Testbed::m_startJitter),
            MakeTimeChecker(Seconds(0)));
}

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
}

void
Kuang2003Testbed::CheckTogether() const
{
    if (m_radioValues.poorChannel && m_radioValues.frameLossRate > 0)
    {
        throw std::invalid_argument("FrameLossRate with PoorChannel: expected one of them");
    }
    if (m_laptopTcp == REAL_KERNEL)
    {
        RequireDefaults(*this,
                        {"SendBuffer", "RetransStampFault"},
                        std::string("LaptopTcp=") + REAL_KERNEL);
    }
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
        // Linux decides by itself when to delay an ACK.
        RefuseUserValues({"ns3::Kuang2003Testbed::DelayedAckSegments",
                          "ns3::Kuang2003Testbed::DelayedAckTimeout"});
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
