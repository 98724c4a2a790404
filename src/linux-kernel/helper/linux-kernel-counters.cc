// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-counters.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

LinuxKernelCounters::LinuxKernelCounters(Ptr<LinuxKernel> kernel)
    : m_kernel(kernel)
{
}

std::size_t
LinuxKernelCounters::ReadAt(Time at)
{
    m_programs.push_back(m_kernel->Run(at, "cat /proc/net/snmp /proc/net/netstat"));
    return m_programs.size() - 1;
}

int64_t
LinuxKernelCounters::Get(const std::string& name, std::size_t reading) const
{
    // Each group has two lines, of names and of values, that begin with its own name.
    std::istringstream text(m_kernel->GetOutput(m_programs.at(reading)));
    std::string names;
    std::string values;
    while (std::getline(text, names) && std::getline(text, values))
    {
        std::istringstream nameWords(names);
        std::istringstream valueWords(values);
        std::string group;
        std::string word;
        int64_t value;
        nameWords >> group;
        valueWords >> word;
        group.back() = '.'; // in place of the colon
        while (nameWords >> word && valueWords >> value)
        {
            if (group + word == name)
            {
                return value;
            }
        }
    }
    throw std::runtime_error("the kernel has no counter " + name);
}

int64_t
LinuxKernelCounters::GetGrowth(const std::string& name, std::size_t from, std::size_t to) const
{
    return Get(name, to) - Get(name, from);
}

} // namespace ns3
