// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CELL_CASE_H
#define CELL_CASE_H

#include "ns3/object-factory.h"
#include "ns3/study.h"
#include "ns3/user-attribute.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/// One setting of the experiments of vacirca2005.
struct CellCase
{
    uint32_t downlinks;             ///< connections from the host
    uint32_t uplinks;               ///< connections to the host
    uint32_t attempts;              ///< M_t
    uint32_t queue;                 ///< Q
    std::string discipline{"fifo"}; ///< a key of GetDisciplines()
    std::string tcp{"Linux24_18"};  ///< attribute of Vacirca2005Testbed
    uint32_t kilobytes{0};          ///< of socket buffers; 0: those of the testbed
    bool comesAndGoes{false};       ///< connections, see MeanOff of the testbed
    std::string setting{};          ///< a key of GetSettings(); empty: the testbed as it is

    /// @return "dl2-ul2", as in the paper
    std::string GetScenario() const;
    /// @return name of its point, unique
    std::string GetName() const;
    /// @return what a reader sees
    std::string GetLabel() const;
    /// @return stations to which the downlinks go
    uint32_t GetDownlinkStations() const;
    /// @return what makes the testbed with this setting
    /// @throws std::invalid_argument if a user has set what is varied
    ObjectFactory MakeCell() const;
};

/// What the paper leaves open, set otherwise than in the testbed.
struct CellSetting
{
    std::string label;    ///< what a reader sees
    TestbedValues values; ///< of attributes of the testbed
    /// Whether it changes how the cards contend. Such settings are run with --full, or by name,
    /// only.
    bool isOfCards{false};
};

/// @return settings by their names
const std::map<std::string, CellSetting>& GetSettings();

/**
 * Add the points of cases and have the study measure them.
 * @param study takes the points
 * @param cases each once
 * @param onlyFull run with --full only
 */
void AddCases(Study& study, const std::vector<CellCase>& cases, bool onlyFull = false);

/// @param name, title of the study
/// @return a study of the paper's length, without points
Study MakeCellStudy(const std::string& name, const std::string& title);

} // namespace ns3

#endif // CELL_CASE_H
