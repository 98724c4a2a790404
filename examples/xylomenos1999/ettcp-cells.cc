// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ettcp-cells.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/xylomenos1999-hosts.h"
#include "ns3/xylomenos1999-testbed.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/// @param part, whole counts
/// @return percentage; 0 of nothing
double
Percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

/// @param runs of lost packets
/// @param most length
/// @return percentage of the runs up to it
double
GetShareUpTo(const LossRuns::Histogram& runs, uint64_t most)
{
    uint64_t all = 0;
    uint64_t some = 0;
    for (const auto& [length, count] : runs)
    {
        all += count;
        some += length <= most ? count : 0;
    }
    return all == 0 ? 100 : Percent(some, all);
}

} // namespace

std::string
EttcpTest::GetName() const
{
    return (isWired ? "ethernet" : "s" + std::to_string(scenario)) + (isForward ? ".ab." : ".ba.") +
           (isTcp ? "tcp." : "udp.") + std::to_string(size);
}

ObjectFactory
EttcpTest::MakeTestbed() const
{
    ObjectFactory testbed("ns3::Xylomenos1999Testbed");
    Vary(testbed,
         "Scenario",
         UintegerValue(scenario),
         "Forward",
         BooleanValue(isForward),
         "Tcp",
         BooleanValue(isTcp),
         "PacketSize",
         UintegerValue(size),
         "Ethernet",
         BooleanValue(isWired));
    return testbed;
}

EttcpTest
EttcpLink::GetTest(bool tcp, uint32_t size) const
{
    return {scenario, isForward, tcp, size};
}

std::string
EttcpLink::Udp(uint32_t size) const
{
    return GetTest(false, size).GetName();
}

std::string
EttcpLink::Tcp(uint32_t size) const
{
    return GetTest(true, size).GetName();
}

std::string
EttcpLink::GetLabel() const
{
    const Xylomenos1999Scenario& hosts = XYLOMENOS1999_SCENARIOS.at(scenario - 1);
    const std::string a = GetName(hosts.a.host);
    const std::string b = GetName(hosts.b.host);
    return "scenario " + std::to_string(scenario) + ", " + (isForward ? a : b) + " to " +
           (isForward ? b : a);
}

WavelanCard
EttcpLink::GetSender() const
{
    const Xylomenos1999Scenario& hosts = XYLOMENOS1999_SCENARIOS.at(scenario - 1);
    return GetCard(isForward ? hosts.a.host : hosts.b.host);
}

std::vector<EttcpLink>
GetEttcpLinks()
{
    std::vector<EttcpLink> links;
    for (uint32_t scenario = 1; scenario <= 6; ++scenario)
    {
        links.push_back({scenario, true});
        links.push_back({scenario, false});
    }
    return links;
}

void
AddEttcpCell(Study& study, const EttcpTest& test, const EttcpMeasurement& measure)
{
    study.AddPoint({test.GetName(),
                    EttcpLink{test.scenario, test.isForward}.GetLabel() +
                        (test.isTcp ? ", TCP, " : ", UDP, ") + std::to_string(test.size) +
                        " bytes"},
                   [test, measure](const StudyOptions& options) { return measure(test, options); });
}

void
AddEttcpCells(Study& study, bool tcp, bool udp, const EttcpMeasurement& measure)
{
    for (const EttcpLink& link : GetEttcpLinks())
    {
        for (const uint32_t size : ETTCP_SIZES)
        {
            if (udp)
            {
                AddEttcpCell(study, link.GetTest(false, size), measure);
            }
            if (tcp)
            {
                AddEttcpCell(study, link.GetTest(true, size), measure);
            }
        }
    }
}

RunResult
MeasureEttcpCell(const EttcpTest& test, const StudyOptions& options)
{
    return MeasureEttcpTest(test.MakeTestbed(), options);
}

RunResult
MeasureEttcpTest(const ObjectFactory& testbed, const StudyOptions& options)
{
    RequireDuration(options, Seconds(1), "in which a transfer begins");
    const auto test = testbed.Create<Xylomenos1999Testbed>();
    test->Run(options.duration);
    RunResult result;
    if (test->HasCards())
    {
        if (!test->IsConserved())
        {
            throw std::runtime_error("a packet was lost without a reason");
        }
        result.metrics.push_back({"throughput", "Mb/s", test->GetThroughput()});
    }
    if (!test->IsTcp())
    {
        const EttcpCounters& sent = test->GetEttcp()->GetCounters();
        result.metrics.push_back({"host-drops", "%", Percent(sent.dropped, sent.written)});
    }
    if (!test->IsTcp() && test->HasCards())
    {
        const LossRuns runs = test->GetLossRuns();
        const uint64_t seen = runs.GetReceived() + runs.GetLost();
        result.metrics.push_back({"loss", "%", Percent(runs.GetLost(), seen)});
        result.metrics.push_back({"single", "%", GetShareUpTo(runs.GetLostRuns(), 1)});
        result.metrics.push_back({"up-to-5", "%", GetShareUpTo(runs.GetLostRuns(), 5)});
        result.metrics.push_back({"resets", "", static_cast<double>(test->GetResets())});
    }
    if (test->IsTcp())
    {
        const Xylomenos1999Flow data = test->GetData();
        const Xylomenos1999Flow acks = test->GetAcks();
        const double written = test->GetPackets();
        result.metrics.push_back({"data-lost", "%", Percent(data.collided, data.sent)});
        result.metrics.push_back({"acks-lost", "%", Percent(acks.collided, acks.sent)});
        result.metrics.push_back({"ack-losses-over-data",
                                  "",
                                  data.collided == 0 ? 1
                                                     : static_cast<double>(acks.collided) /
                                                           static_cast<double>(data.collided)});
        result.metrics.push_back({"data-sent", "", static_cast<double>(data.sent) / written});
        result.metrics.push_back(
            {"data-received", "", static_cast<double>(data.received) / written});
    }
    return result;
}

} // namespace ns3
