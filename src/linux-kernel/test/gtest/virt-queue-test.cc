// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The device's side of a split virtqueue, whose rings a driver of this test writes.

#include "../../model/guest-memory.h"
#include "../../model/virt-queue.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

using namespace ns3;

namespace
{

constexpr uint64_t BASE = 0x10000; ///< address of the memory in the kernel
constexpr uint64_t SIZE = 0x8000;  ///< bytes of memory
constexpr uint64_t DESCRIPTORS = BASE;
constexpr uint64_t AVAILABLE = BASE + 0x1000;
constexpr uint64_t USED = BASE + 0x2000;
constexpr uint64_t DATA = BASE + 0x3000;
constexpr uint16_t NEXT = 1;
constexpr uint16_t WRITE = 2;

/// A driver with a queue of four descriptors.
class VirtQueueTest : public testing::Test
{
  protected:
    VirtQueueTest()
        : queue(memory)
    {
        const int fd = memfd_create("guest", MFD_CLOEXEC);
        EXPECT_EQ(ftruncate(fd, SIZE + 4096), 0);
        // A region need not begin where its file begins.
        memory.Map(BASE, SIZE, fd, 4096);
        close(fd);
        queue.SetSize(4);
        queue.SetBase(0);
        queue.SetAddresses(DESCRIPTORS, USED, AVAILABLE);
        queue.SetEnabled(true);
    }

    template <typename T>
    void Write(uint64_t address, T value)
    {
        std::memcpy(memory.At(address, sizeof(value)), &value, sizeof(value));
    }

    template <typename T>
    T Read(uint64_t address)
    {
        T value;
        std::memcpy(&value, memory.At(address, sizeof(value)), sizeof(value));
        return value;
    }

    void Describe(uint16_t index, uint64_t address, uint32_t size, uint16_t flags, uint16_t next)
    {
        const uint64_t descriptor = DESCRIPTORS + 16 * index;
        Write(descriptor, address);
        Write(descriptor + 8, size);
        Write(descriptor + 12, flags);
        Write(descriptor + 14, next);
    }

    void Offer(uint16_t head)
    {
        const auto index = Read<uint16_t>(AVAILABLE + 2);
        Write(AVAILABLE + 4 + 2 * (index % 4), head);
        Write(AVAILABLE + 2, static_cast<uint16_t>(index + 1));
    }

    GuestMemory memory;
    VirtQueue queue;
};

} // namespace

TEST_F(VirtQueueTest, TakesAChainAndReturnsIt)
{
    EXPECT_FALSE(queue.HasBuffer());
    EXPECT_FALSE(queue.Take().has_value());
    Describe(2, DATA, 12, NEXT, 0);
    Describe(0, DATA + 100, 60, NEXT, 3);
    Describe(3, DATA + 200, 1, WRITE, 0);
    Offer(2);
    EXPECT_TRUE(queue.HasBuffer());
    const auto buffer = queue.Take();
    ASSERT_TRUE(buffer.has_value());
    EXPECT_EQ(buffer->head, 2);
    ASSERT_EQ(buffer->toDevice.size(), 2U);
    EXPECT_EQ(buffer->toDevice[0].data(), memory.At(DATA, 12));
    EXPECT_EQ(buffer->toDevice[1].size(), 60U);
    ASSERT_EQ(buffer->toDriver.size(), 1U);
    EXPECT_FALSE(queue.HasBuffer());
    queue.Return(buffer->head, 1);
    EXPECT_EQ(Read<uint16_t>(USED + 2), 1);
    EXPECT_EQ(Read<uint32_t>(USED + 4), 2U);
    EXPECT_EQ(Read<uint32_t>(USED + 8), 1U);
}

TEST_F(VirtQueueTest, IndicesWrapAround)
{
    Write<uint16_t>(AVAILABLE + 2, 0xfffe);
    queue.SetBase(0xfffe);
    Describe(1, DATA, 10, 0, 0);
    for (int i = 0; i < 5; ++i)
    {
        Offer(1);
        const auto buffer = queue.Take();
        ASSERT_TRUE(buffer.has_value()) << i;
        queue.Return(buffer->head, 0);
    }
    EXPECT_EQ(Read<uint16_t>(USED + 2), 3);
    EXPECT_FALSE(queue.HasBuffer());
}

TEST_F(VirtQueueTest, DriverSaysWhetherItWantsACall)
{
    EXPECT_TRUE(queue.WantsCall());
    Write<uint16_t>(AVAILABLE, 1); // VIRTQ_AVAIL_F_NO_INTERRUPT
    EXPECT_FALSE(queue.WantsCall());
}

TEST_F(VirtQueueTest, AQueueThatIsNotEnabledHasNothing)
{
    Describe(0, DATA, 10, 0, 0);
    Offer(0);
    queue.SetEnabled(false);
    EXPECT_FALSE(queue.HasBuffer());
    EXPECT_FALSE(queue.WantsCall());
}

TEST_F(VirtQueueTest, RefusesWhatADriverCannotMean)
{
    EXPECT_THROW(queue.SetSize(0), std::runtime_error);
    EXPECT_THROW(queue.SetSize(3), std::runtime_error);
    EXPECT_THROW(queue.SetSize(65536), std::runtime_error);
    // A circle, an index outside the table, memory outside the region, a table of descriptors
    Describe(0, DATA, 10, NEXT, 0);
    Offer(0);
    EXPECT_THROW(queue.Take(), std::runtime_error);
    Describe(0, DATA, 10, NEXT, 4);
    EXPECT_THROW(queue.Take(), std::runtime_error);
    Describe(0, BASE + SIZE - 9, 10, 0, 0);
    EXPECT_THROW(queue.Take(), std::runtime_error);
    Describe(0, UINT64_MAX - 2, 10, 0, 0);
    EXPECT_THROW(queue.Take(), std::runtime_error);
    Describe(0, DATA, 16, 4, 0);
    EXPECT_THROW(queue.Take(), std::runtime_error);
    Describe(0, BASE + SIZE - 10, 10, 0, 0);
    EXPECT_TRUE(queue.Take().has_value()) << "the last bytes of the memory";
    Write<uint16_t>(AVAILABLE + 2, 6);
    EXPECT_THROW(queue.HasBuffer(), std::runtime_error) << "more buffers than descriptors";
}
