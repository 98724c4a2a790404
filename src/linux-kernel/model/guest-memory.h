// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GUEST_MEMORY_H
#define GUEST_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::GuestMemory declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * The memory of a kernel, mapped into the simulation. A vhost-user driver passes it as file
 * descriptors (SET_MEM_TABLE).
 */
class GuestMemory
{
  public:
    GuestMemory() = default;
    ~GuestMemory();
    GuestMemory(const GuestMemory&) = delete;
    GuestMemory& operator=(const GuestMemory&) = delete;

    /**
     * Map a region.
     * @param address of the region in the kernel
     * @param size bytes
     * @param fd file with the memory; the caller may close it afterwards
     * @param offset of the region in the file
     * @throws std::runtime_error if it cannot be mapped
     */
    void Map(uint64_t address, uint64_t size, int fd, uint64_t offset);
    /// Unmap all regions.
    void Clear();

    /**
     * @param address in the kernel
     * @param size bytes
     * @return where these bytes are in the simulation
     * @throws std::runtime_error unless all of them are in one region
     */
    std::byte* At(uint64_t address, uint64_t size) const;
    /**
     * @param address in the kernel
     * @return where this byte is in its region's file
     * @throws std::runtime_error unless it is in a region
     */
    uint64_t GetOffset(uint64_t address) const;

  private:
    /// A mapped region.
    struct Region
    {
        uint64_t address; ///< in the kernel
        uint64_t size;    ///< bytes
        void* mapping;    ///< begin of the mapping
        uint64_t mapped;  ///< bytes of the mapping
        std::byte* begin; ///< of the region in the mapping
    };

    /**
     * @param address in the kernel
     * @param size bytes
     * @return the region that has all of them
     * @throws std::runtime_error if there is none
     */
    const Region& Find(uint64_t address, uint64_t size) const;

    std::vector<Region> m_regions; ///< all that are mapped
};

} // namespace ns3

#endif // GUEST_MEMORY_H
