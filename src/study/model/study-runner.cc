// SPDX-License-Identifier: GPL-2.0-only

#include "study-runner.h"

#include "study-error.h"
#include "study-fatal-error-trap.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <exception>
#include <utility>

namespace ns3
{

namespace
{

/// Destroys the simulation when a run ends, also by an exception.
struct SimulationGuard
{
    ~SimulationGuard()
    {
        Simulator::Destroy();
    }
};

} // namespace

StudyRunner::StudyRunner(const std::string& name,
                         StudyRunFunction function,
                         uint32_t seed,
                         std::map<std::string, std::string> overrides)
    : m_name(name),
      m_function(std::move(function)),
      m_seed(seed),
      m_overrides(std::move(overrides))
{
}

void
StudyRunner::ResetGlobalState(uint32_t run, const StudyOptions& options) const
{
    // Each allocator of addresses that was used has asked ns-3 to be reset at this call.
    Simulator::Destroy();
    Config::Reset();
    if (options.pcap)
    {
        // Of ns-3's network module: without that there is no capture.
        Config::SetGlobalFailSafe("ChecksumEnabled", BooleanValue(true));
    }
    for (const auto& [name, value] : m_overrides)
    {
        if (!Config::SetGlobalFailSafe(name, StringValue(value)))
        {
            Config::SetDefault(name, StringValue(value));
        }
    }
    RngSeedManager::SetSeed(m_seed);
    RngSeedManager::SetRun(run);
    RngSeedManager::ResetNextStreamIndex();
}

RunResult
StudyRunner::Run(const StudyPoint& point, uint32_t run, const StudyOptions& options) const
{
    const std::string where = "point " + point.name + ", run " + std::to_string(run);
    RunResult result;
    try
    {
        StudyFatalErrorTrap trap(m_name + ": " + where, 1);
        ResetGlobalState(run, options);
        SimulationGuard guard;
        result = m_function(point, run, options);
    }
    catch (const std::exception& error)
    {
        throw StudyError(where + ": " + error.what());
    }
    for (const auto& metric : result.metrics)
    {
        if (!std::isfinite(metric.value))
        {
            throw StudyError(where + ": metric '" + metric.name + "' is not a finite number");
        }
    }
    return result;
}

} // namespace ns3
