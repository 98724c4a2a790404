// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * DcfNetDevice against WifiNetDevice: 1 to 32 stations at 1 to 11 Mb/s that send 1500-byte packets
 * to one receiver, saturated or by TCP, with and without RTS. Both radios take their backoffs from
 * the same streams of random numbers, so that any difference of their rules parts them for good.
 *
 * Must show: throughput within 2 %, the probability that an attempt fails within 0.01, and the
 * share of each station the same.
 */

#include "../bench/radio-scenario.h"

#include "ns3/study.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace ns3;

namespace
{

/// Numbers of stations that send.
const std::array<uint32_t, 6> STATIONS{1, 2, 4, 8, 16, 32};
/// Rates of data, Mb/s.
const std::array<std::string, 4> RATES{"1", "2", "5.5", "11"};

/// What a radio did.
struct Outcome
{
    double throughput{0};       ///< Mb/s of payload
    double failed{0};           ///< share of the attempts
    std::vector<double> shares; ///< of each station in the packets that were acknowledged
};

Outcome
Play(RadioOptions options, bool wifi, Time duration)
{
    options.wifi = wifi;
    RadioScenario scenario(options);
    scenario.CountAttempts();
    const SimulationCost cost = scenario.Run(duration);
    Outcome outcome;
    outcome.throughput = 8e-6 * static_cast<double>(cost.bytes) / duration.GetSeconds();
    double attempts = 0;
    double failures = 0;
    for (const RadioSender& sender : scenario.GetSenders())
    {
        attempts += static_cast<double>(sender.attempts);
        failures += static_cast<double>(sender.failures);
    }
    outcome.failed = failures / attempts;
    for (const RadioSender& sender : scenario.GetSenders())
    {
        outcome.shares.push_back(static_cast<double>(sender.attempts - sender.failures) /
                                 (attempts - failures));
    }
    return outcome;
}

RunResult
Compare(RadioOptions radio, const StudyOptions& options)
{
    RequireDuration(options, MilliSeconds(20), "in which each cell has a packet");
    RunResult result;
    double throughput = 0;
    double failed = 0;
    double share = 0;
    for (const uint32_t stations : STATIONS)
    {
        radio.nodes = stations + 1;
        const Outcome dcf = Play(radio, false, options.duration);
        const Outcome wifi = Play(radio, true, options.duration);
        const std::string suffix = "-" + std::to_string(stations);
        result.metrics.push_back({"throughput" + suffix, "Mb/s", dcf.throughput});
        result.metrics.push_back({"wifi-throughput" + suffix, "Mb/s", wifi.throughput});
        result.metrics.push_back({"failed" + suffix, "", dcf.failed});
        result.metrics.push_back({"wifi-failed" + suffix, "", wifi.failed});
        throughput = std::max(throughput, 100 * std::abs(dcf.throughput / wifi.throughput - 1));
        failed = std::max(failed, std::abs(dcf.failed - wifi.failed));
        for (std::size_t i = 0; i < stations; ++i)
        {
            share = std::max(share, 100 * std::abs(dcf.shares[i] - wifi.shares[i]));
        }
    }
    result.metrics.push_back({"throughput-difference", "%", throughput});
    result.metrics.push_back({"failed-difference", "", failed});
    result.metrics.push_back({"share-difference", "%", share});
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("dcf-validation", "DcfNetDevice against WifiNetDevice, 1 to 32 stations");
    // Shorter, the attempt that the end of a run cuts counts too much.
    study.SetDefaultRuns(2, Seconds(2));
    study.SetFullRuns(10, Seconds(5));
    for (const RadioLoad load : {RadioLoad::DEVICE, RadioLoad::TCP})
    {
        for (const bool rts : {false, true})
        {
            for (const std::string& rate : RATES)
            {
                const std::string what = load == RadioLoad::TCP ? "tcp" : "saturated";
                const std::string name = what + "-" + rate + (rts ? "-rts" : "");
                const std::string label = what + ", " + rate + " Mb/s" + (rts ? ", RTS" : "");
                const RadioOptions radio{.load = load, .rate = rate, .rts = rts};
                study.AddPoint({name, label}, [radio](const StudyOptions& options) {
                    return Compare(radio, options);
                });
                const auto claim =
                    [&](const std::string& id, const std::string& unit, double most) {
                        study.AddClaim({.id = id,
                                        .cell = label,
                                        .unit = unit,
                                        .band = Interval::AtMost(most),
                                        .estimate = MeanOf(name, id + "-difference")});
                    };
                claim("throughput", "%", 2);
                claim("failed", "", 0.01);
                claim("share", "%", 1);
            }
        }
    }
    return study.Main(argc, argv);
}
