// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-preset-socket-factory.h"

#include "ns3/fatal-error.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpPresetSocketFactory);

namespace
{

/// @param type of a socket @param name of an attribute @return true after Config::SetDefault()
bool
IsDefaultChanged(TypeId type, const std::string& name)
{
    TypeId::AttributeInformation info;
    return type.LookupAttributeByName(name, &info) &&
           info.initialValue->SerializeToString(info.checker) !=
               info.originalInitialValue->SerializeToString(info.checker);
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

void
TcpPresetSocketFactory::SetAttributes(Ptr<Object> socket, const std::vector<Preset>& presets) const
{
    for (const auto& [name, value] : presets)
    {
        if (!IsDefaultChanged(GetSocketTypeId(), name))
        {
            socket->SetAttribute(name, StringValue(value));
        }
    }
    for (const auto& [name, value] : m_attributes)
    {
        socket->SetAttribute(name, *value);
    }
}

} // namespace ns3
