// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CELL_PANELS_H
#define CELL_PANELS_H

#include "ns3/study.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// Figures of vacirca2005 that the FIFO and the round robin have in common.
struct CellFigures
{
    std::string discipline; ///< see CellCase
    std::string ratio;      ///< "figure 2"
    std::string goodput;    ///< "figure 3"
    std::string loss;       ///< "figure 4"
};

/**
 * Add panels over M_t: ratio of the goodputs and segments sent again for all Q, goodput and losses
 * by their cause for Q = 100. Where a point has not been run, the curve has a gap.
 * @param study takes the panels
 * @param figures what is shown
 */
void AddPanels(Study& study, const CellFigures& figures);

} // namespace ns3

#endif // CELL_PANELS_H
