// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_BACKOFF_H
#define MEDIUM_BACKOFF_H

#include "medium-attempt.h"
#include "medium-rules.h"

#include <algorithm>
#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumBackoff declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The backoff of one function: its contention window, the slots that remain, and the instant from
 * which they count.
 *
 * Slots are not counted down one by one. As long as the medium is idle, the backoff ends at
 * GetExpiry(); when it becomes busy, Count() takes off what has passed. Rules are those of
 * IEEE 802.11-2007, 9.2.5.2 and 9.9.1.5, as Txop and ChannelAccessManager of ns-3.44 have them.
 */
class MediumBackoff
{
  public:
    /// The window becomes the smallest of the rules. A backoff that runs keeps its slots, as they
    /// were drawn from the window of then.
    /// @param rules from now on
    void SetRules(const MediumRules& rules);

    /// @return the rules in force
    const MediumRules& GetRules() const
    {
        return m_rules;
    }

    /// @return contention window: the largest number of slots that may be drawn
    uint32_t GetWindow() const
    {
        return m_window;
    }

    /// @return slots that remain
    uint32_t GetSlots() const
    {
        return m_slots;
    }

    /// @param slot time of a slot, ns
    /// @return when the backoff ends, unless the medium becomes busy
    MediumTime GetExpiry(MediumTime slot) const
    {
        return m_countFrom + m_slots * slot;
    }

    /// A new backoff (Txop::StartBackoffNow()).
    /// @param slots that were drawn
    /// @param idleFrom instant from which interframe gaps count; the slots count a gap later
    void Begin(uint32_t slots, MediumTime idleFrom)
    {
        m_slots = slots;
        GoOn(idleFrom);
    }

    /// No slots remain: a function without a frame and without post-backoff.
    void Clear()
    {
        m_slots = 0;
    }

    /// Slots that were drawn replace those that remain; they count from the same instant.
    /// @param slots that were drawn
    void Replace(uint32_t slots)
    {
        m_slots = slots;
    }

    /// The slots that remain count again, a gap after the medium has become idle.
    /// @param idleFrom instant from which interframe gaps count
    void GoOn(MediumTime idleFrom)
    {
        m_countFrom = std::max(idleFrom + m_rules.gap, m_retryAt);
    }

    /// The slots do not count before a gap has passed, even if the medium has been idle for longer.
    /// @param now the time
    void WaitGap(MediumTime now)
    {
        m_countFrom = std::max(m_countFrom, now + m_rules.gap);
    }

    /// Take off the slots that have passed on an idle medium
    /// (ChannelAccessManager::UpdateBackoff()).
    /// @param now the time
    /// @param slot time of a slot, ns
    void Count(MediumTime now, MediumTime slot)
    {
        if (now < m_countFrom)
        {
            return;
        }
        const MediumTime passed = (now - m_countFrom) / slot + (m_rules.earlyDecrement ? 1 : 0);
        const auto counted = static_cast<uint32_t>(std::min<MediumTime>(passed, m_slots));
        m_slots -= counted;
        m_countFrom += counted * slot;
    }

    /**
     * A frame has come to an idle medium and no slot remains, or one was drawn for it:
     * MediumRules::idleAccess says when the slots count
     * (ChannelAccessManager::NeedBackoffUponAccess()).
     * @param idleFrom instant from which interframe gaps count
     * @param now the time
     */
    void Access(MediumTime idleFrom, MediumTime now);
    /**
     * A frame has come: slots that have begun to count go on at a boundary of slots where
     * MediumRules::idleAccess wants it (ChannelAccessManager::RequestAccess()).
     * @param idleFrom instant from which interframe gaps count
     * @param slot time of a slot, ns
     */
    void Align(MediumTime idleFrom, MediumTime slot);

    /// @return whether a failure of the next attempt makes the function give its frame up
    bool IsLastAttempt() const
    {
        return m_attempts + 1 >= m_rules.maxAttempts;
    }

    /**
     * An attempt is over: the window grows or is reset, and the attempts of the frame are counted.
     * @param result of the attempt, as if it were not the last one of its frame
     * @return RETRY_LIMIT or INTERNAL_LIMIT if it failed and was the last one; otherwise the same
     */
    MediumAttempt::Result Conclude(MediumAttempt::Result result);

    /// @param begin instant at which another station seizes the medium
    /// @return whether it is a failure for a function with a frame: MediumRules::deference
    bool FailsByDeference(MediumTime begin) const
    {
        return m_rules.deference == MediumRules::Deference::REDRAW ||
               (m_rules.deference == MediumRules::Deference::RETRY && m_retryAt <= begin);
    }

    /// Such a failure: the window doubles (xylomenos1999, III.A), or the frame is given up, and the
    /// window is the smallest.
    /// @return whether the frame is given up
    bool LoseMedium();

    /// Count slots at once, on a busy medium (Deference::RETRY).
    /// @param slots that were drawn
    /// @param now the time
    /// @param slot time of a slot, ns
    void Retry(uint32_t slots, MediumTime now, MediumTime slot)
    {
        m_slots = 0;
        m_retryAt = now + slots * slot;
    }

  private:
    /// A failure doubles the window: (cwMin + 1) 2^failures - 1, at most cwMax
    /// (Txop::UpdateFailedCw()).
    void Grow();

    MediumRules m_rules;       ///< see GetRules()
    MediumTime m_countFrom{0}; ///< instant from which the slots count
    MediumTime m_retryAt{0};   ///< end of the slots that Retry() counts
    uint32_t m_slots{0};       ///< that remain after m_countFrom
    uint32_t m_window{0};      ///< contention window, slots
    uint32_t m_failures{0};    ///< that the window has grown by
    uint32_t m_row{0};         ///< failures in a row (SSRC)
    uint32_t m_attempts{0};    ///< of the present frame
};

} // namespace ns3

#endif // MEDIUM_BACKOFF_H
