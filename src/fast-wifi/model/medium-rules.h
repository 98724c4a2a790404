// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_RULES_H
#define MEDIUM_RULES_H

#include "medium-timing.h"

#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumRules declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// How a function contends for the medium. The defaults are those of the DCF of 802.11b.
struct MediumRules
{
    /// What a function does with a frame that it gets while the medium is idle and no backoff runs.
    enum class IdleAccess : uint8_t
    {
        WAIT_GAP,      ///< sends after an interframe gap that counts from now (DCF of ns-3)
        SLOT_BOUNDARY, ///< sends at a boundary of slots (EDCA: IEEE 802.11-2007, 9.9.1.3)
        NEXT_SLOT,     ///< the same, but a frame that arrives at a boundary waits for the next one
        DRAW,          ///< draws a slot, as for any frame (WaveLAN)
    };
    /// What a function does when another station seizes the medium first.
    enum class Deference : uint8_t
    {
        FREEZE, ///< keeps the slots that remain (IEEE 802.11-2007, 9.2.5.2)
        REDRAW, ///< doubles its window and draws again (WaveLAN: xylomenos1999, III.A)
        RETRY,  ///< takes it for a collision of IEEE 802.3 (4.2.3.2.5): the same, but the slots
                ///< count at once, while the medium is busy; it fails again only if they are over
    };

    MediumTime gap{50'000};     ///< idle time before slots count: DIFS, AIFS, or the card's gap; ns
    uint32_t cwMin{31};         ///< smallest contention window, slots; at most cwMax
    uint32_t cwMax{1023};       ///< largest contention window, slots
    uint32_t maxAttempts{7};    ///< a frame is given up after so many that failed, losses of the
                                ///< medium with REDRAW or RETRY among them; at least 1
    bool earlyDecrement{false}; ///< a slot counts at its start (EDCA), not at its end (DCF)
    /// Failures in a row, of one frame or several, at which the window returns to cwMin
    /// (dot11ShortRetryLimit, IEEE 802.11-2007, 9.2.4). 0: maxAttempts + 1 (802.11-2020, ns-3).
    uint32_t shortRetryLimit{0};
    bool postBackoff{true}; ///< a backoff follows each frame, even if no other one waits
    IdleAccess idleAccess{IdleAccess::WAIT_GAP}; ///< see IdleAccess
    Deference deference{Deference::FREEZE};      ///< see Deference
};

} // namespace ns3

#endif // MEDIUM_RULES_H
