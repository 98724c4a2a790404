// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-run.h"

#include "laptop-probes.h"

#include <optional>

namespace ns3
{

RunResult
RunLaptopTransfer(LaptopTransfer& transfer, const StudyOptions& options)
{
    RunResult result;
    std::optional<LaptopProbes> probes;
    if (options.trace)
    {
        probes.emplace(transfer.GetTestbed());
    }
    if (options.pcap)
    {
        result.captures = transfer.GetTestbed().EnablePcap(options.prefix);
    }
    transfer.Run();
    result.metrics = {{"throughput", "Mb/s", transfer.GetTransfer().GetThroughputMbps()}};
    if (probes)
    {
        result.series = probes->GetSeries();
    }
    return result;
}

} // namespace ns3
