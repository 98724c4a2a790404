// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "testbed-run.h"

#include "ns3/config.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

namespace ns3
{

void
SimulateRun(uint32_t run, const std::function<void()>& simulate)
{
    struct Guard
    {
        ~Guard()
        {
            Simulator::Destroy();
        }
    };

    const Guard guard;
    Config::Reset();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(run);
    RngSeedManager::ResetNextStreamIndex();
    simulate();
}

} // namespace ns3
