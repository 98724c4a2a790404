// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-holding-account.h"

#include "ns3/time-sequence.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Order of TimeSequence::COLUMNS.
enum Column
{
    TIME,
    SEQUENCE,
    LENGTH,
    KIND,
};

bool
Is(const std::vector<double>& row, TimeSequenceKind kind)
{
    return row[KIND] == static_cast<double>(kind);
}

} // namespace

AckHoldingAccount
CountAckHolding(const Series& view, const AckHoldingWindow& window)
{
    AckHoldingAccount account;
    double acknowledged = -1;
    for (const auto& row : view.rows)
    {
        const bool inside = row[TIME] >= window.begin && row[TIME] < window.end;
        if (Is(row, TimeSequenceKind::ACK))
        {
            account.duplicateAcks += inside && row[SEQUENCE] == acknowledged;
            acknowledged = std::max(acknowledged, row[SEQUENCE]);
        }
        else if (inside && Is(row, TimeSequenceKind::RETRANSMISSION))
        {
            ++account.retransmissions;
            account.covered += row[SEQUENCE] + row[LENGTH] <= acknowledged;
        }
    }
    return account;
}

double
GetLongestGap(const std::vector<double>& times, const AckHoldingWindow& window)
{
    double longest = 0;
    for (size_t i = 1; i < times.size(); ++i)
    {
        if (times[i] >= window.begin && times[i] < window.end)
        {
            longest = std::max(longest, times[i] - times[i - 1]);
        }
    }
    return longest;
}

double
GetFirstRetransmission(const Series& view, const AckHoldingWindow& window)
{
    const auto found = std::find_if(view.rows.begin(), view.rows.end(), [&window](const auto& row) {
        return row[TIME] >= window.begin && row[TIME] < window.end &&
               Is(row, TimeSequenceKind::RETRANSMISSION);
    });
    return found == view.rows.end() ? window.end : (*found)[TIME];
}

double
GetLastBefore(const std::vector<double>& times, double end)
{
    const auto after = std::lower_bound(times.begin(), times.end(), end);
    return after == times.begin() ? 0 : *std::prev(after);
}

size_t
CountUnanswered(const std::vector<double>& questions,
                const std::vector<double>& answers,
                const AckHoldingWindow& window,
                double limit)
{
    return std::count_if(questions.begin(), questions.end(), [&](double question) {
        const auto answer = std::lower_bound(answers.begin(), answers.end(), question);
        return question >= window.begin && question < window.end &&
               (answer == answers.end() || *answer > question + limit);
    });
}

std::vector<double>
GetTimes(const Series& view, bool sent)
{
    std::vector<double> times;
    for (const auto& row : view.rows)
    {
        const bool segment =
            Is(row, TimeSequenceKind::SEGMENT) || Is(row, TimeSequenceKind::RETRANSMISSION);
        if (sent ? segment : Is(row, TimeSequenceKind::ACK))
        {
            times.push_back(row[TIME]);
        }
    }
    return times;
}

} // namespace ns3
