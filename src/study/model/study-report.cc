// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-report.h"

#include "study-table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{

std::string
WithUnit(const std::string& value, const std::string& unit)
{
    return unit.empty() || value == "-" ? value : value + " " + unit;
}

/// @return digits after the decimal point: its own, or those that show a tenth of the band, if not
/// a hundredth; none if the band has no width
std::optional<int>
GetDecimals(const StudyClaim& claim)
{
    if (claim.decimals)
    {
        return claim.decimals;
    }
    // A value near an edge must not look as if it lay on it. An open band has no width to go by.
    const double width = claim.band.high - claim.band.low;
    if (!std::isfinite(width) || width <= 0)
    {
        return std::nullopt;
    }
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(width))), 0, 9);
}

/// @return the verdict, and how many runs it leaves out
std::string
DescribeVerdict(const ClaimOutcome& outcome)
{
    const std::string verdict =
        outcome.verdict == Verdict::NOT_REPRODUCED ? "NOT REPRODUCED" : ToString(outcome.verdict);
    const std::size_t leftOut = outcome.estimate.leftOut;
    if (leftOut == 0)
    {
        return verdict;
    }
    return verdict + ", " + std::to_string(leftOut) + (leftOut == 1 ? " run" : " runs") +
           " left out";
}

/// @return the cell as tables show it
std::string
DescribeCell(const StudyClaim& claim)
{
    return claim.cell + (claim.kind == ClaimKind::COUNTED ? "" : ", " + ToString(claim.kind));
}

/// Tell how many runs would decide what is open.
void
PrintMissingRuns(std::ostream& os, const std::vector<ClaimOutcome>& outcomes, uint32_t runs)
{
    if (runs == 1 && std::ranges::count(outcomes, Verdict::ONE_RUN, &ClaimOutcome::verdict) > 0)
    {
        os << "ONE RUN has no interval: --runs=2 or more gives verdicts\n";
        return;
    }
    std::size_t open{0};
    std::size_t hopeless{0};
    std::size_t decided{0};
    uint64_t needed{0};
    for (const auto& outcome : outcomes)
    {
        if (outcome.verdict != Verdict::UNDECIDED && outcome.verdict != Verdict::ONE_RUN)
        {
            continue;
        }
        ++open;
        const auto& [claim, estimate, verdict] = outcome;
        hopeless += estimate.ci95.IsKnown() && Judge(estimate, claim.band) == Verdict::UNDECIDED;
        if (const auto enough = GetRunsToDecide(outcome, runs))
        {
            ++decided;
            needed = std::max(needed, *enough);
        }
    }
    if (open == 0)
    {
        return;
    }
    os << "UNDECIDED: " << open << "; ";
    if (decided > 0)
    {
        os << "about " << needed << " runs would decide " << decided
           << " of them (--runs=" << needed << ")\n";
    }
    else if (hopeless > 0)
    {
        os << "even 200 runs would hardly decide one of them\n";
    }
    else
    {
        os << "some values are missing; more runs may provide them\n";
    }
}

} // namespace

std::string
FormatSeconds(double seconds)
{
    // Times are whole numbers of nanoseconds, and Time::GetSeconds() is not exact.
    const auto nanoseconds = std::llround(seconds * 1e9L);
    std::string digits = std::to_string(nanoseconds % 1000000000 + 1000000000).substr(1);
    digits.erase(digits.find_last_not_of('0') + 1);
    return std::to_string(nanoseconds / 1000000000) + (digits.empty() ? "" : "." + digits);
}

void
PrintClaims(std::ostream& os, const std::vector<ClaimOutcome>& outcomes, uint32_t runs)
{
    // What is the same for all claims is left out, to leave room for the cell.
    const auto is = [&outcomes](const auto& predicate) {
        return std::ranges::any_of(outcomes, predicate);
    };
    const bool hasPaper = is([](const auto& o) { return o.claim.paper.has_value(); });
    const std::string unit = outcomes.empty() ? "" : outcomes.front().claim.unit;
    const bool hasUnits = is([&unit](const auto& o) { return o.claim.unit != unit; });
    const std::string ofUnit = hasUnits || unit.empty() ? "" : "\n" + unit;
    const bool hasIntervals = is([](const auto& o) { return o.estimate.ci95.IsKnown(); });
    const bool hasRuns = is([&outcomes](const auto& o) {
        return o.estimate.samples != outcomes.front().estimate.samples;
    });
    StudyTable table;
    table.AddColumn("claim", StudyTable::LEFT);
    table.AddColumn("cell", StudyTable::LEFT);
    table.AddColumn("paper" + ofUnit, StudyTable::RIGHT, hasPaper);
    table.AddColumn("ours" + ofUnit, StudyTable::RIGHT);
    table.AddColumn("unit", StudyTable::LEFT, hasUnits);
    table.AddColumn("95 % interval", StudyTable::RIGHT, hasIntervals);
    table.AddColumn("band", StudyTable::RIGHT);
    table.AddColumn("runs", StudyTable::RIGHT, hasRuns);
    table.AddColumn("verdict", StudyTable::LEFT);
    std::ostringstream below;
    for (const auto& outcome : outcomes)
    {
        const auto& [claim, estimate, verdict] = outcome;
        const auto decimals = GetDecimals(claim);
        const auto ours = StudyTable::Format(estimate.value, decimals);
        const auto band = StudyTable::Format(claim.band, decimals);
        table.AddRow({claim.id,
                      DescribeCell(claim),
                      claim.paper ? StudyTable::Format(*claim.paper) : "-",
                      ours,
                      claim.unit,
                      StudyTable::Format(estimate.ci95, decimals),
                      band,
                      std::to_string(estimate.samples),
                      DescribeVerdict(outcome)});
        if (verdict == Verdict::NOT_REPRODUCED)
        {
            below << "NOT REPRODUCED: " << claim.id << " (" << DescribeCell(claim)
                  << "): " << WithUnit(ours, claim.unit) << " is outside " << band << "\n";
        }
        if (!estimate.reason.empty())
        {
            below << "UNDECIDED: " << claim.id << " (" << DescribeCell(claim)
                  << "): " << estimate.reason << "\n";
        }
    }
    table.Print(os);
    // Whoever reads only the end must see what was not reproduced, and what proves nothing.
    const auto count = [&outcomes](std::optional<ClaimKind> kind) {
        return std::ranges::count_if(outcomes, [kind](const ClaimOutcome& outcome) {
            return outcome.verdict == Verdict::REPRODUCED && (!kind || outcome.claim.kind == *kind);
        });
    };
    os << "\n" << count(std::nullopt) << " of " << outcomes.size() << " reproduced";
    std::string of = " of these ";
    for (const ClaimKind kind :
         {ClaimKind::CALIBRATED, ClaimKind::PUT_IN, ClaimKind::CANNOT_FAIL, ClaimKind::STRICTER})
    {
        if (const auto some = count(kind); some > 0)
        {
            os << ", " << some << of << ToString(kind);
            of = " ";
        }
    }
    os << "\n" << below.str();
    PrintMissingRuns(os, outcomes, runs);
}

void
PrintMetrics(std::ostream& os, const std::vector<Metric>& metrics)
{
    StudyTable table;
    table.AddColumn("metric", StudyTable::LEFT);
    table.AddColumn("value", StudyTable::RIGHT);
    table.AddColumn("unit", StudyTable::LEFT);
    for (const auto& metric : metrics)
    {
        table.AddRow({metric.name, StudyTable::Format(metric.value), metric.unit});
    }
    table.Print(os);
}

void
PrintPoints(std::ostream& os, const StudyResults& results)
{
    StudyTable table;
    table.AddColumn("point", StudyTable::LEFT);
    table.AddColumn("metric", StudyTable::LEFT);
    table.AddColumn("mean", StudyTable::RIGHT);
    table.AddColumn("unit", StudyTable::LEFT);
    table.AddColumn("95 % interval", StudyTable::LEFT);
    table.AddColumn("runs", StudyTable::RIGHT);
    for (const auto& point : results.GetPoints())
    {
        for (const auto& metric : results.GetRuns(point).begin()->second)
        {
            const auto mean = results.GetStatistics(point, metric.name).EstimateMean();
            table.AddRow({point,
                          metric.name,
                          StudyTable::Format(mean.value),
                          metric.unit,
                          StudyTable::Format(mean.ci95),
                          std::to_string(mean.samples)});
        }
    }
    table.Print(os);
}

} // namespace ns3
