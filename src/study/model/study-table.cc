// SPDX-License-Identifier: GPL-2.0-only

#include "study-table.h"

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace ns3
{

namespace
{

/// From here on four significant digits leave out some of the whole number.
constexpr double FOUR_DIGITS{1e4};
/// From here on whole numbers are hard to read in full.
constexpr double LARGE{1e9};

} // namespace

void
StudyTable::AddColumn(const std::string& heading, Alignment alignment)
{
    std::vector<std::string> lines;
    boost::algorithm::split(lines, heading, boost::algorithm::is_any_of("\n"));
    std::size_t width{0};
    for (const auto& line : lines)
    {
        width = std::max(width, line.size());
    }
    m_headings.push_back(lines);
    m_alignments.push_back(alignment);
    m_widths.push_back(width);
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
    // Blanks at the end of a line would show up when a table is compared or copied.
    line.erase(line.find_last_not_of(' ') + 1);
    os << line << "\n";
}

void
StudyTable::PrintHeadings(std::ostream& os) const
{
    std::size_t height{0};
    for (const auto& lines : m_headings)
    {
        height = std::max(height, lines.size());
    }
    for (std::size_t row = 0; row < height; ++row)
    {
        std::vector<std::string> cells;
        for (const auto& lines : m_headings)
        {
            // Shorter headings stand at the bottom, next to their column.
            const std::size_t above = height - lines.size();
            cells.push_back(row < above ? "" : lines[row - above]);
        }
        PrintLine(os, cells);
    }
}

void
StudyTable::Print(std::ostream& os) const
{
    PrintHeadings(os);
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
StudyTable::Format(double value, std::optional<int> decimals)
{
    if (std::isnan(value))
    {
        return "-";
    }
    // A whole number is written in full: four digits of 12345 would need an exponent.
    const double size = std::abs(value);
    const bool isWhole = std::floor(value) == value || size >= FOUR_DIGITS;
    if (!decimals && isWhole && size < LARGE)
    {
        decimals = 0;
    }
    char buffer[64];
    std::snprintf(buffer, sizeof(buffer), decimals ? "%.*f" : "%.*g", decimals.value_or(4), value);
    // A small negative number that is rounded to 0 keeps its sign in printf().
    const std::string text = buffer;
    const bool isNegativeZero =
        text.front() == '-' && text.find_first_of("123456789i") == text.npos;
    return isNegativeZero ? text.substr(1) : text;
}

std::string
StudyTable::Format(const Interval& interval, std::optional<int> decimals)
{
    if (!interval.IsKnown())
    {
        return "-";
    }
    if (std::isinf(interval.high))
    {
        return ">= " + Format(interval.low, decimals);
    }
    if (std::isinf(interval.low))
    {
        return "<= " + Format(interval.high, decimals);
    }
    return Format(interval.low, decimals) + " .. " + Format(interval.high, decimals);
}

std::string
StudyTable::Format(const Estimate& estimate, int decimals)
{
    const std::string mean = Format(estimate.value, decimals);
    const double half = (estimate.ci95.high - estimate.ci95.low) / 2;
    return estimate.ci95.IsKnown() ? mean + " +-" + Format(half, decimals) : mean;
}

} // namespace ns3
