// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TIMEOUT_CLASSIFIER_H
#define TIMEOUT_CLASSIFIER_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::TimeoutCause and ns3::TimeoutClassifier declarations.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Why a retransmission timer expired.
 */
enum class TimeoutCause
{
    SPURIOUS,  ///< nothing was lost: the ACK came, or would have come, after the timeout
    DATA_LOST, ///< no transmission of the segment before the timeout has arrived
    ACKS_LOST, ///< the segment has arrived, and all ACKs that covered it were lost
    UNKNOWN    ///< the observation ended while the segment or its ACK was under way
};

/// @ingroup wlan-testbed
/// @param cause a cause
/// @return its name: "spurious", "data lost", "ACKs lost" or "unknown"
std::string ToString(TimeoutCause cause);

/**
 * @ingroup wlan-testbed
 * Decides for each timeout of a TCP sender whether it was spurious, from the packets that sender
 * and receiver have sent and received. In malone2008 a timeout is not spurious if "no matter how
 * long the station waits, it will not receive the TCP ACK that it is expecting" (IV).
 *
 * At a timeout, the sender retransmits the first unacknowledged segment. The timeout is spurious if
 * an earlier transmission of this segment has arrived, and one of two conditions holds. Either the
 * sender receives an ACK for the segment's first byte that the receiver sent before the arrival of
 * any segment sent at the timeout or later. Or the receiver has not acknowledged the segment yet,
 * as with a delayed ACK.
 *
 * Packets in each direction keep their order: a packet is lost if a later packet arrives before it.
 */
class TimeoutClassifier
{
  public:
    /**
     * The sender sends data.
     * @param time s
     * @param id of the packet; may be that of an earlier one
     * @param start sequence number of its first byte
     * @param end sequence number behind its last byte
     */
    void Send(double time, uint64_t id, uint32_t start, uint32_t end);
    /// A timeout has caused the retransmission of the segment that was sent last.
    void NoteTimeout();
    /// Data arrives at the receiver.
    /// @param id of a packet; one that was not sent is passed over
    void Deliver(uint64_t id);
    /// The receiver sends an ACK.
    /// @param id of the packet
    /// @param acknowledgment next byte expected
    void Acknowledge(uint64_t id, uint32_t acknowledgment);
    /// An ACK arrives at the sender.
    /// @param id of a packet; one that was not sent is passed over
    void Return(uint64_t id);

    /// A timeout and its cause.
    struct Timeout
    {
        double time;        ///< when it was, s
        uint32_t start;     ///< sequence number of the first unacknowledged byte
        TimeoutCause cause; ///< why
    };

    /// @return the timeouts in order, as far as what was observed tells
    std::vector<Timeout> Classify() const;

  private:
    /// Position of an event among all events.
    using Order = uint64_t;

    /// A packet with data.
    struct Segment
    {
        double time;                    ///< when it was sent, s
        uint32_t start;                 ///< first byte
        uint32_t end;                   ///< behind the last byte
        std::optional<Order> delivered; ///< when it arrived
    };

    /// A packet without data.
    struct Acknowledgment
    {
        Order sent;         ///< when the receiver sent it
        uint32_t next;      ///< byte expected
        bool isBack{false}; ///< it has arrived at the sender
    };

    /// @param timeout index of the segment that was sent again
    /// @return why it was
    TimeoutCause GetCause(std::size_t timeout) const;

    Order m_now{0};                                 ///< number of events
    std::vector<Segment> m_segments;                ///< in the order in which they were sent
    std::vector<Acknowledgment> m_acks;             ///< in the order in which they were sent
    std::map<uint64_t, std::size_t> m_dataUnderWay; ///< index of segments by packet
    std::map<uint64_t, std::size_t> m_acksUnderWay; ///< index of ACKs by packet
    std::size_t m_lastDelivered{0};      ///< number of segments up to the last that arrived
    std::size_t m_lastBack{0};           ///< number of ACKs up to the last that arrived
    std::vector<std::size_t> m_timeouts; ///< index of segments that timeouts sent again
};

} // namespace ns3

#endif // TIMEOUT_CLASSIFIER_H
