// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "long-flows.h"

#include "flow-shares.h"
#include "upload-quantiles.h"

#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/vector.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5001; ///< of the first connection, as Iperf's
constexpr double MS = 1e3;      ///< ms in a second

} // namespace

ObjectFactory
MakeOpenCell()
{
    const std::string testbed = "ns3::Malone2008Testbed";
    // Default of tcp_rmem, of which tcp_win_from_space() keeps a quarter for the segments'
    // overhead.
    constexpr uint32_t WINDOW = 87380;
    ObjectFactory cell(testbed);
    Vary(cell,
         "HostTcp",
         *GetDefaultValue(testbed + "::Tcp"),
         "ReceiveBuffer",
         UintegerValue(WINDOW),
         "Room",
         VectorValue(Vector(8, 6, 0)));
    return cell;
}

LongFlow::LongFlow(Ptr<Node> sender,
                   Ptr<Node> receiver,
                   Ipv4Address address,
                   uint16_t port,
                   const FlowSpan& span,
                   std::shared_ptr<TimeoutProbe> timeouts)
    : m_transfer(BulkTransfer::Transport::TCP, sender, receiver, address, port),
      m_span(span),
      m_timeouts(std::move(timeouts)),
      m_number(m_timeouts->Watch(m_transfer.GetSender(), span.start))
{
    m_transfer.Schedule(span.start, span.end - span.start);
    m_rtts = RttProbe::Connect(m_transfer.GetSender(), span.start);
    Simulator::Schedule(span.counted, [this] { m_bytesBefore = m_transfer.GetReceivedBytes(); });
}

double
LongFlow::GetGoodput() const
{
    const auto bytes = static_cast<double>(m_transfer.GetReceivedBytes() - m_bytesBefore);
    return 8e-6 * bytes / (m_span.end - m_span.counted).GetSeconds();
}

double
LongFlow::GetPerMinute(double number) const
{
    return number / (m_span.end - m_span.counted).GetMinutes();
}

double
LongFlow::GetTimeouts() const
{
    return GetPerMinute(
        static_cast<double>(std::ranges::count_if(m_rtts->GetTimeouts(), [this](double time) {
            return time >= m_span.counted.GetSeconds();
        })));
}

double
LongFlow::GetSpuriousTimeouts() const
{
    const auto timeouts = m_timeouts->GetTimeouts(m_number);
    return GetPerMinute(static_cast<double>(
        std::ranges::count_if(timeouts, [this](const TimeoutClassifier::Timeout& timeout) {
            return timeout.time >= m_span.counted.GetSeconds() &&
                   timeout.cause == TimeoutCause::SPURIOUS;
        })));
}

std::vector<RttProbe::Sample>
LongFlow::GetSamples() const
{
    std::vector<RttProbe::Sample> samples;
    std::ranges::copy_if(m_rtts->GetSamples(),
                         std::back_inserter(samples),
                         [this](const RttProbe::Sample& sample) {
                             return sample.time >= m_span.counted.GetSeconds();
                         });
    return samples;
}

LongConnections::LongConnections(Malone2008Testbed& testbed,
                                 Time duration,
                                 uint32_t uploads,
                                 uint32_t downloads)
{
    const auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(testbed.AssignStreams(0));
    m_end = testbed.GetStart() + duration;
    const auto drawSpan = [&] {
        return FlowSpan{testbed.GetStart() + testbed.GetStartSpread() * jitter->GetValue(),
                        testbed.GetStart() + duration / 4,
                        m_end};
    };
    uint16_t port = PORT;
    // Each connection keeps the probe of its receiver, which must not end before the run.
    const auto timeouts =
        uploads == 0 ? nullptr : std::make_shared<TimeoutProbe>(testbed.GetHost());
    for (uint32_t i = 0; i < uploads; ++i)
    {
        m_uploads.push_back(std::make_unique<LongFlow>(testbed.GetStation(i),
                                                       testbed.GetHost(),
                                                       testbed.GetHostAddress(),
                                                       port++,
                                                       drawSpan(),
                                                       timeouts));
    }
    const uint32_t first = testbed.GetNStations() - testbed.GetDownloads();
    for (uint32_t i = first; i < first + downloads; ++i)
    {
        m_downloads.push_back(
            std::make_unique<LongFlow>(testbed.GetHost(),
                                       testbed.GetStation(i),
                                       testbed.GetStationAddress(i),
                                       port++,
                                       drawSpan(),
                                       std::make_shared<TimeoutProbe>(testbed.GetStation(i))));
    }
}

Time
LongConnections::GetEnd() const
{
    return m_end;
}

const LongFlows&
LongConnections::GetUploads() const
{
    return m_uploads;
}

const LongFlows&
LongConnections::GetDownloads() const
{
    return m_downloads;
}

void
AddFlowMetrics(RunResult& result, const std::string& prefix, const LongFlows& flows)
{
    const auto add = [&](const std::string& name, const std::string& unit, double value) {
        result.metrics.push_back({prefix + name, unit, value});
    };
    std::vector<double> goodputs;
    std::vector<double> rtts;
    double timeouts = 0;
    double spurious = 0;
    double clearance = std::numeric_limits<double>::infinity();
    for (const auto& flow : flows)
    {
        goodputs.push_back(flow->GetGoodput());
        timeouts += flow->GetTimeouts();
        spurious += flow->GetSpuriousTimeouts();
        for (const auto& sample : flow->GetSamples())
        {
            rtts.push_back(sample.rtt);
            clearance = std::min(clearance, sample.rto - sample.rtt);
        }
    }
    if (rtts.empty())
    {
        throw std::runtime_error("no round-trip time was measured: expected a longer duration");
    }
    add("goodput", "Mb/s", std::accumulate(goodputs.begin(), goodputs.end(), 0.0));
    add("jain", "", GetJainIndex(goodputs));
    add("least-share", "", GetLeastShare(goodputs));
    add("timeouts", "per minute", timeouts);
    add("timeouts-spurious", "per minute", spurious);
    for (const auto& [name, share] :
         {std::pair{"rtt-p50", 0.5}, std::pair{"rtt-p95", 0.95}, std::pair{"rtt-p99", 0.99}})
    {
        add(name, "ms", MS * GetQuantile(rtts, share));
    }
    add("clearance-least", "ms", MS * clearance);
}

} // namespace ns3
