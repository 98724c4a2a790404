// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "loss-runs.h"

#include <boost/histogram.hpp>

namespace ns3
{

void
LossRuns::Add(bool received)
{
    received ? ++m_received : ++m_lost;
    // A run counts when it is over; the last one may go on and is left out (figures 5, 6, 10, 11).
    if (m_run > 0 && m_isLosing == received)
    {
        ++(m_isLosing ? m_lostRuns : m_receivedRuns)[m_run];
        m_run = 0;
    }
    m_isLosing = !received;
    ++m_run;
}

uint64_t
LossRuns::GetReceived() const
{
    return m_received;
}

uint64_t
LossRuns::GetLost() const
{
    return m_lost;
}

const LossRuns::Histogram&
LossRuns::GetReceivedRuns() const
{
    return m_receivedRuns;
}

const LossRuns::Histogram&
LossRuns::GetLostRuns() const
{
    return m_lostRuns;
}

std::vector<LossRunPlaces>
LossRuns::GetPlaces(bool received, const std::vector<uint64_t>& lasts) const
{
    using namespace boost::histogram;
    // Edges between whole numbers. The interval beyond the last one is the overflow.
    std::vector<double> edges{0.5};
    for (const uint64_t last : lasts)
    {
        edges.push_back(static_cast<double>(last) + 0.5);
    }
    auto packets = make_histogram(axis::variable<>(edges));
    auto ended = packets;
    const auto count = [&packets](uint64_t places, uint64_t runs) {
        for (uint64_t place = 1; place <= places; ++place)
        {
            packets(static_cast<double>(place), weight(runs));
        }
    };
    for (const auto& [length, runs] : received ? m_receivedRuns : m_lostRuns)
    {
        count(length, runs);
        ended(static_cast<double>(length), weight(runs));
    }
    if (m_run > 1 && m_isLosing != received)
    {
        count(m_run - 1, 1); // nothing is known of what follows the last packet
    }
    std::vector<LossRunPlaces> places;
    for (int i = 0; i <= static_cast<int>(lasts.size()); ++i)
    {
        places.push_back(
            {static_cast<uint64_t>(packets.at(i)), static_cast<uint64_t>(ended.at(i))});
    }
    return places;
}

} // namespace ns3
