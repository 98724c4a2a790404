// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESTIMATE_TABLE_H
#define ESTIMATE_TABLE_H

#include "ns3/sample-statistics.h"
#include "ns3/study-results.h"
#include "ns3/study-table.h"

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * Tables of studies that move one value after another: a row for each setting, and a column for
 * each finding, which shows in which settings the finding leaves the band of its claim.
 */

namespace ns3
{

/// Estimates a finding in a row from the results of all points; none if the row was not run.
using RowEstimator =
    std::function<std::optional<Estimate>(const StudyResults& results, const std::string& row)>;

/// A finding.
struct EstimateColumn
{
    std::string title;     ///< above it
    RowEstimator estimate; ///< of the finding
    int digits{2};         ///< behind the decimal point
    /// Of the claim: a value outside gets a star. Values inside then end with a blank, so that the
    /// digits stay below each other.
    std::optional<Interval> band{};
};

/// @param results of a study
/// @param point name of a point
/// @return whether it was run
bool IsRun(const StudyResults& results, const std::string& point);

/// @param row name of a row
/// @param part of the row
/// @return name of the point: both, with a dot between them
std::string GetRowPoint(const std::string& row, const std::string& part);

/// @param part whose point GetRowPoint() names
/// @param metric of the point
/// @return an estimator of its mean
RowEstimator MeanInRow(const std::string& part, const std::string& metric);

/// @param metric of two points
/// @param part, base whose points GetRowPoint() names
/// @return an estimator of the ratio of their means, part over base
RowEstimator RatioInRow(const std::string& metric,
                        const std::string& part,
                        const std::string& base);

/// @param estimator of a finding
/// @return the same without confidence interval
RowEstimator WithoutInterval(const RowEstimator& estimator);

/// A table with columns of texts and of estimates.
class EstimateTable
{
  public:
    /// @param results of the study, which outlive the table
    explicit EstimateTable(const StudyResults& results);

    /// Add a column of texts.
    /// @param title above it
    /// @param alignment of the texts
    void AddTextColumn(const std::string& title,
                       StudyTable::Alignment alignment = StudyTable::LEFT);

    /// Add a column of estimates.
    /// @param column title and estimator
    void AddColumn(const EstimateColumn& column);

    /**
     * Add a row, with "-" for estimates whose points were not run. A row of which nothing was run
     * is left out.
     * @param row its name
     * @param texts for the columns of texts
     */
    void AddRow(const std::string& row, const std::vector<std::string>& texts);

    /// Add a row of texts.
    /// @param texts for all columns
    void AddTexts(const std::vector<std::string>& texts);

    /// @param os gets the table
    void Print(std::ostream& os) const;

  private:
    const StudyResults& m_results;                        ///< see the constructor
    StudyTable m_table;                                   ///< what is printed
    std::vector<std::optional<EstimateColumn>> m_columns; ///< none: a column of texts
};

} // namespace ns3

#endif // ESTIMATE_TABLE_H
