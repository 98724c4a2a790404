// SPDX-License-Identifier: GPL-2.0-only

#include "study-runner.h"

#include "study-error.h"
#include "study-fatal-error-trap.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/log.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <exception>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudyRunner");

namespace
{

/// Destroys the simulation when a run ends, even if an exception ends it.
struct SimulationGuard
{
    ~SimulationGuard()
    {
        Simulator::Destroy();
    }
};

} // namespace

StudyRunner::StudyRunner(StudyRunFunction function,
                         uint32_t seed,
                         std::map<std::string, std::string> overrides)
    : m_function(std::move(function)),
      m_seed(seed),
      m_overrides(std::move(overrides))
{
}

void
StudyRunner::ResetGlobalState(uint32_t run, const StudyOptions& options) const
{
    // The allocators of addresses that have been used are reset by this call: they have registered
    // for it with Simulator::ScheduleDestroy().
    Simulator::Destroy();
    Config::Reset();
    if (options.pcap)
    {
        // This global value belongs to ns-3's network module. A study that does not link the module
        // captures no packets, so it does not matter that the value is missing.
        Config::SetGlobalFailSafe("ChecksumEnabled", BooleanValue(true));
    }
    for (const auto& [name, value] : m_overrides)
    {
        NS_LOG_LOGIC("the user sets " << name << " to '" << value << "'");
        if (!Config::SetGlobalFailSafe(name, StringValue(value)))
        {
            // The command line has checked that what is no global value is an attribute.
            Config::SetDefault(name, StringValue(value));
        }
    }
    // Streams are numbered in the order in which a simulation asks for them, so the count must
    // start anew for a run to get the same streams after any other run.
    RngSeedManager::SetSeed(m_seed);
    RngSeedManager::SetRun(run);
    RngSeedManager::ResetNextStreamIndex();
}

RunResult
StudyRunner::Run(const StudyPoint& point,
                 uint32_t run,
                 const StudyOptions& options,
                 const FatalErrorHandler& fatal) const
{
    const std::string where = "point " + point.name + ", run " + std::to_string(run);
    NS_LOG_INFO(where << ": starts, " << options.duration.GetSeconds() << " s with seed " << m_seed
                      << (options.trace ? ", traced" : "") << (options.pcap ? ", captured" : ""));
    RunResult result;
    try
    {
        StudyFatalErrorTrap trap(fatal ? fatal : StudyFatalErrorTrap::ExitWith(where, 1));
        ResetGlobalState(run, options);
        SimulationGuard guard;
        result = m_function(point, run, options);
    }
    catch (const std::exception& error)
    {
        const std::string reason = error.what();
        throw StudyError(reason.empty() ? "threw an exception without a reason" : reason);
    }
    catch (...)
    {
        throw StudyError("threw what is no std::exception");
    }
    NS_LOG_INFO(where << ": ended with " << result.metrics.size() << " metrics, "
                      << result.series.size() << " series and " << result.captures.size()
                      << " captures");
    for (const auto& metric : result.metrics)
    {
        NS_LOG_DEBUG(where << ": " << metric.name << " = " << metric.value << " " << metric.unit);
        // A mean would hide it, and JSON has no such number.
        if (!std::isfinite(metric.value))
        {
            throw StudyError("metric '" + metric.name + "' is not a finite number");
        }
    }
    return result;
}

} // namespace ns3
