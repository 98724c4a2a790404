// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USER_ATTRIBUTE_H
#define USER_ATTRIBUTE_H

#include "ns3/attribute.h"
#include "ns3/object-base.h"

#include <functional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * What becomes of a user's value for an attribute that a testbed sets too.
 *
 * A user sets an attribute by --ns3::Class::Attribute=value, by the environment variable
 * NS_ATTRIBUTE_DEFAULT or by Config::SetDefault(). ns-3 would let the testbed's value win without a
 * word. An attribute is named with the class that declares it, as ns-3 wants it for defaults.
 */

namespace ns3
{

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
 * Refuse a user's values for attributes that an experiment varies or computes with.
 * @param names "ns3::Class::Attribute" each
 * @throws std::invalid_argument if a user has set one of them, or there is no such attribute
 */
void RefuseUserValues(const std::vector<std::string>& names);

/**
 * @ingroup wlan-testbed
 * What becomes of a user's value for an attribute that a testbed sets.
 */
enum class UserValue
{
    WINS,   ///< it takes the place of the testbed's
    REFUSED ///< it is an error, because an experiment varies the attribute or computes with it
};

/**
 * @ingroup wlan-testbed
 * A row in a table of the attributes that a testbed sets in objects of one class.
 */
struct TestbedAttribute
{
    /**
     * @param attribute name within the class
     * @param wanted the testbed's value
     * @param rule what becomes of a user's value
     */
    TestbedAttribute(const std::string& attribute, const AttributeValue& wanted, UserValue rule);

    std::string name;                ///< name within the class
    Ptr<const AttributeValue> value; ///< the testbed's value
    UserValue user;                  ///< what becomes of a user's value
};

/**
 * @ingroup wlan-testbed
 * Set the attributes of a table.
 * @param type "ns3::Class", which declares the attributes
 * @param table the attributes, set in this order
 * @param set sets an attribute, by its name within the class
 * @throws std::invalid_argument as PreferUserValue() and RefuseUserValues()
 */
void SetAttributes(const std::string& type,
                   const std::vector<TestbedAttribute>& table,
                   const std::function<void(const std::string&, const AttributeValue&)>& set);

/**
 * @ingroup wlan-testbed
 * Set an attribute to a value that a testbed has as a text. ns-3 would end the program without
 * naming the parameter, and take an unknown name of an enumeration for any of its values. At a text
 * that is no number, where it expects one, it ends the program with a line that has this text.
 * @param parameter of the testbed
 * @param object whose attribute
 * @param name of the attribute
 * @param text its value
 * @throws std::invalid_argument with parameter, value and what is accepted, if the object has no
 * such attribute or it cannot have this value
 */
void SetFromText(const std::string& parameter,
                 ObjectBase& object,
                 const std::string& name,
                 const std::string& text);

} // namespace ns3

#endif // USER_ATTRIBUTE_H
