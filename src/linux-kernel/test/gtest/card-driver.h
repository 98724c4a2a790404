// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CARD_DRIVER_H
#define CARD_DRIVER_H

#include "../../model/vhost-user-card.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::CardDriver declaration.
 */

namespace ns3
{

/// @ingroup linux-kernel
/// The driver of a network card, which a test plays. It has a small memory, and a queue of four
/// descriptors in each direction.
class CardDriver
{
  public:
    static constexpr uint64_t BASE = 0x100000;      ///< address of the memory in the kernel
    static constexpr uint64_t SIZE = 0x20000;       ///< bytes of memory
    static constexpr uint64_t QUEUE = 0x4000;       ///< distance of the two queues
    static constexpr uint64_t DATA = BASE + 0x8000; ///< of the buffers
    static constexpr uint64_t AVAILABLE = 0x1000;   ///< of a queue, from its start
    static constexpr uint64_t USED = 0x2000;        ///< of a queue, from its start

    CardDriver()
    {
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, m_fds), 0);
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, m_calls), 0);
    }

    ~CardDriver()
    {
        if (memory)
        {
            munmap(memory, SIZE);
        }
        close(m_fds[1]);
        close(m_calls[0]);
    }

    CardDriver(const CardDriver&) = delete;
    CardDriver& operator=(const CardDriver&) = delete;

    /// @return the card's end of the connection
    int GetCardFd() const
    {
        return m_fds[0];
    }

    /// Set up the card and its queues.
    /// @param card whose end of the connection GetCardFd() is
    void Start(VhostUserCard& card)
    {
        m_card = &card;
        const int file = memfd_create("guest", MFD_CLOEXEC);
        EXPECT_EQ(ftruncate(file, SIZE), 0);
        memory = static_cast<std::byte*>(
            mmap(nullptr, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
        Command(5, Pack({1}, {BASE, SIZE, BASE, 0}), file); // SET_MEM_TABLE
        Command(21, {}, m_calls[1]);                        // SET_BACKEND_REQ_FD
        close(file);
        close(m_calls[1]);
        for (uint32_t queue : {0, 1})
        {
            const uint64_t at = BASE + QUEUE * queue;
            Command(8, Numbers({queue, 4}));
            Command(10, Numbers({queue, 0}));
            std::vector<std::byte> addresses = Numbers({queue, 0});
            Append(addresses, {at, at + USED, at + AVAILABLE, UINT64_MAX});
            Command(9, addresses);
            Command(18, Numbers({queue, 1}));
        }
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

    static std::vector<std::byte> Pack(const std::vector<uint64_t>& first,
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
        EXPECT_EQ(sendmsg(m_fds[1], &message, 0), static_cast<ssize_t>(bytes.size()));
    }

    std::vector<std::byte> ReadReply(uint32_t request)
    {
        uint32_t header[3] = {};
        EXPECT_EQ(recv(m_fds[1], header, sizeof(header), MSG_WAITALL), ssize_t{sizeof(header)});
        EXPECT_EQ(header[0], request);
        EXPECT_EQ(header[1], 5U) << "version 1, a reply";
        std::vector<std::byte> payload(header[2]);
        EXPECT_EQ(recv(m_fds[1], payload.data(), payload.size(), MSG_WAITALL),
                  static_cast<ssize_t>(payload.size()));
        return payload;
    }

    /// Send a request that is acknowledged.
    void Command(uint32_t request, const std::vector<std::byte>& payload, int fd = -1)
    {
        Send(request, 8, payload, fd);
        EXPECT_TRUE(m_card->Read());
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

    /// Offer a buffer.
    /// @param queue of the card
    /// @param size bytes
    /// @param flags of its descriptor
    /// @param descriptor its number, from 0 to 3
    /// @param address of the buffer
    void Offer(uint32_t queue,
               uint32_t size,
               uint16_t flags,
               uint16_t descriptor = 0,
               uint64_t address = DATA)
    {
        const uint64_t at = BASE + QUEUE * queue;
        Write(at + 16 * descriptor, address);
        Write(at + 16 * descriptor + 8, size);
        Write(at + 16 * descriptor + 12, flags);
        const auto index = Get<uint16_t>(at + AVAILABLE + 2);
        Write<uint16_t>(at + AVAILABLE + 4 + 2 * (index % 4), descriptor);
        Write(at + AVAILABLE + 2, static_cast<uint16_t>(index + 1));
    }

    /// Offer a frame to the card.
    /// @param header struct virtio_net_hdr_v1
    /// @param frame behind it
    /// @param descriptor for the buffer
    /// @param address of the buffer
    void OfferFrame(const std::vector<uint8_t>& header,
                    const std::vector<uint8_t>& frame,
                    uint16_t descriptor = 0,
                    uint64_t address = DATA)
    {
        std::memcpy(memory + (address - BASE), header.data(), header.size());
        std::memcpy(memory + (address - BASE) + header.size(), frame.data(), frame.size());
        Offer(VhostUserCard::TRANSMIT,
              static_cast<uint32_t>(header.size() + frame.size()),
              0,
              descriptor,
              address);
    }

    /// @return number of the buffers that the card has returned from the transmit queue
    uint16_t CountReturned()
    {
        return Get<uint16_t>(BASE + QUEUE + USED + 2);
    }

    /// The kernel ends.
    void End()
    {
        shutdown(m_fds[1], SHUT_RDWR);
    }

    std::byte* memory{nullptr}; ///< of the kernel

  private:
    int m_fds[2];   ///< card, driver
    int m_calls[2]; ///< driver's end, card's end
    VhostUserCard* m_card{nullptr};
};

} // namespace ns3

#endif // CARD_DRIVER_H
