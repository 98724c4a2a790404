// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "simulation-cost.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <ctime>
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

/// @return time of this thread on a processor, seconds
double
GetCpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
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
    double cpuBefore = 0;
    std::chrono::steady_clock::time_point begin;
    Simulator::Schedule(warmUp, [&before, &cpuBefore, &begin] {
        before = Simulator::GetEventCount();
        cpuBefore = GetCpuSeconds();
        begin = std::chrono::steady_clock::now();
    });
    Simulator::Schedule(warmUp, &WatchHeap, &cost.peakHeapMib);
    Simulator::Stop(warmUp + duration);
    Simulator::Run();
    cost.cpuSeconds = GetCpuSeconds() - cpuBefore;
    cost.wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    cost.events = Simulator::GetEventCount() - before;
    return cost;
}

} // namespace ns3
