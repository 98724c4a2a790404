// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_AIR_H
#define MEDIUM_AIR_H

#include "medium-frame.h"

#include <cstddef>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumAir declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Number of a frame of MediumAir.
using MediumAirNumber = MediumNumber<struct MediumAirKind>;

/**
 * @ingroup fast-wifi
 * The frames on the air in one busy period, by their begins, and which of them overlap.
 * A new busy period begins with Open(), and Close() ends it. In between, GetEnd() is still that of
 * the period before, so that the environment, which is asked while frames are followed, sees the
 * medium as it was. Searches are linear in the number of frames of the busy period.
 */
class MediumAir
{
  public:
    /// A busy period begins: forget the frames of the last one.
    /// @param begin of the first frame
    void Open(MediumTime begin);
    /// @param frame that begins, no earlier than those before it
    /// @return its number
    MediumAirNumber Add(const MediumTransmission& frame);
    /// All frames of the busy period are known: GetEnd() is that of the one that ends last.
    void Close();

    /// @return begin of the busy period
    MediumTime GetBegin() const
    {
        return m_begin;
    }

    /// @return end of the last busy period that was closed
    MediumTime GetEnd() const
    {
        return m_end;
    }

    /// @param number of a frame
    /// @return the frame
    const MediumTransmission& operator[](MediumAirNumber number) const
    {
        return m_frames[number];
    }

    /**
     * @param number of a frame
     * @return the frame, and those that overlap it, in the order of their begins; until the next
     *         call of this function or Sense()
     */
    std::span<const MediumTransmission> FindOverlapping(MediumAirNumber number);

    /// Frames on the air while a station looks for a preamble.
    struct Sensed
    {
        std::span<const MediumTransmission> frames; ///< in the order of their begins
        std::size_t first; ///< the first that has not begun before the station looked
    };

    /**
     * @param number of the frame that made a station look for a preamble
     * @return frames on the air from its start on; until the next call of this function or
     *         FindOverlapping()
     */
    Sensed Sense(MediumAirNumber number);
    /// @param place of a frame in the last result of Sense()
    /// @return its number
    MediumAirNumber GetSensed(std::size_t place) const;

    /**
     * Who takes part in the busy period finds the gaps between the frames idle, because it has no
     * NAV. All others have one, which covers the gaps.
     * @param station one that might send
     * @param now the time, before GetEnd()
     * @param senseTime from the start of a frame until others sense it, ns
     * @return whether the station finds the medium busy
     */
    bool IsBusy(MediumStation station, MediumTime now, MediumTime senseTime) const;

  private:
    MediumTable<MediumAirNumber, MediumTransmission> m_frames; ///< in the order of their begins
    MediumTime m_begin{0};                                     ///< see GetBegin()
    MediumTime m_end{0};                                       ///< see GetEnd()
    std::vector<MediumTransmission> m_found; ///< result of FindOverlapping() or Sense()
    std::vector<MediumAirNumber> m_sensed;   ///< numbers of the result of Sense()
};

} // namespace ns3

#endif // MEDIUM_AIR_H
