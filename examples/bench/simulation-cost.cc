// SPDX-License-Identifier: GPL-2.0-only

#include "simulation-cost.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <malloc.h>

namespace ns3
{

namespace
{

/// How often the heap is looked at.
const Time HEAP_INTERVAL = MilliSeconds(100);

void
WatchHeap(double* peak)
{
    *peak = std::max(*peak, GetHeapMib());
    Simulator::Schedule(HEAP_INTERVAL, &WatchHeap, peak);
}

} // namespace

double
GetHeapMib()
{
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / (1024 * 1024);
}

SimulationCost
MeasureSimulation(Time warmUp, Time duration)
{
    SimulationCost cost{};
    uint64_t before = 0;
    std::chrono::steady_clock::time_point begin;
    Simulator::Schedule(warmUp, [&before, &begin] {
        before = Simulator::GetEventCount();
        begin = std::chrono::steady_clock::now();
    });
    Simulator::Schedule(warmUp, &WatchHeap, &cost.peakHeapMib);
    Simulator::Stop(warmUp + duration);
    Simulator::Run();
    cost.wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    cost.events = Simulator::GetEventCount() - before;
    return cost;
}

} // namespace ns3
