// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-stalls.h"

#include "time-sequence.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

/// What a sender has sent and got.
struct Sender
{
    std::optional<double> lastSent;    ///< when it sent the last segment, s
    std::map<double, double> segments; ///< last transmission, s, by the segment's first byte
    double acknowledged{0};            ///< next byte that the receiver expects
    uint32_t duplicates{0};            ///< of the ACK with this number

    void Acknowledge(double next)
    {
        if (next > acknowledged)
        {
            acknowledged = next;
            duplicates = 0;
            segments.erase(segments.begin(), segments.lower_bound(next));
        }
        else if (next == acknowledged && !segments.empty())
        {
            ++duplicates;
        }
    }

    /// @return when the segment that the receiver expects was sent last, s; NaN if it was not
    double GetHead() const
    {
        const auto head = segments.find(acknowledged);
        return head == segments.end() ? std::numeric_limits<double>::quiet_NaN() : head->second;
    }
};

} // namespace

std::vector<TcpStall>
FindTcpStalls(const std::vector<std::vector<double>>& rows,
              const std::vector<double>& timeouts,
              double least)
{
    if (!(least > 0))
    {
        throw std::invalid_argument("least=" + std::to_string(least) + ": expected more than 0");
    }
    std::vector<TcpStall> stalls;
    Sender sender;
    for (const std::vector<double>& row : rows)
    {
        const double time = row.at(0);
        const double offset = row.at(1);
        const auto kind = static_cast<TimeSequenceKind>(row.at(3));
        if (kind == TimeSequenceKind::ACK)
        {
            sender.Acknowledge(offset);
        }
        if (kind != TimeSequenceKind::SEGMENT && kind != TimeSequenceKind::RETRANSMISSION)
        {
            continue;
        }
        if (sender.lastSent && time - *sender.lastSent >= least)
        {
            stalls.push_back({*sender.lastSent,
                              time,
                              std::ranges::binary_search(timeouts, time),
                              sender.duplicates,
                              time - sender.GetHead()});
        }
        sender.lastSent = time;
        sender.segments[offset] = time;
    }
    return stalls;
}

} // namespace ns3
