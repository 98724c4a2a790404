// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "retransmission-pattern.h"

#include "time-sequence.h"

#include <algorithm>
#include <gsl/gsl_statistics_double.h>
#include <iterator>

namespace ns3
{

RetransmissionPattern::RetransmissionPattern(const std::vector<std::vector<double>>& rows)
{
    for (const auto& row : rows)
    {
        const auto kind = static_cast<TimeSequenceKind>(static_cast<int>(row[3]));
        // Segments are numbered as TCP sends them for the first time, so that "every tenth data
        // packet" is a distance of ten whatever is sent again between them.
        if (kind == TimeSequenceKind::SEGMENT)
        {
            m_starts.push_back(row[1]);
            m_first.push_back(row[0]);
            m_times.push_back(row[0]);
        }
        else if (kind == TimeSequenceKind::RETRANSMISSION)
        {
            m_times.push_back(row[0]);
            Add(row[0], row[1]);
        }
    }
    // A hole that is repaired late comes after a later one in the record, but before it in the
    // numbering of segments, by which the spacing is taken.
    std::sort(m_events.begin(), m_events.end(), [](const Event& a, const Event& b) {
        return a.segment < b.segment;
    });
}

void
RetransmissionPattern::Add(double time, double sequence)
{
    ++m_retransmissions;
    // A retransmission may begin anywhere in a segment of the first transmission.
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), sequence);
    if (after == m_starts.begin())
    {
        return; // its first transmission was before the record began
    }
    const auto segment = static_cast<std::size_t>(after - m_starts.begin() - 1);
    const bool isKnown =
        std::any_of(m_events.begin(), m_events.end(), [segment](const Event& event) {
            return event.segment == segment;
        });
    if (isKnown)
    {
        return; // the pattern has each segment once, however often TCP repeats it
    }
    // "The (approximately) 100 ms gaps before each fast retransmission, during which the sender is
    // retransmitting (in vain) at the MAC-layer" (kuang2003, 4.3.2 A): the longest silence from the
    // segment's first transmission to its second.
    double gap = 0;
    for (auto t = std::lower_bound(m_times.begin(), m_times.end(), m_first[segment]);
         std::next(t) != m_times.end();
         ++t)
    {
        gap = std::max(gap, *std::next(t) - *t);
    }
    m_events.push_back({segment, time, gap});
}

std::size_t
RetransmissionPattern::GetSegments() const
{
    return m_starts.size();
}

std::size_t
RetransmissionPattern::GetRetransmissions() const
{
    return m_retransmissions;
}

const std::vector<RetransmissionPattern::Event>&
RetransmissionPattern::GetEvents() const
{
    return m_events;
}

std::vector<double>
RetransmissionPattern::GetSpacings() const
{
    // "About every tenth data packet requires retransmission" (4.3.2 A).
    std::vector<double> spacings;
    for (std::size_t i = 1; i < m_events.size(); ++i)
    {
        spacings.push_back(static_cast<double>(m_events[i].segment - m_events[i - 1].segment));
    }
    return spacings;
}

double
RetransmissionPattern::GetRegularity() const
{
    const auto spacings = GetSpacings();
    if (spacings.empty())
    {
        return 0;
    }
    const double mean = gsl_stats_mean(spacings.data(), 1, spacings.size());
    // "Periodicity" is the paper's word; the range is ours. The header says what share of the
    // spacings lies in it if the losses have no pattern.
    const auto close = std::count_if(spacings.begin(), spacings.end(), [mean](double spacing) {
        return spacing >= mean / 2 && spacing <= 1.5 * mean;
    });
    return static_cast<double>(close) / static_cast<double>(spacings.size());
}

double
RetransmissionPattern::GetMeanGap() const
{
    std::vector<double> gaps;
    std::transform(m_events.begin(), m_events.end(), std::back_inserter(gaps), [](const auto& e) {
        return e.gap;
    });
    return gaps.empty() ? 0 : gsl_stats_mean(gaps.data(), 1, gaps.size());
}

} // namespace ns3
