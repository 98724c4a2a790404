// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-stream.h"

#include "laptop-run.h"

#include "ns3/air-probe.h"

namespace ns3
{

namespace
{

/// Station of the sniffer's log.
constexpr uint32_t LAPTOP = 0;

/// Share of the laptop's retries that go back to a collision with a frame of the access point.
double
GetPairedShare(const AirLog& air)
{
    const AirLog::Counts laptop = air.GetCounts(LAPTOP);
    return laptop.retries == 0
               ? 0
               : static_cast<double>(laptop.paired) / static_cast<double>(laptop.retries);
}

} // namespace

RunResult
MeasureLaptopStream(BulkTransfer::Transport transport,
                    TestbedValues values,
                    const StudyOptions& options)
{
    values["QueuedBulk"] = "true";
    ObjectFactory laptop("ns3::Kuang2003Testbed");
    Vary(laptop, values);
    LaptopTransfer transfer(transport, laptop, options.duration);
    const AirProbe air(transfer.GetTestbed().GetRadios());
    RunResult result = RunLaptopTransfer(transfer, options);
    result.metrics.push_back({"retry-rate", "%", 100 * air.GetLog().GetRetryRate()});
    result.metrics.push_back({"paired", "%", 100 * GetPairedShare(air.GetLog())});
    return result;
}

} // namespace ns3
