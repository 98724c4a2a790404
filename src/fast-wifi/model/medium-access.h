// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ACCESS_H
#define MEDIUM_ACCESS_H

#include "medium-contention.h"
#include "medium-environment.h"
#include "medium-exchange.h"
#include "medium-rules.h"

#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumAccess declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * Computes who sends when on a medium on which all stations hear each other.
 *
 * Between two busy periods nothing depends on the slots that pass: each function knows at which
 * instant its backoff ends, and the first of them begins the next exchange. The engine therefore
 * visits each function once for each busy period, never for each slot, and needs no call at all
 * while the medium is idle. It is lazy: Advance() executes what began until an instant, and
 * GetNextInstant() returns the time at which this matters to a device.
 *
 * Rules and times are those of the DCF and of EDCA with a TXOP limit of 0 (IEEE 802.11-2007, 9.2
 * and 9.9.1), as ChannelAccessManager, Txop and FrameExchangeManager of ns-3.44 implement them, and
 * as options those of WaveLAN. Signals take no time to propagate. MediumContention has the
 * backoffs, MediumExchange the frames of a busy period.
 */
class MediumAccess
{
  public:
    /// @param environment outlives this object
    /// @param timing of all stations
    MediumAccess(MediumEnvironment& environment, const MediumTiming& timing);

    /// @return number of a new station
    MediumStation AddStation();
    /**
     * Add a function; of two in a station that end their backoffs at the same time, the one that
     * was added first sends.
     * @param station its station
     * @param rules of it
     * @return its number; functions are numbered from 0 in the order of these calls, over all
     * stations
     */
    MediumFunction AddFunction(MediumStation station, const MediumRules& rules);
    /// Let a function begin with a backoff, as ns-3's do.
    /// @param function new one
    /// @param now the time
    void Start(MediumFunction function, MediumTime now);
    /// @param function changes
    /// @param rules of it from its next backoff on
    void SetRules(MediumFunction function, const MediumRules& rules);

    /**
     * A station leaves. What has begun until now goes on; then its functions contend no longer, and
     * it receives nothing. Its number stays its own.
     * @param station that leaves
     * @param now the time
     */
    void RemoveStation(MediumStation station, MediumTime now);
    /// @param station any
    /// @param waits see MediumExchange::SetEifs()
    void SetEifs(MediumStation station, bool waits);
    /// @param lossy from now on, see MediumTiming::lossy
    void SetLossy(bool lossy);

    /// A frame waits that did not, or one more.
    /// @param function that has it
    /// @param now the time
    void Request(MediumFunction function, MediumTime now);

    /// Execute the exchanges that begin until an instant. Does nothing while one is executed: what
    /// the environment asks meanwhile sees the medium as it was before.
    /// @param now that instant
    void Advance(MediumTime now);
    /// @return whether an exchange is being executed. Only Request(), Advance() and what changes
    /// nothing may be called then
    bool IsExecuting() const;
    /**
     * As Advance(), and do not wait for those who may still join the last exchange: for changes
     * that must not touch what has begun. Where a function has IdleAccess::DRAW, Advance() executes
     * an exchange when the time of carrier sense has passed.
     * @param now that instant
     */
    void Flush(MediumTime now);

    /// A function that begins a frame, and when: possibly after now, by less than the time of
    /// carrier sense.
    using Begin = MediumContention::Begin;

    /// @param now the time
    /// @return functions of an exchange that has begun and is not executed yet, each once
    std::vector<Begin> TakeBegins(MediumTime now);
    /// @return when the next exchange begins; MEDIUM_NEVER if nothing waits
    MediumTime GetNextBegin() const;
    /// @return function that begins the next exchange; another one may begin with it
    MediumFunction GetNextFunction() const;
    /**
     * @return an instant at which Advance() must be called: not after the next frame of data ends
     *         that somebody receives, and not before the next exchange begins; MEDIUM_NEVER if
     * nothing waits
     */
    MediumTime GetNextInstant() const;

    /// @param station one that might send
    /// @param now the time
    /// @return whether it finds the medium busy
    bool IsBusy(MediumStation station, MediumTime now) const;
    /// @param function any
    /// @return its contention window, slots
    uint32_t GetWindow(MediumFunction function) const;
    /// @param function any
    /// @return station that it belongs to
    MediumStation GetStation(MediumFunction function) const;

  private:
    using Function = MediumContention::Function; ///< with its backoff

    /**
     * Draws slots from the present window. They count from when the medium is idle for the station.
     * @param id of the function
     */
    void StartBackoff(MediumFunction id);
    /**
     * A frame comes when no slots are left to count: without a backoff if the medium is idle,
     * unless the rules say IdleAccess::DRAW (ns-3: ChannelAccessManager::NeedBackoffUponAccess()
     * and RequestAccess()).
     * @param id of the function
     * @param now the time
     */
    void AccessIdleMedium(MediumFunction id, MediumTime now);
    /**
     * One busy period, begun by the next functions: who begins, what is on the air, who receives
     * what, and how long the others wait.
     */
    void Execute();
    /**
     * Tell the exchange who begins it. Of several functions of a station only the first one sends;
     * for the others it is a collision inside the station (IEEE 802.11-2007, 9.9.1.3).
     */
    void AddAttempts();
    /**
     * Tell the environment how an attempt ended, and begin the backoff that follows, if a frame
     * waits or the rules demand one after each frame.
     * @param attempt of this exchange; gets its final result
     */
    void Conclude(MediumAttempt& attempt);
    /**
     * Those who did not begin stop counting, and go on when the medium is idle again, unless their
     * rules take it for a failure.
     * @param begin of the exchange
     */
    void Defer(MediumTime begin);
    /**
     * Another station has seized the medium: the window grows and slots are drawn anew, or the
     * frame is given up (Deference::REDRAW and RETRY).
     * @param id of a function with a frame
     * @param begin of the exchange
     */
    void LoseMedium(MediumFunction id, MediumTime begin);

    MediumEnvironment& m_environment;       ///< asked for frames, random numbers and success
    MediumTiming m_timing;                  ///< of all stations
    MediumContention m_contention;          ///< the backoffs
    MediumExchange m_exchange;              ///< the frames of a busy period
    bool m_mayJoin{false};                  ///< a function has IdleAccess::DRAW
    std::vector<MediumFunction> m_requests; ///< that came while an exchange was executed
    bool m_executes{false};                 ///< see IsExecuting()
};

} // namespace ns3

#endif // MEDIUM_ACCESS_H
