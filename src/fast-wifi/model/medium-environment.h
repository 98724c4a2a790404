// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ENVIRONMENT_H
#define MEDIUM_ENVIRONMENT_H

#include "medium-attempt.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumEnvironment and ns3::MediumContender declarations.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * Who has functions that contend for the medium: what they send, which numbers they draw, and what
 * became of it. MediumAccess asks this of its MediumEnvironment, and MediumChannel asks its
 * devices.
 */
class MediumContender
{
  public:
    virtual ~MediumContender() = default;

    /**
     * @param function that has a frame waiting
     * @return its first frame. The same frame until an attempt of it is final
     */
    virtual MediumFrame GetFrame(MediumFunction function) = 0;

    /**
     * @param function that begins a backoff
     * @param window contention window, slots
     * @return a number of slots, uniform in [0, window]
     */
    virtual uint32_t DrawSlots(MediumFunction function, uint32_t window) = 0;

    /// @param function that will begin an exchange
    /// @return whether its start is an instant at which MediumAccess::Advance() must be called
    virtual bool WantsBegin([[maybe_unused]] MediumFunction function) const
    {
        return false;
    }

    /**
     * Take note of an attempt. Called when the medium has been computed past its start, which may
     * be before its end.
     * @param attempt the attempt
     * @return whether the function has a frame waiting after it; after an attempt that is not final
     *         it has
     */
    virtual bool Note(const MediumAttempt& attempt) = 0;
};

/**
 * @ingroup fast-wifi
 * What MediumAccess asks those that use it: what all functions do, and who receives what.
 */
class MediumEnvironment : public MediumContender
{
  public:
    /**
     * Decide on which frame a station locks that neither sends nor receives. Called for frames that
     * overlap, and on a medium with losses for each frame.
     * @param listener station
     * @param frames on the air within the time of carrier sense after the start of one of them, in
     * the order of their begins
     * @param first the first that the station can lock on; the others had begun before
     * @return number of the frame whose preamble it detects, if any
     */
    virtual std::optional<std::size_t> Detect(MediumStation listener,
                                              std::span<const MediumTransmission> frames,
                                              std::size_t first) = 0;

    /**
     * Decide whether a station decodes the frame that it has locked on. Called once for each frame
     * and station, and when Detect() is.
     * @param listener station
     * @param frames the frame, and those that overlap it
     * @return whether it decodes it
     */
    virtual bool Decode(MediumStation listener, std::span<const MediumTransmission> frames) = 0;

    /**
     * See what is on the air for an attempt, before Note() is called for any function of the
     * exchange.
     * @param attempt the attempt, whose result may still become that of the last one
     */
    virtual void Observe([[maybe_unused]] const MediumAttempt& attempt)
    {
    }
};

} // namespace ns3

#endif // MEDIUM_ENVIRONMENT_H
