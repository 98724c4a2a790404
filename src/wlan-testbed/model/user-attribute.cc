// SPDX-License-Identifier: GPL-2.0-only

#include "user-attribute.h"

#include "ns3/environment-variable.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/**
 * @param name "ns3::Class::Attribute", which must exist
 * @return its description
 */
TypeId::AttributeInformation
GetAttribute(const std::string& name)
{
    const auto colons = name.rfind("::");
    TypeId type;
    TypeId::AttributeInformation attribute;
    if (colons == std::string::npos ||
        !TypeId::LookupByNameFailSafe(name.substr(0, colons), &type) ||
        !type.LookupAttributeByName(name.substr(colons + 2), &attribute))
    {
        throw std::invalid_argument("no attribute '" + name + "'");
    }
    return attribute;
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
    const auto [isFound, text] = EnvironmentVariable::Get("NS_ATTRIBUTE_DEFAULT", name);
    return isFound ? attribute.checker->CreateValidValue(StringValue(text)) : nullptr;
}

} // namespace

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
RefuseUserValue(const std::string& name)
{
    if (FindUserValue(name))
    {
        throw std::invalid_argument(name + " is set by the study itself, not by a user");
    }
}

} // namespace ns3
