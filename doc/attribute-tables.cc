// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Prints doc/attributes.rst: the attributes and trace sources of all classes of lasthop, from their
// TypeIds.

#include "ns3/attribute.h"
#include "ns3/type-id.h"

#include <boost/core/demangle.hpp>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr size_t WIDTH = 120;

/// The modules, by the group names of their TypeIds, in the order of the page.
const std::vector<std::string> GROUPS{"UsbBus",
                                      "LinuxBridge",
                                      "WifiExt",
                                      "FastWifi",
                                      "Wavelan",
                                      "TcpLinux24",
                                      "LinuxKernel",
                                      "WlanTestbed",
                                      "Study"};

using Row = std::vector<std::string>;

/// @return the folder of a module, such as usb-bus
std::string
GetModule(const std::string& group)
{
    std::string name;
    for (const char letter : group)
    {
        const bool begins = std::isupper(static_cast<unsigned char>(letter)) && !name.empty();
        name += begins ? "-" : "";
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return name;
}

/// @return a text whose characters mean nothing to reStructuredText
std::string
Escape(const std::string& text)
{
    return std::regex_replace(text, std::regex(R"([\\*`|_])"), R"(\$&)");
}

/// @return a help text as a sentence
std::string
FormatHelp(const std::string& text)
{
    return Escape(text) + (text.ends_with('.') ? "" : ".");
}

/// @return a text in literal style; nothing of nothing
std::string
Literal(const std::string& text)
{
    return text.empty() ? "" : "``" + text + "``";
}

/// @return whether a text is a time in nanoseconds, as ns-3 writes it: "+1e+06ns"
bool
IsTime(const std::string& text)
{
    return text.starts_with('+') && text.ends_with("ns");
}

/// @return a time in the largest unit in which it is a whole number
std::string
FormatTime(const std::string& text)
{
    const auto ns = static_cast<int64_t>(std::stold(text));
    const std::vector<std::pair<int64_t, std::string>> units{{1000000000, " s"},
                                                             {1000000, " ms"},
                                                             {1000, " us"}};
    for (const auto& [size, unit] : units)
    {
        if (ns % size == 0)
        {
            return std::to_string(ns / size) + unit;
        }
    }
    return std::to_string(ns) + " ns";
}

/// @return a bound of a range; nothing if it is the largest value of its type
std::string
FormatBound(const std::string& bound)
{
    // Time::Max() has lost its last digits on the way.
    static const std::vector<std::string> LIMITS{"4294967295",
                                                 "2147483647",
                                                 "18446744073709551615",
                                                 "9223372036854775807",
                                                 "1.79769e+308",
                                                 "-1.79769e+308",
                                                 "+9.22337e+18ns",
                                                 "+9223372036854775807ns"};
    if (std::ranges::find(LIMITS, bound) != LIMITS.end())
    {
        return "";
    }
    return IsTime(bound) ? FormatTime(bound) : bound;
}

/// @return what an attribute accepts: its checker says "uint8_t 0:15", "bool" or "One|Other"
std::string
FormatValues(const AttributeChecker& checker)
{
    const std::string type = checker.GetUnderlyingTypeInformation();
    if (std::smatch pointer; std::regex_search(type, pointer, std::regex("Ptr< ?([\\w:<]+)")))
    {
        // A list names the type of its items as the compiler does.
        const std::map<std::string, std::string> items{
            {"ns3::StringValue", "texts, separated by commas"},
            {"ns3::Vector3DValue", "vectors X:Y:Z, separated by commas"}};
        const auto item = items.find(boost::core::demangle(pointer.str(1).c_str()));
        return item == items.end() ? Literal(pointer[1]) : item->second;
    }
    if (checker.GetValueTypeName().starts_with("ns3::EnumValue"))
    {
        return std::regex_replace(Literal(type), std::regex("\\|"), "``, ``");
    }
    const std::map<std::string, std::string> words{{"bool", "true or false"},
                                                   {"std::string", "text"},
                                                   {"Time", "time"},
                                                   {"Address", "address"},
                                                   {"DataRate", "data rate"},
                                                   {"QueueSize", "queue size"},
                                                   {"TypeId", "class"},
                                                   {"double", "number"}};
    std::smatch parts;
    if (!std::regex_match(type, parts, std::regex(R"((\S+)( (\S+):(\S+))?)")))
    {
        return Escape(type); // in the words of a checker of lasthop
    }
    const auto word = words.find(parts[1]);
    std::string text = word != words.end()             ? word->second
                       : type.find("int") < type.size() ? "integer"
                                                        : "list";
    const std::string least = FormatBound(parts[3]);
    const std::string greatest = FormatBound(parts[4]);
    if (!least.empty())
    {
        text += ", " + (greatest.empty() ? "from " + least : least + " to " + greatest);
    }
    return text;
}

/// @return the default of an attribute
std::string
FormatDefault(const TypeId::AttributeInformation& attribute)
{
    const std::string text = attribute.initialValue->SerializeToString(attribute.checker);
    if (attribute.checker->GetValueTypeName() == "ns3::PointerValue" && text == "0")
    {
        return "null";
    }
    return Literal(IsTime(text) ? FormatTime(text) : text);
}

/// @return when an attribute can be set, if not always
std::string
FormatFlags(uint32_t flags)
{
    if (flags & TypeId::ATTR_SET)
    {
        return "";
    }
    return flags & TypeId::ATTR_CONSTRUCT ? " Fixed when the object is created." : " Read-only.";
}

/// Print a text with a hanging indent, in lines of at most WIDTH characters.
void
PrintWrapped(const std::string& begin, const std::string& text)
{
    std::istringstream words(text);
    std::string line = begin;
    for (std::string word; words >> word;)
    {
        if (line.size() + 1 + word.size() > WIDTH)
        {
            std::cout << line << "\n";
            line = std::string(begin.size(), ' ');
        }
        line += " " + word;
    }
    std::cout << line << "\n";
}

/// Print a table; nothing without rows.
void
PrintTable(const std::string& widths, const Row& head, const std::vector<Row>& rows)
{
    if (rows.empty())
    {
        return;
    }
    std::cout << "\n.. list-table::\n   :header-rows: 1\n   :widths: " << widths << "\n\n";
    const auto print = [](const Row& row) {
        for (size_t i = 0; i < row.size(); ++i)
        {
            PrintWrapped(i == 0 ? "   * -" : "     -", row[i]);
        }
    };
    print(head);
    std::ranges::for_each(rows, print);
}

/// Print a class: its heading, its parent, its attributes and its trace sources.
void
PrintClass(const TypeId& type)
{
    const std::string name = type.GetName();
    std::string page = name;
    page.replace(page.find("::"), 2, "_1_1");
    const std::string title = name.substr(name.find("::") + 2);
    std::cout << "\n" << title << "\n" << std::string(title.size(), '~') << "\n\n";
    PrintWrapped("A",
                 Literal(type.GetParent().GetName()) + " (`class reference <../../doxygen/class" +
                     page + ".html>`__).");
    std::vector<Row> rows;
    for (size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto attribute = type.GetAttribute(i);
        rows.push_back({Literal(attribute.name),
                        FormatValues(*attribute.checker),
                        FormatDefault(attribute),
                        FormatHelp(attribute.help) + FormatFlags(attribute.flags)});
    }
    PrintTable("18 18 14 50", {"attribute", "values", "default", "meaning"}, rows);
    rows.clear();
    for (size_t i = 0; i < type.GetTraceSourceN(); ++i)
    {
        const auto source = type.GetTraceSource(i);
        rows.push_back({Literal(source.name), Literal(source.callback), FormatHelp(source.help)});
    }
    PrintTable("18 32 50", {"trace source", "signature", "when it fires"}, rows);
}

/// @return the classes of each group that have attributes or trace sources, by name
std::map<std::string, std::map<std::string, TypeId>>
FindClasses()
{
    std::map<std::string, std::map<std::string, TypeId>> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (type.GetAttributeN() + type.GetTraceSourceN() > 0)
        {
            classes[type.GetGroupName()].emplace(type.GetName(), type);
        }
    }
    return classes;
}

} // namespace

int
main()
{
    std::cout << ".. SPDX-FileCopyrightText: 2026 The lasthop authors\n"
                 ".. SPDX-License-Identifier: GPL-2.0-only\n"
                 "..\n"
                 "   This page is what doc/attribute-tables.cc prints.\n\n"
                 "Attributes and trace sources\n"
                 "============================\n\n"
                 "These are the attributes and trace sources of all classes, as their TypeIds\n"
                 "document them. A class also has those of its parent. Set an attribute with\n"
                 "``--ns3::Class::Attribute=value`` on a command line, with ``Config::SetDefault``,\n"
                 "or through a helper. A value out of range ends the program with an error line.\n"
                 "The links to the class reference need the pages of ``./ns3 docs all``.\n";
    auto classes = FindClasses();
    for (const auto& group : GROUPS)
    {
        const std::string module = GetModule(group);
        std::cout << "\n.. _attributes-" << module << ":\n\n"
                  << module << "\n" << std::string(module.size(), '-') << "\n";
        for (const auto& [name, type] : classes[group])
        {
            PrintClass(type);
        }
    }
    return 0;
}
