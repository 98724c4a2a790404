// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "estimate-table.h"

#include "ns3/study-claim.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// @param estimate of a column; none if its points were not run
std::string
Format(const EstimateColumn& column, const std::optional<Estimate>& estimate)
{
    const std::string text = estimate ? StudyTable::Format(*estimate, column.digits) : "-";
    if (!column.band)
    {
        return text;
    }
    return text + (!estimate || column.band->Contains(estimate->value) ? " " : "*");
}

} // namespace

bool
IsRun(const StudyResults& results, const std::string& point)
{
    return std::ranges::count(results.GetPoints(), point) > 0;
}

std::string
GetRowPoint(const std::string& row, const std::string& part)
{
    return row + "." + part;
}

RowEstimator
MeanInRow(const std::string& part, const std::string& metric)
{
    return [=](const StudyResults& results, const std::string& row) -> std::optional<Estimate> {
        const std::string point = GetRowPoint(row, part);
        if (!IsRun(results, point))
        {
            return std::nullopt;
        }
        return MeanOf(point, metric)(results);
    };
}

RowEstimator
RatioInRow(const std::string& metric, const std::string& part, const std::string& base)
{
    return [=](const StudyResults& results, const std::string& row) -> std::optional<Estimate> {
        const std::string point = GetRowPoint(row, part);
        const std::string other = GetRowPoint(row, base);
        if (!IsRun(results, point) || !IsRun(results, other))
        {
            return std::nullopt;
        }
        return RatioOf(metric, point, other)(results);
    };
}

RowEstimator
WithoutInterval(const RowEstimator& estimator)
{
    return [estimator](const StudyResults& results, const std::string& row) {
        auto estimate = estimator(results, row);
        if (estimate)
        {
            estimate->ci95 = {};
        }
        return estimate;
    };
}

EstimateTable::EstimateTable(const StudyResults& results)
    : m_results(results)
{
}

void
EstimateTable::AddTextColumn(const std::string& title, StudyTable::Alignment alignment)
{
    m_table.AddColumn(title, alignment);
    m_columns.emplace_back();
}

void
EstimateTable::AddColumn(const EstimateColumn& column)
{
    m_table.AddColumn(column.title, StudyTable::RIGHT);
    m_columns.emplace_back(column);
}

void
EstimateTable::AddRow(const std::string& row, const std::vector<std::string>& texts)
{
    std::vector<std::string> cells;
    bool isRun = false;
    auto text = texts.begin();
    for (const auto& column : m_columns)
    {
        if (!column)
        {
            cells.push_back(*text++);
            continue;
        }
        const auto estimate = column->estimate(m_results, row);
        isRun = isRun || estimate;
        cells.push_back(Format(*column, estimate));
    }
    if (isRun)
    {
        m_table.AddRow(cells);
    }
}

void
EstimateTable::AddTexts(const std::vector<std::string>& texts)
{
    m_table.AddRow(texts);
}

void
EstimateTable::Print(std::ostream& os) const
{
    m_table.Print(os);
}

} // namespace ns3
