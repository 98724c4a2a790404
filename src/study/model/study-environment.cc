// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-environment.h"

#include "study-error.h"
#include "study-nearest-name.h"
#include "study-override.h"

#include "ns3/environment-variable.h"
#include "ns3/global-value.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

namespace ns3
{

namespace
{

/// Environment variables by which ns-3 takes attributes and global values.
constexpr std::array ENVIRONMENT{"NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"};

} // namespace

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
                if (variable == "NS_ATTRIBUTE_DEFAULT" && isGlobal)
                {
                    throw StudyUsageError(name + " is a global value, which NS_GLOBAL_VALUE sets");
                }
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

} // namespace ns3
