// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * xylomenos1999, figures 7 and 13: signal and noise levels of received packets, in the units of the
 * cards, in all scenarios.
 *
 * What the paper leaves open is drawn in each run, and is the same in all scenarios of a run: where
 * hosts at one location stand, what walls are made of, how many there are, how many dB a unit has.
 *
 * Must show: X9. See the claims.
 */

#include "ettcp-cells.h"

#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/study-table.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/xylomenos1999-hosts.h"
#include "ns3/xylomenos1999-testbed.h"

#include <algorithm>
#include <boost/histogram.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

using namespace ns3;

namespace
{

constexpr double UNLIMITED = std::numeric_limits<double>::infinity();
/// "Nearly the same", "practically identical", "nearly symmetric": within a unit. The model has it
/// by construction, so that these claims cannot fail.
constexpr Interval SAME{-1, 1};

/// A card of a test.
enum class Side
{
    RECEIVER, ///< of data
    SENDER    ///< of data, which receives acknowledgments
};

/// @param side of a test
/// @param quantity of its card
/// @return name of the metric
std::string
Name(Side side, const std::string& quantity)
{
    return (side == Side::RECEIVER ? "receiver-" : "sender-") + quantity;
}

/// Reads the levels of a quantity into a histogram.
class LevelHistogram
{
  public:
    void Add(uint32_t level)
    {
        m_bins(static_cast<int>(level));
    }

    /// @param metrics take mean, spread and edges
    /// @param name of the quantity
    void AddMetrics(std::vector<Metric>& metrics, const std::string& name) const
    {
        double packets = 0;
        double sum = 0;
        double squares = 0;
        int least = LEVELS;
        int most = 0;
        for (int level = 0; level < LEVELS; ++level)
        {
            const double count = m_bins.at(level);
            packets += count;
            sum += count * level;
            squares += count * level * level;
            least = count > 0 ? std::min(least, level) : least;
            most = count > 0 ? level : most;
        }
        if (packets == 0)
        {
            throw std::runtime_error("no packet was received whose levels could be read");
        }
        const double mean = sum / packets;
        metrics.push_back({name, "units", mean});
        metrics.push_back({name + "-sd", "units", std::sqrt(squares / packets - mean * mean)});
        metrics.push_back({name + "-min", "units", static_cast<double>(least)});
        metrics.push_back({name + "-max", "units", static_cast<double>(most)});
    }

    /// @return the level of each packet
    std::vector<std::vector<double>> GetRows() const
    {
        std::vector<std::vector<double>> rows;
        for (int level = 0; level < LEVELS; ++level)
        {
            rows.insert(rows.end(),
                        static_cast<std::size_t>(m_bins.at(level)),
                        {static_cast<double>(level)});
        }
        return rows;
    }

  private:
    /// The registers have 6 bits.
    static constexpr int LEVELS = 64;
    decltype(boost::histogram::make_histogram(boost::histogram::axis::integer<>(0, LEVELS))) m_bins{
        boost::histogram::axis::integer<>(0, LEVELS)};
};

/// What a card reads of the packets that it receives.
class SignalProbe
{
  public:
    explicit SignalProbe(Ptr<NetDevice> card)
    {
        card->TraceConnectWithoutContext("Signal", MakeCallback(&SignalProbe::Note, this));
    }

    SignalProbe(const SignalProbe&) = delete;
    SignalProbe& operator=(const SignalProbe&) = delete;

    LevelHistogram level;
    LevelHistogram noise;
    LevelHistogram quality;

  private:
    void Note(Ptr<const Packet>, const WavelanSignal& signal)
    {
        level.Add(signal.level);
        noise.Add(signal.noise);
        quality.Add(signal.quality);
    }
};

/// Draw what the paper leaves open.
/// @param testbed takes the values
void
DrawOpenValues(ObjectFactory& testbed)
{
    const auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(600); // beside those of the testbed
    Vary(testbed, "AdjacentFeet", DoubleValue(uniform->GetValue(3, 10)));
    // From light to heavy walls of COST 231.
    Vary(testbed, "WallLoss", DoubleValue(uniform->GetValue(3.4, 6.9)));
    Vary(testbed, "Walls13", UintegerValue(uniform->GetInteger(2, 4)));
    Vary(testbed, "Walls23", UintegerValue(uniform->GetInteger(3, 4)));
    // No source gives it. The gain control's 6 bits hold 95 to 189 dB with these.
    Vary(testbed, "SignalStep", DoubleValue(uniform->GetValue(1.5, 3)));
}

RunResult
MeasureSignal(const EttcpTest& test, const StudyOptions& options)
{
    RequireDuration(options, Seconds(1), "in which a transfer begins");
    ObjectFactory factory = test.MakeTestbed();
    DrawOpenValues(factory);
    const auto testbed = factory.Create<Xylomenos1999Testbed>();
    const SignalProbe receiver(testbed->GetDevices().Get(1));
    const SignalProbe sender(testbed->GetDevices().Get(0));
    testbed->Run(options.duration);
    RunResult result;
    const auto add = [&](Side side, const SignalProbe& probe) {
        const std::string who = side == Side::RECEIVER ? "receiver" : "sender";
        const auto quantity = [&](const std::string& name, const LevelHistogram& histogram) {
            histogram.AddMetrics(result.metrics, Name(side, name));
            if (options.trace)
            {
                result.series.push_back({Name(side, name),
                                         name + " at the " + who + " of data",
                                         "units",
                                         {"value"},
                                         histogram.GetRows(),
                                         "distribution",
                                         "packets received by the " + who + " of data"});
            }
        };
        quantity("level", probe.level);
        quantity("noise", probe.noise);
        quantity("quality", probe.quality);
    };
    add(Side::RECEIVER, receiver);
    if (test.isTcp)
    {
        add(Side::SENDER, sender);
    }
    return result;
}

/// @param link a direction
/// @param side of it
/// @return name of the host
std::string
GetHost(const EttcpLink& link, Side side)
{
    const Xylomenos1999Scenario& hosts = XYLOMENOS1999_SCENARIOS.at(link.scenario - 1);
    return GetName(link.isForward == (side == Side::RECEIVER) ? hosts.b.host : hosts.a.host);
}

/// A point, and a card of it.
struct Reading
{
    EttcpLink link;
    std::string point;
    Side side;
    std::string label;
};

/// @param link a direction
/// @return readings with packets of all sizes and both protocols
std::vector<Reading>
GetReadings(const EttcpLink& link)
{
    std::vector<Reading> readings;
    const auto add = [&](Side side, const std::string& point, const std::string& packets) {
        readings.push_back(
            {link, point, side, link.GetLabel() + ", " + packets + ", at " + GetHost(link, side)});
    };
    for (const uint32_t size : ETTCP_SIZES)
    {
        const std::string bytes = std::to_string(size) + " bytes";
        add(Side::RECEIVER, link.Udp(size), "UDP, " + bytes);
        add(Side::RECEIVER, link.Tcp(size), "TCP, " + bytes);
        add(Side::SENDER, link.Tcp(size), "TCP, " + bytes);
    }
    return readings;
}

/**
 * @param a, b readings of one side each
 * @param quantity that they have
 * @return mean of the first less the second
 */
ClaimEstimator
DifferenceOfReadings(const Reading& a, const Reading& b, const std::string& quantity)
{
    return [=](const StudyResults& results) {
        std::vector<double> differences;
        for (const auto& [run, metrics] : results.GetRuns(a.point))
        {
            differences.push_back(results.GetValue(a.point, run, Name(a.side, quantity)) -
                                  results.GetValue(b.point, run, Name(b.side, quantity)));
        }
        return SampleStatistics(differences).EstimateMean();
    };
}

/// @param link a direction
/// @param side a card
/// @return its reading in the figures
Reading
GetShown(const EttcpLink& link, Side side)
{
    return {link, link.Tcp(1500), side, link.GetLabel() + ", at " + GetHost(link, side)};
}

void
AddDifference(Study& study,
              const std::string& cell,
              const Reading& a,
              const Reading& b,
              const std::string& quantity,
              Interval band,
              ClaimKind kind = ClaimKind::COUNTED)
{
    study.AddClaim({.id = "X9",
                    .cell = cell,
                    .unit = "units",
                    .band = band,
                    .estimate = DifferenceOfReadings(a, b, quantity),
                    .kind = kind});
}

/// V.D: scenarios 3 and 4 are 1 and 2 at a distance.
void
AddDistance(Study& study, const EttcpLink& link)
{
    const EttcpLink base{link.scenario - 2, link.isForward};
    const std::string than = " than in scenario " + std::to_string(base.scenario);
    const auto addLevel = [&](const Reading& there, const Reading& here) {
        AddDifference(study, there.label + ", level lower" + than, here, there, "level", {10, 15});
    };
    if (link.scenario == 3)
    {
        const std::vector<Reading> far = GetReadings(link);
        const std::vector<Reading> near = GetReadings(base);
        for (std::size_t i = 0; i < far.size(); ++i)
        {
            addLevel(far[i], near[i]);
        }
    }
    for (const Side side : {Side::RECEIVER, Side::SENDER})
    {
        const Reading there = GetShown(link, side);
        if (link.scenario == 4)
        {
            addLevel(there, GetShown(base, side));
        }
        AddDifference(study,
                      there.label + ", noise higher" + than,
                      there,
                      GetShown(base, side),
                      "noise",
                      SAME,
                      ClaimKind::CANNOT_FAIL);
    }
}

/// V.D: scenarios 5 and 6 are weaker than 4, but far from the noise.
void
AddFarther(Study& study, const EttcpLink& link)
{
    for (const Side side : {Side::RECEIVER, Side::SENDER})
    {
        const Reading there = GetShown(link, side);
        // MYKONOS of scenario 5 has the card of IOS of scenario 4.
        AddDifference(study,
                      there.label + ", level lower than in scenario 4",
                      GetShown({4, link.isForward}, side),
                      there,
                      "level",
                      {0, UNLIMITED},
                      link.scenario == 5 ? ClaimKind::CALIBRATED : ClaimKind::COUNTED);
    }
}

/// V.D: an "adequate margin", and "still far from noise levels".
void
AddMargin(Study& study, const EttcpLink& link)
{
    for (const Side side : {Side::RECEIVER, Side::SENDER})
    {
        const Reading reading = GetShown(link, side);
        study.AddClaim(
            {.id = "X9",
             .cell = reading.label + ", minimum level over maximum noise",
             .unit = "units",
             .band = {0, UNLIMITED},
             .estimate = [reading](const StudyResults& results) {
                 std::vector<double> margins;
                 for (const auto& [run, metrics] : results.GetRuns(reading.point))
                 {
                     const auto get = [&](const std::string& quantity) {
                         return results.GetValue(reading.point, run, Name(reading.side, quantity));
                     };
                     margins.push_back(get("level-min") - get("noise-max"));
                 }
                 return SampleStatistics(margins).EstimateMean();
             }});
    }
}

/// Points with packets that figures 7 and 13 do not show.
void
AddOtherPackets(Study& study, const EttcpLink& link)
{
    for (const uint32_t size : ETTCP_SIZES)
    {
        AddEttcpCell(study, link.GetTest(false, size), MeasureSignal);
        if (size != 1500)
        {
            AddEttcpCell(study, link.GetTest(true, size), MeasureSignal);
        }
    }
}

/// V.B: the histograms are "practically identical across protocols and packet sizes".
void
AddSizes(Study& study, const EttcpLink& link)
{
    for (const Reading& reading : GetReadings(link))
    {
        const Reading shown = GetShown(link, reading.side);
        if (reading.point != shown.point)
        {
            AddDifference(study,
                          reading.label + ", level over that of TCP, 1500 bytes",
                          reading,
                          shown,
                          "level",
                          SAME,
                          ClaimKind::CANNOT_FAIL);
        }
    }
}

/// Figures 7 and 13: equal cards have symmetric histograms, mixed ones have not.
void
AddSymmetry(Study& study)
{
    const auto add =
        [&study](const EttcpLink& link, Side isa, Side other, Interval level, Interval noise) {
            const Reading a = GetShown(link, isa);
            const Reading b = GetShown(link, other);
            const ClaimKind kind =
                link.scenario == 2 ? ClaimKind::CALIBRATED : ClaimKind::CANNOT_FAIL;
            const std::string cell = link.GetLabel() + ", " + GetHost(link, other) + " over " +
                                     GetHost(link, isa) + ", ";
            AddDifference(study, cell + "level", b, a, "level", level, kind);
            AddDifference(study, cell + "noise", b, a, "noise", noise, kind);
        };
    constexpr Interval MORE{0, UNLIMITED};
    add({1, true}, Side::SENDER, Side::RECEIVER, SAME, SAME);
    add({1, false}, Side::RECEIVER, Side::SENDER, SAME, SAME);
    add({2, true}, Side::SENDER, Side::RECEIVER, MORE, MORE);
    add({2, false}, Side::RECEIVER, Side::SENDER, MORE, MORE);
}

void
PrintLevels(std::ostream& os, const StudyResults& results)
{
    os << "TCP, 1500 bytes: mean levels of received packets in units of the cards, and their "
          "histograms' edges\n\n";
    StudyTable table;
    table.AddColumn("scenario, direction", StudyTable::LEFT);
    table.AddColumn("at", StudyTable::LEFT);
    for (const std::string quantity : {"signal level", "noise level", "quality"})
    {
        table.AddColumn(quantity, StudyTable::RIGHT);
        table.AddColumn("edges", StudyTable::RIGHT);
    }
    for (const EttcpLink& link : GetEttcpLinks())
    {
        for (const Side side : {Side::RECEIVER, Side::SENDER})
        {
            std::vector<std::string> row{link.GetLabel(), GetHost(link, side)};
            for (const std::string quantity : {"level", "noise", "quality"})
            {
                const auto get = [&](const std::string& what) {
                    return results.GetStatistics(link.Tcp(1500), Name(side, quantity + what));
                };
                row.push_back(StudyTable::Format(get("").EstimateMean(), 1));
                row.push_back(
                    StudyTable::Format(Interval{get("-min").GetMean(), get("-max").GetMean()}, 0));
            }
            table.AddRow(row);
        }
    }
    table.Print(os);
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("xylomenos1999-signal",
                "xylomenos1999, figures 7 and 13: signal and noise levels of received packets");
    // The seats are drawn, so that many runs tell more than long ones.
    study.SetDefaultRuns(30, Seconds(2));
    study.SetFullRuns(30, Seconds(300));
    for (const EttcpLink& link : GetEttcpLinks())
    {
        AddEttcpCell(study, link.GetTest(true, 1500), MeasureSignal);
        if (link.scenario <= 3)
        {
            AddOtherPackets(study, link);
        }
        AddMargin(study, link);
        if (link.scenario <= 2)
        {
            AddSizes(study, link);
        }
        if (link.scenario == 3 || link.scenario == 4)
        {
            AddDistance(study, link);
        }
        if (link.scenario >= 5)
        {
            AddFarther(study, link);
        }
    }
    AddSymmetry(study);
    study.SetTablePrinter(PrintLevels);
    return study.Main(argc, argv);
}
