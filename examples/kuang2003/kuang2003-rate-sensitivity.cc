// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * How much the throughput and the pattern of kuang2003, 4.3.2, depend on parameters the paper
 * leaves open: each is moved while the others stay. Those of rate adaptation and channel are fitted
 * (kuang2003-rate-adaptation).
 *
 * Prints a row per setting; a star marks a value out of the band of claim K9. The last column is
 * the mechanism: of the frames that fall to 1 Mb/s, the share that is given up. There is no claim
 * to meet.
 */

#include "poor-channel-upload.h"
#include "sensitivity-table.h"

#include "ns3/user-attribute.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::string AUTOMATIC = "automatic";
const std::string AUTOMATIC_8 = "automatic-8-attempts";
const std::string FIXED_1 = "fixed-1";
const std::string FIXED_2 = "fixed-2";

using Setting = SensitivitySetting;
using Column = SensitivityColumn;

const std::vector<Column>&
GetColumns()
{
    static const std::vector<Column> columns{
        {"automatic\nMb/s", "0.29", AUTOMATIC, "throughput", Interval::Within(0.29, 0.2), 2},
        {"fixed 1\nMb/s", "0.77", FIXED_1, "throughput", Interval::Within(0.77, 0.2), 2},
        {"fixed 2\nMb/s", "1.46", FIXED_2, "throughput", Interval::Within(1.46, 0.2), 2},
        {"8 attempts\nMb/s", "", AUTOMATIC_8, "throughput", Interval::AtLeast(0), 2},
        {"spacing\npackets", "10", AUTOMATIC_8, "spacing", {8, 12}, 1},
        {"regular\n%", "", AUTOMATIC_8, "regularity", {60, 100}, 0},
        {"gap\nms", "100", AUTOMATIC_8, "gap", {60, 140}, 0},
        {"fallen,\ngiven up %", "> 50", AUTOMATIC_8, "fallen-given-up", {50, 100}, 0},
    };
    return columns;
}

template <typename Group, typename Value>
Setting
Move(const std::string& name,
     Group Kuang2003Parameters::* group,
     Value Group::* member,
     Value value)
{
    return {name, [=](Kuang2003Parameters& p) { p.*group.*member = value; }};
}

Setting
Successes(uint32_t count)
{
    return Move("SuccessThreshold-" + std::to_string(count),
                &Kuang2003Parameters::rateAdaptation,
                &Kuang2003RateAdaptation::successThreshold,
                count);
}

Setting
TopTries(uint32_t count)
{
    return Move("TopTries-" + std::to_string(count),
                &Kuang2003Parameters::rateAdaptation,
                &Kuang2003RateAdaptation::topTries,
                count);
}

Setting
MiddleTries(uint32_t count)
{
    return Move("MiddleTries-" + std::to_string(count),
                &Kuang2003Parameters::rateAdaptation,
                &Kuang2003RateAdaptation::middleTries,
                count);
}

Setting
Distance(int metres)
{
    return {"distance-" + std::to_string(metres) + "m",
            [metres](Kuang2003Parameters& p) { p.poorChannel->distance = metres; }};
}

/// @param bad mean of the bad state, ms; the good one stays
Setting
BadDuration(int bad)
{
    return {"bad-" + std::to_string(bad) + "ms",
            [bad](Kuang2003Parameters& p) { p.poorChannel->badDuration = MilliSeconds(bad); }};
}

/// @param bad mean of the bad state, ms; the good one is longer in the same proportion
Setting
BurstScale(int bad)
{
    return {"bad-" + std::to_string(bad) + "ms-good-" + std::to_string(25 * bad) + "ms",
            [bad](Kuang2003Parameters& p) {
                p.poorChannel->badDuration = MilliSeconds(bad);
                p.poorChannel->goodDuration = MilliSeconds(25 * bad);
            }};
}

Setting
BitErrorRate(const std::string& rate)
{
    return {"bit-error-rate-" + rate,
            [rate](Kuang2003Parameters& p) { p.poorChannel->badBitErrorRate = std::stod(rate); }};
}

Setting
Shadowing(int sigma, int correlation)
{
    const std::string how = correlation == 0 ? "per-frame" : std::to_string(correlation) + "s";
    return {"shadowing-" + std::to_string(sigma) + "dB-" + how, [=](Kuang2003Parameters& p) {
                p.poorChannel->shadowing = sigma;
                p.poorChannel->shadowingCorrelation = Seconds(correlation);
            }};
}

Setting
AccessPoint(const std::string& name)
{
    return {"access-point-" + name, [name](Kuang2003Parameters& p) {
                p.accessPointRateManager = "ns3::" + name + "WifiManager";
            }};
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> settings{
        {"as-in-the-study", [](Kuang2003Parameters&) {}},
        Successes(1),
        Successes(3),
        Successes(6),
        Successes(12),
        TopTries(2),
        TopTries(4),
        MiddleTries(3),
        MiddleTries(4),
        MiddleTries(5),
        MiddleTries(6),
        MiddleTries(8),
        {"one-attempt-more", [](Kuang2003Parameters& p) { ++p.retryLimit; }},
        Distance(46),
        Distance(48),
        Distance(50),
        Distance(52),
        Distance(54),
        BadDuration(5),
        BadDuration(50),
        BadDuration(100),
        BurstScale(2),
        BurstScale(100),
        BitErrorRate("1e-4"),
        BitErrorRate("1e-2"),
        Shadowing(2, 0),
        Shadowing(2, 1),
        Shadowing(4, 0),
        AccessPoint("MimdArf"),
        AccessPoint("Aarf"),
        {"ACK-every-1", [](Kuang2003Parameters& p) { p.delayedAckSegments = 1; }},
    };
    return settings;
}

RunResult
MeasureCell(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    RefuseUserValues({"ns3::MimdArfWifiManager::SuccessThreshold",
                      "ns3::MimdArfWifiManager::TopTries",
                      "ns3::MimdArfWifiManager::MiddleTries",
                      "ns3::GilbertElliottErrorModel::BadDuration",
                      "ns3::GilbertElliottErrorModel::GoodDuration",
                      "ns3::GilbertElliottErrorModel::BadBitErrorRate",
                      "ns3::ShadowingPropagationLossModel::StandardDeviation",
                      "ns3::ShadowingPropagationLossModel::CorrelationTime",
                      "ns3::TcpSocket::DelAckCount"});
    // The column comes first: a setting may move what the column sets.
    Kuang2003Parameters parameters = GetPoorChannelParameters();
    const std::string column = GetSensitivityFinding(point.name);
    parameters.automaticRate = column == AUTOMATIC || column == AUTOMATIC_8;
    parameters.dataMode = column == FIXED_1 ? "DsssRate1Mbps" : "DsssRate2Mbps";
    parameters.retryLimit = column == AUTOMATIC_8 ? 8 : 10;
    ApplySensitivitySetting(GetSettings(), point.name, parameters);
    return MeasurePoorChannelUpload(parameters, options);
}

void
PrintTable(std::ostream& os, const StudyResults& results)
{
    PrintSensitivityTable(os, "", GetSettings(), GetColumns(), results);
    os << "* out of the band of claim K9\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-rate-sensitivity",
                "kuang2003, 4.3.2: what throughput and pattern depend on",
                MeasureCell);
    for (const auto& setting : GetSettings())
    {
        for (const auto& column : {AUTOMATIC, FIXED_1, FIXED_2, AUTOMATIC_8})
        {
            study.AddPoint(
                {GetSensitivityPoint(setting.name, column), setting.name + ", " + column});
        }
    }
    study.SetDefaultRuns(1, Kuang2003Parameters().duration);
    study.SetFullRuns(10, Kuang2003Parameters().duration);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
