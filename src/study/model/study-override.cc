// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-override.h"

#include "study-error.h"
#include "study-fatal-error-trap.h"
#include "study-nearest-name.h"

#include "ns3/attribute-container.h"
#include "ns3/environment-variable.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

namespace ns3
{

namespace
{

/// Environment variables by which ns-3 takes attributes and global values.
constexpr std::array ENVIRONMENT{"NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"};

/// @return an edge of a range for a reader, "1024" or "1 s" where ns-3 prints "1024" or "+1e+09ns";
/// empty if nothing lies beyond
std::string
DescribeEdge(const std::string& edge)
{
    double number{0};
    std::string unit;
    std::istringstream(edge) >> number >> unit;
    // An edge at the end of the type double or Time (int64_t in ns) is no limit for a reader.
    if (std::abs(number) > (unit == "ns" ? 9.2e18 : 1.7e308))
    {
        return "";
    }
    if (unit != "ns")
    {
        return edge;
    }
    std::ostringstream seconds;
    seconds << number * 1e-9 << " s";
    return seconds.str();
}

/// @return whether the accepted values are names, which ns-3 separates by '|'
bool
IsEnumeration(const AttributeChecker& checker)
{
    return checker.GetValueTypeName().starts_with("ns3::EnumValue");
}

/// @return the accepted values in words, for example "a whole number from 1 to 1024"
std::string
DescribeAccepted(const AttributeChecker& checker)
{
    if (const auto* list = dynamic_cast<const AttributeContainerChecker*>(&checker))
    {
        return "a list, with commas between, of " + DescribeAccepted(*list->GetItemChecker());
    }
    if (!checker.HasUnderlyingTypeInformation())
    {
        return checker.GetValueTypeName();
    }
    const std::string accepted = checker.GetUnderlyingTypeInformation();
    const std::map<std::string, std::string> forms{
        {"bool", "true or false"},
        {"DataRate", "a data rate such as 11Mbps"},
        {"QueueSize", "a number of packets or bytes, such as 100p or 1500B"},
        {"TypeId", "the name of a class of ns-3"}};
    if (const auto form = forms.find(accepted); form != forms.end())
    {
        return form->second;
    }
    if (IsEnumeration(checker))
    {
        return boost::algorithm::replace_all_copy(accepted, "|", " or ");
    }
    // ns-3 writes a range as "TYPE LOW:HIGH". A checker of ours may say anything.
    static const std::regex range("(Time|double|[^ :]+_t) ([^:]*):(.*)");
    std::smatch parts;
    if (!std::regex_match(accepted, parts, range))
    {
        return accepted;
    }
    const std::string type = parts[1] == "Time"     ? "a time"
                             : parts[1] == "double" ? "a number"
                                                    : "a whole number";
    const std::string low = DescribeEdge(parts[2]);
    const std::string high = DescribeEdge(parts[3]);
    return type + (low.empty() ? "" : " from " + low) + (high.empty() ? "" : " to " + high);
}

/// ns-3 reads -18446744073709551612 as 4 where a number without sign is wanted. Of "s", "1-2s" and
/// "1e300s" it makes the times 0 s, 1 s and a negative one, and of data rates and sizes of queues
/// likewise. All these values begin with a number, and a unit may follow. An unknown name of an
/// enumeration is a fatal error.
/// @return whether ns-3 would not refuse the text, although it must
bool
IsMisread(const std::string& value, const AttributeChecker& checker)
{
    if (IsEnumeration(checker))
    {
        const std::string names = "|" + checker.GetUnderlyingTypeInformation() + "|";
        return names.find("|" + value + "|") == std::string::npos;
    }
    const std::string type = checker.GetValueTypeName();
    if (type == "ns3::UintegerValue")
    {
        return !ReadNumber<uint64_t>(value);
    }
    // The largest number that the type holds, in its smallest unit.
    const std::map<std::string, double> limits{
        {"ns3::TimeValue", static_cast<double>(std::numeric_limits<int64_t>::max())},
        {"ns3::DataRateValue", static_cast<double>(std::numeric_limits<uint64_t>::max())},
        {"ns3::QueueSizeValue", static_cast<double>(std::numeric_limits<uint32_t>::max())}};
    const auto limit = limits.find(type);
    if (limit == limits.end())
    {
        return false;
    }
    double number{0};
    const auto* begin = value.data() + (value.starts_with('+') ? 1 : 0);
    const auto* end = value.data() + value.size();
    const auto [unit, error] = std::from_chars(begin, end, number);
    const bool isUnit = std::all_of(unit, end, [](unsigned char c) { return std::isalpha(c); });
    return error != std::errc() || std::abs(number) > limit->second || !isUnit;
}

void
CheckValue(const std::string& program,
           const std::string& option,
           const std::string& value,
           Ptr<const AttributeChecker> checker)
{
    const std::string wanted = DescribeAccepted(*checker);
    if (IsMisread(value, *checker))
    {
        RefuseOption(option, value, wanted);
    }
    // ns-3 ends the program at some values, such as a time with an unknown unit, instead of
    // refusing them.
    StudyFatalErrorTrap trap(StudyFatalErrorTrap::ExitWith(program + ": --" + option + "=" + value +
                                                               ": expected " + wanted,
                                                           2));
    const auto accepted = checker->CreateValidValue(StringValue(value));
    // ns-3 reads an empty text as 0 where it expects a number. The text is accepted only where ns-3
    // also writes the value as an empty text: an empty string, or a list without entries.
    if (!accepted || (value.empty() && !accepted->SerializeToString(checker).empty()))
    {
        RefuseOption(option, value, wanted);
    }
}

/// Refuse the name of a class of which ns-3 could make no object. ns-3 takes any class, and the
/// program ends by a signal when the simulation starts.
void
CheckClass(const std::string& option, const std::string& value)
{
    const std::map<std::string, std::string> bases{
        {"SimulatorImplementationType", "ns3::SimulatorImpl"},
        {"SchedulerType", "ns3::Scheduler"}};
    const auto base = bases.find(option);
    TypeId type;
    if (base != bases.end() &&
        (!TypeId::LookupByNameFailSafe(value, &type) ||
         !type.IsChildOf(TypeId::LookupByName(base->second)) || !type.HasConstructor()))
    {
        RefuseOption(option, value, "the name of a class derived from " + base->second);
    }
}

/// @return the names of all types
std::vector<std::string>
GetTypeNames()
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        names.push_back(TypeId::GetRegistered(i).GetName());
    }
    return names;
}

/// @return full names of attributes of the type and its parents that are like it
std::vector<std::string>
FindNearestAttributes(TypeId type, const std::string& attribute)
{
    std::vector<std::string> names;
    std::map<std::string, std::string> fullNames;
    for (bool isLast = false; !isLast; type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            names.push_back(type.GetAttribute(i).name);
            fullNames.emplace(names.back(), type.GetAttributeFullName(i));
        }
        isLast = !type.HasParent();
    }
    std::vector<std::string> nearest;
    for (const auto& name : FindNearestNames(attribute, names))
    {
        nearest.push_back(fullNames.at(name));
    }
    return nearest;
}

/// Find an attribute, in the type itself only: a default set through a derived type is not used.
TypeId::AttributeInformation
FindAttribute(const std::string& name)
{
    const auto colons = name.rfind("::");
    const std::string typeName = name.substr(0, colons);
    TypeId type;
    Require<StudyUsageError>(!TypeId::LookupByNameFailSafe(name, &type),
                             "--" + name + " names a class; an attribute is written --" + name +
                                 "::NAME=VALUE");
    if (!TypeId::LookupByNameFailSafe(typeName, &type))
    {
        throw StudyUsageError("--" + name + ": no ns-3 type '" + typeName + "'" +
                              FormatSuggestion(FindNearestNames(typeName, GetTypeNames())));
    }
    const std::string attribute = name.substr(colons + 2);
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        if (type.GetAttribute(i).name == attribute)
        {
            return type.GetAttribute(i);
        }
    }
    throw StudyUsageError("--" + name + ": " + typeName + " has no own attribute '" + attribute +
                          "'" + FormatSuggestion(FindNearestAttributes(type, attribute), "--"));
}

} // namespace

void
RefuseOption(const std::string& option, const std::string& value, const std::string& wanted)
{
    throw StudyUsageError("--" + option + "=" + value + ": expected " + wanted);
}

uint32_t
ParseWholeNumber(const std::string& option, const std::string& value, uint32_t low, uint32_t high)
{
    const auto number = ReadNumber<uint32_t>(value);
    if (!number || *number < low || *number > high)
    {
        RefuseOption(option,
                     value,
                     "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    }
    return *number;
}

void
CheckOverride(const std::string& program, const std::string& name, const std::string& value)
{
    // In a study these two have narrower ranges than in ns-3, which would refuse a seed of 0 in the
    // middle of the first run.
    if (name == "RngSeed" || name == "RngRun")
    {
        const bool isSeed = name == "RngSeed";
        ParseWholeNumber(name, value, isSeed ? 1 : 0, isSeed ? MAX_SEED : MAX_FIRST_RUN);
        return;
    }
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        if ((*global)->GetName() == name)
        {
            CheckClass(name, value);
            CheckValue(program, name, value, (*global)->GetChecker());
            return;
        }
    }
    const auto attribute = FindAttribute(name);
    // ns-3 ends the program when it is set.
    Require<StudyUsageError>(attribute.supportLevel != TypeId::SupportLevel::OBSOLETE,
                             "--" + name + "=" + value +
                                 ": ns-3 has removed this attribute: " + attribute.supportMsg);
    CheckValue(program, name, value, attribute.checker);
}

std::vector<std::string>
GetGlobalValueNames()
{
    std::vector<std::string> names;
    std::transform(GlobalValue::Begin(),
                   GlobalValue::End(),
                   std::back_inserter(names),
                   [](const GlobalValue* global) { return global->GetName(); });
    return names;
}

void
CheckStudyEnvironment(const std::string& program)
{
    const auto globals = GetGlobalValueNames();
    for (const std::string variable : ENVIRONMENT)
    {
        for (const auto& [name, value] : EnvironmentVariable::GetDictionary(variable)->GetStore())
        {
            try
            {
                const bool isGlobal = std::ranges::find(globals, name) != globals.end();
                // CheckOverride() would look for an attribute, and suggest one.
                if (variable == "NS_GLOBAL_VALUE" && !isGlobal)
                {
                    throw StudyUsageError("no global value '" + name + "'" +
                                          FormatSuggestion(FindNearestNames(name, globals), ""));
                }
                Require<StudyUsageError>(variable != "NS_ATTRIBUTE_DEFAULT" || !isGlobal,
                                         name + " is a global value, which NS_GLOBAL_VALUE sets");
                CheckOverride(program + ": " + variable, name, value);
            }
            catch (const StudyUsageError& error)
            {
                throw StudyUsageError(variable + ": " + error.what());
            }
        }
    }
}

std::vector<std::string>
GetEnvironmentOverrides()
{
    std::vector<std::string> overrides;
    for (const std::string variable : ENVIRONMENT)
    {
        if (const auto* value = std::getenv(variable.c_str()))
        {
            overrides.push_back(variable + "=" + value);
        }
    }
    return overrides;
}

std::string
FindLostSetting(const std::vector<std::string>& args)
{
    const auto isOption = [&args](const std::string& name) {
        return std::ranges::any_of(args, [&name](const std::string& arg) {
            const auto begin = arg.find_first_not_of('-');
            return begin != std::string::npos && arg.substr(begin).starts_with(name + "=");
        });
    };
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        // Only a reset tells the initial value, which may come from the environment.
        StringValue now;
        StringValue initial;
        (*global)->GetValue(now);
        (*global)->ResetInitialValue();
        (*global)->GetValue(initial);
        (*global)->SetValue(now);
        if (now.Get() != initial.Get() && !isOption((*global)->GetName()))
        {
            return (*global)->GetName();
        }
    }
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            const auto attribute = type.GetAttribute(j);
            const std::string name = type.GetName() + "::" + attribute.name;
            if (attribute.initialValue != attribute.originalInitialValue && !isOption(name) &&
                attribute.initialValue->SerializeToString(attribute.checker) !=
                    attribute.originalInitialValue->SerializeToString(attribute.checker))
            {
                return name;
            }
        }
    }
    return {};
}

} // namespace ns3
