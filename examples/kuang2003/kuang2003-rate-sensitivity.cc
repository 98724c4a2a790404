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

#include "../common/estimate-table.h"
#include "poor-channel-upload.h"
#include "sensitivity-table.h"

#include "ns3/kuang2003-testbed.h"

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

/// @param name of the setting
/// @param values that it has
/// @return it
Setting
Move(const std::string& name, const TestbedValues& values)
{
    return {name, [values](TestbedValues& all) {
                for (const auto& [attribute, value] : values)
                {
                    all[attribute] = value;
                }
            }};
}

/// @param attribute a number of frames or attempts of rate adaptation
/// @param count its value
Setting
Adapt(const std::string& attribute, uint32_t count)
{
    const std::string value = std::to_string(count);
    return Move(attribute + "-" + value, {{attribute, value}});
}

Setting
Distance(int metres)
{
    const std::string value = std::to_string(metres);
    return Move("distance-" + value + "m", {{"PoorDistance", value}});
}

/// @param bad mean of the bad state, ms; the good one stays
Setting
BadDuration(int bad)
{
    const std::string time = std::to_string(bad) + "ms";
    return Move("bad-" + time, {{"BadDuration", time}});
}

/// @param bad mean of the bad state, ms; the good one is longer in the same proportion
Setting
BurstScale(int bad)
{
    const std::string time = std::to_string(bad) + "ms";
    const std::string good = std::to_string(25 * bad) + "ms";
    return Move("bad-" + time + "-good-" + good, {{"BadDuration", time}, {"GoodDuration", good}});
}

Setting
BitErrorRate(const std::string& rate)
{
    return Move("bit-error-rate-" + rate, {{"BadBitErrorRate", rate}});
}

Setting
Shadowing(int sigma, int correlation)
{
    const std::string time = std::to_string(correlation) + "s";
    return Move("shadowing-" + std::to_string(sigma) + "dB-" +
                    (correlation == 0 ? "per-frame" : time),
                {{"Shadowing", std::to_string(sigma)}, {"ShadowingCorrelation", time}});
}

Setting
AccessPoint(const std::string& name)
{
    return Move("access-point-" + name,
                {{"AccessPointRateManager", "ns3::" + name + "WifiManager"}});
}

/// An attempt more than the column has.
/// @param values of the column
void
AddAttempt(TestbedValues& values)
{
    values["RetryLimit"] = std::to_string(std::stoul(values["RetryLimit"]) + 1);
}

const std::vector<Setting>&
GetSettings()
{
    static const std::vector<Setting> settings{
        {"as-in-the-study", [](TestbedValues&) {}},
        Adapt("SuccessThreshold", 1),
        Adapt("SuccessThreshold", 3),
        Adapt("SuccessThreshold", 6),
        Adapt("SuccessThreshold", 12),
        Adapt("TopTries", 2),
        Adapt("TopTries", 4),
        Adapt("MiddleTries", 3),
        Adapt("MiddleTries", 4),
        Adapt("MiddleTries", 5),
        Adapt("MiddleTries", 6),
        Adapt("MiddleTries", 8),
        {"one-attempt-more", AddAttempt},
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
        Move("ACK-every-1", {{"DelayedAckSegments", "1"}}),
    };
    return settings;
}

RunResult
MeasureCell(const Setting& setting, const std::string& column, const StudyOptions& options)
{
    // The column comes first: a setting may move what the column sets.
    TestbedValues values = GetPoorChannel();
    const bool isFixed = column == FIXED_1 || column == FIXED_2;
    values["AutomaticRate"] = isFixed ? "false" : "true";
    values["DataMode"] = column == FIXED_1 ? "DsssRate1Mbps" : "DsssRate2Mbps";
    values["RetryLimit"] = column == AUTOMATIC_8 ? "8" : "10";
    setting.apply(values);
    return MeasurePoorChannelUpload(values, options);
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
                "kuang2003, 4.3.2: what throughput and pattern depend on");
    for (const auto& setting : GetSettings())
    {
        for (const auto& column : {AUTOMATIC, FIXED_1, FIXED_2, AUTOMATIC_8})
        {
            study.AddPoint({GetRowPoint(setting.name, column), setting.name + ", " + column},
                           [&setting, column](const StudyOptions& options) {
                               return MeasureCell(setting, column, options);
                           });
        }
    }
    study.SetDefaultRuns(1, Kuang2003Testbed::DURATION);
    study.SetFullRuns(10, Kuang2003Testbed::DURATION);
    study.SetTablePrinter(PrintTable);
    return study.Main(argc, argv);
}
