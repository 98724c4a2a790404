// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "user-attribute.h"

#include "ns3/config.h"
#include "ns3/environment-variable.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/**
 * Find an attribute, in the class itself only: ns-3 keeps defaults under the class that declares
 * it.
 * @param name "ns3::Class::Attribute", which must exist
 * @return its description
 */
TypeId::AttributeInformation
GetAttribute(const std::string& name)
{
    const auto colons = name.rfind("::");
    TypeId type;
    if (colons != std::string::npos && TypeId::LookupByNameFailSafe(name.substr(0, colons), &type))
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            if (type.GetAttributeFullName(i) == name)
            {
                return type.GetAttribute(i);
            }
        }
    }
    throw std::invalid_argument("no attribute '" + name + "'");
}

/**
 * @param name "ns3::Class::Attribute"
 * @return the user's value, null if there is none
 */
Ptr<const AttributeValue>
FindUserValue(const std::string& name)
{
    const auto attribute = GetAttribute(name);
    if (attribute.initialValue != attribute.originalInitialValue)
    {
        return attribute.initialValue;
    }
    const std::string variable = "NS_ATTRIBUTE_DEFAULT";
    const auto [isFound, text] = EnvironmentVariable::Get(variable, name);
    if (!isFound)
    {
        return nullptr;
    }
    if (const auto value = attribute.checker->CreateValidValue(StringValue(text)))
    {
        return value;
    }
    throw std::invalid_argument(variable + ": " + name + " cannot be '" + text + "', expected " +
                                attribute.checker->GetUnderlyingTypeInformation());
}

/**
 * @param value of an attribute
 * @param checker of the attribute
 * @return the value as a user would write it
 */
std::string
Describe(const AttributeValue& value, Ptr<const AttributeChecker> checker)
{
    if (const auto* time = dynamic_cast<const TimeValue*>(&value))
    {
        return DescribeTime(time->Get());
    }
    return value.SerializeToString(checker);
}

} // namespace

std::string
DescribeTime(Time time)
{
    // ns-3 chooses the largest unit of which there is at least one, and femtoseconds for 0.
    std::ostringstream text;
    text << (time.IsZero() ? time.As(Time::S) : time.As());
    const std::string described = text.str();
    return described.starts_with('+') ? described.substr(1) : described;
}

Ptr<const AttributeValue>
PreferUserValue(const std::string& name, const AttributeValue& value)
{
    if (const auto users = FindUserValue(name))
    {
        return users;
    }
    return value.Copy();
}

void
SetWeakDefault(const std::string& name, const AttributeValue& value)
{
    Config::SetDefault(name, *PreferUserValue(name, value));
}

Ptr<const AttributeValue>
GetDefaultValue(const std::string& name)
{
    return PreferUserValue(name, *GetAttribute(name).initialValue);
}

void
RefuseUserValues(const std::vector<std::string>& names)
{
    for (const auto& name : names)
    {
        if (FindUserValue(name))
        {
            throw std::invalid_argument(name +
                                        " cannot be set by the user, because the study sets it");
        }
    }
}

void
RefuseUserValuesOf(const std::function<bool(TypeId)>& isUnused, const std::string& reason)
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN() && isUnused(type); ++j)
        {
            const std::string name = type.GetAttributeFullName(j);
            const TypeId::AttributeInformation attribute = type.GetAttribute(j);
            if (const auto value = FindUserValue(name))
            {
                throw std::invalid_argument(
                    name + "=" + Describe(*value, attribute.checker) + " has no effect with " +
                    reason + ": expected " +
                    Describe(*attribute.originalInitialValue, attribute.checker));
            }
        }
    }
}

void
RequireDefaults(const ObjectBase& object,
                const std::vector<std::string>& names,
                const std::string& reason)
{
    for (const auto& name : names)
    {
        const auto attribute = GetAttribute(object.GetInstanceTypeId().GetName() + "::" + name);
        const auto& usual = attribute.originalInitialValue;
        const auto value = attribute.checker->Create();
        object.GetAttribute(name, *value);
        const std::string text = Describe(*value, attribute.checker);
        const std::string expected = Describe(*usual, attribute.checker);
        if (text != expected)
        {
            throw std::invalid_argument(name + "=" + text + " has no effect with " + reason +
                                        ": expected " + expected);
        }
    }
}

void
KeepDefaults(ObjectFactory& factory, const std::vector<std::string>& names)
{
    for (const auto& name : names)
    {
        const std::string fullName = factory.GetTypeId().GetName() + "::" + name;
        factory.Set(name, *GetAttribute(fullName).originalInitialValue);
    }
}

void
Vary(ObjectFactory& factory, const TestbedValues& values)
{
    for (const auto& [name, value] : values)
    {
        Vary(factory, name, StringValue(value));
    }
}

void
VaryToAtMost(ObjectFactory& factory, const std::string& name, Time most)
{
    const std::string attribute = factory.GetTypeId().GetName() + "::" + name;
    const auto usual = GetDefault<TimeValue>(attribute);
    if (usual <= most)
    {
        return;
    }
    if (FindUserValue(attribute))
    {
        throw std::invalid_argument(attribute + "=" + DescribeTime(usual) + ": expected at most " +
                                    DescribeTime(most) + " in so short a run");
    }
    factory.Set(name, TimeValue(most));
}

TestbedAttribute::TestbedAttribute(const std::string& attribute, const AttributeValue& wanted)
    : name(attribute),
      value(wanted.Copy())
{
}

void
SetAttributes(const std::string& type,
              const std::vector<TestbedAttribute>& table,
              const std::function<void(const std::string&, const AttributeValue&)>& set)
{
    for (const auto& [attribute, value] : table)
    {
        RefuseUserValues({type + "::" + attribute});
        set(attribute, *value);
    }
}

} // namespace ns3
