// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-tcp.h"
#include "host-wire.h"
#include "kuang2003-testbed.h"
#include "rule-checker.h"

#include "ns3/boolean.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Kuang2003Testbed.
 */

namespace ns3
{

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
            "Time for which the adapter answers NAK after the first packet of a message. The "
            "paper does not describe the inside of the adapter; fitted to table 2.",
            WHEN_BUILT,
            TimeValue(MicroSeconds(100)),
            MakeTimeAccessor(&Kuang2003Testbed::m_headerGap),
            MakeTimeChecker(Seconds(0), Seconds(1)))
        .AddAttribute("CommitGap",
                      "Time for which the adapter answers NAK after the last packet of a "
                      "message. Fitted to table 2.",
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
            "Frames that the adapter holds for the laptop. The paper does not mention them.",
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
                      MakePacketsChecker(1));
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
            "The wired host's TCP: \"SunOS 5.8\" (3.1), whose SACK does not include D-SACK "
            "(4.2.3).",
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
        .AddAttribute(
            "DelayedAckTimeout",
            "tcp_deferred_ack_interval of SunOS 5.8, 100 ms for peers that are not directly "
            "connected (Solaris Tunable Parameters Reference Manual); \"about 100 ms in the "
            "graph\" (4.3.2 B).",
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
                      "When the laptop begins to send. Its radio is associated by then.",
                      WHEN_BUILT,
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Kuang2003Testbed::m_start),
                      MakeTimeChecker(Seconds(0)))
        .AddAttribute(
            "StartJitter",
            "An experiment delays the start of each run by a random part of this span. The "
            "phases of beacons and bus frames thus vary, as they did by themselves in the "
            "paper's runs.",
            WHEN_BUILT,
            TimeValue(MilliSeconds(100)),
            MakeTimeAccessor(&Kuang2003Testbed::m_startJitter),
            MakeTimeChecker(Seconds(0)));
}

} // namespace ns3
