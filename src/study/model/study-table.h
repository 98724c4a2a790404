// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_TABLE_H
#define STUDY_TABLE_H

#include "sample-statistics.h"

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup study
 * ns3::StudyTable declaration.
 */

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
        LEFT, //!< for text
        RIGHT //!< for numbers
    };

    /**
     * Add a column. All columns come before the first row.
     * @param heading its heading, of one or several lines
     * @param alignment how it is aligned
     */
    void AddColumn(const std::string& heading, Alignment alignment);

    /**
     * Add a row.
     * @param cells one text per column
     */
    void AddRow(const std::vector<std::string>& cells);

    /**
     * Print the headings, a rule and the rows.
     * @param os where
     */
    void Print(std::ostream& os) const;

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
     * @return "LOW .. HIGH", ">= LOW" or "<= HIGH"; "-" if it is not known
     */
    static std::string Format(const Interval& interval, std::optional<int> decimals = {});
    /**
     * @param estimate an estimate
     * @param decimals digits after the decimal points
     * @return "MEAN +-HALF" with half of the 95 % interval; "MEAN" if it is not known
     */
    static std::string Format(const Estimate& estimate, int decimals);

  private:
    /// Print the headings, the last line of each above its column. @param os where
    void PrintHeadings(std::ostream& os) const;

    /**
     * Print one line.
     * @param os where
     * @param cells one text per column
     */
    void PrintLine(std::ostream& os, const std::vector<std::string>& cells) const;

    std::vector<std::vector<std::string>> m_headings; //!< lines of each column's heading
    std::vector<Alignment> m_alignments;              //!< one per column
    std::vector<std::size_t> m_widths;                //!< widest text so far of each column
    std::vector<std::vector<std::string>> m_rows;     //!< the rows
};

} // namespace ns3

#endif /* STUDY_TABLE_H */
