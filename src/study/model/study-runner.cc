// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-runner.h"

#include "study-error.h"
#include "study-fatal-error-trap.h"
#include "study-simulator-impl.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/environment-variable.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

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

/// @throws StudyError if a series cannot be written to a file of its own, or read from it
void
CheckSeries(const std::vector<Series>& all)
{
    std::set<std::string> names;
    for (const auto& series : all)
    {
        const std::string where = "series '" + series.name + "'";
        std::vector<std::string> texts{series.name, series.label, series.unit, series.panel};
        texts.insert(texts.end(), series.columns.begin(), series.columns.end());
        Require(!series.name.empty() && series.name.find('/') == std::string::npos &&
                    std::ranges::all_of(texts, IsPrintable),
                where + ": expected a name without '/', and texts in one line of UTF-8");
        Require(names.insert(series.name).second, "has two of " + where + ", which have one file");
        for (const auto& row : series.rows)
        {
            Require(row.size() == series.columns.size(),
                    where + ": a row has " + std::to_string(row.size()) + " numbers: expected " +
                        std::to_string(series.columns.size()) + ", one for each column");
            Require(std::ranges::all_of(row, [](double value) { return std::isfinite(value); }),
                    where + " has a number that is not finite");
        }
    }
}

/// Refuse a run with the random numbers of another one: such runs agree, and so their interval is
/// too narrow.
void
RequireRandomNumbers(uint32_t seed, uint64_t run)
{
    const std::string where =
        ", set by the function that makes a run, or by its Config::Reset(): expected the ";
    const auto ownSeed = RngSeedManager::GetSeed();
    const auto ownRun = RngSeedManager::GetRun();
    Require(ownSeed == seed, "RngSeed=" + std::to_string(ownSeed) + where + "seed of the study");
    Require(ownRun == run, "RngRun=" + std::to_string(ownRun) + where + "number of the run");
}

/// @return what the error says, with the attributes that may be the reason, such as an interval of
/// 0: ns-3 does not tell which event has made the next one
std::string
DescribeStandstill(const StudyStandstillError& error, std::map<std::string, std::string> overrides)
{
    const auto environment = EnvironmentVariable::GetDictionary("NS_ATTRIBUTE_DEFAULT")->GetStore();
    overrides.insert(environment.begin(), environment.end());
    std::vector<std::string> all;
    std::vector<std::string> zeros;
    for (const auto& [name, value] : overrides)
    {
        if (name.find("::") == std::string::npos)
        {
            continue; // a global value, such as RngRun
        }
        const std::string option = "--" + name + "=" + value;
        char* end = nullptr;
        const bool isZero = std::strtod(value.c_str(), &end) <= 0 && end != value.c_str();
        (isZero ? zeros : all).push_back(option);
    }
    if (!zeros.empty())
    {
        return boost::algorithm::join(zeros, " or ") + ": expected more than 0, because " +
               error.what();
    }
    const std::string other = all.empty() ? "" : " with " + boost::algorithm::join(all, " and ");
    return error.what() + other +
           "; --ns3::StudySimulatorImpl::MaxEvents=NUMBER allows more events";
}

} // namespace

bool
IsPrintable(const std::string& text)
{
    try
    {
        nlohmann::json(text).dump();
    }
    catch (const nlohmann::json::type_error&)
    {
        return false;
    }
    return std::ranges::none_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; });
}

void
CheckMetrics(const std::vector<Metric>& metrics, bool mustBeFinite)
{
    std::set<std::string> names;
    for (const auto& [name, unit, value] : metrics)
    {
        NS_LOG_DEBUG(name << " = " << value << " " << unit);
        Require(!name.empty() && IsPrintable(name) && IsPrintable(unit),
                "metric '" + name + "', unit '" + unit +
                    "': expected a name, both in one line of UTF-8");
        Require(names.insert(name).second, "has two metrics '" + name + "'");
        // A mean would hide it, and JSON has no such number.
        Require(std::isfinite(value) || !mustBeFinite,
                "metric '" + name + "' is not a finite number");
    }
}

void
RequireDuration(const StudyOptions& options, Time least, const std::string& reason)
{
    if (options.duration < least)
    {
        std::ostringstream mistake;
        mistake << "--duration=" << options.duration.GetSeconds() << ": expected at least "
                << least.GetSeconds() << " seconds, " << reason;
        throw std::invalid_argument(mistake.str());
    }
}

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
    Names::Clear(); // a name can be added once only
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
            // The command line has checked that every other name is an attribute.
            Config::SetDefault(name, StringValue(value));
        }
    }
    StringValue simulator;
    GlobalValue::GetValueByName("SimulatorImplementationType", simulator);
    if (simulator.Get() == DefaultSimulatorImpl::GetTypeId().GetName())
    {
        Config::SetGlobal("SimulatorImplementationType",
                          StringValue(StudySimulatorImpl::GetTypeId().GetName()));
    }
    // Streams are numbered in the order in which a simulation requests them, so the count must
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
        RequireRandomNumbers(m_seed, run);
    }
    catch (const StudyStandstillError& error)
    {
        throw StudyError(DescribeStandstill(error, m_overrides));
    }
    catch (const std::exception& error)
    {
        const std::string reason = error.what();
        throw StudyError(reason.empty() ? "threw an exception without a reason" : reason);
    }
    catch (...)
    {
        throw StudyError("threw something other than a std::exception");
    }
    NS_LOG_INFO(where << ": ended with " << result.metrics.size() << " metrics, "
                      << result.series.size() << " series and " << result.captures.size()
                      << " captures");
    CheckMetrics(result.metrics, true);
    CheckSeries(result.series);
    return result;
}

} // namespace ns3
