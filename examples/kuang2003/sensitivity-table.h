// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SENSITIVITY_TABLE_H
#define SENSITIVITY_TABLE_H

#include "ns3/sample-statistics.h"
#include "ns3/study-results.h"
#include "ns3/user-attribute.h"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * What the sensitivity studies of kuang2003 have in common: one value of the testbed is moved while
 * the others stay, and a table shows which findings it takes out of their bands. GetRowPoint()
 * names the points after the setting and the column's point.
 */

namespace ns3
{

/// One value of the testbed moved.
struct SensitivitySetting
{
    std::string name;                          ///< key, also what is printed
    std::function<void(TestbedValues&)> apply; ///< moves it
};

/// A finding.
struct SensitivityColumn
{
    std::string title;  ///< above it
    std::string paper;  ///< value that the paper prints
    std::string point;  ///< second part of the points' names
    std::string metric; ///< of the point
    Interval band;      ///< of the claim; a value outside gets a star
    int digits{2};      ///< behind the decimal point
    /// Second part of the names of the points by whose metric it is divided; empty: by none.
    std::string base{};
};

/**
 * Print a row for the paper and one for each setting.
 * @param os gets the table
 * @param corner above the names of the settings
 * @param settings the rows
 * @param columns the findings
 * @param results of the study
 */
void PrintSensitivityTable(std::ostream& os,
                           const std::string& corner,
                           const std::vector<SensitivitySetting>& settings,
                           const std::vector<SensitivityColumn>& columns,
                           const StudyResults& results);

} // namespace ns3

#endif // SENSITIVITY_TABLE_H
