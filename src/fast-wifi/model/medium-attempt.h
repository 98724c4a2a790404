// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ATTEMPT_H
#define MEDIUM_ATTEMPT_H

#include "medium-frame.h"

#include <cstdint>
#include <span>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumAttempt declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * An attempt to send a frame, and its outcome. MediumAccess fills it in and shows it twice:
 * to MediumEnvironment::Observe(), when receptions are decided, and to MediumContender::Note(),
 * when the result counts.
 */
struct MediumAttempt
{
    /// How it ended.
    enum class Result : uint8_t
    {
        SENT,           ///< without an acknowledgment, as the frame asks for none
        ACKNOWLEDGED,   ///< the sender received the ACK
        MISSED,         ///< the sender missed ACK or CTS, and tries again
        RETRY_LIMIT,    ///< as MISSED, and the frame is given up; or it lost the medium too often,
                        ///< and was not on the air (MediumRules::Deference)
        INTERNAL,       ///< another function of the station began at the same time; tries again
        INTERNAL_LIMIT, ///< as INTERNAL, and the frame is given up
    };

    MediumFunction function{0}; ///< that makes it
    MediumFrame frame;          ///< its exchange
    MediumTime begin{0};        ///< of the first frame, ns
    MediumTime dataBegin{0};    ///< of the data frame, ns; meaningless if it was not sent
    MediumTime completion{0}; ///< the sender knows the result, ns: end of the ACK, of a timeout, or
                              ///< of a frame without ACK
    Result result{Result::SENT}; ///< how it ended
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

    /// @return whether a frame of it was on the air
    bool IsOnAir() const
    {
        return result != Result::INTERNAL && result != Result::INTERNAL_LIMIT;
    }

    /// @return whether the sender has what it waited for: the ACK, or nothing
    bool IsAnswered() const
    {
        return result == Result::SENT || result == Result::ACKNOWLEDGED;
    }

    /// @return whether the frame is given up
    bool IsGivenUp() const
    {
        return IsGivenUp(result);
    }

    /// @param result of an attempt
    /// @return whether its frame is given up
    static constexpr bool IsGivenUp(Result result)
    {
        return result == Result::RETRY_LIMIT || result == Result::INTERNAL_LIMIT;
    }
};

} // namespace ns3

#endif // MEDIUM_ATTEMPT_H
