// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ettcp-trace.h"

#include "../common/testbed-series.h"

#include "ns3/simulator.h"
#include "ns3/tcp-stalls.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// "200 ms" by a clock of 10 ms, s.
constexpr Interval TIMEOUT{0.18, 0.22};

/// @param result takes them
/// @param pauses s
/// @param first, last sent, s
/// @param throughput Mb/s
void
AddProgress(RunResult& result, double pauses, double first, double last, double throughput)
{
    const double share = last > first ? pauses / (last - first) : 0;
    result.metrics.push_back({"paused", "%", 100 * share});
    // The slope of the graph between its gaps.
    result.metrics.push_back({"slope", "Mb/s", throughput / (1 - share)});
}

} // namespace

EttcpTcpTrace::EttcpTcpTrace(Xylomenos1999Testbed& testbed)
    : m_testbed(testbed),
      m_sender(TcpTraceProbe::AtIp(testbed.GetNodes().Get(0))),
      m_receiver(TcpTraceProbe::AtPeerIp(testbed.GetNodes().Get(1), testbed.GetNodes().Get(0))),
      m_timeouts(testbed.GetNodes().Get(1))
{
    m_timeouts.Watch(testbed.GetSender(), Xylomenos1999Testbed::START);
}

void
EttcpTcpTrace::AddTo(RunResult& result, bool isTraced) const
{
    std::vector<double> timeouts;
    for (const TimeoutClassifier::Timeout& timeout : m_timeouts.GetTimeouts(0))
    {
        timeouts.push_back(timeout.time);
    }
    const auto rows = m_sender->GetViews().at(0).rows;
    const auto stalls = FindTcpStalls(rows, timeouts, ETTCP_PAUSE.GetSeconds());
    double byTimeout = 0;
    double afterFew = 0;
    double after200 = 0;
    double asTold = 0;
    double time = 0;
    for (const TcpStall& stall : stalls)
    {
        const bool isFew = stall.duplicates < 3;
        const bool is200 = TIMEOUT.Contains(stall.sinceHead);
        byTimeout += stall.isTimeout;
        afterFew += isFew;
        after200 += is200;
        asTold += stall.isTimeout && isFew && is200;
        time += stall.end - stall.begin;
    }
    result.metrics.push_back({"stalls", "", static_cast<double>(stalls.size())});
    result.metrics.push_back({"by-timeout", "", byTimeout});
    result.metrics.push_back({"after-few", "", afterFew});
    result.metrics.push_back({"after-200-ms", "", after200});
    result.metrics.push_back({"as-told", "", asTold});
    AddProgress(result,
                time,
                Xylomenos1999Testbed::START.GetSeconds(),
                rows.back().at(0),
                m_testbed.GetThroughput());
    if (isTraced)
    {
        AddTcpSeries(result.series, "sender", "sender's view", *m_sender);
        AddTcpSeries(result.series, "receiver", "receiver's view", *m_receiver);
    }
}

EttcpUdpTrace::EttcpUdpTrace(Xylomenos1999Testbed& testbed)
    : m_testbed(testbed)
{
    const Ptr<NetDevice> card = testbed.GetDevices().Get(0);
    card->TraceConnectWithoutContext("MacTx", MakeCallback(&EttcpUdpTrace::NoteOffered, this));
    card->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&EttcpUdpTrace::NoteSent, this));
    testbed.GetReceiver()->TraceConnectWithoutContext(
        "Rx",
        MakeCallback(&EttcpUdpTrace::NoteArrived, this));
}

void
EttcpUdpTrace::NoteOffered(Ptr<const Packet> packet)
{
    m_indices[packet->GetUid()] = m_datagrams.size();
    m_datagrams.push_back(
        {Simulator::Now().GetSeconds(), static_cast<uint32_t>(m_datagrams.size())});
}

void
EttcpUdpTrace::NoteSent(Ptr<const Packet>)
{
    m_sent.push_back(Simulator::Now().GetSeconds());
}

void
EttcpUdpTrace::NoteArrived(Ptr<const Packet> packet)
{
    m_datagrams.at(m_indices.at(packet->GetUid())).arrived = true;
}

void
EttcpUdpTrace::AddTo(RunResult& result, bool isTraced) const
{
    std::vector<double> begins; // of pauses
    double time = 0;
    for (std::size_t i = 1; i < m_sent.size(); ++i)
    {
        const double gap = m_sent[i] - m_sent[i - 1];
        if (gap >= ETTCP_PAUSE.GetSeconds())
        {
            begins.push_back(m_sent[i - 1]);
            time += gap;
        }
    }
    // Of what follows the last that arrived, nobody can tell whether it is lost or on its way.
    const auto last = std::find_if(m_datagrams.rbegin(),
                                   m_datagrams.rend(),
                                   [](const Datagram& datagram) { return datagram.arrived; });
    double lost = 0;
    double lostAtPauses = 0;
    for (auto datagram = m_datagrams.begin(); datagram != last.base(); ++datagram)
    {
        // "Exactly at the beginning": within the time of two frames.
        const auto isAt = [&datagram](double begin) {
            constexpr double FRAMES = 0.015;
            return std::abs(datagram->offered - begin) <= FRAMES;
        };
        lost += !datagram->arrived;
        lostAtPauses += !datagram->arrived && std::ranges::any_of(begins, isAt);
    }
    result.metrics.push_back({"pauses", "", static_cast<double>(begins.size())});
    result.metrics.push_back({"lost", "", lost});
    result.metrics.push_back({"lost-at-pauses", "", lostAtPauses});
    AddProgress(result,
                time,
                Xylomenos1999Testbed::START.GetSeconds(),
                m_sent.empty() ? 0 : m_sent.back(),
                m_testbed.GetThroughput());
    if (isTraced)
    {
        std::vector<std::vector<double>> arrived;
        std::vector<std::vector<double>> missing;
        for (const Datagram& datagram : m_datagrams)
        {
            (datagram.arrived ? arrived : missing)
                .push_back({datagram.offered, static_cast<double>(datagram.number)});
        }
        const std::string panel = "datagrams at the sender's card";
        result.series.push_back(
            {"received", "received", "datagrams", {"time", "value"}, arrived, "dots", panel});
        result.series.push_back(
            {"lost", "lost", "datagrams", {"time", "value"}, missing, "crosses", panel});
        result.series.push_back(
            {"taken", "taken", "datagrams", {"time", "value"}, GetLevel(), "level", panel});
    }
}

/// The line goes on to the end of the run, so that a pause which the end cuts is seen.
std::vector<std::vector<double>>
EttcpUdpTrace::GetLevel() const
{
    std::vector<std::vector<double>> level;
    for (const Datagram& datagram : m_datagrams)
    {
        level.push_back({datagram.offered, static_cast<double>(datagram.number)});
    }
    if (!level.empty())
    {
        level.push_back({Simulator::Now().GetSeconds(), level.back().at(1)});
    }
    return level;
}

} // namespace ns3
