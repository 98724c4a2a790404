// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-access.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

using Result = MediumAttempt::Result;

} // namespace

MediumAccess::MediumAccess(MediumEnvironment& environment, const MediumTiming& timing)
    : m_environment(environment),
      m_timing(timing),
      m_contention(timing),
      m_exchange(environment, timing)
{
}

MediumStation
MediumAccess::AddStation()
{
    return m_exchange.AddStation();
}

MediumFunction
MediumAccess::AddFunction(MediumStation station, const MediumRules& rules)
{
    m_mayJoin = m_mayJoin || rules.idleAccess == MediumRules::IdleAccess::DRAW;
    return m_contention.Add(station, rules);
}

void
MediumAccess::Start(MediumFunction id, MediumTime now)
{
    Flush(now);
    StartBackoff(id);
    m_contention[id].backoff.WaitGap(now);
    m_contention.Activate(id);
}

void
MediumAccess::SetRules(MediumFunction id, const MediumRules& rules)
{
    m_contention[id].backoff.SetRules(rules);
    m_mayJoin = m_mayJoin || rules.idleAccess == MediumRules::IdleAccess::DRAW;
}

void
MediumAccess::RemoveStation(MediumStation station, MediumTime now)
{
    Flush(now);
    m_exchange.RemoveStation(station);
    m_contention.RemoveStation(station);
}

void
MediumAccess::SetEifs(MediumStation station, bool waits)
{
    m_exchange.SetEifs(station, waits);
}

void
MediumAccess::SetLossy(bool lossy)
{
    m_exchange.SetLossy(lossy);
}

void
MediumAccess::Request(MediumFunction id, MediumTime now)
{
    if (m_executes)
    {
        m_requests.push_back(id);
        return;
    }
    Advance(now);
    Function& function = m_contention[id];
    // A station senses its own frames at once.
    if (m_mayJoin && !function.pending && m_contention.HasBegun(function.station, now))
    {
        Flush(now);
    }
    if (function.pending || !m_exchange.IsPresent(function.station))
    {
        return;
    }
    function.pending = true;
    m_contention.Activate(id);
    const bool inExchange = now < function.grantedUntil;
    // In its own exchange the backoff that follows has been drawn already, if there is one.
    if (!inExchange)
    {
        function.backoff.Count(now, m_timing.slot);
        if (function.backoff.GetSlots() == 0)
        {
            AccessIdleMedium(id, now);
        }
        function.backoff.Align(m_exchange.GetIdleFrom(function.station), m_timing.slot);
    }
    else if (!function.backoff.GetRules().postBackoff)
    {
        StartBackoff(id);
    }
    m_contention.Consider(id);
}

void
MediumAccess::Advance(MediumTime now)
{
    // Cards that get a frame before they can sense the start of another one collide with it.
    Flush(m_mayJoin ? now - m_timing.senseTime - 1 : now);
}

void
MediumAccess::Flush(MediumTime now)
{
    // Whom the environment asks may ask back.
    while (!m_executes && m_contention.GetNextBegin() <= now)
    {
        m_executes = true;
        Execute();
        m_executes = false;
        for (const MediumFunction id : std::exchange(m_requests, {}))
        {
            Request(id, now);
        }
    }
}

std::vector<MediumAccess::Begin>
MediumAccess::TakeBegins(MediumTime now)
{
    std::vector<Begin> begins;
    if (m_contention.GetNextBegin() > now)
    {
        return begins;
    }
    m_contention.VisitNext([this, &begins](MediumFunction id, const Function& function) {
        const MediumTime expiry = m_contention.GetExpiry(function);
        if (function.announced != expiry)
        {
            begins.push_back({id, expiry});
        }
    });
    for (const auto& [id, at] : begins)
    {
        m_contention[id].announced = at;
    }
    return begins;
}

bool
MediumAccess::IsExecuting() const
{
    return m_executes;
}

MediumTime
MediumAccess::GetNextBegin() const
{
    return m_contention.GetNextBegin();
}

MediumFunction
MediumAccess::GetNextFunction() const
{
    return m_contention.GetNext();
}

/// A frame of data that ends must be delivered; nothing else is seen outside. So the start of an
/// exchange is no instant, unless somebody traces it.
MediumTime
MediumAccess::GetNextInstant() const
{
    const MediumTime nextBegin = m_contention.GetNextBegin();
    if (nextBegin == MEDIUM_NEVER)
    {
        return MEDIUM_NEVER;
    }
    std::size_t contenders = 0;
    bool isWanted = false;
    MediumTime instant = MEDIUM_NEVER;
    MediumFrame frame;
    m_contention.VisitNext([&](MediumFunction id, const Function& function) {
        const MediumTime begin = m_contention.GetExpiry(function);
        isWanted = isWanted || (m_environment.WantsBegin(id) && function.announced != begin);
        ++contenders;
        frame = m_environment.GetFrame(id);
        // What a collision leads to is known when it is executed: at the latest when its first
        // frame ends, as others may go on soon after it.
        instant = std::min(instant, begin + (frame.rts > 0 ? frame.rts : frame.data));
    });
    // The sender of a frame that it gives up knows it at once.
    if (isWanted || (contenders > 1 && m_contention.GivesUpWithin()))
    {
        return nextBegin;
    }
    if (m_contention.GivesUpByDeference())
    {
        return nextBegin + m_timing.senseTime + 1;
    }
    // A lone RTS that is answered for sure: its data frame is the next that ends.
    if (contenders == 1 && frame.rts > 0 &&
        m_exchange.IsCertain(frame, GetStation(m_contention.GetNext()), nextBegin))
    {
        instant += m_timing.sifs + frame.cts + m_timing.sifs + frame.data;
    }
    return m_mayJoin ? std::max(instant, nextBegin + m_timing.senseTime + 1) : instant;
}

bool
MediumAccess::IsBusy(MediumStation station, MediumTime now) const
{
    return m_exchange.IsBusy(station, now);
}

uint32_t
MediumAccess::GetWindow(MediumFunction function) const
{
    return m_contention[function].backoff.GetWindow();
}

MediumStation
MediumAccess::GetStation(MediumFunction function) const
{
    return m_contention[function].station;
}

void
MediumAccess::StartBackoff(MediumFunction id)
{
    Function& function = m_contention[id];
    const uint32_t slots = m_environment.DrawSlots(id, function.backoff.GetWindow());
    function.backoff.Begin(slots, m_exchange.GetIdleFrom(function.station));
}

/// A frame comes when no backoff runs: ChannelAccessManager::NeedBackoffUponAccess() and
/// RequestAccess().
void
MediumAccess::AccessIdleMedium(MediumFunction id, MediumTime now)
{
    Function& function = m_contention[id];
    const bool isBusy = IsBusy(function.station, now);
    const bool draws = function.backoff.GetRules().idleAccess == MediumRules::IdleAccess::DRAW;
    if (isBusy || draws)
    {
        StartBackoff(id);
    }
    if (!isBusy)
    {
        function.backoff.Access(m_exchange.GetIdleFrom(function.station), now);
    }
}

/// A busy period: who begins, what is on the air, who receives what, who waits how long.
void
MediumAccess::Execute()
{
    const MediumTime begin = m_contention.GetNextBegin();
    m_exchange.Open(begin);
    AddAttempts();
    m_exchange.Play();
    for (MediumAttempt& attempt : m_exchange.GetAttempts())
    {
        Conclude(attempt);
    }
    Defer(begin);
    m_contention.FindNext();
}

/// Tell the exchange who begins it. Of several functions of a station only the first one sends, and
/// the others take it for a collision (IEEE 802.11-2007, 9.9.1.3).
void
MediumAccess::AddAttempts()
{
    std::size_t frames = 0;
    for (const auto& [id, at] : m_contention.Collect())
    {
        const MediumStation station = GetStation(id);
        const auto others = m_exchange.GetAttempts();
        const bool isInternal =
            std::any_of(others.begin(), others.end(), [this, station](const MediumAttempt& other) {
                return GetStation(other.function) == station;
            });
        MediumAttempt attempt;
        attempt.function = id;
        attempt.begin = at;
        attempt.isAnnounced = m_contention[id].announced == at;
        if (isInternal)
        {
            attempt.result = Result::INTERNAL;
            attempt.completion = at;
        }
        else
        {
            attempt.frame = m_environment.GetFrame(id);
            ++frames;
        }
        m_exchange.Add(attempt, station);
    }
    for (MediumAttempt& attempt : m_exchange.GetAttempts())
    {
        attempt.collided = frames > 1;
    }
}

/// Tell the environment, and begin the backoff that follows.
void
MediumAccess::Conclude(MediumAttempt& attempt)
{
    Function& function = m_contention[attempt.function];
    attempt.result = function.backoff.Conclude(attempt.result);
    // Until then the function has a frame of its own on the air. Note() may take the frame out and
    // ask for the next one.
    function.grantedUntil = attempt.completion;
    const bool hasMore = m_environment.Note(attempt);
    function.pending = hasMore || !attempt.IsFinal();
    if (function.pending || function.backoff.GetRules().postBackoff)
    {
        StartBackoff(attempt.function);
    }
    else
    {
        function.backoff.Clear();
    }
}

/// Those who did not begin wait until the medium is idle again.
void
MediumAccess::Defer(MediumTime begin)
{
    m_contention.VisitAll([this, begin](MediumFunction id, Function& function) {
        const bool began = function.grantedUntil > begin;
        MediumBackoff& backoff = function.backoff;
        backoff.Count(begin + m_timing.senseTime, m_timing.slot);
        if (function.pending && !began && backoff.FailsByDeference(begin))
        {
            LoseMedium(id, begin);
        }
        backoff.GoOn(m_exchange.GetIdleFrom(function.station));
    });
}

/// xylomenos1999, III.A: the window doubles each time that another station seizes the medium.
void
MediumAccess::LoseMedium(MediumFunction id, MediumTime begin)
{
    Function& function = m_contention[id];
    MediumBackoff& backoff = function.backoff;
    const bool isGivenUp = backoff.LoseMedium();
    if (isGivenUp)
    {
        MediumAttempt attempt;
        attempt.function = id;
        attempt.begin = begin;
        attempt.completion = begin + m_timing.senseTime;
        attempt.result = Result::RETRY_LIMIT;
        function.pending = m_environment.Note(attempt);
    }
    if (!function.pending && !backoff.GetRules().postBackoff)
    {
        backoff.Clear();
        return;
    }
    const uint32_t slots = m_environment.DrawSlots(id, backoff.GetWindow());
    if (!isGivenUp && backoff.GetRules().deference == MediumRules::Deference::RETRY)
    {
        backoff.Retry(slots, begin, m_timing.slot);
    }
    else
    {
        backoff.Replace(slots);
    }
}

} // namespace ns3
