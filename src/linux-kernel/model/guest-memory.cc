// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "guest-memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>

namespace ns3
{

GuestMemory::~GuestMemory()
{
    Clear();
}

void
GuestMemory::Map(uint64_t address, uint64_t size, int fd, uint64_t offset)
{
    if (size == 0 || offset + size < size || address + size < size)
    {
        throw std::runtime_error("a region of its memory has " + std::to_string(size) + " bytes");
    }
    // The offset need not be that of a page. A mapping from 0 on costs nothing but addresses.
    void* mapping = mmap(nullptr, offset + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapping == MAP_FAILED)
    {
        throw std::runtime_error(std::string("its memory cannot be mapped: ") +
                                 std::strerror(errno));
    }
    m_regions.push_back(
        {address, size, mapping, offset + size, static_cast<std::byte*>(mapping) + offset});
}

void
GuestMemory::Clear()
{
    for (const Region& region : m_regions)
    {
        munmap(region.mapping, region.mapped);
    }
    m_regions.clear();
}

const GuestMemory::Region&
GuestMemory::Find(uint64_t address, uint64_t size) const
{
    const auto region = std::ranges::find_if(m_regions, [address, size](const Region& found) {
        return address >= found.address && size <= found.size &&
               address - found.address <= found.size - size;
    });
    if (region == m_regions.end())
    {
        throw std::runtime_error("address " + std::to_string(address) + " with " +
                                 std::to_string(size) + " bytes is outside its memory");
    }
    return *region;
}

std::byte*
GuestMemory::At(uint64_t address, uint64_t size) const
{
    const Region& region = Find(address, size);
    return region.begin + (address - region.address);
}

uint64_t
GuestMemory::GetOffset(uint64_t address) const
{
    const Region& region = Find(address, 1);
    return static_cast<uint64_t>(region.begin - static_cast<std::byte*>(region.mapping)) +
           (address - region.address);
}

} // namespace ns3
