// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-program.h"

#include "lasthop-version.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <boost/crc.hpp>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>

#ifndef LASTHOP_TOOLS_DIR
#error "the build must define LASTHOP_TOOLS_DIR, the folder of lasthop-plot.py"
#endif

#ifndef LASTHOP_TREE
#error "the build must define LASTHOP_TREE, the folder in which ./ns3 runs programs"
#endif

namespace ns3
{

namespace
{

/// @param path of a file
/// @return its content
std::string
Read(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// @return file of the program that runs
std::filesystem::path
GetProgram()
{
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

/// @param program its file
/// @param tree a folder
/// @return whether it is somewhere below
bool
IsBelow(const std::filesystem::path& program, const std::filesystem::path& tree)
{
    return std::ranges::mismatch(tree, program).in1 == tree.end();
}

} // namespace

std::string
QuoteForShell(const std::string& text)
{
    constexpr auto PLAIN_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "-_=.,:/+@%";
    if (!text.empty() && text.find_first_not_of(PLAIN_LETTERS) == std::string::npos)
    {
        return text;
    }
    return "'" + boost::algorithm::replace_all_copy(text, "'", "'\\''") + "'";
}

std::string
FormatProgramCommand(const std::string& name,
                     const std::vector<std::string>& options,
                     const std::filesystem::path& program,
                     const std::string& typed,
                     const std::filesystem::path& tree)
{
    const bool isOurs = IsBelow(program, tree);
    std::string command = isOurs ? "./ns3 run \"" + name : QuoteForShell(typed);
    for (const auto& option : options)
    {
        command += " " + (isOurs ? "--" + option : QuoteForShell("--" + option));
    }
    return command + (isOurs ? "\"" : "");
}

std::string
FormatProgramCommand(const std::string& name, const std::vector<std::string>& options)
{
    const std::string arguments = Read("/proc/self/cmdline");
    const std::string typed = arguments.substr(0, arguments.find('\0'));
    return FormatProgramCommand(name, options, GetProgram(), typed, LASTHOP_TREE);
}

std::string
GetProgramVersion()
{
    if (IsBelow(GetProgram(), LASTHOP_TREE))
    {
        return LasthopVersion();
    }
    const std::string content = Read(GetProgram());
    boost::crc_32_type checksum;
    checksum.process_bytes(content.data(), content.size());
    char text[9];
    std::snprintf(text, sizeof(text), "%08x", checksum.checksum());
    return std::string(LasthopVersion()) + ", program " + text;
}

std::filesystem::path
GetToolsFolder()
{
    if (const char* tools = std::getenv("LASTHOP_TOOLS"); tools && *tools)
    {
        return tools;
    }
    Dl_info library{};
    if (dladdr(reinterpret_cast<const void*>(&GetToolsFolder), &library) && library.dli_fname)
    {
        // PREFIX/lib/liblasthop-study.so, or PREFIX/lib/MACHINE/.
        for (auto folder = std::filesystem::absolute(library.dli_fname).parent_path();
             folder.has_relative_path();
             folder = folder.parent_path())
        {
            auto tools = folder / "share" / "lasthop" / "tools";
            if (std::filesystem::exists(tools / "lasthop-plot.py"))
            {
                return tools;
            }
        }
    }
    return LASTHOP_TOOLS_DIR;
}

} // namespace ns3
