// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A virtio network card, with a driver that this test plays.

#include "../../model/vhost-user-card.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t BASE = 0x100000; ///< address of the memory in the kernel
constexpr uint64_t SIZE = 0x10000;  ///< bytes of memory
constexpr uint64_t QUEUE = 0x4000;  ///< distance of the two queues
constexpr uint64_t DATA = BASE + 0x8000;

class VhostUserCardTest : public testing::Test
{
  protected:
    VhostUserCardTest()
        : driver(MakePair()),
          card(fds[0], {2, 0, 0, 0, 0, 9}, 1500)
    {
        const int file = memfd_create("guest", MFD_CLOEXEC);
        EXPECT_EQ(ftruncate(file, SIZE), 0);
        memory = static_cast<std::byte*>(
            mmap(nullptr, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, calls), 0);
        Command(5, Bytes({1}, {BASE, SIZE, BASE, 0}), file); // SET_MEM_TABLE
        Command(21, {}, calls[1]);                           // SET_BACKEND_REQ_FD
        close(file);
        close(calls[1]);
        for (uint32_t queue : {0, 1})
        {
            const uint64_t at = BASE + QUEUE * queue;
            Command(8, Numbers({queue, 4}));
            Command(10, Numbers({queue, 0}));
            std::vector<std::byte> addresses = Numbers({queue, 0});
            Append(addresses, {at, at + 0x2000, at + 0x1000, UINT64_MAX});
            Command(9, addresses);
            Command(18, Numbers({queue, 1}));
        }
    }

    ~VhostUserCardTest() override
    {
        munmap(memory, SIZE);
        close(driver);
        close(calls[0]);
    }

    int MakePair()
    {
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
        return fds[1];
    }

    static std::vector<std::byte> Numbers(const std::vector<uint32_t>& numbers)
    {
        std::vector<std::byte> bytes(4 * numbers.size());
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
        return bytes;
    }

    static void Append(std::vector<std::byte>& bytes, const std::vector<uint64_t>& numbers)
    {
        const std::size_t old = bytes.size();
        bytes.resize(old + 8 * numbers.size());
        std::memcpy(bytes.data() + old, numbers.data(), 8 * numbers.size());
    }

    static std::vector<std::byte> Bytes(const std::vector<uint64_t>& first,
                                        const std::vector<uint64_t>& rest)
    {
        std::vector<std::byte> bytes;
        Append(bytes, first);
        Append(bytes, rest);
        return bytes;
    }

    void Send(uint32_t request, uint32_t flags, const std::vector<std::byte>& payload, int fd = -1)
    {
        std::vector<std::byte> bytes =
            Numbers({request, 1 | flags, static_cast<uint32_t>(payload.size())});
        bytes.insert(bytes.end(), payload.begin(), payload.end());
        iovec part{bytes.data(), bytes.size()};
        alignas(cmsghdr) std::byte control[CMSG_SPACE(sizeof(int))] = {};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (fd >= 0)
        {
            message.msg_control = control;
            message.msg_controllen = sizeof(control);
            cmsghdr* header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int));
            std::memcpy(CMSG_DATA(header), &fd, sizeof(int));
        }
        EXPECT_EQ(sendmsg(driver, &message, 0), static_cast<ssize_t>(bytes.size()));
    }

    std::vector<std::byte> ReadReply(uint32_t request)
    {
        uint32_t header[3] = {};
        EXPECT_EQ(recv(driver, header, sizeof(header), MSG_WAITALL), ssize_t{sizeof(header)});
        EXPECT_EQ(header[0], request);
        EXPECT_EQ(header[1], 5U) << "version 1, a reply";
        std::vector<std::byte> payload(header[2]);
        EXPECT_EQ(recv(driver, payload.data(), payload.size(), MSG_WAITALL),
                  static_cast<ssize_t>(payload.size()));
        return payload;
    }

    /// Send a request that is acknowledged.
    void Command(uint32_t request, const std::vector<std::byte>& payload, int fd = -1)
    {
        Send(request, 8, payload, fd);
        EXPECT_TRUE(card.Read());
        EXPECT_EQ(ReadReply(request), std::vector<std::byte>(8));
    }

    template <typename T>
    void Write(uint64_t address, T value)
    {
        std::memcpy(memory + (address - BASE), &value, sizeof(value));
    }

    template <typename T>
    T Get(uint64_t address)
    {
        T value;
        std::memcpy(&value, memory + (address - BASE), sizeof(value));
        return value;
    }

    /// Offer one buffer in descriptor 0.
    void Offer(uint32_t queue, uint32_t size, uint16_t flags)
    {
        const uint64_t at = BASE + QUEUE * queue;
        Write(at, DATA);
        Write(at + 8, size);
        Write(at + 12, flags);
        const auto index = Get<uint16_t>(at + 0x1002);
        Write<uint16_t>(at + 0x1004 + 2 * (index % 4), 0);
        Write(at + 0x1002, static_cast<uint16_t>(index + 1));
    }

    int fds[2];
    int calls[2];
    int driver;
    std::byte* memory;
    VhostUserCard card;
};

} // namespace

TEST_F(VhostUserCardTest, OffersNoOffloads)
{
    Send(1, 0, {});
    EXPECT_TRUE(card.Read());
    uint64_t features;
    std::memcpy(&features, ReadReply(1).data(), 8);
    EXPECT_EQ(features, 1U << 3 | 1U << 5 | 1U << 30 | uint64_t{1} << 32);
    Send(15, 0, {});
    EXPECT_TRUE(card.Read());
    std::memcpy(&features, ReadReply(15).data(), 8);
    EXPECT_EQ(features, 1U << 3 | 1U << 5 | 1U << 9 | 1U << 14);
}

TEST_F(VhostUserCardTest, TellsItsAddressAndMtu)
{
    std::vector<std::byte> question = Numbers({0, 12, 0});
    question.resize(24);
    Send(24, 0, question);
    EXPECT_TRUE(card.Read());
    const std::vector<std::byte> answer = ReadReply(24);
    ASSERT_EQ(answer.size(), 24U);
    EXPECT_EQ(answer[12], std::byte{2});
    EXPECT_EQ(answer[17], std::byte{9});
    EXPECT_EQ(answer[22], std::byte{0xdc}) << "1500 = 0x05dc";
    EXPECT_EQ(answer[23], std::byte{0x05});
}

TEST_F(VhostUserCardTest, TakesAFrame)
{
    EXPECT_FALSE(card.HasFrame());
    Offer(1, 12 + 60, 0);
    std::memset(memory + (DATA - BASE) + 12, 0x5a, 60);
    Command(35, Numbers({1, 0})); // VRING_KICK
    EXPECT_TRUE(card.TakeKick());
    EXPECT_TRUE(card.HasFrame());
    const auto frame = card.TakeFrame();
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->bytes, std::vector<uint8_t>(60, 0x5a));
    EXPECT_EQ(Get<uint16_t>(BASE + QUEUE + 0x2002), 0) << "not returned yet";
    card.ReturnBuffer(frame->buffer);
    EXPECT_EQ(Get<uint16_t>(BASE + QUEUE + 0x2002), 1) << "returned";
    EXPECT_FALSE(card.TakeFrame().has_value());
    // That receive buffers are there is no news for the simulation.
    Command(35, Numbers({0, 0}));
    EXPECT_FALSE(card.TakeKick());
}

TEST_F(VhostUserCardTest, PutsAFrame)
{
    const std::vector<uint8_t> frame(60, 0xa5);
    EXPECT_FALSE(card.PutFrame(frame)) << "there is no buffer";
    Offer(0, 2000, 2);
    EXPECT_TRUE(card.PutFrame(frame));
    EXPECT_EQ(Get<uint32_t>(BASE + 0x2008), 72U) << "written";
    EXPECT_EQ(Get<uint16_t>(DATA + 10), 1) << "one buffer";
    EXPECT_TRUE(std::equal(frame.begin(),
                           frame.end(),
                           reinterpret_cast<uint8_t*>(memory + (DATA - BASE) + 12)));
}

TEST_F(VhostUserCardTest, CallIsAnswered)
{
    EXPECT_EQ(card.GetAnswerFd(), -1);
    EXPECT_TRUE(card.Call(VhostUserCard::RECEIVE));
    EXPECT_GE(card.GetAnswerFd(), 0);
    uint32_t call[5];
    EXPECT_EQ(recv(calls[0], call, sizeof(call), MSG_WAITALL), ssize_t{sizeof(call)});
    EXPECT_EQ(call[0], 4U);
    EXPECT_EQ(call[3], 0U);
    const uint32_t answer[] = {4, 5, 8, 0, 0};
    EXPECT_EQ(send(calls[0], answer, sizeof(answer), 0), ssize_t{sizeof(answer)});
    EXPECT_TRUE(card.ReadAnswer());
    EXPECT_EQ(card.GetAnswerFd(), -1);
    Write<uint16_t>(BASE + 0x1000, 1); // no interrupts, please
    EXPECT_FALSE(card.Call(VhostUserCard::RECEIVE));
}

TEST_F(VhostUserCardTest, RefusesWhatADriverCannotMean)
{
    const auto expectRefused = [this](uint32_t request, const std::vector<std::byte>& payload) {
        Send(request, 8, payload);
        EXPECT_THROW(card.Read(), std::runtime_error) << request;
    };
    expectRefused(99, {});
    expectRefused(8, Numbers({2, 4}));
    expectRefused(8, Numbers({0, 3}));
    expectRefused(9, Numbers({0, 0, 1}));
    expectRefused(5, Bytes({1}, {BASE, SIZE, BASE, 0})); // without a file
    Offer(1, 11, 0);
    EXPECT_THROW(card.TakeFrame(), std::runtime_error) << "shorter than its header";
    Offer(0, 71, 2);
    EXPECT_THROW(card.PutFrame(std::vector<uint8_t>(60)), std::runtime_error) << "too small";
}

TEST_F(VhostUserCardTest, EndsWithTheKernel)
{
    shutdown(driver, SHUT_RDWR);
    EXPECT_FALSE(card.Read());
}
