// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TIME_SEQUENCE_H
#define TIME_SEQUENCE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::TimeSequence declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Values of the column "kind" of a time-sequence series.
 */
enum class TimeSequenceKind
{
    SEGMENT = 0,        ///< a segment of len bytes from seq on, sent for the first time
    RETRANSMISSION = 1, ///< such a segment, some of which was sent before
    ACK = 2,            ///< seq is the cumulative acknowledgment received
    WINDOW = 3,         ///< seq is the right edge of the receiver's window
    SACK = 4            ///< a block of a SACK option received: len bytes from seq on
};

/**
 * @ingroup wlan-testbed
 * A TCP connection as one place near its data sender sees it, in the kinds of event that
 * tcptrace's time-sequence graph has.
 *
 * Sequence numbers are turned into offsets from the first byte of data, so they neither depend on
 * the initial number nor wrap.
 */
class TimeSequence
{
  public:
    /// Names of the columns of GetRows(): time (s), seq (bytes), len (bytes), kind.
    static const std::vector<std::string> COLUMNS;

    /**
     * The data sender's SYN; the first one counts.
     * @param initialSequence its sequence number
     */
    void Open(uint32_t initialSequence);

    /**
     * A segment with data. Without Open() the first one begins at offset 0.
     * @param time s
     * @param sequence number of its first byte, less than 2^31 from the highest so far
     * @param length bytes of data, 1 or more
     */
    void Send(double time, uint32_t sequence, uint32_t length);

    /**
     * An acknowledgment that the data sender gets. One from before Open() and Send() has no place
     * and is not recorded.
     * @param time s
     * @param acknowledgment number of the next byte the receiver expects
     * @param window bytes the receiver can take from there on, scaling undone
     */
    void Acknowledge(double time, uint32_t acknowledgment, uint32_t window);

    /**
     * A block of the SACK option of an acknowledgment. One from before Open() and Send() is not
     * recorded.
     * @param time s
     * @param left number of its first byte
     * @param right number of the byte behind its last
     */
    void Sack(double time, uint32_t left, uint32_t right);

    /// @return whether data was sent
    bool HasData() const;

    /// @return the events in the order of their occurrence, see COLUMNS
    const std::vector<std::vector<double>>& GetRows() const;

  private:
    /**
     * @param sequence a sequence number
     * @return its offset from the first byte of data
     */
    int64_t Unwrap(uint32_t sequence) const;

    /**
     * @param time s
     * @param offset bytes from the first byte of data
     * @param length bytes
     * @param kind what it is
     */
    void AddRow(double time, int64_t offset, uint32_t length, TimeSequenceKind kind);

    std::optional<uint32_t> m_origin;        ///< sequence number of the first byte of data
    int64_t m_highest{0};                    ///< offset behind the last byte sent
    std::optional<int64_t> m_window;         ///< last right edge of the window
    std::vector<std::vector<double>> m_rows; ///< events
};

} // namespace ns3

#endif /* TIME_SEQUENCE_H */
