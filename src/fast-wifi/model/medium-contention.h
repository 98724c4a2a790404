// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_CONTENTION_H
#define MEDIUM_CONTENTION_H

#include "medium-backoff.h"
#include "medium-number.h"

#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumContention declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * All functions that contend for a medium, and which of them begins the next exchange.
 *
 * Only active functions are visited: those that have a frame or count a backoff. The search for the
 * next one is linear, as all ends of backoffs move with each busy period (medium-access.rst).
 */
class MediumContention
{
  public:
    /// One function.
    struct Function
    {
        MediumBackoff backoff;      ///< slots that it has to wait
        MediumStation station{0};   ///< that it belongs to
        MediumTime grantedUntil{0}; ///< its own exchange lasts until then
        bool pending{false};        ///< has a frame waiting
        bool active{false};         ///< is visited
        MediumTime announced{-1};   ///< begin last reported, see MediumAccess::TakeBegins()
    };

    /// A function that begins a frame.
    struct Begin
    {
        MediumFunction function; ///< that begins
        MediumTime at;           ///< when, up to the time of carrier sense after the first one
    };

    /// @param timing of all stations
    explicit MediumContention(const MediumTiming& timing);

    /// @param station of a new function
    /// @param rules of it
    /// @return its number
    MediumFunction Add(MediumStation station, const MediumRules& rules);

    /// @param id of a function
    /// @return the function
    Function& operator[](MediumFunction id)
    {
        return m_functions[id];
    }

    /// @param id of a function
    /// @return the function
    const Function& operator[](MediumFunction id) const
    {
        return m_functions[id];
    }

    /// @param id of a function that is visited from now on
    void Activate(MediumFunction id);
    /// @param station whose functions contend no longer
    void RemoveStation(MediumStation station);

    /// @param function any
    /// @return when its backoff ends, unless the medium becomes busy
    MediumTime GetExpiry(const Function& function) const
    {
        return function.backoff.GetExpiry(m_slot);
    }

    /// All backoffs have moved: find who begins the next exchange.
    void FindNext();
    /// The backoff of a function has moved forward, or it has got a frame: it may begin the next
    /// exchange.
    /// @param id of the function
    void Consider(MediumFunction id);

    /// @return when the next exchange begins; MEDIUM_NEVER if nothing waits
    MediumTime GetNextBegin() const
    {
        return m_nextBegin;
    }

    /// @return function that begins it; of two that begin together the one that was added first
    MediumFunction GetNext() const
    {
        return m_next;
    }

    /// @param station any
    /// @param now the time
    /// @return whether it has begun a frame of the next exchange
    bool HasBegun(MediumStation station, MediumTime now) const;
    /// @return whether a collision within a station, at the start of the next exchange, is the last
    /// attempt of a frame
    bool GivesUpWithin() const;
    /// @return whether a function that does not begin the next exchange gives its frame up for that
    bool GivesUpByDeference() const;
    /**
     * Visit the functions that take part in the next exchange: those whose backoff ends before they
     * sense it. They come in any order.
     * @tparam Visitor a callable with a function's number, and the function
     * @param visit is called for each
     */
    template <typename Visitor>
    void VisitNext(Visitor&& visit) const;
    /**
     * Find who begins the next exchange. Of those in a station, only the first ones take part: when
     * the backoffs of the others would end, their station sends.
     * @return they, in the order of their begins and their numbers; until the next call
     */
    const std::vector<Begin>& Collect();
    /**
     * Visit all active functions; those that neither have a frame nor slots afterwards become
     * inactive.
     * @tparam Visitor a callable with a function's number, and the function
     * @param visit is called for each
     */
    template <typename Visitor>
    void VisitAll(Visitor&& visit);

  private:
    /// @param function any
    /// @return whether it takes part in the next exchange: its backoff ends before it can sense the
    /// function that begins first
    bool BeginsNext(const Function& function) const
    {
        return function.pending && GetExpiry(function) <= m_nextBegin + m_senseTime;
    }

    /// Add to m_begins. Of functions in a station, only those that begin first stay: when the
    /// others would begin, their station sends.
    /// @param begin of a function that begins next
    void AddBegin(const Begin& begin);

    MediumTime m_slot;                                 ///< MediumTiming::slot
    MediumTime m_senseTime;                            ///< MediumTiming::senseTime
    MediumTable<MediumFunction, Function> m_functions; ///< all; those of stations that left, too
    std::vector<MediumFunction> m_active;              ///< functions that are visited
    MediumFunction m_next{0};                          ///< see GetNext()
    MediumTime m_nextBegin{MEDIUM_NEVER};              ///< see GetNextBegin()
    std::vector<Begin> m_begins;                       ///< result of Collect()
};

template <typename Visitor>
void
MediumContention::VisitNext(Visitor&& visit) const
{
    for (const MediumFunction id : m_active)
    {
        const Function& function = m_functions[id];
        if (BeginsNext(function))
        {
            visit(id, function);
        }
    }
}

template <typename Visitor>
void
MediumContention::VisitAll(Visitor&& visit)
{
    for (std::size_t i = 0; i < m_active.size();)
    {
        Function& function = m_functions[m_active[i]];
        visit(m_active[i], function);
        if (function.pending || function.backoff.GetSlots() > 0)
        {
            ++i;
            continue;
        }
        function.active = false;
        m_active[i] = m_active.back();
        m_active.pop_back();
    }
}

} // namespace ns3

#endif // MEDIUM_CONTENTION_H
