// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef VHOST_USER_CARD_H
#define VHOST_USER_CARD_H

#include "guest-memory.h"
#include "transmit-offload.h"
#include "virt-queue.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::VhostUserCard declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * A virtio network card (Virtual I/O Device 1.1, 5.1), as the device's end of a vhost-user
 * connection. All notifications are messages that are answered one by one (protocol feature
 * INBAND_NOTIFICATIONS), so that they have an order and a time.
 *
 * Offloads are for frames that the kernel sends. They are offered only if whoever takes the frames
 * says so, and does them with TransmitOffload: checksums (VIRTIO_NET_F_CSUM) and TCP/IPv4
 * segmentation, also with the flag CWR (VIRTIO_NET_F_HOST_TSO4, VIRTIO_NET_F_HOST_ECN). Not offered
 * are segmentation of TCP over IPv6 and of UDP (HOST_TSO6, HOST_UFO, HOST_USO), which the kernel
 * does itself, and everything in the other direction (GUEST_CSUM, GUEST_TSO4 and others): frames to
 * the kernel are as on the wire, and it verifies their checksums.
 */
class VhostUserCard
{
  public:
    /// Queues of a card without control queue (5.1.2).
    enum Queue : uint32_t
    {
        RECEIVE, ///< to the kernel
        TRANSMIT ///< from the kernel
    };

    /**
     * @param fd connected socket, which is closed at the end
     * @param address of the card, 6 bytes
     * @param mtu largest packet behind the Ethernet header, bytes
     * @param offloads that are offered to the driver
     */
    VhostUserCard(int fd,
                  const std::array<uint8_t, 6>& address,
                  uint16_t mtu,
                  const OffloadFeatures& offloads = {});
    ~VhostUserCard();
    VhostUserCard(const VhostUserCard&) = delete;
    VhostUserCard& operator=(const VhostUserCard&) = delete;

    /// @return the socket, for poll()
    int GetFd() const;
    /// @return the socket on which the answer to a call is awaited; -1 if none is
    int GetAnswerFd() const;
    /**
     * Read one message of the driver and answer it.
     * @return whether the kernel is still there
     * @throws std::runtime_error if the message cannot be
     */
    bool Read();
    /// Read the answer to a call.
    /// @return whether the kernel is still there
    /// @throws std::runtime_error if it is none
    bool ReadAnswer();

    /// @return whether the kernel has made a frame available
    bool HasFrame() const;
    /// @return the offloads that the driver has accepted, of those offered
    OffloadFeatures GetOffloads() const;
    /// @return whether the kernel has notified the card of frames since the last call
    bool TakeKick();

    /// A frame of the kernel whose buffer has not been returned.
    struct Frame
    {
        uint16_t buffer;            ///< for ReturnBuffer()
        VirtioNetHeader header;     ///< what the driver asks for it
        std::vector<uint8_t> bytes; ///< from its Ethernet header on
    };

    /// Take a frame from the kernel.
    /// @return the frame; none if there is none
    /// @throws std::runtime_error if the buffer cannot be
    std::optional<Frame> TakeFrame();
    /// Return the buffer of a frame, so that the kernel takes the frame for sent.
    /// @param buffer of TakeFrame()
    void ReturnBuffer(uint16_t buffer);
    /// @param frame from its Ethernet header on
    /// @return whether the kernel had a buffer for it
    /// @throws std::runtime_error if the buffer cannot be
    bool PutFrame(std::span<const uint8_t> frame);
    /// Notify the kernel of returned buffers, unless it does not want to hear of them, or has been
    /// notified already and has not run since.
    /// @param queue with returned buffers
    /// @return whether an answer is awaited now
    bool Call(Queue queue);
    /// The kernel runs, and will see returned buffers.
    void NotifyRun();

  private:
    /// struct vhost_user_header
    struct Header
    {
        uint32_t request;
        uint32_t flags;
        uint32_t size;
    };

    void Handle(const Header& header, std::vector<std::byte>& payload, std::vector<int>& fds);
    void SetMemory(const std::vector<std::byte>& payload, const std::vector<int>& fds);
    void SetUpQueue(uint32_t request, const std::vector<std::byte>& payload);
    std::vector<std::byte> GetConfig(const std::vector<std::byte>& payload) const;
    void Reply(const Header& header, std::span<const std::byte> payload) const;
    VirtQueue& GetQueue(uint32_t index);

    int m_fd;
    int m_callFd{-1};
    std::array<std::byte, 12> m_config{}; ///< struct virtio_net_config
    uint64_t m_offered;                   ///< features
    uint64_t m_accepted{0};               ///< of these, by the driver
    GuestMemory m_memory;
    std::array<VirtQueue, 2> m_queues;
    bool m_isAwaiting{false};         ///< the answer to a call
    bool m_isKicked{false};           ///< see TakeKick
    std::array<bool, 2> m_isCalled{}; ///< see Call
};

} // namespace ns3

#endif // VHOST_USER_CARD_H
