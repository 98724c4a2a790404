// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-preset-socket-factory.h"

#include "ns3/environment-variable.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpPresetSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(TcpPresetSocketFactory);

namespace
{

constexpr auto ENVIRONMENT = "NS_ATTRIBUTE_DEFAULT"; ///< variable in which ns-3 looks for defaults

/// @param attribute with its class
/// @param info of it
/// @return true if the user's environment has a value for it; ns-3 would pass over a bad one
/// without a word
bool
IsInEnvironment(const std::string& attribute, const TypeId::AttributeInformation& info)
{
    const auto [isFound, text] = EnvironmentVariable::Get(ENVIRONMENT, attribute);
    if (isFound && !info.checker->CreateValidValue(StringValue(text)))
    {
        NS_FATAL_ERROR(ENVIRONMENT << ": " << attribute << " cannot be '" << text << "', expected "
                                   << info.checker->GetUnderlyingTypeInformation());
    }
    return isFound;
}

/// @param type of a socket
/// @param name of one of its attributes
/// @return true if a user has set its default, even to ns-3's own value, by Config::SetDefault() or
/// NS_ATTRIBUTE_DEFAULT
bool
IsSetByUser(TypeId type, const std::string& name)
{
    // ns-3 replaces the object of a default when a user sets it: equal values in another object are
    // the user's.
    for (;; type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = type.GetAttribute(i);
            if (info.name == name)
            {
                return info.initialValue != info.originalInitialValue ||
                       IsInEnvironment(type.GetAttributeFullName(i), info);
            }
        }
        if (!type.HasParent() || type.GetParent() == type)
        {
            return false;
        }
    }
}

} // namespace

TypeId
TcpPresetSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpPresetSocketFactory").SetParent<SocketFactory>().SetGroupName("TcpLinux24");
    return tid;
}

void
TcpPresetSocketFactory::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation info;
    // Both mistakes are found here and not when the first socket is made.
    if (!GetSocketTypeId().LookupAttributeByName(name, &info))
    {
        NS_FATAL_ERROR("no attribute \"" << name << "\" in " << GetSocketTypeId().GetName());
    }
    if (!info.checker->CreateValidValue(value))
    {
        NS_FATAL_ERROR(GetSocketTypeId().GetName()
                       << "::" << name << " cannot be " << value.SerializeToString(info.checker)
                       << ": " << info.checker->GetUnderlyingTypeInformation());
    }
    m_attributes.emplace_back(name, value.Copy());
}

bool
TcpPresetSocketFactory::IsSet(const std::string& name) const
{
    return IsSetByUser(GetSocketTypeId(), name) ||
           std::any_of(m_attributes.begin(), m_attributes.end(), [&name](const auto& attribute) {
               return attribute.first == name;
           });
}

void
TcpPresetSocketFactory::SetAttributes(Ptr<Object> socket, const std::vector<Preset>& presets) const
{
    // A preset stands for what a host's system has by default, so that a user's default is
    // stronger.
    for (const auto& [name, value] : presets)
    {
        if (IsSetByUser(GetSocketTypeId(), name))
        {
            NS_LOG_LOGIC("The user's default of " << name << " wins over the preset " << value);
        }
        else
        {
            socket->SetAttribute(name, StringValue(value));
        }
    }
    // What is set for this host wins over what is set for all of them.
    for (const auto& [name, value] : m_attributes)
    {
        NS_LOG_LOGIC(name << " is set for this host.");
        socket->SetAttribute(name, *value);
    }
}

Ptr<Socket>
TcpPresetSocketFactory::MakeStockSocket(TypeId congestionControl,
                                        const std::vector<Preset>& presets) const
{
    const auto tcp = GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": the node has no internet stack");
    }
    const auto socket = tcp->CreateSocket(congestionControl);
    SetAttributes(socket, presets);
    return socket;
}

} // namespace ns3
