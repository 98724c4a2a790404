// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-series.h"

#include <string>
#include <utility>

namespace ns3
{

namespace
{

const std::vector<std::string> OVER_TIME{"time", "value"};
constexpr double MS = 1e3; ///< ms in a second

using Rows = std::vector<std::vector<double>>;

/// @param series takes round-trip times, RTO and timeouts
/// @param flows of a run
/// @param flow number
/// @param name of the series
/// @param panel in which they are drawn
void
AddRoundTrips(std::vector<Series>& series,
              const UploadFlows& flows,
              uint32_t flow,
              const std::string& name,
              const std::string& panel)
{
    Rows rtts;
    Rows rtos;
    for (const auto& sample : flows.GetSamples(flow))
    {
        rtts.push_back({sample.time, sample.rtt});
        rtos.push_back({sample.time, sample.rto});
    }
    Rows timeouts;
    for (const auto& timeout : flows.GetTimeouts(flow))
    {
        timeouts.push_back({timeout.time, 0});
    }
    series.push_back({name + "-rtt", "RTT", "s", OVER_TIME, std::move(rtts), "dots", panel});
    series.push_back({name + "-rto", "RTO", "s", OVER_TIME, std::move(rtos), "line", panel});
    series.push_back(
        {name + "-timeouts", "timeout", "s", OVER_TIME, std::move(timeouts), "crosses", panel});
}

/// @param frames of a radio
/// @param value of a delivery, s
/// @return its times, ms
Rows
GetTimes(const FrameProbe& frames, double FrameProbe::Delivery::* value)
{
    Rows rows;
    for (const auto& delivery : frames.GetDeliveries())
    {
        rows.push_back({delivery.time, MS * (delivery.*value)});
    }
    return rows;
}

/// @param series takes drain times and the queue
/// @param frames of a radio
/// @param queue of it
/// @param name of the series
/// @param panel in which they are drawn
void
AddDrains(std::vector<Series>& series,
          const FrameProbe& frames,
          const LevelSequence& queue,
          const std::string& name,
          const std::string& panel)
{
    series.push_back({name + "-drain",
                      "drain time",
                      "ms",
                      OVER_TIME,
                      GetTimes(frames, &FrameProbe::Delivery::drain),
                      "dots",
                      panel});
    series.push_back({name + "-queue",
                      "queue length",
                      "packets",
                      LevelSequence::COLUMNS,
                      queue.GetRows(),
                      "level",
                      panel});
}

/// @param series takes the distribution
/// @param record of a run
void
AddClearance(std::vector<Series>& series, const UploadRecord& record)
{
    Rows before;
    Rows after;
    for (const auto& clearance : record.flows.GetClearances(record.phase))
    {
        before.push_back({MS * clearance.before});
        after.push_back({MS * clearance.after});
    }
    const auto add = [&](const std::string& name, const std::string& when, Rows rows) {
        series.push_back({name,
                          "RTO - RTT",
                          "ms",
                          {"value"},
                          std::move(rows),
                          "distribution",
                          "RTO - RTT, RTO " + when + " each sample"});
    };
    add("clearance", "before", std::move(before));
    add("clearance-after", "after", std::move(after));
}

} // namespace

std::vector<Series>
GetSeries(const UploadRecord& record, const UploadFigures& figures)
{
    std::vector<Series> series;
    if (figures.roundTrips)
    {
        AddRoundTrips(series,
                      record.flows,
                      UploadFlows::MEASURING,
                      "first",
                      "round-trip time at the measuring station");
        if (const uint32_t least = record.flows.GetLeast(); least != UploadFlows::MEASURING)
        {
            AddRoundTrips(series,
                          record.flows,
                          least,
                          "least",
                          "round-trip time of the upload that gets least");
        }
    }
    if (figures.queue)
    {
        series.push_back({"ap-queue",
                          "queue length",
                          "packets",
                          LevelSequence::COLUMNS,
                          record.queues.GetAccessPoint().GetRows(),
                          "level",
                          "access point's queue"});
    }
    if (figures.serviceTimes)
    {
        series.push_back(
            {"service",
             "service time",
             "ms",
             OVER_TIME,
             GetTimes(*record.frames[UploadFlows::MEASURING], &FrameProbe::Delivery::service),
             "dots",
             "from the driver's queue to success, measuring station"});
        series.push_back(
            {"access",
             "MAC delay",
             "ms",
             OVER_TIME,
             GetTimes(*record.frames[UploadFlows::MEASURING], &FrameProbe::Delivery::access),
             "dots",
             "from the head of that queue to success"});
    }
    if (figures.drains)
    {
        AddDrains(series,
                  *record.frames.back(),
                  record.queues.GetAccessPoint(),
                  "ack",
                  "drain time of ACKs at the access point");
        AddDrains(series,
                  *record.frames[UploadFlows::MEASURING],
                  record.queues.GetStation(),
                  "data",
                  "drain time of data at the measuring station");
    }
    if (figures.clearance)
    {
        AddClearance(series, record);
    }
    return series;
}

} // namespace ns3
