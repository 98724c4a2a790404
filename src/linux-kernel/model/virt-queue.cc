// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "virt-queue.h"

#include <atomic>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

// struct virtq_desc, virtq_avail and virtq_used (2.6.5, 2.6.6, 2.6.8), all little endian.
constexpr uint32_t DESCRIPTOR = 16; ///< bytes of a descriptor
constexpr uint16_t NEXT = 1;        ///< the chain goes on
constexpr uint16_t WRITE = 2;       ///< the device writes
constexpr uint16_t INDIRECT = 4;    ///< a table of descriptors, which is not offered
constexpr uint16_t NO_INTERRUPT = 1;
constexpr uint32_t RING = 4;          ///< offset of the ring behind flags and index
constexpr uint32_t MOST_SIZE = 32768; ///< descriptors of a queue

static_assert(std::endian::native == std::endian::little, "rings are little endian");

} // namespace

VirtQueue::VirtQueue(const GuestMemory& memory)
    : m_memory(memory)
{
}

void
VirtQueue::SetSize(uint32_t size)
{
    if (!std::has_single_bit(size) || size > MOST_SIZE)
    {
        throw std::runtime_error("a virtqueue of " + std::to_string(size) +
                                 " descriptors: expected a power of 2 up to 32768");
    }
    m_size = size;
}

void
VirtQueue::SetBase(uint32_t index)
{
    m_next = static_cast<uint16_t>(index);
    m_returned = m_next;
}

void
VirtQueue::SetAddresses(uint64_t descriptors, uint64_t used, uint64_t available)
{
    m_descriptors = descriptors;
    m_used = used;
    m_available = available;
}

void
VirtQueue::SetEnabled(bool enabled)
{
    m_isEnabled = enabled;
}

bool
VirtQueue::IsReady() const
{
    return m_isEnabled && m_size > 0 && m_descriptors != 0 && m_used != 0 && m_available != 0;
}

template <typename T>
T
VirtQueue::Read(uint64_t address) const
{
    T value;
    std::memcpy(&value, m_memory.At(address, sizeof(value)), sizeof(value));
    return value;
}

template <typename T>
void
VirtQueue::Write(uint64_t address, T value) const
{
    std::memcpy(m_memory.At(address, sizeof(value)), &value, sizeof(value));
}

bool
VirtQueue::HasBuffer() const
{
    if (!IsReady())
    {
        return false;
    }
    const auto offered = Read<uint16_t>(m_available + 2);
    const auto waiting = static_cast<uint16_t>(offered - m_next);
    if (waiting > m_size)
    {
        throw std::runtime_error("a virtqueue of " + std::to_string(m_size) + " descriptors has " +
                                 std::to_string(waiting) + " available buffers");
    }
    return waiting > 0;
}

std::optional<VirtQueue::Buffer>
VirtQueue::Take()
{
    if (!HasBuffer())
    {
        return std::nullopt;
    }
    // What the driver wrote before the index is read after it.
    std::atomic_thread_fence(std::memory_order_acquire);
    Buffer buffer{Read<uint16_t>(m_available + RING + 2 * (m_next % m_size)), {}, {}};
    uint16_t index = buffer.head;
    for (uint32_t links = 0;; ++links)
    {
        if (index >= m_size || links == m_size)
        {
            throw std::runtime_error("descriptor " + std::to_string(index) + " of a virtqueue of " +
                                     std::to_string(m_size) + " cannot be in a chain");
        }
        const uint64_t descriptor = m_descriptors + uint64_t{DESCRIPTOR} * index;
        const auto address = Read<uint64_t>(descriptor);
        const auto length = Read<uint32_t>(descriptor + 8);
        const auto flags = Read<uint16_t>(descriptor + 12);
        if (flags & INDIRECT)
        {
            throw std::runtime_error("an indirect descriptor, which was not offered");
        }
        auto& parts = flags & WRITE ? buffer.toDriver : buffer.toDevice;
        parts.emplace_back(m_memory.At(address, length), length);
        if (!(flags & NEXT))
        {
            break;
        }
        index = Read<uint16_t>(descriptor + 14);
    }
    ++m_next;
    return buffer;
}

void
VirtQueue::Return(uint16_t head, uint32_t written)
{
    const uint64_t element = m_used + RING + 8 * (m_returned % m_size);
    Write<uint32_t>(element, head);
    Write<uint32_t>(element + 4, written);
    ++m_returned;
    // The driver sees the index after the element.
    std::atomic_thread_fence(std::memory_order_release);
    Write<uint16_t>(m_used + 2, m_returned);
}

bool
VirtQueue::WantsCall() const
{
    return IsReady() && !(Read<uint16_t>(m_available) & NO_INTERRUPT);
}

} // namespace ns3
