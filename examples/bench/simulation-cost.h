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
    double wallSeconds; ///< real time in Simulator::Run
    uint64_t events;    ///< events executed
    double peakHeapMib; ///< most heap in use, looked at every 100 ms of simulation time
    uint64_t bytes;     ///< application bytes delivered; set by the scenario
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
