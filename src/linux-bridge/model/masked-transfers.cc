// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "masked-transfers.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/// @param name of the value
/// @param value it
/// @param least accepted
void
RequireAtLeast(const std::string& name, int64_t value, int64_t least)
{
    if (value < least)
    {
        throw std::invalid_argument("MaskedTransfers: " + name + "=" + std::to_string(value) +
                                    ": expected at least " + std::to_string(least));
    }
}

} // namespace

MaskedTransfers::MaskedTransfers(const MaskedTransfersOptions& options)
    : m_options(options)
{
    RequireAtLeast("interval", options.interval, 1);
    RequireAtLeast("age", options.age, 0);
    RequireAtLeast("bytes", options.bytes, 1);
    RequireAtLeast("transfer", options.transfer, 0);
    RequireAtLeast("gap", options.gap, 0);
}

// sync_old_buffers: a look at the cache finds what is old enough. A flush that takes longer than
// the interval delays the next one.
void
MaskedTransfers::Write(int64_t now, uint32_t bytes)
{
    while (!m_flushes.empty() && GetEnd(m_flushes.front()) <= now)
    {
        m_flushes.pop_front();
    }
    const int64_t interval = m_options.interval;
    const int64_t due = (now + m_options.age + interval - 1) / interval * interval;
    if (m_flushes.empty() || m_flushes.back().begin < due || m_flushes.back().begin <= now)
    {
        const int64_t begin = m_flushes.empty() ? due : std::max(due, GetEnd(m_flushes.back()));
        m_flushes.push_back({.begin = begin, .bytes = 0});
    }
    Flush& flush = m_flushes.back();
    m_counters.bytes += bytes;
    m_counters.transfers -= GetTransfers(flush);
    flush.bytes += bytes;
    m_counters.transfers += GetTransfers(flush);
}

uint64_t
MaskedTransfers::GetTransfers(const Flush& flush) const
{
    return (flush.bytes + m_options.bytes - 1) / m_options.bytes;
}

int64_t
MaskedTransfers::GetEnd(const Flush& flush) const
{
    const auto transfers = static_cast<int64_t>(GetTransfers(flush));
    return flush.begin + transfers * (m_options.transfer + m_options.gap) - m_options.gap;
}

int64_t
MaskedTransfers::GetEnd(int64_t start, int64_t work)
{
    int64_t time = start;
    int64_t left = work;
    for (const Flush& flush : m_flushes)
    {
        if (GetEnd(flush) <= time)
        {
            continue;
        }
        const int64_t before = std::max<int64_t>(flush.begin - time, 0);
        if (left <= before)
        {
            break;
        }
        left -= before;
        time = Pass(flush, time + before, left);
    }
    m_counters.delay += time + left - start - work;
    return time + left;
}

// The processor works in the gaps only.
int64_t
MaskedTransfers::Pass(const Flush& flush, int64_t now, int64_t& work) const
{
    const int64_t period = m_options.transfer + m_options.gap;
    const auto transfers = static_cast<int64_t>(GetTransfers(flush));
    int64_t time = now;
    int64_t index = period > 0 ? (now - flush.begin) / period : transfers;
    for (; index < transfers; ++index)
    {
        const int64_t begin = flush.begin + index * period;
        if (time < begin) // in the gap before this transfer
        {
            const int64_t done = std::min(work, begin - time);
            work -= done;
            time += done;
            if (work == 0)
            {
                return time;
            }
        }
        time = std::max(time, begin + m_options.transfer);
    }
    return time;
}

void
MaskedTransfers::Restart()
{
    m_flushes.clear();
}

const MaskedTransfersCounters&
MaskedTransfers::GetCounters() const
{
    return m_counters;
}

} // namespace ns3
