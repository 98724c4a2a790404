// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "delayed-ack-idle.h"

#include "time-sequence.h"

#include <cstddef>

namespace ns3
{

namespace
{

/// @param row of a TimeSequence
/// @return the kind of its event
TimeSequenceKind
GetKind(const std::vector<double>& row)
{
    return static_cast<TimeSequenceKind>(static_cast<int>(row[3]));
}

/// @param row of a TimeSequence
/// @return whether it is a segment with data, first or again
bool
IsData(const std::vector<double>& row)
{
    const auto kind = GetKind(row);
    return kind == TimeSequenceKind::SEGMENT || kind == TimeSequenceKind::RETRANSMISSION;
}

/// What a sender has sent so far, asked in the order of time.
class SenderView
{
  public:
    /// @param rows of a TimeSequence seen at the sender's TCP, which must outlive the view
    explicit SenderView(const std::vector<std::vector<double>>& rows)
        : m_rows(rows)
    {
    }

    /// @param segment a row
    /// @param time s
    /// @return whether that was the last it sent until then
    bool IsLast(const std::vector<double>& segment, double time)
    {
        for (; m_next < m_rows.size() && m_rows[m_next][0] < time; ++m_next)
        {
            if (IsData(m_rows[m_next]))
            {
                m_last = &m_rows[m_next];
            }
        }
        // The same bytes, sent before they arrived: a later copy of them would still be under way.
        return m_last && (*m_last)[1] == segment[1] && (*m_last)[0] <= segment[0];
    }

  private:
    const std::vector<std::vector<double>>& m_rows;
    std::size_t m_next{0};                      ///< row not yet passed
    const std::vector<double>* m_last{nullptr}; ///< segment sent last
};

} // namespace

std::vector<DelayedAckIdle>
FindDelayedAckIdles(const std::vector<std::vector<double>>& sender,
                    const std::vector<std::vector<double>>& receiver,
                    double atOnce)
{
    std::vector<DelayedAckIdle> idles;
    SenderView sent(sender);
    // Positions are offsets from the first byte of data, of which nothing is acknowledged yet.
    double acknowledged = 0;
    const std::vector<double>* waiting = nullptr; // data since the last ACK, if it is one segment
    bool isSingle = true;
    for (const auto& row : receiver)
    {
        if (IsData(row))
        {
            // A second segment makes the receiver acknowledge at once; what its ACK waits for after
            // that is not the timer.
            isSingle = waiting == nullptr;
            waiting = &row;
        }
        else if (GetKind(row) == TimeSequenceKind::ACK)
        {
            // Each condition excludes another reason for silence: the receiver waits for a second
            // segment only after a single one in order; an ACK that comes at once was not delayed;
            // and a segment that is under way would have brought the ACK without the timer.
            if (waiting && isSingle && (*waiting)[1] == acknowledged &&
                row[0] - (*waiting)[0] > atOnce && sent.IsLast(*waiting, row[0]))
            {
                idles.push_back({(*waiting)[0], row[0]});
            }
            acknowledged = row[1];
            waiting = nullptr;
        }
    }
    return idles;
}

} // namespace ns3
