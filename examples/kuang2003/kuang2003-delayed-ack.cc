// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, 4.3.2 B: the receiver waits for a second segment and the sender may send only one,
 * until the timer of the delayed ACK expires. The paper's future work is here, too: when delayed
 * ACKs help and when they hurt, depending on the quality of the channel.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b, near to far ~~~ access point === LAN === host
                      automatic or 2 Mb/s                            delayed ACKs or not
   \endverbatim
 *
 * Must show: K10, such idle times of about 100 ms on the channel of K9, and none without delayed
 * ACKs; B4, the sweep over the distance.
 */

#include "poor-channel-upload.h"

#include "ns3/kuang2003-testbed.h"

#include <array>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Metres; K9's channel is at 49.
constexpr std::array DISTANCES{10, 34, 37, 39, 41, 43, 45, 47, 48, 49, 50, 51, 52, 54};
constexpr int NEAR = 10;
constexpr int POOR = 49;

const std::string K10 = "figure-6";
const std::string AUTOMATIC = "automatic";
const std::string FIXED_2 = "fixed-2";
const std::string DELAYED = "delayed";
const std::string AT_ONCE = "every-segment";

/// @param group of points
/// @param acks delayed or not
/// @return name of the point
std::string
GetName(const std::string& group, const std::string& acks)
{
    return group + "." + acks;
}

std::string
GetName(const std::string& rate, int distance, const std::string& acks)
{
    return GetName(rate + "-" + std::to_string(distance) + "m", acks);
}

/// One point of the study.
struct Case
{
    std::string name;
    std::string label;
    std::string acks;
    bool automaticRate;
    int distance;
    uint32_t attempts;
};

std::vector<Case>
MakeCases()
{
    std::vector<Case> cases;
    for (const auto& acks : {DELAYED, AT_ONCE})
    {
        const std::string label = acks == DELAYED ? "delayed ACKs" : "ACK of every segment";
        cases.push_back(
            {GetName(K10, acks), "automatic, 8 attempts, 49 m, " + label, acks, true, POOR, 8});
        for (const auto& rate : {AUTOMATIC, FIXED_2})
        {
            for (const int distance : DISTANCES)
            {
                cases.push_back({GetName(rate, distance, acks),
                                 rate + ", " + std::to_string(distance) + " m, " + label,
                                 acks,
                                 rate == AUTOMATIC,
                                 distance,
                                 10});
            }
        }
    }
    return cases;
}

RunResult
MeasureCase(const Case& one, const StudyOptions& options)
{
    TestbedValues values = GetPoorChannel();
    values["AutomaticRate"] = one.automaticRate ? "true" : "false";
    values["DataMode"] = "DsssRate2Mbps";
    values["PoorDistance"] = std::to_string(one.distance);
    values["RetryLimit"] = std::to_string(one.attempts);
    values["DelayedAckSegments"] = one.acks == AT_ONCE ? "1" : "2";
    return MeasurePoorChannelUpload(values, options);
}

void
AddIdles(Study& study)
{
    const std::string on = GetName(K10, DELAYED);
    const std::string off = GetName(K10, AT_ONCE);
    study.AddClaim({.id = "K10",
                    .cell = "idle times that wait for the timer (one in 10 s at least)",
                    .unit = "1/s",
                    .band = Interval::AtLeast(0.1),
                    .estimate = MeanOf(on, "idles")});
    study.AddClaim({.id = "K10",
                    .cell = "their length",
                    .paper = 100,
                    .unit = "ms",
                    .band = {80, 120},
                    .estimate = MeanOf(on, "idle-length"),
                    // The host's timer, of which the manual of Solaris 8 has the value.
                    .kind = ClaimKind::CANNOT_FAIL});
    study.AddClaim({.id = "K10",
                    .cell = "without delayed ACKs: idle times",
                    .unit = "1/s",
                    .band = {0, 0},
                    .estimate = MeanOf(off, "idles"),
                    .kind = ClaimKind::CANNOT_FAIL}); // there is no timer to wait for
}

/// "When the wireless channel quality is good, Delayed-ACKs are beneficial, [...] poor,
/// TCP Delayed-ACKs reduce throughput": signs, no values.
void
AddBenefits(Study& study)
{
    const auto ratio = [](int distance) {
        return RatioOf("throughput",
                       GetName(AUTOMATIC, distance, DELAYED),
                       GetName(AUTOMATIC, distance, AT_ONCE));
    };
    study.AddClaim({.id = "B4",
                    .cell = "good channel (10 m): delayed ACKs over ACK of every segment",
                    .unit = "",
                    .band = Interval::AtLeast(1),
                    .estimate = ratio(NEAR)});
    study.AddClaim({.id = "B4",
                    .cell = "poor channel (49 m): the same",
                    .unit = "",
                    .band = Interval::AtMost(1),
                    .estimate = ratio(POOR)});
}

StudyCurve
CurveOf(const std::string& rate, const std::string& acks, const std::string& metric)
{
    StudyCurve curve{acks == DELAYED ? "delayed ACKs" : "ACK of every segment", metric, {}};
    for (const int distance : DISTANCES)
    {
        curve.points.emplace_back(distance, GetName(rate, distance, acks));
    }
    return curve;
}

void
AddPanels(Study& study)
{
    const auto add = [&study](const std::string& title,
                              const std::string& quantity,
                              const std::string& rate,
                              const std::string& metric) {
        study.AddPanel({title,
                        "distance, m",
                        quantity,
                        {CurveOf(rate, DELAYED, metric), CurveOf(rate, AT_ONCE, metric)}});
    };
    // The throughputs of 4.3.2 A are not drawn: the paper names no distance for them.
    add("automatic rate", "throughput, Mb/s", AUTOMATIC, "throughput");
    add("fixed 2 Mb/s", "throughput, Mb/s", FIXED_2, "throughput");
    add("automatic rate", "time idle for the timer, %", AUTOMATIC, "idle-share");
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-delayed-ack",
                "kuang2003, 4.3.2 B: delayed ACKs over the quality of the channel");
    for (const Case& one : MakeCases())
    {
        study.AddPoint({one.name, one.label},
                       [one](const StudyOptions& options) { return MeasureCase(one, options); });
    }
    study.SetDefaultRuns(3, Kuang2003Testbed::DURATION);
    study.SetFullRuns(20, Kuang2003Testbed::DURATION);
    AddIdles(study);
    AddBenefits(study);
    AddPanels(study);
    return study.Main(argc, argv);
}
