// SPDX-License-Identifier: GPL-2.0-only

#ifndef USER_ATTRIBUTE_H
#define USER_ATTRIBUTE_H

#include "ns3/attribute.h"

#include <initializer_list>
#include <string>

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
 * Refuse a user's value for an attribute that an experiment varies or computes with.
 * @param name "ns3::Class::Attribute"
 * @throws std::invalid_argument if there is one, or no such attribute
 */
void RefuseUserValue(const std::string& name);

/**
 * @ingroup wlan-testbed
 * Refuse users' values for several attributes of one class.
 * @param type "ns3::Class"
 * @param attributes names within it
 * @throws std::invalid_argument as RefuseUserValue()
 */
void RefuseUserValues(const std::string& type, std::initializer_list<const char*> attributes);

} // namespace ns3

#endif // USER_ATTRIBUTE_H
