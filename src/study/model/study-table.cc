// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-table.h"

#include "study-error.h"

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim_all.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// From here on four significant digits leave out some of the whole number.
constexpr double FOUR_DIGITS{1e4};
/// From here on whole numbers are hard to read in full.
constexpr double LARGE{1e9};
/// A band of more than 1 begins just above it.
constexpr double JUST_ABOVE{1e-6};

/// Between columns.
constexpr auto GAP = "  ";
/// Of a table, characters.
constexpr std::size_t MOST_WIDTH{100};
/// Of a column whose cells are broken into lines, characters.
constexpr std::size_t LEAST_BROKEN_WIDTH{16};
/// How far the further lines of a cell are moved to the right, characters.
constexpr std::size_t INDENT{2};

/// @return whether a byte continues a character of UTF-8
bool
IsContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// @return the number of characters
std::size_t
GetWidth(const std::string& text)
{
    return text.size() - std::ranges::count_if(text, IsContinuation);
}

/// @return the bytes of so many characters
std::size_t
GetEnd(const std::string& text, std::size_t width)
{
    std::size_t end{0};
    while (end < text.size() && (IsContinuation(text[end]) || width-- > 0))
    {
        ++end;
    }
    return end;
}

std::size_t
GetWidest(const std::vector<std::string>& lines)
{
    return std::ranges::max(lines | std::views::transform(GetWidth));
}

/// @return width of a table with columns of these widths
std::size_t
GetTotal(const std::vector<std::size_t>& widths)
{
    const std::size_t gaps = widths.empty() ? 0 : widths.size() - 1;
    return std::accumulate(widths.begin(), widths.end(), gaps * std::strlen(GAP));
}

/// Break a text between words, and break words that are too long. All lines but the first are
/// indented.
std::vector<std::string>
Wrap(const std::string& text, std::size_t width, std::size_t indent)
{
    if (GetWidth(text) <= width)
    {
        return {text};
    }
    std::vector<std::string> lines;
    std::string rest = text;
    while (GetWidth(rest) > width)
    {
        const std::size_t most = GetEnd(rest, width);
        const std::size_t blank = rest.rfind(' ', most);
        const bool isBetweenWords = blank != std::string::npos && blank > indent;
        const std::size_t end = isBetweenWords ? blank : most;
        lines.push_back(rest.substr(0, end));
        rest = std::string(indent, ' ') + rest.substr(isBetweenWords ? end + 1 : end);
    }
    lines.push_back(rest);
    return lines;
}

/// @return columns that are printed side by side, beside the first one
std::vector<std::vector<std::size_t>>
DivideColumns(const std::vector<std::size_t>& widths, std::size_t width)
{
    std::vector<std::vector<std::size_t>> parts;
    std::size_t total = width;
    for (std::size_t i = 1; i < widths.size(); ++i)
    {
        total += std::strlen(GAP) + widths[i];
        if (parts.empty() || total > width)
        {
            parts.push_back({0});
            total = widths[0] + std::strlen(GAP) + widths[i];
        }
        parts.back().push_back(i);
    }
    return parts;
}

} // namespace

void
StudyTable::AddColumn(const std::string& heading, Alignment alignment, bool isShown)
{
    m_isShown.push_back(isShown);
    if (!isShown)
    {
        return;
    }
    auto& column = m_columns.emplace_back();
    boost::algorithm::split(column.heading, heading, boost::algorithm::is_any_of("\n"));
    column.alignment = alignment;
}

void
StudyTable::AddRow(const std::vector<std::string>& cells)
{
    Require<std::invalid_argument>(cells.size() == m_isShown.size(),
                                   "a row needs one cell per column");
    std::vector<std::string> row;
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        if (m_isShown[i])
        {
            auto& width = m_columns[row.size()].width;
            width = std::max(width, GetWidth(cells[i]));
            row.push_back(cells[i]);
        }
    }
    m_rows.push_back(row);
}

std::size_t
StudyTable::GetTerminalWidth()
{
    winsize size{};
    const bool isTerminal = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return isTerminal ? std::min<std::size_t>(size.ws_col, MOST_WIDTH) : MOST_WIDTH;
}

std::vector<StudyTable::Lines>
StudyTable::FitHeadings(std::size_t width) const
{
    std::vector<Lines> headings;
    std::vector<Lines> broken;
    std::vector<std::size_t> widths;
    for (const auto& column : m_columns)
    {
        headings.push_back(column.heading);
        widths.push_back(std::max(column.width, GetWidest(column.heading)));
        const std::string line =
            boost::algorithm::trim_all_copy(boost::algorithm::join(column.heading, " "));
        Lines words;
        boost::algorithm::split(words, line, boost::algorithm::is_any_of(" "));
        broken.push_back(Wrap(line, std::max(column.width, GetWidest(words)), 0));
    }
    return GetTotal(widths) <= width ? headings : broken;
}

std::vector<std::size_t>
StudyTable::FitColumns(const std::vector<Lines>& headings, std::size_t width) const
{
    std::vector<std::size_t> widths;
    std::vector<std::size_t> breakable;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        widths.push_back(std::max(m_columns[i].width, GetWidest(headings[i])));
        if (m_columns[i].alignment == LEFT)
        {
            breakable.push_back(i);
        }
    }
    // The widest one gives first.
    std::ranges::sort(breakable, std::greater{}, [&](std::size_t i) { return widths[i]; });
    for (const std::size_t i : breakable)
    {
        const std::size_t total = GetTotal(widths);
        const std::size_t excess = total > width ? total - width : 0;
        const std::size_t least = std::min(widths[i], LEAST_BROKEN_WIDTH);
        widths[i] = std::max(widths[i] > excess ? widths[i] - excess : 0, least);
    }
    return widths;
}

void
StudyTable::PrintLine(std::ostream& os,
                      const std::vector<std::string>& cells,
                      const std::vector<std::size_t>& widths) const
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        const std::string padding(widths[i] - GetWidth(cells[i]), ' ');
        line += (i == 0 ? "" : GAP);
        line += m_columns[i].alignment == LEFT ? cells[i] + padding : padding + cells[i];
    }
    // Blanks at the end of a line would show up when a table is compared or copied.
    line.erase(line.find_last_not_of(' ') + 1);
    os << line << "\n";
}

void
StudyTable::Print(std::ostream& os, std::size_t width) const
{
    const std::vector<Lines> headings = FitHeadings(width);
    const std::vector<std::size_t> widths = FitColumns(headings, width);
    if (GetTotal(widths) > width && widths.size() > 2)
    {
        PrintParts(os, DivideColumns(widths, width), width);
        return;
    }
    const auto print = [&](const std::vector<Lines>& cells, bool isAtBottom) {
        std::size_t height{0};
        for (const Lines& lines : cells)
        {
            height = std::max(height, lines.size());
        }
        for (std::size_t row = 0; row < height; ++row)
        {
            std::vector<std::string> line;
            for (const Lines& lines : cells)
            {
                const std::size_t above = isAtBottom ? height - lines.size() : 0;
                const bool isThere = row >= above && row - above < lines.size();
                line.push_back(isThere ? lines[row - above] : "");
            }
            PrintLine(os, line, widths);
        }
    };
    // Shorter headings stand at the bottom, next to their column.
    print(headings, true);
    std::vector<std::string> rule;
    for (const auto columnWidth : widths)
    {
        rule.emplace_back(columnWidth, '-');
    }
    PrintLine(os, rule, widths);
    for (const auto& row : m_rows)
    {
        std::vector<Lines> cells;
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            cells.push_back(Wrap(row[i], widths[i], INDENT));
        }
        print(cells, false);
    }
}

void
StudyTable::PrintParts(std::ostream& os,
                       const std::vector<std::vector<std::size_t>>& parts,
                       std::size_t width) const
{
    for (const auto& columns : parts)
    {
        StudyTable part;
        for (const std::size_t i : columns)
        {
            part.m_columns.push_back(m_columns[i]);
        }
        for (const auto& row : m_rows)
        {
            std::vector<std::string> cells;
            for (const std::size_t i : columns)
            {
                cells.push_back(row[i]);
            }
            part.m_rows.push_back(cells);
        }
        os << (&columns == &parts.front() ? "" : "\n");
        // Columns that have no room side by side with the first one are printed all the same.
        part.Print(os, columns.size() > 2 ? width : std::numeric_limits<std::size_t>::max());
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
    char buffer[400]; // the longest double has 309 digits before the point
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
        const std::string low = Format(interval.low, decimals);
        const double above = interval.low - std::strtod(low.c_str(), nullptr);
        return (above > 0 && above < JUST_ABOVE ? "> " : ">= ") + low;
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
