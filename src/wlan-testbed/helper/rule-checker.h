// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RULE_CHECKER_H
#define RULE_CHECKER_H

#include "ns3/attribute.h"

#include <cstdint>
#include <functional>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RuleChecker declaration, and checkers of values that several testbeds have.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A checker with a rule that ns-3's own checkers do not have, such as "no length is negative".
 */
class RuleChecker : public AttributeChecker
{
  public:
    /// @param value of the type
    /// @return whether it keeps to the rule
    using Rule = std::function<bool(const AttributeValue& value)>;

    /**
     * @param type checker of the type of values, with or without a range
     * @param accepted what the rule accepts, for error lines
     * @param rule for values that the checker of the type accepts
     */
    RuleChecker(Ptr<const AttributeChecker> type, const std::string& accepted, Rule rule);

    /// @param value of any type
    /// @return whether the checker of the type and the rule accept it
    bool Check(const AttributeValue& value) const override;
    /// @return as the checker of the type says
    std::string GetValueTypeName() const override;
    /// @return true: the rule tells what it accepts
    bool HasUnderlyingTypeInformation() const override;
    /// @return what the rule accepts, see the constructor
    std::string GetUnderlyingTypeInformation() const override;
    /// @return a new value of the type; not checked by the rule
    Ptr<AttributeValue> Create() const override;
    /// @param source value to be copied; not checked by the rule
    /// @param destination becomes equal to it
    /// @return whether both are of the type
    bool Copy(const AttributeValue& source, AttributeValue& destination) const override;

  private:
    Ptr<const AttributeChecker> m_type; ///< see the constructor
    std::string m_accepted;             ///< see the constructor
    Rule m_rule;                        ///< see the constructor
};

/**
 * @ingroup wlan-testbed
 * @tparam Value type of attribute value; not EnumValue, which needs ns-3's own checker
 * @param type see RuleChecker
 * @param accepted see RuleChecker
 * @param rule see RuleChecker
 * @return a checker
 */
template <typename Value>
Ptr<const AttributeChecker>
MakeRuleChecker(Ptr<const AttributeChecker> type,
                const std::string& accepted,
                std::function<bool(const Value&)> rule)
{
    return Create<RuleChecker>(type, accepted, [rule](const AttributeValue& value) {
        return rule(dynamic_cast<const Value&>(value));
    });
}

/// @ingroup wlan-testbed
/// @return checker of a VectorValue: lengths of a room. ns-3 draws places from any room, and finds
/// out much later that no distance is known.
Ptr<const AttributeChecker> MakeRoomChecker();

/// @ingroup wlan-testbed
/// @return checker of a DataRateValue by which ns-3 can divide
Ptr<const AttributeChecker> MakeWireRateChecker();

/// @ingroup wlan-testbed
/// @return checker of a UintegerValue: bytes of data in a segment
Ptr<const AttributeChecker> MakeSegmentSizeChecker();

/// @ingroup wlan-testbed
/// @return checker of a UintegerValue: bytes of a buffer or window of TCP
Ptr<const AttributeChecker> MakeWindowChecker();

/// @ingroup wlan-testbed
/// @param least that the queue must hold
/// @return checker of a UintegerValue: packets of a queue
Ptr<const AttributeChecker> MakePacketsChecker(uint32_t least);

/// @ingroup wlan-testbed
/// @return checker of a UintegerValue: transmissions of a frame
Ptr<const AttributeChecker> MakeAttemptsChecker();

} // namespace ns3

#endif // RULE_CHECKER_H
