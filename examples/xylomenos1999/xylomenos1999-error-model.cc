// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * xylomenos1999, IV and VI: a channel of two states, good and bad, fitted to the runs of received
 * and of lost UDP packets in all scenarios, directions and sizes.
 *
 * In such a channel (Gilbert 1960; reference [6] of the paper) a run ends at each packet with the
 * same probability. The maximum-likelihood estimate of this probability is the share of packets
 * that end a run. Whether it is the same at each place in a run is tested against one probability
 * for each interval of places, by the ratio of likelihoods.
 *
 * Must show: X10. See the claims.
 */

#include "ettcp-cells.h"
#include "ettcp-runs.h"

#include "ns3/study-table.h"
#include "ns3/xylomenos1999-testbed.h"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();
/// Probability below which the model is rejected.
constexpr double LEVEL = 0.05;

RunResult
MeasureRuns(const EttcpTest& test, const StudyOptions& options)
{
    RequireDuration(options, Seconds(1), "in which a transfer begins");
    const auto testbed = test.MakeTestbed().Create<Xylomenos1999Testbed>();
    testbed->Run(options.duration);
    if (!testbed->IsConserved())
    {
        throw std::runtime_error("a packet was lost without a reason");
    }
    RunResult result;
    if (test.isTcp)
    {
        const Xylomenos1999Flow data = testbed->GetData();
        const double share =
            data.sent == 0 ? 0
                           : static_cast<double>(data.collided) / static_cast<double>(data.sent);
        result.metrics.push_back({"data-lost", "%", 100 * share});
    }
    else
    {
        AddRunMetrics(result.metrics, testbed->GetLossRuns());
    }
    return result;
}

/// @param probability of an event
/// @return mean number of packets until it happens
Estimate
Invert(const Estimate& probability)
{
    Estimate mean = probability;
    mean.value = 1 / probability.value;
    mean.ci95 = {1 / probability.ci95.high, 1 / probability.ci95.low};
    if (probability.value == 0)
    {
        mean.value = std::numeric_limits<double>::quiet_NaN();
        mean.reason = "no run has ended";
    }
    return mean;
}

/**
 * What an ISA card sends is lost in the receiving host, and repetitions differ by hardly a packet.
 * Added up they would count each loss several times, and make the intervals too narrow. A PCMCIA
 * card draws when it overruns, so that its repetitions are samples of their own.
 * @param received kind of runs
 * @return places of the first repetition from an ISA card, or of all from a PCMCIA card
 */
std::vector<TrialCount>
GetOwnPlaces(const StudyResults& results, const EttcpTest& test, bool received)
{
    const std::string point = test.GetName();
    if (EttcpLink{test.scenario, test.isForward}.GetSender() == WavelanCard::PCMCIA)
    {
        return GetPlaces(results, point, received);
    }
    const auto& [run, metrics] = *results.GetRuns(point).begin();
    StudyResults first;
    first.Add(point, run, metrics);
    return GetPlaces(first, point, received);
}

/// @param received kind of runs
/// @return probability that a packet is the last one of its run
Estimate
FitEnd(const StudyResults& results, const EttcpTest& test, bool received)
{
    return EstimateProbability(AddUp(GetOwnPlaces(results, test, received)));
}

/// @param received kind of runs
/// @return test that they end at each place with one probability
LikelihoodRatioTest
TestPlaces(const StudyResults& results, const EttcpTest& test, bool received)
{
    return TestEquality(JoinSparse(GetOwnPlaces(results, test, received)));
}

/// @param compared tests whose losses are compared
/// @return test that one channel has made all of them
LikelihoodRatioTest
TestTogether(const StudyResults& results, const std::vector<EttcpTest>& compared)
{
    std::vector<LikelihoodRatioTest> tests;
    for (const bool received : {true, false})
    {
        std::vector<TrialCount> groups;
        for (const EttcpTest& test : compared)
        {
            groups.push_back(AddUp(GetOwnPlaces(results, test, received)));
        }
        tests.push_back(TestEquality(groups));
    }
    return Combine(tests);
}

/// The decision of a test has no interval of its own: the level says how often it is wrong.
Estimate
ToEstimate(const LikelihoodRatioTest& test)
{
    const double p = test.GetP();
    if (std::isnan(p))
    {
        return {p, {}, 0, "too few losses for a test"};
    }
    return {p, {p, p}, test.freedom};
}

std::string
FormatP(const LikelihoodRatioTest& test)
{
    constexpr double LEAST = 1e-4;
    return test.GetP() < LEAST ? "< 0.0001" : StudyTable::Format(test.GetP(), 4);
}

std::string
Format(const Estimate& estimate, int decimals)
{
    return StudyTable::Format(estimate.value, decimals) + " (" +
           StudyTable::Format(estimate.ci95, decimals) + ")";
}

/// @return what the tests of both kinds of runs say
std::string
Describe(const LikelihoodRatioTest& received, const LikelihoodRatioTest& lost)
{
    if (received.freedom == 0)
    {
        return "too few losses";
    }
    if (received.GetP() < LEVEL)
    {
        return "fails";
    }
    return lost.freedom > 0 && lost.GetP() < LEVEL ? "fails for losses" : "holds";
}

void
PrintFits(std::ostream& os, const StudyResults& results)
{
    os << "Two-state model: mean runs of received and of lost packets by maximum likelihood, with "
          "95 %\nintervals, and the probability of such runs or less likely ones if the model "
          "holds\n\n";
    StudyTable table;
    table.AddColumn("scenario, direction", StudyTable::LEFT);
    table.AddColumn("bytes", StudyTable::RIGHT);
    table.AddColumn("losses", StudyTable::RIGHT);
    table.AddColumn("received run", StudyTable::RIGHT);
    table.AddColumn("p", StudyTable::RIGHT);
    table.AddColumn("lost run", StudyTable::RIGHT);
    table.AddColumn("p", StudyTable::RIGHT);
    table.AddColumn("the model", StudyTable::LEFT);
    for (const EttcpLink& link : GetEttcpLinks())
    {
        for (const uint32_t size : ETTCP_SIZES)
        {
            const EttcpTest test = link.GetTest(false, size);
            const LikelihoodRatioTest received = TestPlaces(results, test, true);
            const LikelihoodRatioTest lost = TestPlaces(results, test, false);
            table.AddRow({link.GetLabel(),
                          std::to_string(size),
                          std::to_string(AddUp(GetOwnPlaces(results, test, false)).trials),
                          Format(Invert(FitEnd(results, test, true)), 0),
                          FormatP(received),
                          Format(Invert(FitEnd(results, test, false)), 2),
                          FormatP(lost),
                          Describe(received, lost)});
        }
    }
    table.Print(os);
}

/// @return whether the sender is faster than the receiver, which it overruns (V.B)
bool
IsFastToSlow(const EttcpLink& link)
{
    return link.isForward && link.scenario != 5;
}

/// What the text says about runs in scenarios 1 and 2.
void
AddRunLengths(Study& study, const EttcpLink& link, uint32_t size)
{
    const std::string cell = link.GetLabel() + ", " + std::to_string(size) + " bytes, ";
    const EttcpTest test = link.GetTest(false, size);
    const bool isFromPcmcia = link.GetSender() == WavelanCard::PCMCIA;
    if (IsFastToSlow(link) && link.scenario <= 2)
    {
        // "About": a factor of 1.4, as in other studies.
        study.AddClaim({.id = "X10",
                        .cell = cell + "fitted run of received packets",
                        .paper = 1000,
                        .unit = "packets",
                        .band = {1000 / 1.4, 1000 * 1.4},
                        .estimate = [test](const StudyResults& results) {
                            return Invert(FitEnd(results, test, true));
                        }});
    }
    if (IsFastToSlow(link) || isFromPcmcia)
    {
        // Nine of ten runs of one packet, or runs of 1 to 5.
        study.AddClaim({.id = "X10",
                        .cell = cell + "fitted run of lost packets",
                        .unit = "packets",
                        .band = {1, isFromPcmcia ? 5 : 1 / 0.9},
                        .estimate = [test](const StudyResults& results) {
                            return Invert(FitEnd(results, test, false));
                        }});
        // "Semi-periodic" losses, or those of resets, are not those of a channel without memory.
        study.AddClaim({.id = "X10",
                        .cell = cell + "p of the two-state model",
                        .unit = "",
                        .band = {0, LEVEL},
                        .estimate = [test](const StudyResults& results) {
                            return ToEstimate(TestPlaces(results, test, true));
                        }});
    }
}

/// A claim that points differ too much for one model.
void
AddDifference(Study& study, const std::string& cell, std::vector<std::vector<EttcpTest>> groups)
{
    study.AddClaim({.id = "X10",
                    .cell = "p of one model for " + cell,
                    .unit = "",
                    .band = {0, LEVEL},
                    .estimate = [groups](const StudyResults& results) {
                        std::vector<LikelihoodRatioTest> tests;
                        for (const auto& compared : groups)
                        {
                            tests.push_back(TestTogether(results, compared));
                        }
                        return ToEstimate(Combine(tests));
                    }});
}

/// VI: packet size, interfaces and hosts "do not allow direct generalizations".
void
AddGeneralizations(Study& study)
{
    std::vector<EttcpTest> all;
    std::vector<std::vector<EttcpTest>> bySize;
    std::vector<std::vector<EttcpTest>> byCard;
    std::vector<std::vector<EttcpTest>> byHost;
    for (const EttcpLink& link : GetEttcpLinks())
    {
        std::vector<EttcpTest> tests;
        for (const uint32_t size : ETTCP_SIZES)
        {
            tests.push_back(link.GetTest(false, size));
        }
        all.insert(all.end(), tests.begin(), tests.end());
        bySize.push_back(tests);
    }
    for (const uint32_t size : ETTCP_SIZES)
    {
        // SYROS and MYKONOS are "roughly equivalent" and differ by their cards.
        const EttcpTest fromIsa = EttcpLink{1, false}.GetTest(false, size);
        byCard.push_back({fromIsa, EttcpLink{2, false}.GetTest(false, size)});
        byHost.push_back({EttcpLink{1, true}.GetTest(false, size), fromIsa});
    }
    AddDifference(study, "all scenarios, directions and sizes", {all});
    AddDifference(study, "all sizes of a scenario and direction", bySize);
    AddDifference(study, "ISA and PCMCIA senders, to IOS", byCard);
    AddDifference(study, "both directions of scenario 1", byHost);
}

/// VI: a model of UDP's losses does not have TCP's collisions.
void
AddBidirectional(Study& study)
{
    for (const EttcpLink link : {EttcpLink{1, true}, EttcpLink{1, false}})
    {
        AddEttcpCell(study, link.GetTest(true, 1500), MeasureRuns);
        study.AddClaim(
            {.id = "X10",
             .cell = link.GetLabel() + ", TCP's loss minus that of the model, 1500 bytes",
             .paper = 10,
             .unit = "%",
             .band = {7, UNLIMITED},
             .estimate = [link](const StudyResults& results) {
                 Estimate loss = results.GetStatistics(link.Tcp(1500), "data-lost").EstimateMean();
                 const EttcpTest udp = link.GetTest(false, 1500);
                 const double toBad = FitEnd(results, udp, true).value;
                 const double toGood = FitEnd(results, udp, false).value;
                 // The share of time that the chain of two states is bad.
                 const double model = toBad == 0 ? 0 : 100 * toBad / (toBad + toGood);
                 loss.value -= model;
                 loss.ci95.low -= model;
                 loss.ci95.high -= model;
                 return loss;
             }});
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-error-model",
                "xylomenos1999, IV and VI: a two-state model of the losses of UDP packets");
    study.SetDefaultRuns(5, Seconds(300));
    study.SetFullRuns(5, Seconds(300));
    AddEttcpCells(study, false, true, MeasureRuns);
    for (const EttcpLink& link : GetEttcpLinks())
    {
        for (const uint32_t size : ETTCP_SIZES)
        {
            AddRunLengths(study, link, size);
        }
    }
    AddGeneralizations(study);
    AddBidirectional(study);
    study.SetTablePrinter(PrintFits);
    return study.Main(argc, argv);
}
