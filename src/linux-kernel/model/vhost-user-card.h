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
 * The other features are VIRTIO_NET_F_MTU, VIRTIO_NET_F_MAC and VIRTIO_F_VERSION_1; of the protocol
 * REPLY_ACK, BACKEND_REQ, CONFIG and INBAND_NOTIFICATIONS. Everything that the driver sends is
 * checked; what cannot be is a std::runtime_error, whose text is a line for the user.
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
     * @param mtu largest packet behind the Ethernet header, bytes; not checked here
     * @param offloads that are offered to the driver
     */
    VhostUserCard(int fd,
                  const std::array<uint8_t, 6>& address,
                  uint16_t mtu,
                  const OffloadFeatures& offloads = {});
    ~VhostUserCard();
    VhostUserCard(const VhostUserCard&) = delete;
    VhostUserCard& operator=(const VhostUserCard&) = delete;

    /**
     * Read one message of the driver and answer it. It blocks until the whole message is there.
     * @return whether the kernel is still there
     * @throws std::runtime_error if the message cannot be
     */
    bool Read();

    /**
     * @return whether the kernel has made a frame available
     * @throws std::runtime_error if the driver's index cannot be
     */
    bool HasFrame() const;
    /// @return the offloads that the driver has accepted, of those offered
    OffloadFeatures GetOffloads() const;

    /// A frame of the kernel whose buffer has not been returned.
    struct Frame
    {
        uint16_t buffer;            ///< for ReturnBuffer()
        VirtioNetHeader header;     ///< what the driver asks for it
        std::vector<uint8_t> bytes; ///< from its Ethernet header on
    };

    /**
     * Take a frame from the kernel. Its buffer stays with the card until ReturnBuffer().
     * @return the frame; none if there is none
     * @throws std::runtime_error if the buffer cannot be, or is shorter than the header of virtio
     */
    std::optional<Frame> TakeFrame();
    /// Return the buffer of a frame, so that the kernel takes the frame for sent.
    /// @param buffer of TakeFrame()
    void ReturnBuffer(uint16_t buffer);
    /**
     * Put a frame into the next receive buffer, which is returned at once. The kernel hears of it
     * when it is called.
     * @param frame from its Ethernet header on
     * @return whether the kernel had a buffer for it
     * @throws std::runtime_error if the buffer cannot be, or is too short for the frame
     */
    bool PutFrame(std::span<const uint8_t> frame);
    /// @return the kernel's memory
    const GuestMemory& GetMemory() const;
    /**
     * @param queue with returned buffers
     * @return whether the kernel is to be notified of them: it wants to hear of them, and has not
     * been notified since it ran last
     * @throws std::runtime_error if the queue cannot be
     */
    bool WantsCall(Queue queue) const;
    /// The kernel is being called because of returned buffers.
    /// @param queue with returned buffers
    void NoteCall(Queue queue);
    /// The kernel runs, and will see returned buffers.
    void NotifyRun();

  private:
    /// struct vhost_user_header
    struct Header
    {
        uint32_t request; ///< kind of message
        uint32_t flags;   ///< version, and whether it is or wants a reply
        uint32_t size;    ///< bytes of the payload
    };

    /**
     * @param header of a message
     * @param payload of the message
     * @param fds passed with it; one that is kept is taken out
     * @throws std::runtime_error for an unknown request or a payload that cannot be
     */
    void Handle(const Header& header, std::vector<std::byte>& payload, std::vector<int>& fds);
    /**
     * @param payload of SET_MEM_TABLE
     * @param fds a file for each region
     * @throws std::runtime_error if there are fewer files than regions, or one cannot be mapped
     */
    void SetMemory(const std::vector<std::byte>& payload, const std::vector<int>& fds);
    /**
     * @param request SET_VRING_NUM, SET_VRING_ADDR, SET_VRING_BASE or SET_VRING_ENABLE
     * @param payload of the request
     * @throws std::runtime_error for a queue other than the two
     */
    void SetUpQueue(uint32_t request, const std::vector<std::byte>& payload);
    /**
     * @param payload of GET_CONFIG
     * @return the answer, with zeros behind the end of the card's configuration
     */
    std::vector<std::byte> GetConfig(const std::vector<std::byte>& payload) const;
    /**
     * @param header of the message that is answered
     * @param payload of the answer
     */
    void Reply(const Header& header, std::span<const std::byte> payload) const;
    /**
     * @param index of a queue
     * @return the queue
     * @throws std::runtime_error unless it is RECEIVE or TRANSMIT
     */
    VirtQueue& GetQueue(uint32_t index);

    int m_fd;                             ///< see the constructor
    int m_callFd{-1};                     ///< socket for calls, as the driver passes it; -1 before
    std::array<std::byte, 12> m_config{}; ///< struct virtio_net_config
    uint64_t m_offered;                   ///< features
    uint64_t m_accepted{0};               ///< of these, by the driver
    GuestMemory m_memory;                 ///< of the kernel, which the queues are in
    std::array<VirtQueue, 2> m_queues;    ///< by Queue
    std::array<bool, 2> m_isCalled{};     ///< see WantsCall
};

} // namespace ns3

#endif // VHOST_USER_CARD_H
