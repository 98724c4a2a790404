// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-helper.h"

#include "ns3/abort.h"
#include "ns3/linux-kernel-socket-factory.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3
{

LinuxKernelHelper::LinuxKernelHelper()
    : m_factory("ns3::LinuxKernel")
{
}

void
LinuxKernelHelper::SetKernel(const std::string& path)
{
    m_factory.Set("Kernel", StringValue(path));
}

void
LinuxKernelHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

Ptr<LinuxKernel>
LinuxKernelHelper::Install(Ptr<Node> node) const
{
    NS_ABORT_MSG_IF(node->GetObject<LinuxKernel>(),
                    "LinuxKernelHelper: node " << node->GetId() << " has a kernel already");
    NS_ABORT_MSG_IF(node->GetObject<TcpSocketFactory>(),
                    "LinuxKernelHelper: node " << node->GetId()
                                               << " has an internet stack: expected none beside "
                                                  "the kernel");
    // Nobody would initialize the kernel, and it would never boot.
    NS_ABORT_MSG_IF(node->IsInitialized(),
                    "LinuxKernelHelper: node "
                        << node->GetId() << " gets a kernel at " << Simulator::Now().As(Time::S)
                        << ", when it has been initialized: expected it before the start of the "
                           "simulation");
    const auto kernel = m_factory.Create<LinuxKernel>();
    node->AggregateObject(kernel);
    node->AggregateObject(CreateObject<LinuxKernelSocketFactory>());
    node->AggregateObject(CreateObject<LinuxKernelDatagramFactory>());
    node->AggregateObject(CreateObject<LinuxKernelRawFactory>());
    return kernel;
}

void
LinuxKernelHelper::Install(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Install(*node);
    }
}

int64_t
LinuxKernelHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    int64_t next = stream;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        if (const auto kernel = (*node)->GetObject<LinuxKernel>())
        {
            next += kernel->AssignStreams(next);
        }
    }
    return next - stream;
}

} // namespace ns3
