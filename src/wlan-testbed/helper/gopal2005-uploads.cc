// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gopal2005-uploads.h"

#include "ns3/log.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Gopal2005Uploads");

namespace
{

/// What the agents of ns-2 do.
const std::map<std::string, OneWayTcpSender::Variant> VARIANTS{
    {"Agent/TCP", OneWayTcpSender::Variant::TAHOE},
    {"Agent/TCP/Reno", OneWayTcpSender::Variant::RENO},
    {"Agent/TCP/Newreno", OneWayTcpSender::Variant::NEWRENO}};

/// A transfer that begins after the limit would have taken less than no time.
/// @param limit of all transfers, from now
/// @param testbed where they are
/// @return the limit
Time
CheckLimit(Time limit, const Gopal2005Testbed& testbed)
{
    const Time last = testbed.GetStart() + testbed.GetStartSpread();
    if (limit <= last)
    {
        std::ostringstream mistake;
        mistake << "limit=" << limit.GetSeconds() << " s: expected more than Start + StartSpread, "
                << last.GetSeconds() << " s";
        throw std::invalid_argument(mistake.str());
    }
    return limit;
}

} // namespace

Gopal2005Uploads::Gopal2005Uploads(Ptr<Gopal2005Testbed> testbed,
                                   Time limit,
                                   Ptr<RandomVariableStream> jitter,
                                   uint16_t port)
    : m_testbed(testbed),
      m_limit(Simulator::Now() + CheckLimit(limit, *testbed)),
      m_port(port),
      m_stop(Simulator::Stop(limit)),
      m_uploads(testbed->GetNStations())
{
    for (uint32_t i = 0; i < m_uploads.size(); ++i)
    {
        Upload& upload = m_uploads[i];
        upload.start =
            Simulator::Now() + testbed->GetStart() + testbed->GetStartSpread() * jitter->GetValue();
        if (testbed->IsOneWayTcp())
        {
            ScheduleOneWay(upload, i);
        }
        else
        {
            ScheduleSocket(upload, i);
        }
    }
}

Gopal2005Uploads::~Gopal2005Uploads()
{
    m_stop.Cancel();
    for (uint32_t i = 0; i < m_uploads.size(); ++i)
    {
        if (m_uploads[i].socket)
        {
            m_uploads[i].socket->GetReceiver()->TraceDisconnectWithoutContext(
                "Rx",
                MakeCallback(&Gopal2005Uploads::NoteReceived, this).Bind(i));
        }
    }
}

void
Gopal2005Uploads::ScheduleOneWay(Upload& upload, uint32_t station)
{
    OneWayTransfer::Options options;
    options.sender.variant = VARIANTS.at(m_testbed->GetTcp());
    options.sender.window = m_testbed->GetWindow() / m_testbed->GetSegmentSize();
    options.sender.leastTimeout = m_testbed->GetLeastTimeout().GetSeconds();
    options.packetSize = m_testbed->GetSegmentSize();
    options.skippedAcks = m_testbed->GetSkippedAcks();
    options.ackDelay = m_testbed->GetAckDelay();
    const bool isDownload = m_testbed->IsDownload();
    const Ptr<Node> mobile = m_testbed->GetStation(station);
    const Ptr<Node> host = m_testbed->GetHost();
    upload.oneWay = std::make_unique<OneWayTransfer>(
        options,
        isDownload ? host : mobile,
        isDownload ? mobile : host,
        isDownload ? m_testbed->GetStationAddress(station) : m_testbed->GetHostAddress(),
        m_port + station);
    upload.oneWay->Schedule(upload.start - Simulator::Now(),
                            m_testbed->GetBytes(),
                            [this, &upload] { NoteEnd(upload); });
}

void
Gopal2005Uploads::ScheduleSocket(Upload& upload, uint32_t station)
{
    upload.socket = std::make_unique<BulkTransfer>(BulkTransfer::Transport::TCP,
                                                   m_testbed->GetStation(station),
                                                   m_testbed->GetHost(),
                                                   m_testbed->GetHostAddress(),
                                                   m_port + station);
    upload.socket->GetSender()->SetAttribute("MaxBytes", UintegerValue(m_testbed->GetBytes()));
    upload.socket->Schedule(upload.start - Simulator::Now(), m_limit - upload.start);
    upload.socket->GetReceiver()->TraceConnectWithoutContext(
        "Rx",
        MakeCallback(&Gopal2005Uploads::NoteReceived, this).Bind(station));
}

void
Gopal2005Uploads::NoteReceived(uint32_t station, Ptr<const Packet>, const Address&)
{
    Upload& upload = m_uploads.at(station);
    if (upload.GetReceivedBytes() >= m_testbed->GetBytes())
    {
        NoteEnd(upload);
    }
}

void
Gopal2005Uploads::NoteEnd(Upload& upload)
{
    upload.end = Simulator::Now();
    NS_LOG_INFO("an upload has taken " << (*upload.end - upload.start).As(Time::S));
    if (GetEnded() == m_uploads.size())
    {
        Simulator::Stop();
    }
}

double
Gopal2005Uploads::GetThroughputMbps() const
{
    uint64_t bytes = 0;
    Time begin = Time::Max();
    Time end;
    for (const auto& upload : m_uploads)
    {
        bytes += upload.GetReceivedBytes();
        begin = Min(begin, upload.start);
        end = Max(end, upload.end.value_or(m_limit));
    }
    return 8e-6 * static_cast<double>(bytes) / (end - begin).GetSeconds();
}

double
Gopal2005Uploads::GetMeanFlowMbps() const
{
    double sum = 0;
    for (const auto& upload : m_uploads)
    {
        const Time length = upload.end.value_or(m_limit) - upload.start;
        sum += 8e-6 * static_cast<double>(upload.GetReceivedBytes()) / length.GetSeconds();
    }
    return sum / static_cast<double>(m_uploads.size());
}

uint32_t
Gopal2005Uploads::GetEnded() const
{
    return static_cast<uint32_t>(std::ranges::count_if(m_uploads, [](const Upload& upload) {
        return upload.end.has_value();
    }));
}

uint64_t
Gopal2005Uploads::Upload::GetReceivedBytes() const
{
    return socket ? socket->GetReceivedBytes() : oneWay->GetReceivedBytes();
}

uint64_t
Gopal2005Uploads::GetReceivedBytes(uint32_t upload) const
{
    return m_uploads.at(upload).GetReceivedBytes();
}

uint32_t
Gopal2005Uploads::GetTimeouts() const
{
    uint32_t timeouts = 0;
    for (const auto& upload : m_uploads)
    {
        timeouts += upload.oneWay ? upload.oneWay->GetSender().GetTimeouts() : 0;
    }
    return timeouts;
}

} // namespace ns3
