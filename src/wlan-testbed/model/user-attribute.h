// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USER_ATTRIBUTE_H
#define USER_ATTRIBUTE_H

#include "ns3/attribute.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * What happens to a user's value for an attribute that a testbed sets, too.
 *
 * A user sets an attribute with --ns3::Class::Attribute=value, the environment variable
 * NS_ATTRIBUTE_DEFAULT or Config::SetDefault(). In ns-3, the testbed's value would silently
 * override the user's. The name of an attribute includes the class that declares it, as ns-3
 * requires for defaults.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// @param time any
/// @return the time as a user would write it, for error lines: 50ms, where ns-3 has +5e+07ns
std::string DescribeTime(Time time);

/**
 * @ingroup wlan-testbed
 * @param name "ns3::Class::Attribute"
 * @param value the testbed's value
 * @return the user's value if there is one, else the testbed's
 * @throws std::invalid_argument if there is no such attribute, or it cannot have the value that
 * NS_ATTRIBUTE_DEFAULT gives it
 */
Ptr<const AttributeValue> PreferUserValue(const std::string& name, const AttributeValue& value);

/**
 * @ingroup wlan-testbed
 * Like Config::SetDefault(), but a user's value takes precedence.
 * @param name "ns3::Class::Attribute"
 * @param value the default for objects from now on
 * @throws std::invalid_argument as PreferUserValue()
 */
void SetWeakDefault(const std::string& name, const AttributeValue& value);

/**
 * @ingroup wlan-testbed
 * Refuse a user's values for attributes that an experiment varies or computes with.
 * @param names "ns3::Class::Attribute" each
 * @throws std::invalid_argument if a user has set one of them, or there is no such attribute
 */
void RefuseUserValues(const std::vector<std::string>& names);

/**
 * @ingroup wlan-testbed
 * Refuse a user's values for attributes of classes that an experiment does not use.
 * @param isUnused whether it does not use a class
 * @param reason why it does not, such as "radio=dcf"
 * @throws std::invalid_argument if a user has set an attribute that such a class declares
 */
void RefuseUserValuesOf(const std::function<bool(TypeId)>& isUnused, const std::string& reason);

/**
 * @ingroup wlan-testbed
 * Refuse values that would have no effect.
 * @param object of a class that declares the attributes
 * @param names of attributes within the class
 * @param reason why they have no effect, such as "Tcp=LinuxKernel"
 * @throws std::invalid_argument if one of them does not have the value that the class gives it
 */
void RequireDefaults(const ObjectBase& object,
                     const std::vector<std::string>& names,
                     const std::string& reason);

/**
 * @ingroup wlan-testbed
 * Keep the values of the class in a point of a study where others would have no effect, so that a
 * user may vary them in its other points.
 * @param factory of a testbed, which declares the attributes
 * @param names of attributes within the class
 */
void KeepDefaults(ObjectFactory& factory, const std::vector<std::string>& names);

/**
 * @ingroup wlan-testbed
 * @param name "ns3::Class::Attribute"
 * @return the user's value if there is one, else that of the class
 * @throws std::invalid_argument as PreferUserValue()
 */
Ptr<const AttributeValue> GetDefaultValue(const std::string& name);

/**
 * @ingroup wlan-testbed
 * @tparam Value type of attribute value
 * @param name "ns3::Class::Attribute"
 * @return what an object has if nobody gives it another value
 * @throws std::invalid_argument as PreferUserValue()
 */
template <typename Value>
auto
GetDefault(const std::string& name)
{
    return DynamicCast<const Value>(GetDefaultValue(name))->Get();
}

/**
 * @ingroup wlan-testbed
 * Set an attribute that an experiment varies or computes with. A user's value for it would have no
 * effect, and is an error.
 * @tparam Args more names and values, alternating
 * @param factory of a testbed, which declares the attribute
 * @param name of the attribute within the class
 * @param value for it
 * @param args see Args
 * @throws std::invalid_argument as RefuseUserValues()
 */
template <typename... Args>
void
Vary(ObjectFactory& factory, const std::string& name, const AttributeValue& value, Args&&... args)
{
    RefuseUserValues({factory.GetTypeId().GetName() + "::" + name});
    factory.Set(name, value);
    if constexpr (sizeof...(Args) > 0)
    {
        Vary(factory, std::forward<Args>(args)...);
    }
}

/// @ingroup wlan-testbed
/// Values of a testbed's attributes as texts, by their names.
using TestbedValues = std::map<std::string, std::string>;

/**
 * @ingroup wlan-testbed
 * Vary() several attributes.
 * @param factory of a testbed, which declares the attributes
 * @param values for them
 * @throws std::invalid_argument as RefuseUserValues()
 */
void Vary(ObjectFactory& factory, const TestbedValues& values);

/**
 * @ingroup wlan-testbed
 * Set a time of a testbed if its default is longer than a short run has. A user's value that is
 * longer is an error.
 * @param factory of a testbed, which declares the attribute
 * @param name of the attribute within the class; the factory has no value for it
 * @param most that it may be
 * @throws std::invalid_argument if a user has set a longer one, or as PreferUserValue()
 */
void VaryToAtMost(ObjectFactory& factory, const std::string& name, Time most);

/**
 * @ingroup wlan-testbed
 * A row in a table of the attributes that a testbed sets in objects of one class.
 */
struct TestbedAttribute
{
    /**
     * @param attribute name within the class
     * @param wanted the testbed's value
     */
    TestbedAttribute(const std::string& attribute, const AttributeValue& wanted);

    std::string name;                ///< name within the class
    Ptr<const AttributeValue> value; ///< the testbed's value
};

/**
 * @ingroup wlan-testbed
 * Set the attributes of a table. A user's value for one of them would have no effect, and is an
 * error.
 * @param type "ns3::Class", which declares the attributes
 * @param table the attributes, set in this order
 * @param set sets an attribute, by its name within the class
 * @throws std::invalid_argument as RefuseUserValues()
 */
void SetAttributes(const std::string& type,
                   const std::vector<TestbedAttribute>& table,
                   const std::function<void(const std::string&, const AttributeValue&)>& set);

} // namespace ns3

#endif // USER_ATTRIBUTE_H
