// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SIMULATION_COST_H
#define SIMULATION_COST_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/// What a piece of simulation cost.
struct SimulationCost
{
    double wallSeconds{0}; ///< real time in Simulator::Run
    double cpuSeconds{0};  ///< time of this thread on a processor in it
    uint64_t events{0};    ///< events executed
    double peakHeapMib{0}; ///< most heap in use, looked at every 100 ms of simulation time
    uint64_t bytes{0};     ///< application bytes delivered; set by the scenario
};

/// @return heap in use, MiB
double GetHeapMib();

/**
 * Run the simulation.
 * @param warmUp simulated time that does not count
 * @param duration simulated time after it, whose cost is taken
 * @return its cost
 */
SimulationCost MeasureSimulation(Time warmUp, Time duration);

} // namespace ns3

#endif // SIMULATION_COST_H
