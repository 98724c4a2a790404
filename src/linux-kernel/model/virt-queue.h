// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef VIRT_QUEUE_H
#define VIRT_QUEUE_H

#include "guest-memory.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::VirtQueue declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * The device's side of a split virtqueue (Virtual I/O Device 1.1, 2.6). The driver makes buffers
 * available, each a chain of descriptors; the device takes a buffer and returns it as used.
 *
 * Every index and address comes from the kernel. What cannot be is a std::runtime_error.
 * Indirect descriptors (2.6.5.3) and the suppression of notifications by an event index (2.6.7) are
 * not offered. The host must be little endian, as the rings are.
 */
class VirtQueue
{
  public:
    /// A buffer that the driver has made available.
    struct Buffer
    {
        uint16_t head;                              ///< index of its first descriptor
        std::vector<std::span<std::byte>> toDevice; ///< parts that the device reads
        std::vector<std::span<std::byte>> toDriver; ///< parts that the device writes
    };

    /// @param memory of the kernel, which outlives the queue
    explicit VirtQueue(const GuestMemory& memory);

    /// @param size number of descriptors
    /// @throws std::runtime_error unless it is a power of 2 up to 32768
    void SetSize(uint32_t size);
    /// @param index of the next available buffer, of which the lower 16 bits count
    void SetBase(uint32_t index);
    /**
     * They are not checked here; an address outside of the memory is a std::runtime_error when it
     * is used.
     * @param descriptors, used, available addresses of the three parts in the kernel
     */
    void SetAddresses(uint64_t descriptors, uint64_t used, uint64_t available);
    /// @param enabled whether the driver uses the queue
    void SetEnabled(bool enabled);

    /// @return whether a buffer is available
    /// @throws std::runtime_error if the driver's index cannot be
    bool HasBuffer() const;
    /**
     * @return the next available buffer, none if there is none; its spans are valid while the
     * memory stays mapped
     * @throws std::runtime_error if a descriptor cannot be: an index beyond the table, a chain with
     * a loop, an indirect one, or an address outside of the memory
     */
    std::optional<Buffer> Take();
    /**
     * Return a buffer to the driver. Buffers may be returned in another order than they were taken
     * in.
     * @param head of the buffer
     * @param written bytes that the device has written
     */
    void Return(uint16_t head, uint32_t written);
    /// @return whether the driver wants a notification of a returned buffer
    bool WantsCall() const;

  private:
    /// @return whether the driver has set up the queue
    bool IsReady() const;
    /**
     * @tparam T a number
     * @param address in the kernel
     * @return what is there
     * @throws std::runtime_error outside of the memory
     */
    template <typename T>
    T Read(uint64_t address) const;
    /**
     * @tparam T a number
     * @param address in the kernel
     * @param value put there
     * @throws std::runtime_error outside of the memory
     */
    template <typename T>
    void Write(uint64_t address, T value) const;

    const GuestMemory& m_memory; ///< of the kernel; outlives this object
    uint32_t m_size{0};          ///< see SetSize
    uint64_t m_descriptors{0};   ///< address of the descriptor table
    uint64_t m_used{0};          ///< address of the used ring
    uint64_t m_available{0};     ///< address of the available ring
    bool m_isEnabled{false};     ///< see SetEnabled
    uint16_t m_next{0};          ///< index of the next available buffer
    uint16_t m_returned{0};      ///< index of the next used buffer
};

} // namespace ns3

#endif // VIRT_QUEUE_H
