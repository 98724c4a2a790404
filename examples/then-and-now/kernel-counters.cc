// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "kernel-counters.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ns3
{

KernelCounters::KernelCounters(Ptr<LinuxKernel> kernel)
    : m_kernel(kernel)
{
    std::string name = std::filesystem::temp_directory_path() / "lasthop-counters-XXXXXX";
    if (!mkdtemp(name.data()))
    {
        throw std::runtime_error(name + " cannot be made");
    }
    m_folder = name;
}

KernelCounters::~KernelCounters()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string
KernelCounters::GetFile(std::size_t reading) const
{
    return m_folder + "/" + std::to_string(reading);
}

std::size_t
KernelCounters::ReadAt(Time at)
{
    m_kernel->Run(at, "cat /proc/net/snmp /proc/net/netstat", GetFile(m_readings));
    return m_readings++;
}

/// Each group has two lines, of names and of values, that begin with its own name.
std::map<std::string, int64_t>
KernelCounters::Parse(std::size_t reading) const
{
    std::ifstream file(GetFile(reading));
    std::map<std::string, int64_t> counters;
    std::string names;
    std::string values;
    while (std::getline(file, names) && std::getline(file, values))
    {
        std::istringstream nameWords(names);
        std::istringstream valueWords(values);
        std::string group;
        std::string name;
        int64_t value;
        nameWords >> group;
        valueWords >> name;
        group.pop_back(); // the colon
        while (nameWords >> name && valueWords >> value)
        {
            counters[group + "." + name] = value;
        }
    }
    return counters;
}

int64_t
KernelCounters::GetGrowth(const std::string& name, std::size_t from, std::size_t to) const
{
    const auto before = Parse(from);
    const auto after = Parse(to);
    if (!before.contains(name) || !after.contains(name))
    {
        throw std::runtime_error("the kernel has no counter " + name);
    }
    return after.at(name) - before.at(name);
}

} // namespace ns3
