// SPDX-License-Identifier: GPL-2.0-only

#include "measure-uploads.h"

#include "../common/least-duration.h"

#include "ns3/gopal2005-uploads.h"
#include "ns3/simulator.h"

namespace ns3
{

Gopal2005Parameters
DisableMacRetries(Gopal2005Parameters p)
{
    p.stationAttempts = 1;
    if (p.IsOneWayTcp())
    {
        p.accessPointAttempts = 1; // in ns-2 the limit is that of all nodes
    }
    // On the testbed "retries disabled only for TCP data. Full retries for TCP ACKs".
    return p;
}

RunResult
MeasureUploads(const Gopal2005Parameters& parameters, const StudyOptions& options)
{
    RequireDuration(options, MilliSeconds(500), "in which transfers begin");
    Gopal2005Testbed testbed(parameters);
    const int64_t stream = testbed.AssignStreams(0);
    const Gopal2005Uploads uploads(testbed, parameters.start + options.duration, stream);
    Simulator::Run();
    RunResult result;
    result.metrics = {{"goodput", "Mb/s", uploads.GetThroughputMbps()},
                      {"ended", "transfers", static_cast<double>(uploads.GetEnded())}};
    if (parameters.IsOneWayTcp())
    {
        result.metrics.push_back({"timeouts", "", static_cast<double>(uploads.GetTimeouts())});
    }
    return result;
}

} // namespace ns3
