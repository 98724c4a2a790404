// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ENVIRONMENT_H
#define MEDIUM_ENVIRONMENT_H

#include "medium-number.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumEnvironment declaration, and what it exchanges with ns3::MediumAccess.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Time on the medium since the start of the simulation, or a length of it; nanoseconds.
using MediumTime = int64_t;

/// @ingroup fast-wifi
/// The receiver of a group-addressed frame.
constexpr MediumStation MEDIUM_EVERYBODY{std::numeric_limits<uint32_t>::max()};
/// @ingroup fast-wifi
/// The receiver of a frame to an address that no station has.
constexpr MediumStation MEDIUM_NOBODY{MEDIUM_EVERYBODY.value - 1};
/// @ingroup fast-wifi
/// Later than anything.
constexpr MediumTime MEDIUM_NEVER = std::numeric_limits<MediumTime>::max();

/// @ingroup fast-wifi
/// A frame exchange that a function asks for: its frames by their times on the air.
struct MediumFrame
{
    MediumStation receiver{MEDIUM_EVERYBODY}; ///< station
    MediumTime data{0};                       ///< time of the data frame
    MediumTime acknowledgment{0};             ///< time of the ACK; 0 for a frame that has none
    MediumTime rts{0};                        ///< time of the RTS; 0 for none
    MediumTime cts{0};                        ///< time of the CTS
    MediumTime ackTimeout{0}; ///< from the end of the data until its sender misses the ACK
    MediumTime ctsTimeout{0}; ///< from the end of the RTS until its sender misses the CTS
    /// Time of preamble and header of the first frame: from its begin until PHY-RXSTART
    MediumTime plcp{192'000};
};

/// @ingroup fast-wifi
/// A frame on the air.
struct MediumTransmission
{
    /// What it is.
    enum class Kind : uint8_t
    {
        RTS,
        CTS,
        DATA,
        ACK,
    };

    MediumStation sender{0};    ///< station
    MediumFunction function{0}; ///< whose exchange it belongs to
    Kind kind{Kind::DATA};      ///< what it is
    MediumTime begin{0};        ///< first instant
    MediumTime end{0};          ///< first instant after it
    MediumTime plcp{0};         ///< time of its preamble and header
    uint64_t serial{0};         ///< no other frame on the medium has this number
};

/// @ingroup fast-wifi
/// An attempt to send a frame.
struct MediumAttempt
{
    /// How it ended.
    enum class Result : uint8_t
    {
        SENT,           ///< without an acknowledgment, as the frame asks for none
        ACKNOWLEDGED,   ///< the sender received the ACK
        MISSED,         ///< the sender missed ACK or CTS, and tries again
        RETRY_LIMIT,    ///< as MISSED, and the frame is given up
        INTERNAL,       ///< another function of the station began at the same time; tries again
        INTERNAL_LIMIT, ///< as INTERNAL, and the frame is given up
    };

    MediumFunction function{0};
    MediumFrame frame;
    MediumTime begin{0};      ///< of the first frame
    MediumTime dataBegin{0};  ///< of the data frame; meaningless if it was not sent
    MediumTime completion{0}; ///< the sender knows the result
    Result result{Result::SENT};
    bool collided{false};    ///< frames of other stations began within the time of carrier sense
    bool delivered{false};   ///< the receiver, a station, got the data frame
    bool isAnnounced{false}; ///< MediumAccess::TakeBegins() has told of it
    /// The data frame, and what overlapped it; the first is the data frame. Empty if it was not
    /// sent. Valid during MediumEnvironment::Observe(), empty in Note().
    std::span<const MediumTransmission> overlapping;
    /// By station, whether it decoded the data frame, whoever it was for. Empty if each station
    /// that does not send did. Valid as overlapping is.
    std::span<const uint8_t> decoded;

    /// @return whether the sender is done with the frame
    bool IsFinal() const
    {
        return result != Result::MISSED && result != Result::INTERNAL;
    }
};

/**
 * @ingroup fast-wifi
 * Who has functions that contend for the medium: what they send, which numbers they draw, and what
 * became of it. MediumAccess asks this of its MediumEnvironment, and MediumChannel asks its devices.
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
    /// @return whether its begin is an instant at which MediumAccess::Advance() must be called
    virtual bool WantsBegin([[maybe_unused]] MediumFunction function) const
    {
        return false;
    }

    /**
     * Take note of an attempt. Called when the medium has been computed past its begin, which may
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
     * @param frames on the air within the time of carrier sense after the begin of one of them, in
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
