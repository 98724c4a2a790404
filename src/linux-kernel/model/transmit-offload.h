// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TRANSMIT_OFFLOAD_H
#define TRANSMIT_OFFLOAD_H

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::TransmitOffload declaration.
 */

namespace ns3
{

/// @ingroup linux-kernel
/// What a card does for its driver when it sends (Virtual I/O Device 1.1, 5.1.3).
struct OffloadFeatures
{
    bool checksum{false};        ///< VIRTIO_NET_F_CSUM: it completes checksums
    bool segmentation{false};    ///< VIRTIO_NET_F_HOST_TSO4: it cuts TCP/IPv4 packets
    bool ecnSegmentation{false}; ///< VIRTIO_NET_F_HOST_ECN: those with the flag CWR, too
};

/// @ingroup linux-kernel
/// What the driver asks of the card for a frame: struct virtio_net_hdr (5.1.6).
struct VirtioNetHeader
{
    uint8_t flags{0};           ///< NEEDS_CSUM and others
    uint8_t gsoType{0};         ///< whether the frame has to be cut, and by which rules
    uint16_t headerSize{0};     ///< hdr_len, bytes: only a hint
    uint16_t gsoSize{0};        ///< bytes of data in each segment
    uint16_t checksumStart{0};  ///< where the checksum begins, bytes from the Ethernet header on
    uint16_t checksumOffset{0}; ///< where it is stored, bytes from checksumStart on
};

/**
 * @ingroup linux-kernel
 * Checksum and segmentation offload of a network card that sends. The driver leaves the checksum
 * of a frame incomplete, or passes one TCP packet with the data of many; the card makes frames as
 * on the wire.
 *
 * Segments are as those of Linux's software (net/ipv4/tcp_offload.c, tcp_gso_segment(), and
 * net/ipv4/af_inet.c, inet_gso_segment()): each has a copy of the headers with its options; the IP
 * identification counts up by one; FIN and PSH are only in the last segment, and CWR is only in
 * the first (RFC 3168, 6.1.2).
 *
 * Everything in the header and in the frame comes from the kernel. What the card cannot do is
 * refused with a reason.
 */
class TransmitOffload
{
  public:
    static constexpr uint8_t NEEDS_CHECKSUM = 1; ///< VIRTIO_NET_HDR_F_NEEDS_CSUM, in the flags
    static constexpr uint8_t GSO_NONE = 0;       ///< VIRTIO_NET_HDR_GSO_NONE: one frame
    static constexpr uint8_t GSO_TCP_IPV4 = 1;   ///< VIRTIO_NET_HDR_GSO_TCPV4
    static constexpr uint8_t GSO_ECN = 0x80;     ///< VIRTIO_NET_HDR_GSO_ECN, beside the type

    /// A frame from its Ethernet header on.
    using Frame = std::vector<uint8_t>;

    /// The outcome of a frame.
    struct Result
    {
        std::vector<Frame> frames; ///< as on the wire, in this order; none if it is refused
        std::string refusal;       ///< why it is refused; empty if it is not
    };

    /**
     * @param features that the driver has accepted
     * @param mtu largest IP packet after segmentation, bytes
     */
    TransmitOffload(const OffloadFeatures& features, uint16_t mtu);

    /**
     * Do what the driver asks.
     * @param header of the frame
     * @param frame of the driver
     * @return frames to send, or a refusal
     */
    Result Apply(const VirtioNetHeader& header, const Frame& frame) const;

  private:
    /**
     * Replace the sum of the pseudo header, which the driver has stored, by the checksum.
     * @param header with NEEDS_CHECKSUM
     * @param frame that is changed; left as it is if the checksum is refused
     * @return why the checksum cannot be completed; empty if it has been
     */
    std::string CompleteChecksum(const VirtioNetHeader& header, Frame& frame) const;
    /**
     * Segment a TCP/IPv4 packet.
     * @param header whose gsoType is not GSO_NONE
     * @param frame headers, and the data of all segments; without data there is one segment
     * @return the segments with their checksums; refused if the type was not negotiated, without
     * NEEDS_CHECKSUM, if header and frame contradict each other, for a fragment, for SYN, RST or
     * URG, and for segments longer than the MTU
     */
    Result Cut(const VirtioNetHeader& header, const Frame& frame) const;

    OffloadFeatures m_features; ///< that the driver has accepted
    uint16_t m_mtu;             ///< largest IP packet of Cut(), bytes; other frames are not checked
};

} // namespace ns3

#endif // TRANSMIT_OFFLOAD_H
