// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "sensitivity-table.h"

#include "ns3/study-table.h"

namespace ns3
{

namespace
{

double
GetValue(const StudyResults& results, const std::string& setting, const SensitivityColumn& column)
{
    const double mean = results.GetMean(GetSensitivityPoint(setting, column.point), column.metric);
    return column.base.empty()
               ? mean
               : mean / results.GetMean(GetSensitivityPoint(setting, column.base), column.metric);
}

} // namespace

std::string
GetSensitivityPoint(const std::string& setting, const std::string& point)
{
    return setting + "." + point;
}

std::string
GetSensitivityFinding(const std::string& name)
{
    // Names of settings have dots of their own, such as MAC-ACK-5.5Mbps; those of findings have
    // none.
    return name.substr(name.rfind('.') + 1);
}

void
ApplySensitivitySetting(const std::vector<SensitivitySetting>& settings,
                        const std::string& name,
                        TestbedValues& values)
{
    for (const auto& setting : settings)
    {
        if (setting.name == name.substr(0, name.rfind('.')))
        {
            setting.apply(values);
        }
    }
}

void
PrintSensitivityTable(std::ostream& os,
                      const std::string& corner,
                      const std::vector<SensitivitySetting>& settings,
                      const std::vector<SensitivityColumn>& columns,
                      const StudyResults& results)
{
    StudyTable table;
    table.AddColumn(corner, StudyTable::LEFT);
    // Every value has a place for the star behind it, so that the digits stay below each other.
    std::vector<std::string> paper{"paper"};
    for (const auto& column : columns)
    {
        table.AddColumn(column.title + " ", StudyTable::RIGHT);
        paper.push_back(column.paper + " ");
    }
    table.AddRow(paper);
    for (const auto& setting : settings)
    {
        std::vector<std::string> row{setting.name};
        for (const auto& column : columns)
        {
            const double value = GetValue(results, setting.name, column);
            row.push_back(StudyTable::Format(value, column.digits) +
                          (column.band.Contains(value) ? " " : "*"));
        }
        table.AddRow(row);
    }
    table.Print(os);
}

} // namespace ns3
