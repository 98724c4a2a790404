// SPDX-License-Identifier: GPL-2.0-only

#include "study-table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace ns3
{

void
StudyTable::AddColumn(const std::string& heading, Alignment alignment)
{
    m_headings.push_back(heading);
    m_alignments.push_back(alignment);
    m_widths.push_back(heading.size());
}

void
StudyTable::AddRow(const std::vector<std::string>& cells)
{
    if (cells.size() != m_headings.size())
    {
        throw std::invalid_argument("a row needs one cell per column");
    }
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        m_widths[i] = std::max(m_widths[i], cells[i].size());
    }
    m_rows.push_back(cells);
}

void
StudyTable::PrintLine(std::ostream& os, const std::vector<std::string>& cells) const
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        const std::string padding(m_widths[i] - cells[i].size(), ' ');
        line += (i == 0 ? "" : "  ");
        line += m_alignments[i] == LEFT ? cells[i] + padding : padding + cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    os << line << "\n";
}

void
StudyTable::Print(std::ostream& os) const
{
    PrintLine(os, m_headings);
    std::vector<std::string> rule;
    for (const auto width : m_widths)
    {
        rule.emplace_back(width, '-');
    }
    PrintLine(os, rule);
    for (const auto& row : m_rows)
    {
        PrintLine(os, row);
    }
}

std::string
StudyTable::Format(double value)
{
    if (std::isnan(value))
    {
        return "-";
    }
    char text[32];
    std::snprintf(text, sizeof(text), "%.4g", value);
    return text;
}

std::string
StudyTable::Format(const Interval& interval)
{
    if (!interval.IsKnown())
    {
        return "-";
    }
    if (std::isinf(interval.high))
    {
        return ">= " + Format(interval.low);
    }
    if (std::isinf(interval.low))
    {
        return "<= " + Format(interval.high);
    }
    return Format(interval.low) + " .. " + Format(interval.high);
}

} // namespace ns3
