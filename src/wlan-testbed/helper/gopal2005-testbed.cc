// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gopal2005-testbed.h"

#include "host-tcp.h"
#include "routed-queue-disc.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Gopal2005Testbed");

const std::map<std::string, std::string>&
Gopal2005Testbed::GetSimulation()
{
    static const std::map<std::string, std::string> values{
        {"BasicMode", "DsssRate1Mbps"}, // basicRate_
        {"ShortPreamble", "false"},     // PreambleLength_ 144 at PLCPDataRate_ 1e6
        {"RtsCts", "true"},             // RTSThreshold_ 0
        // ShortRetryLimit_, which is that of RTS frames. Data of more than RTSThreshold_ have
        // LongRetryLimit_, 4, but here none is lost once its RTS has been answered.
        {"StationAttempts", "7"},
        {"AccessPointAttempts", "7"},
        {"CaptureRatio", "10"}, // CPThresh_
        {"Queue", "50"},        // ifqlen of ns-2's examples
        {"Tcp", "Agent/TCP/Reno"},
        {"SegmentSize", "1000"}, // packetSize_
        {"Window", "20000"},     // window_ of 20 packets
    };
    return values;
}

Gopal2005Testbed::Gopal2005Testbed() = default;

Gopal2005Testbed::~Gopal2005Testbed() = default;

void
Gopal2005Testbed::Build()
{
    CheckTogether();
    CreateNodes(m_uploads, m_room);
    BuildRadios();
    InstallWire(GetHost(), DataRate("100Mbps"), MicroSeconds(1));
    if (m_tcp == REAL_KERNEL)
    {
        InstallKernels(GetHosts());
    }
    else
    {
        InstallInternet(GetHosts());
        InstallTcp();
    }
    InstallBridge();
    InstallQueues();
    SetHostAddress(AssignAddresses());
    RequireJoined(m_start);
}

void
Gopal2005Testbed::CheckTogether() const
{
    RequireSegmentFits("Window", m_window, m_segmentSize);
    if (!IsOneWayTcp())
    {
        RequireDatagramFits(m_segmentSize, m_tcp, m_tcp);
    }
    if (m_tcp == REAL_KERNEL)
    {
        RequireDefaults(*this,
                        {"SkippedAcks", "AdaptiveSkipping", "SegmentSize", "Window"},
                        std::string("Tcp=") + REAL_KERNEL);
    }
    // The agents of ns-2 number packets in 32 bits here (SeqTsHeader).
    const uint64_t most = uint64_t{m_segmentSize} * std::numeric_limits<uint32_t>::max();
    if (IsOneWayTcp() && m_bytes > most)
    {
        throw std::invalid_argument("Bytes=" + std::to_string(m_bytes) + ": expected at most " +
                                    std::to_string(most) + " with " + m_tcp);
    }
    if (!IsOneWayTcp())
    {
        // Only nodes of ns-2 have a routing agent and an agent for either direction. Linux has its
        // own timers.
        RequireDefaults(*this,
                        {"RoutingAgent", "Download", "LeastTimeout", "AckDelay"},
                        "Tcp=" + m_tcp);
    }
    if (m_adaptiveSkipping && IsOneWayTcp())
    {
        throw std::invalid_argument("AdaptiveSkipping: expected a kernel of Linux instead of " +
                                    m_tcp);
    }
    if (m_adaptiveSkipping && m_skippedAcks == 0)
    {
        throw std::invalid_argument(
            "SkippedAcks=0 with AdaptiveSkipping: expected at least 1, the most that it may skip");
    }
}

void
Gopal2005Testbed::BuildRadios()
{
    RefuseUserValues({"ns3::WifiRemoteStationManager::RtsCtsThreshold"});
    CellRadios radios;
    radios.kind = ChooseCellRadio();
    radios.ssid = "gopal2005";
    radios.dataMode = GetModeName(m_dataMode);
    radios.basicModes = {DSSS_MODES.begin(),
                         DSSS_MODES.begin() + static_cast<std::ptrdiff_t>(m_basicMode) + 1};
    radios.controlMode = GetModeName(m_basicMode);
    radios.rts = m_rtsCts;
    radios.shortPreamble = m_shortPreamble;
    radios.stationAttempts = m_stationAttempts;
    radios.accessPointAttempts = m_accessPointAttempts;
    radios.captureRatio = m_captureRatio;
    InstallRadios(radios);
}

void
Gopal2005Testbed::InstallTcp()
{
    // The values given to the factories would silently win over a user's.
    RefuseUserValues({"ns3::TcpLinux24Socket::AckSkip",
                      "ns3::TcpLinux24Socket::AdaptiveAckSkip",
                      "ns3::TcpLinux24Socket::DelayedAcks",
                      "ns3::TcpLinux24Socket::PartialWrites"});
    if (IsOneWayTcp())
    {
        return; // an OneWayTransfer needs no socket of TCP
    }
    const NodeContainer hosts = GetHosts();
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto sockets = InstallHostTcp(hosts.Get(i), m_tcp);
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(m_segmentSize)},
                          {"SndBufSize", UintegerValue(m_window)},
                          {"RcvBufSize", UintegerValue(m_window)}});
        // "Delayed ACK adaptation not enabled; There is typically one ACK for every data packet".
        sockets->SetSocketAttribute("DelayedAcks", BooleanValue(false));
        sockets->SetSocketAttribute("AckSkip", UintegerValue(m_skippedAcks));
        sockets->SetSocketAttribute("AdaptiveAckSkip", BooleanValue(m_adaptiveSkipping));
        sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
    }
}

void
Gopal2005Testbed::InstallQueues()
{
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize",
                      "ns3::RoutedQueueDisc::Agent",
                      "ns3::RoutedQueueDisc::MaxSize"});
    for (uint32_t i = 0; i < GetNStations(); ++i)
    {
        if (m_tcp == REAL_KERNEL)
        {
            SetKernelQueue(i, m_queue - 1, 1);
            continue;
        }
        InstallQueue(GetStationRadio(i), true);
    }
    InstallQueue(GetAccessPointRadio(), false);
}

void
Gopal2005Testbed::InstallQueue(Ptr<NetDevice> radio, bool isStation)
{
    if (m_agent == RoutingAgent::NONE)
    {
        AddDisc(InstallBuffer("Queue", radio, m_queue));
        return;
    }
    const auto disc = DynamicCast<RoutedQueueDisc>(
        InstallBuffer("Queue", radio, m_queue, "ns3::RoutedQueueDisc"));
    disc->SetAttribute("Agent", EnumValue(m_agent));
    disc->ListenTo(radio, isStation);
    AddDisc(disc);
}

int64_t
Gopal2005Testbed::AssignStreams(int64_t stream)
{
    int64_t streams = AccessPointCell::AssignStreams(stream);
    for (uint32_t i = 0; m_agent != RoutingAgent::NONE && i <= GetNStations(); ++i)
    {
        const auto disc = i < GetNStations() ? GetStationDisc(i) : GetAccessPointDisc();
        streams += DynamicCast<RoutedQueueDisc>(disc)->AssignStreams(stream + streams);
    }
    return streams;
}

const std::string&
Gopal2005Testbed::GetTcp() const
{
    return m_tcp;
}

bool
Gopal2005Testbed::IsOneWayTcp() const
{
    return m_tcp.starts_with("Agent/TCP");
}

uint64_t
Gopal2005Testbed::GetBytes() const
{
    return m_bytes;
}

bool
Gopal2005Testbed::IsDownload() const
{
    return m_isDownload;
}

uint32_t
Gopal2005Testbed::GetSegmentSize() const
{
    return m_segmentSize;
}

uint32_t
Gopal2005Testbed::GetWindow() const
{
    return m_window;
}

Time
Gopal2005Testbed::GetLeastTimeout() const
{
    return m_leastTimeout;
}

uint32_t
Gopal2005Testbed::GetSkippedAcks() const
{
    return m_skippedAcks;
}

Time
Gopal2005Testbed::GetAckDelay() const
{
    return m_ackDelay;
}

Time
Gopal2005Testbed::GetStart() const
{
    return m_start;
}

Time
Gopal2005Testbed::GetStartSpread() const
{
    return m_startSpread;
}

} // namespace ns3
