// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rule-checker.h"
#include "xylomenos1999-testbed.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

/**
 * @file
 * @ingroup wlan-testbed
 * Attributes of ns3::Xylomenos1999Testbed, without those of the cards.
 */

namespace ns3
{

namespace
{

using X = Xylomenos1999Testbed;

constexpr uint32_t MOST_WALLS = 1000; ///< between two locations

/// @return checker of a distance, feet
Ptr<const AttributeChecker>
MakeFeetChecker()
{
    return MakeDoubleChecker<double>(0.1, 100'000);
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Xylomenos1999Testbed);

TypeId
Xylomenos1999Testbed::GetTypeId()
{
    static TypeId tid = [] {
        TypeId type = TypeId("ns3::Xylomenos1999Testbed")
                          .SetParent<Testbed>()
                          .SetGroupName("WlanTestbed")
                          .AddConstructor<Xylomenos1999Testbed>();
        type = AddNetwork(AddCards(AddAccess(AddPlan(AddTest(type)))));
        type = AddHost<&X::m_ios>(type, "Ios", GetProcessorTimes(Xylomenos1999Host::IOS));
        type =
            AddHost<&X::m_mykonos>(type, "Mykonos", GetProcessorTimes(Xylomenos1999Host::MYKONOS));
        return AddHost<&X::m_syros>(type, "Syros", GetProcessorTimes(Xylomenos1999Host::SYROS));
    }();
    return tid;
}

template <auto Host>
TypeId
Xylomenos1999Testbed::AddHost(TypeId tid, const std::string& name, const Xylomenos1999Times& times)
{
    using T = Xylomenos1999Times;
    return tid
        .AddAttribute(
            name + "WriteTime",
            "Time that the host takes to write a datagram to a UDP socket. Calibrated: "
            "on Ethernet the host drops half of the datagrams of 100 bytes (V.A).",
            WHEN_BUILT,
            TimeValue(times.write),
            MakeTimeAccessor(&X::SetValue<Host, &T::write>, &X::GetValue<Host, &T::write>),
            MakeTimeChecker(NanoSeconds(1), Seconds(1)))
        .AddAttribute(name + "ReadTime",
                      "Time that the host takes to read a datagram from a UDP socket; calibrated "
                      "with the loss (V.B).",
                      WHEN_BUILT,
                      TimeValue(times.read),
                      MakeTimeAccessor(&X::SetValue<Host, &T::read>, &X::GetValue<Host, &T::read>),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            name + "ReadByteTime",
            "Additional time for each byte of payload that the host reads; calibrated likewise.",
            WHEN_BUILT,
            TimeValue(times.readByte),
            MakeTimeAccessor(&X::SetValue<Host, &T::readByte>, &X::GetValue<Host, &T::readByte>),
            MakeTimeChecker(Time(0), MilliSeconds(1)))
        .AddAttribute(
            name + "DriverTime",
            "Time that a packet takes between card and protocols, in either direction: assumed.",
            WHEN_BUILT,
            TimeValue(times.driver),
            MakeTimeAccessor(&X::SetValue<Host, &T::driver>, &X::GetValue<Host, &T::driver>),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(name + "DriverByteTime",
                      "Additional time for each byte of an IP packet between card and protocols: "
                      "a driver copies 16 bits at a time to and from an ISA card, 8 with a PCMCIA "
                      "card (outsw() in wavelan.c, outsb() in wavelan_cs.c).",
                      WHEN_BUILT,
                      TimeValue(times.driverByte),
                      MakeTimeAccessor(&X::SetValue<Host, &T::driverByte>,
                                       &X::GetValue<Host, &T::driverByte>),
                      MakeTimeChecker(Time(0), MilliSeconds(1)));
}

TypeId
Xylomenos1999Testbed::AddTest(TypeId tid)
{
    return tid
        .AddAttribute("Scenario",
                      "Row of table II: the two hosts and their places.",
                      WHEN_BUILT,
                      UintegerValue(1),
                      MakeUintegerAccessor(&X::m_scenario),
                      MakeUintegerChecker<uint32_t>(1, XYLOMENOS1999_SCENARIOS.size()))
        .AddAttribute("Forward",
                      "Whether A of the scenario sends to B, otherwise B to A.",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&X::m_isForward),
                      MakeBooleanChecker())
        .AddAttribute("Tcp",
                      "Whether ettcp uses TCP, otherwise UDP.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&X::m_isTcp),
                      MakeBooleanChecker())
        .AddAttribute("PacketSize",
                      "Bytes of an IP packet. At least 41 with TCP, whose headers take 40; a UDP "
                      "datagram carries its number behind 28 bytes of headers. IP would fragment "
                      "more than 1500 bytes.",
                      WHEN_BUILT,
                      UintegerValue(1500),
                      MakeUintegerAccessor(&X::m_size),
                      MakeUintegerChecker<uint32_t>(40, 1500))
        .AddAttribute("Packets",
                      "Packets that ettcp writes.",
                      WHEN_BUILT,
                      UintegerValue(10000),
                      MakeUintegerAccessor(&X::m_packets),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Ethernet",
                      "Whether Ethernet takes the place of the cards (V.A); with UDP, for X4 only.",
                      WHEN_BUILT,
                      BooleanValue(false),
                      MakeBooleanAccessor(&X::m_isWired),
                      MakeBooleanChecker());
}

TypeId
Xylomenos1999Testbed::AddPlan(TypeId tid)
{
    using P = Xylomenos1999Plan;
    using S = IndoorLoss;
    return tid
        .AddAttribute("AdjacentFeet",
                      "Feet between hosts at one location, which are \"next to each other\": "
                      "assumed.",
                      WHEN_BUILT,
                      DoubleValue(6),
                      MakeDoubleAccessor(&X::SetValue<&X::m_plan, &P::adjacentFeet>,
                                         &X::GetValue<&X::m_plan, &P::adjacentFeet>),
                      MakeFeetChecker())
        .AddAttribute("NearFeet",
                      "Feet between locations 1 and 2, and between 2 and 3 (III.C).",
                      WHEN_BUILT,
                      DoubleValue(45),
                      MakeDoubleAccessor(&X::SetValue<&X::m_plan, &P::nearFeet>,
                                         &X::GetValue<&X::m_plan, &P::nearFeet>),
                      MakeFeetChecker())
        .AddAttribute("FarFeet",
                      "Feet between locations 1 and 3 (III.C).",
                      WHEN_BUILT,
                      DoubleValue(60),
                      MakeDoubleAccessor(&X::SetValue<&X::m_plan, &P::farFeet>,
                                         &X::GetValue<&X::m_plan, &P::farFeet>),
                      MakeFeetChecker())
        .AddAttribute("Walls12",
                      "Walls between locations 1 and 2 (V.D).",
                      WHEN_BUILT,
                      UintegerValue(2),
                      MakeUintegerAccessor(&X::SetValue<&X::m_plan, &P::walls12>,
                                           &X::GetValue<&X::m_plan, &P::walls12>),
                      MakeUintegerChecker<uint32_t>(0, MOST_WALLS))
        .AddAttribute("Walls23",
                      "Walls between locations 2 and 3. The levels that the paper reads suggest "
                      "more obstacles than between 1 and 2 (V.D): calibrated with them.",
                      WHEN_BUILT,
                      UintegerValue(3),
                      MakeUintegerAccessor(&X::SetValue<&X::m_plan, &P::walls23>,
                                           &X::GetValue<&X::m_plan, &P::walls23>),
                      MakeUintegerChecker<uint32_t>(0, MOST_WALLS))
        .AddAttribute("Walls13",
                      "Walls between locations 1 and 3: assumed.",
                      WHEN_BUILT,
                      UintegerValue(3),
                      MakeUintegerAccessor(&X::SetValue<&X::m_plan, &P::walls13>,
                                           &X::GetValue<&X::m_plan, &P::walls13>),
                      MakeUintegerChecker<uint32_t>(0, MOST_WALLS))
        .AddAttribute("LossAtMetre",
                      "Loss of the signal at 1 m, dB: free space at 2.4 GHz.",
                      WHEN_BUILT,
                      DoubleValue(40.05),
                      MakeDoubleAccessor(&X::SetValue<&X::m_plan, &P::signal, &S::lossAtMetre>,
                                         &X::GetValue<&X::m_plan, &P::signal, &S::lossAtMetre>),
                      MakeDoubleChecker<double>())
        .AddAttribute("LossExponent",
                      "Exponent of the distance: free space.",
                      WHEN_BUILT,
                      DoubleValue(2),
                      MakeDoubleAccessor(&X::SetValue<&X::m_plan, &P::signal, &S::exponent>,
                                         &X::GetValue<&X::m_plan, &P::signal, &S::exponent>),
                      MakeDoubleChecker<double>())
        .AddAttribute("WallLoss",
                      "Loss of a wall, dB: a light wall of COST 231.",
                      WHEN_BUILT,
                      DoubleValue(3.4),
                      MakeDoubleAccessor(&X::SetValue<&X::m_plan, &P::signal, &S::wallLoss>,
                                         &X::GetValue<&X::m_plan, &P::signal, &S::wallLoss>),
                      MakeDoubleChecker<double>());
}

TypeId
Xylomenos1999Testbed::AddNetwork(TypeId tid)
{
    return tid
        .AddAttribute("LinkQueue",
                      "Packets in the queue above a card: tx_queue_len of Linux 2.0.32.",
                      WHEN_BUILT,
                      UintegerValue(100),
                      MakeUintegerAccessor(&X::m_linkQueue),
                      MakePacketsChecker(1))
        .AddAttribute("Ring",
                      "Packets that a card holds for its host.",
                      WHEN_BUILT,
                      UintegerValue(20),
                      MakeUintegerAccessor(&X::m_ring),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("SendBuffer",
                      "Send buffer of a UDP socket, bytes (Linux 2.0.32).",
                      WHEN_BUILT,
                      UintegerValue(65535),
                      MakeUintegerAccessor(&X::m_sendBuffer),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("PioCycle",
                      "Time in which a host moves two bytes of tcpdump's file to its disk while "
                      "interrupts are masked, see ns3::IdeWriteback::PioCycle. The paper does not "
                      "state which disks the hosts have; 0: they use DMA, which masks nothing.",
                      WHEN_BUILT,
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&X::m_pioCycle),
                      MakeTimeChecker(Time(0), MicroSeconds(100)))
        .AddAttribute("PioSectors",
                      "See ns3::IdeWriteback::Sectors.",
                      WHEN_BUILT,
                      UintegerValue(1),
                      MakeUintegerAccessor(&X::m_pioSectors),
                      MakeUintegerChecker<uint32_t>(1, 256))
        .AddAttribute("PioGap",
                      "See ns3::IdeWriteback::Gap. The paper does not state it.",
                      WHEN_BUILT,
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&X::m_pioGap),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "ReceiveWaiting",
            "Datagrams that a UDP socket holds for the program; see the read times of the hosts.",
            WHEN_BUILT,
            UintegerValue(1),
            MakeUintegerAccessor(&X::m_receiveWaiting),
            MakeUintegerChecker<uint32_t>())
        .AddAttribute("TcpNoDelay",
                      "Whether TCP sends partial segments at once (TCP_NODELAY).",
                      WHEN_BUILT,
                      BooleanValue(true),
                      MakeBooleanAccessor(&X::m_tcpNoDelay),
                      MakeBooleanChecker())
        .AddAttribute("EthernetRate",
                      "Rate of the Ethernet (V.A).",
                      WHEN_BUILT,
                      DataRateValue(DataRate("10Mbps")),
                      MakeDataRateAccessor(&X::m_ethernetRate),
                      MakeWireRateChecker());
}

} // namespace ns3
