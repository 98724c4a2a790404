// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "vhost-user-card.h"

#include "socket-io.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// Requests of the driver (vhost-user protocol, "Front-end message types")
enum Request : uint32_t
{
    GET_FEATURES = 1,
    SET_FEATURES = 2,
    SET_OWNER = 3,
    SET_MEM_TABLE = 5,
    SET_VRING_NUM = 8,
    SET_VRING_ADDR = 9,
    SET_VRING_BASE = 10,
    GET_VRING_BASE = 11,
    SET_VRING_KICK = 12,
    SET_VRING_CALL = 13,
    GET_PROTOCOL_FEATURES = 15,
    SET_PROTOCOL_FEATURES = 16,
    SET_VRING_ENABLE = 18,
    SET_BACKEND_REQ_FD = 21,
    GET_CONFIG = 24,
};

constexpr uint32_t VERSION = 1;         ///< in the flags
constexpr uint32_t REPLY = 4;           ///< in the flags
constexpr uint32_t NEED_REPLY = 8;      ///< in the flags
constexpr uint32_t MOST_PAYLOAD = 4096; ///< bytes of a message

constexpr uint64_t
Bit(int number)
{
    return uint64_t{1} << number;
}

/// VIRTIO_NET_F_MTU, VIRTIO_NET_F_MAC, VHOST_USER_F_PROTOCOL_FEATURES, VIRTIO_F_VERSION_1
constexpr uint64_t FEATURES = Bit(3) | Bit(5) | Bit(30) | Bit(32);
constexpr uint64_t CSUM = Bit(0);       ///< VIRTIO_NET_F_CSUM
constexpr uint64_t HOST_TSO4 = Bit(11); ///< VIRTIO_NET_F_HOST_TSO4
constexpr uint64_t HOST_ECN = Bit(13);  ///< VIRTIO_NET_F_HOST_ECN
/// REPLY_ACK, BACKEND_REQ, CONFIG, INBAND_NOTIFICATIONS
constexpr uint64_t PROTOCOL_FEATURES = Bit(3) | Bit(5) | Bit(9) | Bit(14);

/// The longest frame of a driver: an Ethernet header, and an IP packet of 65535 bytes
constexpr std::size_t MOST_FRAME = 14 + 65535;
/// struct virtio_net_hdr_v1 to the driver: all zero but for the number of buffers
constexpr std::array<uint8_t, 12> NET_HEADER{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0};

/// @param bytes of a payload
/// @param offset of a number in them
/// @return the number
/// @throws std::runtime_error if it is not within the payload
template <typename T>
T
Get(const std::vector<std::byte>& bytes, std::size_t offset = 0)
{
    if (offset + sizeof(T) > bytes.size())
    {
        throw std::runtime_error("a message of the card's driver is too short");
    }
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

/// @return the feature bits of offloads
uint64_t
GetFeatures(const OffloadFeatures& offloads)
{
    return (offloads.checksum ? CSUM : 0) | (offloads.segmentation ? HOST_TSO4 : 0) |
           (offloads.ecnSegmentation ? HOST_ECN : 0);
}

/// @return the header of a frame, with which the bytes begin (struct virtio_net_hdr_v1)
VirtioNetHeader
ReadHeader(const std::vector<uint8_t>& bytes)
{
    const auto get = [&bytes](std::size_t at) {
        return static_cast<uint16_t>(bytes[at] | bytes[at + 1] << 8);
    };
    return {bytes[0], bytes[1], get(2), get(4), get(6), get(8)};
}

} // namespace

VhostUserCard::VhostUserCard(int fd,
                             const std::array<uint8_t, 6>& address,
                             uint16_t mtu,
                             const OffloadFeatures& offloads)
    : m_fd(fd),
      m_offered(FEATURES | GetFeatures(offloads)),
      m_queues{VirtQueue(m_memory), VirtQueue(m_memory)}
{
    // Address, status and number of queue pairs, which are not offered, MTU.
    std::memcpy(m_config.data(), address.data(), address.size());
    std::memcpy(m_config.data() + 10, &mtu, sizeof(mtu));
}

VhostUserCard::~VhostUserCard()
{
    close(m_fd);
    if (m_callFd >= 0)
    {
        close(m_callFd);
    }
}

bool
VhostUserCard::Read()
{
    Header header;
    std::vector<int> fds;
    std::vector<std::byte> payload;
    bool isThere = ReadWithFds(m_fd, &header, sizeof(header), fds);
    if (isThere && header.size <= MOST_PAYLOAD)
    {
        payload.resize(header.size);
        isThere = ReadWithFds(m_fd, payload.data(), payload.size(), fds);
    }
    try
    {
        if (isThere)
        {
            Handle(header, payload, fds);
        }
    }
    catch (const std::runtime_error&)
    {
        std::ranges::for_each(fds, close);
        throw;
    }
    // The one that is kept has been taken out.
    std::ranges::for_each(fds, close);
    return isThere;
}

void
VhostUserCard::Handle(const Header& header, std::vector<std::byte>& payload, std::vector<int>& fds)
{
    const auto reply = [&](uint64_t value) { Reply(header, std::as_bytes(std::span(&value, 1))); };
    switch (header.request)
    {
    case GET_FEATURES:
        reply(m_offered);
        return;
    case GET_PROTOCOL_FEATURES:
        reply(PROTOCOL_FEATURES);
        return;
    case GET_CONFIG:
        Reply(header, GetConfig(payload));
        return;
    case GET_VRING_BASE:
    case SET_OWNER:
    case SET_PROTOCOL_FEATURES:
    case SET_VRING_KICK:
    case SET_VRING_CALL:
        break;
    case SET_FEATURES:
        m_accepted = Get<uint64_t>(payload);
        if ((m_accepted & ~m_offered) != 0)
        {
            throw std::runtime_error("the card's driver accepts features that are not offered");
        }
        break;
    case SET_MEM_TABLE:
        SetMemory(payload, fds);
        break;
    case SET_VRING_NUM:
    case SET_VRING_ADDR:
    case SET_VRING_BASE:
    case SET_VRING_ENABLE:
        SetUpQueue(header.request, payload);
        break;
    case SET_BACKEND_REQ_FD:
        if (fds.empty() || m_callFd >= 0)
        {
            throw std::runtime_error("the card's driver passed no socket for calls, or two");
        }
        m_callFd = fds.back();
        fds.pop_back();
        break;
    default:
        throw std::runtime_error("the card's driver sent request " +
                                 std::to_string(header.request));
    }
    if (header.flags & NEED_REPLY)
    {
        reply(0);
    }
}

void
VhostUserCard::SetMemory(const std::vector<std::byte>& payload, const std::vector<int>& fds)
{
    const auto regions = Get<uint32_t>(payload);
    if (regions > fds.size())
    {
        throw std::runtime_error("its memory has more regions than files");
    }
    m_memory.Clear();
    for (uint32_t i = 0; i < regions; ++i)
    {
        // struct vhost_user_mem_region: guest address, size, user address, offset in the file
        const std::size_t begin = 8 + std::size_t{32} * i;
        m_memory.Map(Get<uint64_t>(payload, begin),
                     Get<uint64_t>(payload, begin + 8),
                     fds[i],
                     Get<uint64_t>(payload, begin + 24));
    }
}

void
VhostUserCard::SetUpQueue(uint32_t request, const std::vector<std::byte>& payload)
{
    VirtQueue& queue = GetQueue(Get<uint32_t>(payload));
    if (request == SET_VRING_ADDR)
    {
        queue.SetAddresses(Get<uint64_t>(payload, 8),
                           Get<uint64_t>(payload, 16),
                           Get<uint64_t>(payload, 24));
        return;
    }
    const auto value = Get<uint32_t>(payload, 4);
    if (request == SET_VRING_NUM)
    {
        queue.SetSize(value);
    }
    else if (request == SET_VRING_BASE)
    {
        queue.SetBase(value);
    }
    else
    {
        queue.SetEnabled(value != 0);
    }
}

std::vector<std::byte>
VhostUserCard::GetConfig(const std::vector<std::byte>& payload) const
{
    // struct vhost_user_config: offset, size, flags, then the bytes from the offset on
    std::vector<std::byte> answer = payload;
    const auto offset = Get<uint32_t>(payload);
    for (std::size_t i = 12; i < answer.size(); ++i)
    {
        const std::size_t at = offset + (i - 12);
        answer[i] = at < m_config.size() ? m_config[at] : std::byte{0};
    }
    return answer;
}

void
VhostUserCard::Reply(const Header& header, std::span<const std::byte> payload) const
{
    const Header answer{header.request, VERSION | REPLY, static_cast<uint32_t>(payload.size())};
    std::vector<std::byte> message(sizeof(answer) + payload.size());
    std::memcpy(message.data(), &answer, sizeof(answer));
    std::ranges::copy(payload, message.begin() + sizeof(answer));
    WriteWhole(m_fd, message.data(), message.size());
}

VirtQueue&
VhostUserCard::GetQueue(uint32_t index)
{
    if (index >= m_queues.size())
    {
        throw std::runtime_error("the card's driver uses queue " + std::to_string(index) +
                                 " of 2 queues");
    }
    return m_queues[index];
}

bool
VhostUserCard::HasFrame() const
{
    return m_queues[TRANSMIT].HasBuffer();
}

OffloadFeatures
VhostUserCard::GetOffloads() const
{
    return {(m_accepted & CSUM) != 0, (m_accepted & HOST_TSO4) != 0, (m_accepted & HOST_ECN) != 0};
}

std::optional<VhostUserCard::Frame>
VhostUserCard::TakeFrame()
{
    const auto buffer = m_queues[TRANSMIT].Take();
    if (!buffer)
    {
        return std::nullopt;
    }
    std::vector<uint8_t> frame;
    for (const auto& part : buffer->toDevice)
    {
        if (frame.size() + part.size() > NET_HEADER.size() + MOST_FRAME)
        {
            throw std::runtime_error("a frame of its card has more than " +
                                     std::to_string(MOST_FRAME) + " bytes");
        }
        const auto* begin = reinterpret_cast<const uint8_t*>(part.data());
        frame.insert(frame.end(), begin, begin + part.size());
    }
    if (frame.size() < NET_HEADER.size())
    {
        throw std::runtime_error("a frame of its card is shorter than its header");
    }
    const VirtioNetHeader header = ReadHeader(frame);
    frame.erase(frame.begin(), frame.begin() + NET_HEADER.size());
    return Frame{buffer->head, header, std::move(frame)};
}

void
VhostUserCard::ReturnBuffer(uint16_t buffer)
{
    m_queues[TRANSMIT].Return(buffer, 0);
}

bool
VhostUserCard::PutFrame(std::span<const uint8_t> frame)
{
    const auto buffer = m_queues[RECEIVE].Take();
    if (!buffer)
    {
        return false;
    }
    std::vector<uint8_t> bytes(NET_HEADER.begin(), NET_HEADER.end());
    bytes.insert(bytes.end(), frame.begin(), frame.end());
    std::size_t written = 0;
    for (const auto& part : buffer->toDriver)
    {
        const std::size_t size = std::min(part.size(), bytes.size() - written);
        std::memcpy(part.data(), bytes.data() + written, size);
        written += size;
    }
    m_queues[RECEIVE].Return(buffer->head, static_cast<uint32_t>(written));
    if (written < bytes.size())
    {
        throw std::runtime_error("a receive buffer of its card has " + std::to_string(written) +
                                 " bytes, and a frame " + std::to_string(bytes.size()));
    }
    return true;
}

const GuestMemory&
VhostUserCard::GetMemory() const
{
    return m_memory;
}

bool
VhostUserCard::WantsCall(Queue queue) const
{
    return m_callFd >= 0 && !m_isCalled[queue] && m_queues[queue].WantsCall();
}

void
VhostUserCard::NoteCall(Queue queue)
{
    m_isCalled[queue] = true;
}

void
VhostUserCard::NotifyRun()
{
    m_isCalled.fill(false);
}

} // namespace ns3
