// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-program.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <boost/crc.hpp>
#include <cstdio>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <link.h>

#ifndef LASTHOP_FOLDER
#error "the build must define LASTHOP_FOLDER, the checkout of lasthop"
#endif

#ifndef LASTHOP_TREE
#error "the build must define LASTHOP_TREE, the folder in which ./ns3 runs programs"
#endif

namespace ns3
{

namespace
{

/// @return the content of a file
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

/// @return whether a program is somewhere below a folder
bool
IsBelow(const std::filesystem::path& program, const std::filesystem::path& tree)
{
    return std::ranges::mismatch(tree, program).in1 == tree.end();
}

/// @return whether the commit of the checkout tells what the program consists of. It does not in a
/// tree of ns-3, and Git ignores the folder scratch
bool
IsCommitted(const std::filesystem::path& program, const std::filesystem::path& checkout)
{
    const auto below = program.lexically_relative(checkout);
    return IsBelow(program, checkout) && std::ranges::find(below, "scratch") == below.end();
}

/// @return the build ID in the notes of a loaded file (ELF), which differs if the code does; empty
/// if the linker has written none
std::string
FindBuildId(const char* note, std::size_t size)
{
    const auto align = [](std::size_t length) { return (length + 3) & ~std::size_t{3}; };
    for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;)
    {
        const auto* header = reinterpret_cast<const ElfW(Nhdr)*>(note + at);
        const char* name = note + at + sizeof(*header);
        const char* content = name + align(header->n_namesz);
        if (header->n_type == NT_GNU_BUILD_ID && std::string(name) == "GNU")
        {
            return {content, header->n_descsz};
        }
        at += sizeof(*header) + align(header->n_namesz) + align(header->n_descsz);
    }
    return {};
}

/// Append what identifies a loaded library, unless it is one of the system; see dl_iterate_phdr().
int
AppendLibrary(dl_phdr_info* library, std::size_t, void* code)
{
    const std::string file = library->dlpi_name;
    if (file.empty() || file.starts_with("/lib") || file.starts_with("/usr/lib") ||
        !std::filesystem::exists(file))
    {
        return 0;
    }
    std::string id;
    for (int i = 0; i < library->dlpi_phnum && id.empty(); ++i)
    {
        const auto& header = library->dlpi_phdr[i];
        if (header.p_type == PT_NOTE)
        {
            const auto* note = reinterpret_cast<const char*>(library->dlpi_addr + header.p_vaddr);
            id = FindBuildId(note, header.p_memsz);
        }
    }
    *static_cast<std::string*>(code) += id.empty() ? Read(file) : id;
    return 0;
}

/// @return what differs if the program or one of its libraries does
std::string
GetProgramCode()
{
    std::string code = Read(GetProgram());
    dl_iterate_phdr(&AppendLibrary, &code);
    return code;
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

/// @return an option within the double quotes of ./ns3 run "...", which splits it as a shell would
static std::string
QuoteForNs3(const std::string& option)
{
    std::string quoted =
        option.find_first_of(" \t'\"\\") == std::string::npos ? option : QuoteForShell(option);
    for (const char* special : {"\\", "\"", "$", "`"})
    {
        boost::algorithm::replace_all(quoted, special, std::string("\\") + special);
    }
    return quoted;
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
        command += " " + (isOurs ? QuoteForNs3("--" + option) : QuoteForShell("--" + option));
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
    const std::string version = LasthopVersion();
    const bool hasCommit = version.find('+') != std::string::npos;
    if (hasCommit && IsCommitted(GetProgram(), LASTHOP_FOLDER))
    {
        return version;
    }
    const std::string code = GetProgramCode();
    boost::crc_32_type checksum;
    checksum.process_bytes(code.data(), code.size());
    char text[9];
    std::snprintf(text, sizeof(text), "%08x", checksum.checksum());
    return version + ", program " + text;
}

} // namespace ns3
