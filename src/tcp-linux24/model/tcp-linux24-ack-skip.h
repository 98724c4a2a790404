// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_ACK_SKIP_H
#define TCP_LINUX24_ACK_SKIP_H

#include "tcp-linux24-flight-meter.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// Why an ACK that is due is skipped or sent.
enum class TcpLinux24AckSkipReason
{
    SKIPPED,      ///< it is skipped
    ENOUGH,       ///< sent: as many as allowed have been skipped since the last one
    TROUBLE,      ///< sent: data out of order, a hole being filled, FIN
    TAIL,         ///< sent, adaptive: a message of the peer ended
    UNKNOWN,      ///< sent, adaptive: too few rounds in order since start, trouble or silence
    SLOW_START,   ///< sent, adaptive: the flight grows by half or more in two rounds
    SMALL_WINDOW, ///< sent, adaptive: else too few ACKs would be left for this flight
};

/// @ingroup tcp-linux24
/// A decision about an ACK that was due.
struct TcpLinux24AckSkipDecision
{
    TcpLinux24AckSkipReason reason;  ///< what and why
    TcpOffset unacknowledged;        ///< data in order not acknowledged yet, bytes
    std::optional<TcpOffset> flight; ///< adaptive: last flight, bytes; none if unknown
    uint32_t skippedInRow;           ///< ACKs since the last one that left, with this one
};

/**
 * @ingroup tcp-linux24
 * ACK skipping of S. Gopal and D. Raychaudhuri (E-WIND 2005), which no kernel has: of every k + 1
 * ACKs due for data in order one is sent. The adaptive form skips only where the sender does not
 * miss the ACK: its flight is known (TcpLinux24FlightMeter), does not grow as in slow start, and
 * lets a given number of ACKs pass in each round trip; nor at the end of a message.
 */
class TcpLinux24AckSkip
{
  public:
    /**
     * @param most ACKs skipped for each one sent; 0: none is
     * @param leastAcks adaptive: ACKs that each flight keeps at least; none: not adaptive
     */
    TcpLinux24AckSkip(uint32_t most, std::optional<uint32_t> leastAcks);

    /// Data came in order.
    /// @param end one past its last byte
    /// @param echo its TSecr, if there is one
    /// @param now the present
    void DataReceived(TcpOffset end, std::optional<TcpTick> echo, TcpTick now);
    /// The sender repairs something, or a FIN came: the next ACK is not skipped.
    void Forbid();
    /// An ACK left.
    void AckSent();

    /**
     * An ACK is due.
     * @param ack its number
     * @param lastAck number of the last ACK that left
     * @param isTail the peer has ended a message since then
     * @param now the present
     * @return true if it is skipped
     */
    bool Decide(TcpOffset ack, TcpOffset lastAck, bool isTail, TcpTick now);

    bool IsAdaptive() const;       ///< @return see the constructor
    TcpOffset GetLastSkip() const; ///< @return number of the last ACK skipped
    uint32_t GetSkipped() const;   ///< @return ACKs skipped so far
    /// @return the decision since the last call, if there was one
    std::optional<TcpLinux24AckSkipDecision> TakeDecision();

  private:
    /**
     * What forbids a skip whatever the window comes first: trouble, then the number of skips in a
     * row. Without the adaptive rule nothing else is looked at.
     * @param ack number of the ACK that is due
     * @param lastAck number of the last ACK that left
     * @param isTail the peer has ended a message since then
     * @return SKIPPED, or why not. SMALL_WINDOW: the gap until the next ACK would be more than one
     * part in leastAcks of the data in flight
     */
    TcpLinux24AckSkipReason GetReason(TcpOffset ack, TcpOffset lastAck, bool isTail) const;

    uint32_t m_most;                                     ///< see the constructor
    std::optional<uint32_t> m_leastAcks;                 ///< see the constructor
    TcpLinux24FlightMeter m_meter;                       ///< what is known of the sender's window
    bool m_isForbidden{false};                           ///< see Forbid
    uint32_t m_skippedInRow{0};                          ///< since the last ACK
    uint32_t m_skipped{0};                               ///< see GetSkipped
    TcpOffset m_lastSkip{0};                             ///< see GetLastSkip
    std::optional<TcpLinux24AckSkipDecision> m_decision; ///< see TakeDecision
};

} // namespace ns3

#endif // TCP_LINUX24_ACK_SKIP_H
