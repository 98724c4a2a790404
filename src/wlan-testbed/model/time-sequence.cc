// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "time-sequence.h"

#include <algorithm>

namespace ns3
{

const std::vector<std::string> TimeSequence::COLUMNS{"time", "seq", "len", "kind"};

void
TimeSequence::Open(uint32_t initialSequence)
{
    // A SYN that is sent again has the same number.
    if (!m_origin)
    {
        m_origin = initialSequence + 1; // the SYN itself takes one number
    }
}

void
TimeSequence::Send(double time, uint32_t sequence, uint32_t length)
{
    // The record may begin within a connection; the first byte that it sees is then byte 0.
    if (!m_origin)
    {
        m_origin = sequence;
    }
    const int64_t offset = Unwrap(sequence);
    // A segment that begins below the highest byte repeats some of what was sent.
    const bool isNew = offset >= m_highest;
    AddRow(time,
           offset,
           length,
           isNew ? TimeSequenceKind::SEGMENT : TimeSequenceKind::RETRANSMISSION);
    m_highest = std::max(m_highest, offset + length);
}

void
TimeSequence::Acknowledge(double time, uint32_t acknowledgment, uint32_t window)
{
    if (!m_origin)
    {
        return; // it acknowledges bytes from before the record
    }
    const int64_t offset = Unwrap(acknowledgment);
    AddRow(time, offset, 0, TimeSequenceKind::ACK);
    // The graph has a line for the window's right edge, which needs a point only where it moves.
    if (m_window != offset + window)
    {
        m_window = offset + window;
        AddRow(time, *m_window, 0, TimeSequenceKind::WINDOW);
    }
}

void
TimeSequence::Sack(double time, uint32_t left, uint32_t right)
{
    if (m_origin)
    {
        AddRow(time, Unwrap(left), right - left, TimeSequenceKind::SACK);
    }
}

bool
TimeSequence::HasData() const
{
    return m_highest > 0;
}

const std::vector<std::vector<double>>&
TimeSequence::GetRows() const
{
    return m_rows;
}

int64_t
TimeSequence::Unwrap(uint32_t sequence) const
{
    // The difference of two numbers modulo 2^32, read as signed, is right while they are less than
    // 2^31 apart (RFC 1982); no window is that large.
    const auto highest = static_cast<uint32_t>(*m_origin + m_highest);
    return m_highest + static_cast<int32_t>(sequence - highest);
}

void
TimeSequence::AddRow(double time, int64_t offset, uint32_t length, TimeSequenceKind kind)
{
    m_rows.push_back({time,
                      static_cast<double>(offset),
                      static_cast<double>(length),
                      static_cast<double>(kind)});
}

} // namespace ns3
