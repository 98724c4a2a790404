// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_TABLE_H
#define STUDY_TABLE_H

#include "sample-statistics.h"

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * A table of plain text with aligned columns.
 */
class StudyTable
{
  public:
    /// How a column is aligned.
    enum Alignment
    {
        LEFT, ///< for text
        RIGHT ///< for numbers
    };

    /**
     * Add a column. All columns come before the first row.
     * @param heading its heading, of one or several lines
     * @param alignment how it is aligned
     * @param isShown false: the column is not printed. Rows still have a cell for it.
     */
    void AddColumn(const std::string& heading, Alignment alignment, bool isShown = true);

    /**
     * Add a row.
     * @param cells one text per column
     */
    void AddRow(const std::vector<std::string>& cells);

    /**
     * Print the headings, a rule and the rows. In a table that is too wide, headings and then cells
     * that are aligned to the left go on in further lines. If that is not enough, columns go on
     * below the others, beside the first column once more.
     * @param os where
     * @param width of the table, characters; numbers are never broken, so that it may be exceeded
     */
    void Print(std::ostream& os, std::size_t width = GetTerminalWidth()) const;

    /// @return columns of the terminal that is the standard output, but no more than 100; 100 if it
    /// is none
    static std::size_t GetTerminalWidth();

    /**
     * @param value a number
     * @param decimals digits after the decimal point; none: four significant digits, but all of a
     * whole number
     * @return the number; "-" if it is NaN
     */
    static std::string Format(double value, std::optional<int> decimals = {});

    /**
     * @param interval an interval
     * @param decimals as for a number
     * @return "LOW .. HIGH", ">= LOW" or "<= HIGH"; "> LOW" if it begins just above a round number;
     * "-" if it is not known
     */
    static std::string Format(const Interval& interval, std::optional<int> decimals = {});

    /**
     * @param estimate an estimate
     * @param decimals digits after the decimal points
     * @return "MEAN +-HALF" with half of the 95 % interval; "MEAN" if it is not known
     */
    static std::string Format(const Estimate& estimate, int decimals);

  private:
    using Lines = std::vector<std::string>; ///< of one cell

    /// A column that is shown.
    struct Column
    {
        Lines heading;        ///< its heading
        Alignment alignment;  ///< how it is aligned
        std::size_t width{0}; ///< of its widest cell
    };

    /// @param width of the table
    /// @return headings that are broken if it is too wide
    std::vector<Lines> FitHeadings(std::size_t width) const;

    /// @param headings as they are printed
    /// @param width of the table
    /// @return widths of the columns
    std::vector<std::size_t> FitColumns(const std::vector<Lines>& headings,
                                        std::size_t width) const;

    /// Print columns below others.
    /// @param os where
    /// @param parts columns that are printed side by side
    /// @param width of the table
    void PrintParts(std::ostream& os,
                    const std::vector<std::vector<std::size_t>>& parts,
                    std::size_t width) const;

    /// Print one line.
    /// @param os where
    /// @param cells one text per column
    /// @param widths of the columns
    void PrintLine(std::ostream& os,
                   const std::vector<std::string>& cells,
                   const std::vector<std::size_t>& widths) const;

    std::vector<bool> m_isShown;                  ///< of all columns that were added
    std::vector<Column> m_columns;                ///< those that are shown
    std::vector<std::vector<std::string>> m_rows; ///< the rows
};

} // namespace ns3

#endif /* STUDY_TABLE_H */
