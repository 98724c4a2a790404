// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SHARED_SLOT_PROBABILITY_H
#define SHARED_SLOT_PROBABILITY_H

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * Probability that stations which draw a backoff at the same time choose a common slot.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The exact probability that at least two of some stations draw the same slot, when each draws one
 * of the slots of the contention window with equal probability and independently of the others:
 * 1 - CW! / ((CW - N)! CW^N).
 *
 * @param stations N, how many draw
 * @param slots CW, size of the contention window, at least 1; 32 in 802.11b, where backoffs are 0
 * to 31
 * @return the probability; 1 if there are more stations than slots
 * @throws std::invalid_argument without slots
 */
double GetSharedSlotProbability(uint32_t stations, uint32_t slots);

/**
 * @ingroup wlan-testbed
 * The formula as gopal2005 prints it (slide "TCP Simultaneous-send problem in 802.11 wireless
 * networks"): 1 - (CW - 1)! / ((CW - N - 1)! CW^N). It is the exact probability for N + 1 stations,
 * so that its N is the number of the others with which a station contends.
 *
 * @param others N of the formula
 * @param slots CW of the formula, at least 1
 * @return the probability
 * @throws std::invalid_argument without slots
 */
double GetPrintedSharedSlotProbability(uint32_t others, uint32_t slots);

} // namespace ns3

#endif // SHARED_SLOT_PROBABILITY_H
