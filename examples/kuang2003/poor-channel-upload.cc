// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "poor-channel-upload.h"

#include "../common/testbed-series.h"
#include "laptop-run.h"

#include "ns3/delayed-ack-idle.h"
#include "ns3/rate-probe.h"
#include "ns3/retransmission-pattern.h"
#include "ns3/sample-statistics.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// An ACK for two segments leaves the host within microseconds; the timer is 100 ms.
constexpr double AT_ONCE = 0.01;
/// Figure 6 shows some seconds, beginning with the connection.
constexpr double PART = 1.5;

/// Rows of the only connection; none without data.
std::vector<std::vector<double>>
GetRows(const TcpTraceProbe& probe)
{
    const auto views = probe.GetViews();
    return views.empty() ? std::vector<std::vector<double>>{} : views.front().rows;
}

void
AddPattern(RunResult& result, const RetransmissionPattern& pattern)
{
    const auto spacings = pattern.GetSpacings();
    const double spacing = spacings.empty() ? static_cast<double>(pattern.GetSegments())
                                            : SampleStatistics(spacings).GetMean();
    const std::vector<Metric> metrics{
        {"sent-again", "segments", static_cast<double>(pattern.GetRetransmissions())},
        {"spacing", "segments", spacing},
        {"regularity", "%", 100 * pattern.GetRegularity()},
        {"gap", "ms", 1e3 * pattern.GetMeanGap()},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
}

void
AddAirUse(RunResult& result, const RateProbe& rates, double segments)
{
    const double delivered = std::max(segments, 1.0);
    const auto frames = static_cast<double>(rates.GetFrames());
    const double airtime = 1e3 * rates.GetAirtime().GetSeconds();
    result.metrics.push_back({"frames-per-segment", "frames", frames / delivered});
    result.metrics.push_back({"airtime-per-segment", "ms", airtime / delivered});
}

void
AddFalls(RunResult& result, const RateFallLog& falls)
{
    const std::vector<Metric> metrics{
        {"given-up", "frames", static_cast<double>(falls.GetGivenUp())},
        {"fallen", "frames", static_cast<double>(falls.GetFallen())},
        {"fallen-given-up", "%", 100 * falls.GetShareOfFallenGivenUp()},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
}

} // namespace

TestbedValues
GetPoorChannel()
{
    return {
        {"PoorChannel", "true"},
        {"FrameLossRate", "0"}, // the poor channel has a noise of its own
        {"AutomaticRate", "true"},
        {"RetryLimit", "10"},
        // Automatic rate fallback began in such access points (A. Kamerman, L. Monteban,
        // "WaveLAN-II", 1997).
        {"AccessPointRateManager", "ns3::ArfWifiManager"},
    };
}

void
AddIdles(RunResult& result, const TcpTraceProbe& tcp, const TcpTraceProbe& host, Time duration)
{
    const auto idles = FindDelayedAckIdles(GetRows(tcp), GetRows(host), AT_ONCE);
    double total = 0;
    for (const DelayedAckIdle& idle : idles)
    {
        total += idle.end - idle.start;
    }
    const auto count = static_cast<double>(idles.size());
    const std::vector<Metric> metrics{
        {"idles", "1/s", count / duration.GetSeconds()},
        {"idle-length", "ms", idles.empty() ? 0 : 1e3 * total / count},
        {"idle-share", "%", 100 * total / duration.GetSeconds()},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
}

RunResult
MeasurePoorChannelUpload(const TestbedValues& values, const StudyOptions& options)
{
    ObjectFactory laptop("ns3::Kuang2003Testbed");
    Vary(laptop, values);
    const bool isAutomatic = values.at("AutomaticRate") == "true";
    if (!isAutomatic)
    {
        KeepDefaults(laptop, {"AutomaticRateManager"});
    }
    if (!isAutomatic || values.contains("AutomaticRateManager"))
    {
        KeepDefaults(laptop, {"SuccessThreshold", "TopTries", "MiddleTries"});
    }
    StudyOptions own = options;
    own.trace = false; // without LaptopProbes, as figure 6 needs the views below only
    LaptopTransfer transfer(BulkTransfer::Transport::TCP, laptop, own.duration);
    const Kuang2003Testbed& testbed = transfer.GetTestbed();
    const auto tcp = TcpTraceProbe::AtIp(testbed.GetLaptop());
    const auto air = TcpTraceProbe::AtAir(testbed.GetRadios(), testbed.GetLaptop());
    const auto host = TcpTraceProbe::AtPeer(testbed.GetHost()->GetDevice(0), testbed.GetLaptop());
    const auto rates = RateProbe::Connect(DynamicCast<WifiNetDevice>(testbed.GetRadios().Get(0)));
    RunResult result = RunLaptopTransfer(transfer, own);
    const auto bytes = static_cast<double>(transfer.GetTransfer().GetReceivedBytes());
    AddPattern(result, RetransmissionPattern(GetRows(*air)));
    AddFalls(result, rates->GetFalls());
    AddAirUse(result, *rates, bytes / testbed.GetSegmentSize());
    AddIdles(result, *tcp, *host, options.duration);
    if (options.trace)
    {
        AddTcpSeries(result.series, "tcp", "TCP", *tcp);
        AddTcpSeries(result.series, "air", "air (sniffer)", *air);
        AddLevelSeries(result.series, "rate", "rate", "Mb/s", rates->GetLevels());
        const double start = testbed.GetStart().GetSeconds();
        result.parts = {{start, start + PART}};
        result.partTitles = {"beginning of the upload (figure 6)"};
    }
    return result;
}

} // namespace ns3
