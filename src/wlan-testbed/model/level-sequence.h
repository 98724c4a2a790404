// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LEVEL_SEQUENCE_H
#define LEVEL_SEQUENCE_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::LevelSequence declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Records a quantity over time that stays constant between changes, such as the length of a queue.
 */
class LevelSequence
{
  public:
    /// Names of the columns of GetRows(): time (s), value.
    static const std::vector<std::string> COLUMNS;

    /**
     * Record a change. Of several changes at one instant, the last one counts.
     * @param time s, not before that of an earlier change
     * @param value the new value
     */
    void Set(double time, double value);

    /// @return the changes, see COLUMNS
    const std::vector<std::vector<double>>& GetRows() const;

  private:
    std::vector<std::vector<double>> m_rows; ///< changes
};

} // namespace ns3

#endif /* LEVEL_SEQUENCE_H */
