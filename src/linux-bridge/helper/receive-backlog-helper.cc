// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "receive-backlog-helper.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiveBacklogHelper");

namespace
{

/// @param name of an attribute of the backlog
/// @return what ns-3 knows about it
TypeId::AttributeInformation
FindAttribute(const std::string& name)
{
    TypeId::AttributeInformation info;
    ReceiveBacklog::GetTypeId().LookupAttributeByName(name, &info);
    return info;
}

/// Whether an attribute is an object. The text of its value makes another one each time, and a
/// random variable among them takes a stream, so that such texts are compared as they are.
/// @param info of the attribute
/// @return whether it is
bool
IsObject(const TypeId::AttributeInformation& info)
{
    return dynamic_cast<const PointerChecker*>(PeekPointer(info.checker)) != nullptr;
}

/// @param info of an attribute
/// @param value for it
/// @return the value as text, the same for "1ms" and TimeValue(MilliSeconds(1))
std::string
GetText(const TypeId::AttributeInformation& info, const AttributeValue& value)
{
    return IsObject(info) ? value.SerializeToString(info.checker)
                          : info.checker->CreateValidValue(value)->SerializeToString(info.checker);
}

} // namespace

ReceiveBacklogHelper::ReceiveBacklogHelper()
{
    m_factory.SetTypeId("ns3::ReceiveBacklog");
}

void
ReceiveBacklogHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
    m_settings[name] = GetText(FindAttribute(name), value);
}

void
ReceiveBacklogHelper::CheckSettings(const ReceiveBacklog& backlog) const
{
    for (const auto& [name, text] : m_settings)
    {
        const auto info = FindAttribute(name);
        StringValue present;
        if (const auto setting = backlog.m_settings.find(name);
            IsObject(info) && setting != backlog.m_settings.end())
        {
            present.Set(setting->second);
        }
        else if (IsObject(info))
        {
            present.Set(GetText(info, *info.initialValue));
        }
        else
        {
            backlog.GetAttribute(name, present);
        }
        NS_ABORT_MSG_IF(text != present.Get(),
                        "ReceiveBacklogHelper::Install(): " << name << "=" << text << ": node "
                                                            << backlog.GetObject<Node>()->GetId()
                                                            << " has a backlog with " << name << "="
                                                            << present.Get());
    }
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
            backlog->m_settings = m_settings;
            node->AggregateObject(backlog);
        }
        else
        {
            CheckSettings(*backlog);
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
