// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "receive-backlog-helper.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiveBacklogHelper");

ReceiveBacklogHelper::ReceiveBacklogHelper()
{
    m_factory.SetTypeId("ns3::ReceiveBacklog");
}

void
ReceiveBacklogHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

void
ReceiveBacklogHelper::Install(const NetDeviceContainer& devices) const
{
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        const auto node = (*device)->GetNode();
        if (!node)
        {
            NS_FATAL_ERROR("ReceiveBacklogHelper::Install(): a device has no node");
        }
        // A host has one processor: all its devices share one backlog.
        auto backlog = node->GetObject<ReceiveBacklog>();
        if (!backlog)
        {
            NS_LOG_DEBUG("node " << node->GetId() << " gets a backlog");
            backlog = m_factory.Create<ReceiveBacklog>();
            node->AggregateObject(backlog);
        }
        backlog->AddDevice(*device);
        // A node that runs already initializes no object that is aggregated to it later.
        if (node->IsInitialized())
        {
            backlog->Initialize();
        }
    }
}

int64_t
ReceiveBacklogHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    const int64_t first = stream;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        if (const auto backlog = (*node)->GetObject<ReceiveBacklog>())
        {
            stream += backlog->AssignStreams(stream);
        }
    }
    return stream - first;
}

} // namespace ns3
