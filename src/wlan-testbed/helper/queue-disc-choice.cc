// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "queue-disc-choice.h"

#include "rule-checker.h"

#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <boost/algorithm/string/split.hpp>

namespace ns3
{

namespace
{

/// @param text parts between separators
/// @param separator between them
/// @return the parts
std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    boost::split(parts, text, [separator](char c) { return c == separator; });
    return parts;
}

/// @param checker of an attribute
/// @param text of a value
/// @return whether the attribute can have the value
bool
IsAccepted(const AttributeChecker& checker, const std::string& text)
{
    // ns-3 reads an empty text as 0, and any text as a name of an enumeration.
    if (text.empty())
    {
        return false;
    }
    if (checker.GetValueTypeName().starts_with("ns3::EnumValue"))
    {
        const auto names = Split(checker.GetUnderlyingTypeInformation(), '|');
        return std::ranges::find(names, text) != names.end();
    }
    return checker.CreateValidValue(StringValue(text)) != nullptr;
}

} // namespace

std::optional<QueueDiscChoice>
QueueDiscChoice::Parse(const std::string& text)
{
    QueueDiscChoice choice;
    const auto bracket = text.find('[');
    choice.m_type = text.substr(0, bracket);
    TypeId type;
    TypeId::AttributeInformation attribute;
    if (!TypeId::LookupByNameFailSafe(choice.m_type, &type) ||
        !type.IsChildOf(QueueDisc::GetTypeId()) || !type.HasConstructor() ||
        !type.LookupAttributeByName("MaxSize", &attribute))
    {
        return std::nullopt;
    }
    if (bracket == std::string::npos)
    {
        return choice;
    }
    if (text.back() != ']')
    {
        return std::nullopt;
    }
    for (const auto& part : Split(text.substr(bracket + 1, text.size() - bracket - 2), '|'))
    {
        const auto equal = part.find('=');
        const std::string name = part.substr(0, equal);
        if (equal == std::string::npos || !type.LookupAttributeByName(name, &attribute) ||
            !IsAccepted(*attribute.checker, part.substr(equal + 1)))
        {
            return std::nullopt;
        }
        choice.m_values.emplace_back(name, part.substr(equal + 1));
    }
    return choice;
}

const std::string&
QueueDiscChoice::GetType() const
{
    return m_type;
}

void
QueueDiscChoice::SetAttributes(Ptr<QueueDisc> disc) const
{
    for (const auto& [name, value] : m_values)
    {
        disc->SetAttribute(name, StringValue(value));
    }
}

Ptr<const AttributeChecker>
MakeQueueDiscChecker(bool isOptional)
{
    return MakeRuleChecker<StringValue>(
        MakeStringChecker(),
        std::string("a queue disc with an attribute MaxSize, such as ns3::FifoQueueDisc, or with "
                    "values, such as ns3::AckSuppressionQueueDisc[Mode=Hold]") +
            (isOptional ? ", or nothing" : ""),
        [isOptional](const StringValue& value) {
            return (isOptional && value.Get().empty()) ||
                   QueueDiscChoice::Parse(value.Get()).has_value();
        });
}

} // namespace ns3
