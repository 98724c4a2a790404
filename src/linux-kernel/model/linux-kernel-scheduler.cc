// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-scheduler.h"

#include "ns3/default-simulator-impl.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxKernelScheduler);

namespace
{

/// The one that the simulator has; null: another kind.
const LinuxKernelScheduler* g_current = nullptr;

} // namespace

TypeId
LinuxKernelScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxKernelScheduler")
                            .SetParent<MapScheduler>()
                            .SetGroupName("LinuxKernel")
                            .AddConstructor<LinuxKernelScheduler>();
    return tid;
}

LinuxKernelScheduler::LinuxKernelScheduler()
{
    g_current = this;
}

LinuxKernelScheduler::~LinuxKernelScheduler()
{
    if (g_current == this)
    {
        g_current = nullptr;
    }
}

void
LinuxKernelScheduler::Install()
{
    if (!g_current && DynamicCast<DefaultSimulatorImpl>(Simulator::GetImplementation()))
    {
        Simulator::SetScheduler(ObjectFactory(GetTypeId().GetName()));
    }
}

std::optional<Time>
LinuxKernelScheduler::GetNext()
{
    if (!g_current || g_current->IsEmpty())
    {
        return std::nullopt;
    }
    return TimeStep(g_current->PeekNext().key.m_ts);
}

} // namespace ns3
