// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TESTBED_RUN_H
#define TESTBED_RUN_H

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * Simulate as the first run of a program would: with the attributes of ns-3, the seed 1 and new
 * random streams. The simulation is destroyed when the function returns or throws.
 * @param run the run number
 * @param simulate builds, runs and looks at the simulation
 */
void SimulateRun(uint32_t run, const std::function<void()>& simulate);

} // namespace ns3

#endif // TESTBED_RUN_H
