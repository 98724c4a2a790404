// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_FRAME_H
#define MEDIUM_FRAME_H

#include "medium-number.h"
#include "medium-timing.h"

#include <cstdint>
#include <limits>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumFrame and ns3::MediumTransmission declarations.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// The receiver of a group-addressed frame.
constexpr MediumStation MEDIUM_EVERYBODY{std::numeric_limits<uint32_t>::max()};
/// @ingroup fast-wifi
/// The receiver of a frame to an address that no station has.
constexpr MediumStation MEDIUM_NOBODY{MEDIUM_EVERYBODY.value - 1};

/// @ingroup fast-wifi
/// A frame on the air.
struct MediumTransmission
{
    /// What it is.
    enum class Kind : uint8_t
    {
        RTS,  ///< request to send
        CTS,  ///< clear to send, the answer to an RTS
        DATA, ///< frame of data, of a station or to a group
        ACK,  ///< acknowledgment, the answer to data
    };

    MediumStation sender{0};    ///< station
    MediumFunction function{0}; ///< whose exchange it belongs to
    Kind kind{Kind::DATA};      ///< what it is
    MediumTime begin{0};        ///< first instant
    MediumTime end{0};          ///< first instant after it
    MediumTime plcp{0};         ///< time of its preamble and header, ns
    uint64_t serial{0};         ///< no other frame on the medium has this number

    /// @return whether it answers a frame: a CTS or an ACK, which the receiver of the exchange
    /// sends
    bool IsAnswer() const
    {
        return kind == Kind::CTS || kind == Kind::ACK;
    }
};

/**
 * @ingroup fast-wifi
 * A frame exchange that a function asks for: its frames by their times on the air, all in
 * nanoseconds, and what follows from them (IEEE 802.11-2007, 9.2.5 and 9.2.8).
 */
struct MediumFrame
{
    MediumStation receiver{MEDIUM_EVERYBODY}; ///< station
    MediumTime data{0};                       ///< time of the data frame
    MediumTime acknowledgment{0};             ///< time of the ACK; 0 for a frame that has none
    MediumTime rts{0};                        ///< time of the RTS; 0 for none
    MediumTime cts{0};                        ///< time of the CTS
    MediumTime ackTimeout{0}; ///< from the end of the data until its sender misses the ACK
    MediumTime ctsTimeout{0}; ///< from the end of the RTS until its sender misses the CTS
    /// Time of preamble and header of the first frame: from its start until PHY-RXSTART
    MediumTime plcp{192'000};

    /// @param kind of a frame of the exchange
    /// @return its time on the air
    MediumTime GetLength(MediumTransmission::Kind kind) const;
    /// @param kind of a frame of the exchange
    /// @param timing of the medium
    /// @return time of its preamble and header, at most GetLength(). That of an answer is the rest
    /// of its timeout behind SIFS and a slot (9.2.8)
    MediumTime GetPlcp(MediumTransmission::Kind kind, const MediumTiming& timing) const;
    /// @param kind of a frame of the exchange
    /// @param end of that frame
    /// @param timing of the medium
    /// @return until when it sets the NAV of others: the end of the last frame of the exchange
    MediumTime GetNavEnd(MediumTransmission::Kind kind,
                         MediumTime end,
                         const MediumTiming& timing) const;
    /// @param end of the RTS
    /// @param timing of the medium
    /// @return until when its NAV lasts if no frame begins before (9.2.5.4)
    MediumTime GetNavReset(MediumTime end, const MediumTiming& timing) const;
};

} // namespace ns3

#endif // MEDIUM_FRAME_H
