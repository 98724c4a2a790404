// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gopal2005-testbed.h"

#include "dsss-mode.h"
#include "host-tcp.h"

#include "ns3/boolean.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/log.h"
#include "ns3/tcp-linux24-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Gopal2005Testbed");

Gopal2005Parameters
Gopal2005Parameters::MakeSimulation()
{
    Gopal2005Parameters p;
    p.basicMode = "DsssRate1Mbps"; // basicRate_
    p.shortPreamble = false;       // PreambleLength_ 144 at PLCPDataRate_ 1e6
    p.rtsCts = true;               // RTSThreshold_ 0
    // ShortRetryLimit_, which is that of RTS frames. Data of more than RTSThreshold_ have
    // LongRetryLimit_, 4, but here none is lost once its RTS has been answered.
    p.stationAttempts = 7;
    p.accessPointAttempts = 7;
    p.captureRatio = 10; // CPThresh_
    p.queue = 50;
    p.tcp = "Agent/TCP/Reno";
    p.segmentSize = 1000;
    p.window = 20 * p.segmentSize;
    return p;
}

Gopal2005Parameters
Gopal2005Parameters::MakeTestbed()
{
    return {};
}

bool
Gopal2005Parameters::IsOneWayTcp() const
{
    return tcp.starts_with("Agent/TCP");
}

Gopal2005Testbed::Gopal2005Testbed(const Gopal2005Parameters& parameters)
    : AccessPointCell(parameters.uploads, parameters.room, {}),
      m_parameters(parameters)
{
    CheckParameters();
    BuildRadios();
    InstallWire(GetHost(), "100Mbps", MicroSeconds(1));
    InstallInternet(GetHosts());
    InstallTcp();
    InstallBridge();
    InstallQueues();
    SetHostAddress(AssignAddresses());
}

// What would otherwise divide by zero, never begin, or have no effect.
void
Gopal2005Testbed::CheckParameters() const
{
    const Gopal2005Parameters& p = m_parameters;
    CheckSegmentSize(p.segmentSize);
    CheckDsssMode("dataMode", p.dataMode);
    CheckDsssMode("basicMode", p.basicMode);
    if (p.bytes == 0)
    {
        throw std::invalid_argument("bytes=0: expected at least one");
    }
    CheckWindow("window", p.window, p.segmentSize);
    // The agents of ns-2 number packets in 32 bits here (SeqTsHeader).
    const uint64_t most = uint64_t{p.segmentSize} * std::numeric_limits<uint32_t>::max();
    if (p.IsOneWayTcp() && p.bytes > most)
    {
        throw std::invalid_argument("bytes=" + std::to_string(p.bytes) + ": expected at most " +
                                    std::to_string(most) + " with " + p.tcp);
    }
    CheckCaptureRatio(p.captureRatio);
    CheckAttempts("stationAttempts", p.stationAttempts);
    CheckAttempts("accessPointAttempts", p.accessPointAttempts);
    // One is in the MAC, so that with one packet there would be no queue.
    if (p.queue < 2)
    {
        throw std::invalid_argument("queue=" + std::to_string(p.queue) +
                                    ": expected at least 2 packets");
    }
    for (const auto& [name, time] : {std::pair{"leastTimeout", p.leastTimeout},
                                     std::pair{"ackDelay", p.ackDelay},
                                     std::pair{"start", p.start},
                                     std::pair{"startSpread", p.startSpread}})
    {
        CheckTime(name, time);
    }
    if (p.adaptiveSkipping && p.IsOneWayTcp())
    {
        throw std::invalid_argument("adaptiveSkipping: expected a kernel of Linux instead of " +
                                    p.tcp);
    }
    if (p.adaptiveSkipping && p.skippedAcks == 0)
    {
        throw std::invalid_argument(
            "skippedAcks=0 with adaptiveSkipping: expected at least 1, the most that it may skip");
    }
}

void
Gopal2005Testbed::BuildRadios()
{
    RefuseUserValues({"ns3::WifiRemoteStationManager::RtsCtsThreshold"});
    const Gopal2005Parameters& p = m_parameters;
    const auto highest = std::ranges::find(DSSS_MODES, p.basicMode);
    CellRadios radios;
    radios.kind = p.radio;
    radios.ssid = "gopal2005";
    radios.dataMode = p.dataMode;
    radios.basicModes = {DSSS_MODES.begin(), std::next(highest)};
    radios.controlMode = p.basicMode;
    radios.rts = p.rtsCts;
    radios.shortPreamble = p.shortPreamble;
    radios.stationAttempts = p.stationAttempts;
    radios.accessPointAttempts = p.accessPointAttempts;
    radios.captureRatio = p.captureRatio;
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
    const Gopal2005Parameters& p = m_parameters;
    if (p.IsOneWayTcp())
    {
        return; // an OneWayTransfer needs no socket of TCP
    }
    const NodeContainer hosts = GetHosts();
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto sockets = InstallHostTcp(hosts.Get(i), p.tcp);
        if (!DynamicCast<TcpLinux24SocketFactory>(sockets))
        {
            throw std::invalid_argument(p.tcp + ": expected a kernel of Linux, such as Linux26_8, "
                                                "or an agent of ns-2; no other TCP skips ACKs");
        }
        SetTcpAttributes(sockets,
                         {{"SegmentSize", UintegerValue(p.segmentSize), UserValue::REFUSED},
                          {"SndBufSize", UintegerValue(p.window), UserValue::WINS},
                          {"RcvBufSize", UintegerValue(p.window), UserValue::WINS}});
        // "Delayed ACK adaptation not enabled; There is typically one ACK for every data packet".
        sockets->SetSocketAttribute("DelayedAcks", BooleanValue(false));
        sockets->SetSocketAttribute("AckSkip", UintegerValue(p.skippedAcks));
        sockets->SetSocketAttribute("AdaptiveAckSkip", BooleanValue(p.adaptiveSkipping));
        sockets->SetSocketAttribute("PartialWrites", BooleanValue(true));
    }
}

void
Gopal2005Testbed::InstallQueues()
{
    RefuseUserValues({"ns3::FifoQueueDisc::MaxSize"});
    for (auto radio = GetRadios().Begin(); radio != GetRadios().End(); ++radio)
    {
        AddDisc(LinuxBridgeHelper::InstallBuffer(*radio, m_parameters.queue).Get(0));
    }
}

const Gopal2005Parameters&
Gopal2005Testbed::GetParameters() const
{
    return m_parameters;
}

} // namespace ns3
