// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_DEFERRAL_H
#define MEDIUM_DEFERRAL_H

#include "medium-timing.h"

#include <algorithm>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumDeferral declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * What keeps one station silent although nothing is on the air: its NAV (IEEE
 * 802.11-2007, 9.2.5.4), EIFS (9.2.3.4), and the wait for an answer (9.2.8). Each of them is an
 * instant, ns.
 */
class MediumDeferral
{
  public:
    /// @return until when the NAV says that the medium is busy
    MediumTime GetNav() const
    {
        return std::min(m_navEnd, m_navReset);
    }

    /// @return until when the NAV would last if a frame began before it can be reset
    MediumTime GetLongestNav() const
    {
        return m_navEnd;
    }

    /// @return the end of all three: interframe gaps count from there, or from the end of the last
    /// frame
    MediumTime GetEnd() const
    {
        return std::max({m_eifsEnd, m_timeoutEnd, GetNav()});
    }

    /**
     * The station has decoded a frame that is not for it. A NAV never becomes shorter by that.
     * @param end until when the frame reserves the medium
     * @param reset until when the NAV lasts if no frame begins before; MEDIUM_NEVER for a frame
     *        other than an RTS
     */
    void SetNav(MediumTime end, MediumTime reset)
    {
        if (end > m_navEnd)
        {
            m_navEnd = end;
            m_navReset = reset;
        }
    }

    /// The header of a frame has come (PHY-RXSTART): a NAV that an RTS has set stays, or has ended
    /// before (9.2.5.4).
    /// @param at when
    void NoteRxStart(MediumTime at)
    {
        if (m_navReset <= at)
        {
            m_navEnd = std::min(m_navEnd, m_navReset);
        }
        m_navReset = MEDIUM_NEVER;
    }

    /// A frame could not be decoded.
    /// @param end of EIFS without DIFS
    void SetEifs(MediumTime end)
    {
        m_eifsEnd = end;
    }

    /// A frame was received rightly, or the station sends
    /// (ChannelAccessManager::NotifyTxStartNow()).
    void EndEifs()
    {
        m_eifsEnd = 0;
    }

    /// The station has sent a frame that must be answered.
    /// @param end when it misses the answer
    void SetTimeout(MediumTime end)
    {
        m_timeoutEnd = end;
    }

    /// The answer has come, or a frame that puts the timeout off until its end (9.2.8).
    void EndTimeout()
    {
        m_timeoutEnd = 0;
    }

  private:
    MediumTime m_navEnd{0};              ///< the NAV lasts until then
    MediumTime m_navReset{MEDIUM_NEVER}; ///< or until then, if no frame begins before
    MediumTime m_eifsEnd{0};             ///< EIFS, without DIFS, lasts until then
    MediumTime m_timeoutEnd{0};          ///< the wait for an answer lasts until then
};

} // namespace ns3

#endif // MEDIUM_DEFERRAL_H
