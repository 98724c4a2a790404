// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_HOLDING_ACCOUNT_H
#define ACK_HOLDING_ACCOUNT_H

#include "ns3/study-results.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// A stretch of a run, s.
struct AckHoldingWindow
{
    double begin; ///< first instant
    double end;   ///< one past the last
};

/// What one view of the connection (a time-sequence series) shows in a window.
struct AckHoldingAccount
{
    uint32_t retransmissions{0}; ///< segments sent again
    uint32_t covered{0};         ///< of these, sent after an ACK that covers them
    uint32_t duplicateAcks{0};   ///< ACKs that repeat the one before them
};

/**
 * @param view series with the columns of TimeSequence
 * @param window stretch to look at
 * @return what happened in it
 */
AckHoldingAccount CountAckHolding(const Series& view, const AckHoldingWindow& window);

/**
 * @param times of events, s, ascending
 * @param window stretch to look at
 * @return longest time between two neighbors of which the later one lies in the window, s; 0 if
 *         there is none
 */
double GetLongestGap(const std::vector<double>& times, const AckHoldingWindow& window);

/**
 * @param view series with the columns of TimeSequence
 * @param window stretch to look at
 * @return time of the first segment sent again in it, s; its end if there is none
 */
double GetFirstRetransmission(const Series& view, const AckHoldingWindow& window);

/// @param times of events, s, ascending
/// @param end instant, s
/// @return the last of them before it, s; 0 if there is none
double GetLastBefore(const std::vector<double>& times, double end);

/**
 * @param questions times of events, s, ascending
 * @param answers times of events, s, ascending
 * @param window stretch to look at
 * @param limit longest time for an answer, s
 * @return questions in the window that no answer follows within the limit
 */
size_t CountUnanswered(const std::vector<double>& questions,
                       const std::vector<double>& answers,
                       const AckHoldingWindow& window,
                       double limit);

/**
 * @param view series with the columns of TimeSequence
 * @param sent whether to take the segments, otherwise the ACKs
 * @return their times, s
 */
std::vector<double> GetTimes(const Series& view, bool sent);

} // namespace ns3

#endif // ACK_HOLDING_ACCOUNT_H
