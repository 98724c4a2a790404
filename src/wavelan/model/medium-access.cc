// SPDX-License-Identifier: GPL-2.0-only

#include "medium-access.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

namespace
{

using Kind = MediumTransmission::Kind;
using Result = MediumAttempt::Result;

bool
IsSender(MediumId station, std::span<const MediumTransmission> frames)
{
    return std::any_of(frames.begin(), frames.end(), [station](const MediumTransmission& frame) {
        return frame.sender == station;
    });
}

} // namespace

MediumAccess::MediumAccess(MediumEnvironment& environment, const MediumTiming& timing)
    : m_environment(environment),
      m_timing(timing)
{
}

MediumId
MediumAccess::AddStation()
{
    m_stations.emplace_back();
    return static_cast<MediumId>(m_stations.size() - 1);
}

MediumId
MediumAccess::AddFunction(MediumId station, const MediumRules& rules)
{
    m_functions.emplace_back().station = station;
    const auto id = static_cast<MediumId>(m_functions.size() - 1);
    SetRules(id, rules);
    return id;
}

void
MediumAccess::Start(MediumId id, MediumTime now)
{
    Advance(now);
    Function& function = m_functions[id];
    StartBackoff(id);
    function.countFrom = std::max(function.countFrom, now + function.rules.gap);
    m_active.push_back(id);
    function.active = true;
}

/// The backoff that runs keeps its slots: what was drawn was drawn from the window of then.
void
MediumAccess::SetRules(MediumId id, const MediumRules& rules)
{
    Function& function = m_functions[id];
    function.rules = rules;
    function.failures = 0;
    function.window = rules.cwMin;
}

void
MediumAccess::RemoveStation(MediumId station, MediumTime now)
{
    Advance(now);
    m_stations[station].isPresent = false;
    // Nobody would answer if the engine asked for a frame or a number of slots of these.
    std::erase_if(m_active, [this, station](MediumId id) { return GetStation(id) == station; });
    for (Function& function : m_functions)
    {
        if (function.station == station)
        {
            function.pending = false;
            function.active = false;
        }
    }
    FindNext();
}

void
MediumAccess::SetLossy(bool lossy)
{
    m_timing.lossy = lossy;
}

void
MediumAccess::Request(MediumId id, MediumTime now)
{
    if (m_executes)
    {
        m_requests.push_back(id);
        return;
    }
    Advance(now);
    Function& function = m_functions[id];
    if (function.pending || !m_stations[function.station].isPresent)
    {
        return;
    }
    function.pending = true;
    if (!function.active)
    {
        m_active.push_back(id);
        function.active = true;
    }
    const bool inExchange = now < function.grantedUntil;
    // In its own exchange the backoff that follows has been drawn already, if there is one.
    if (!inExchange)
    {
        CountSlots(function, now);
        if (function.slots == 0)
        {
            AccessIdleMedium(id, now);
        }
        AlignToSlot(function);
    }
    else if (!function.rules.postBackoff)
    {
        StartBackoff(id);
    }
    ConsiderNext(id);
}

void
MediumAccess::Advance(MediumTime now)
{
    // Whom the environment asks may ask back.
    while (!m_executes && m_nextBegin <= now)
    {
        m_executes = true;
        Execute(m_nextBegin);
        m_executes = false;
        for (const MediumId id : std::exchange(m_requests, {}))
        {
            Request(id, now);
        }
    }
}

bool
MediumAccess::IsExecuting() const
{
    return m_executes;
}

MediumTime
MediumAccess::GetNextBegin() const
{
    return m_nextBegin;
}

MediumId
MediumAccess::GetNextFunction() const
{
    return m_next;
}

/// A frame of data that ends must be delivered; nothing else is seen outside. So the begin of an
/// exchange is no instant, unless somebody traces it.
MediumTime
MediumAccess::GetNextInstant() const
{
    if (m_nextBegin == MEDIUM_NEVER)
    {
        return MEDIUM_NEVER;
    }
    std::size_t contenders = 0;
    MediumTime instant = MEDIUM_NEVER;
    MediumFrame frame;
    for (const MediumId id : m_active)
    {
        const Function& function = m_functions[id];
        if (BeginsWith(function, m_nextBegin))
        {
            if (m_environment.WantsBegin(id))
            {
                return m_nextBegin;
            }
            ++contenders;
            frame = m_environment.GetFrame(id);
            // What a collision leads to is known when it is executed: at the latest when its first
            // frame ends, as others may go on soon after it.
            instant =
                std::min(instant, GetExpiry(function) + (frame.rts > 0 ? frame.rts : frame.data));
        }
    }
    // A lone RTS is answered for sure, and its data frame is the next that ends.
    if (contenders == 1 && !m_timing.lossy && frame.rts > 0 &&
        IsReachable(frame.receiver, GetStation(m_next)))
    {
        instant += m_timing.sifs + frame.cts + m_timing.sifs + frame.data;
    }
    return instant;
}

/// @return whether a station is there to answer a frame
bool
MediumAccess::IsReachable(MediumId receiver, MediumId sender) const
{
    return receiver < m_stations.size() && receiver != sender && m_stations[receiver].isPresent;
}

bool
MediumAccess::IsBusy(MediumId station, MediumTime now) const
{
    if (now >= m_airEnd)
    {
        return now < m_stations[station].navEnd;
    }
    if (!IsSender(station, m_air))
    {
        // The NAV covers the gaps between the frames.
        return now >= m_airBegin + m_timing.senseTime;
    }
    // Those who take part have no NAV, so that ChannelAccessManager::IsBusy() is false in the gaps.
    return std::any_of(m_air.begin(), m_air.end(), [&](const MediumTransmission& frame) {
        const MediumTime sense = frame.sender == station ? 0 : m_timing.senseTime;
        return now >= frame.begin + sense && now < frame.end;
    });
}

uint32_t
MediumAccess::GetWindow(MediumId function) const
{
    return m_functions[function].window;
}

MediumId
MediumAccess::GetStation(MediumId function) const
{
    return m_functions[function].station;
}

/// @return when its backoff ends, unless the medium becomes busy
MediumTime
MediumAccess::GetExpiry(const Function& function) const
{
    return function.countFrom + function.slots * m_timing.slot;
}

/// @return the instant from which a station's interframe gaps count
MediumTime
MediumAccess::GetResume(MediumId station) const
{
    return std::max(m_airEnd, m_stations[station].hold);
}

/// @return whether a function sends in the exchange that begins then
bool
MediumAccess::BeginsWith(const Function& function, MediumTime begin) const
{
    return function.pending && GetExpiry(function) <= begin + m_timing.senseTime;
}

/// A linear search: all ends of backoffs move with each busy period, see medium-access.rst.
void
MediumAccess::FindNext()
{
    m_nextBegin = MEDIUM_NEVER;
    for (const MediumId id : m_active)
    {
        ConsiderNext(id);
    }
}

/// Of two that begin together the number decides, so that the result depends on no order.
void
MediumAccess::ConsiderNext(MediumId id)
{
    const Function& function = m_functions[id];
    if (!function.pending)
    {
        return;
    }
    const MediumTime expiry = GetExpiry(function);
    if (expiry < m_nextBegin || (expiry == m_nextBegin && id < m_next))
    {
        m_nextBegin = expiry;
        m_next = id;
    }
}

/// ChannelAccessManager::UpdateBackoff(): subtract the slots that have passed on an idle medium.
void
MediumAccess::CountSlots(Function& function, MediumTime now) const
{
    if (now < function.countFrom)
    {
        return;
    }
    const MediumTime passed =
        (now - function.countFrom) / m_timing.slot + (function.rules.earlyDecrement ? 1 : 0);
    const auto counted = static_cast<uint32_t>(std::min<MediumTime>(passed, function.slots));
    function.slots -= counted;
    function.countFrom += counted * m_timing.slot;
}

/// Txop::StartBackoffNow(): slots count from the gap behind the busy period.
void
MediumAccess::StartBackoff(MediumId id)
{
    Function& function = m_functions[id];
    function.slots = m_environment.DrawSlots(id, function.window);
    function.countFrom = GetResume(function.station) + function.rules.gap;
}

/// A frame comes when no backoff runs: ChannelAccessManager::NeedBackoffUponAccess() and
/// RequestAccess().
void
MediumAccess::AccessIdleMedium(MediumId id, MediumTime now)
{
    Function& function = m_functions[id];
    const MediumTime gapEnd = GetResume(function.station) + function.rules.gap;
    if (IsBusy(function.station, now))
    {
        StartBackoff(id);
        return;
    }
    switch (function.rules.idleAccess)
    {
    case MediumRules::IdleAccess::WAIT_GAP:
        function.countFrom = std::max(gapEnd, now + function.rules.gap);
        break;
    case MediumRules::IdleAccess::NEXT_SLOT:
        function.countFrom = std::max(gapEnd, now);
        break;
    case MediumRules::IdleAccess::DRAW:
        StartBackoff(id);
        function.countFrom = std::max(gapEnd, now);
        break;
    }
}

/// ChannelAccessManager::RequestAccess(): what counts slots when its frame comes goes on at the
/// next boundary, even if it stands at one.
void
MediumAccess::AlignToSlot(Function& function) const
{
    const MediumTime gapEnd = GetResume(function.station) + function.rules.gap;
    if (function.rules.idleAccess == MediumRules::IdleAccess::NEXT_SLOT &&
        function.countFrom > gapEnd)
    {
        const MediumTime slots = (function.countFrom - gapEnd) / m_timing.slot + 1;
        function.countFrom = gapEnd + slots * m_timing.slot;
    }
}

/// A busy period: who begins, what is on the air, who receives what, who waits how long.
void
MediumAccess::Execute(MediumTime begin)
{
    m_air.clear();
    m_airBegin = begin;
    CollectContenders(begin);
    const std::size_t firstFrames = m_air.size();
    for (Contender& contender : m_contenders)
    {
        contender.attempt.collided = firstFrames > 1;
        if (contender.attempt.result != Result::INTERNAL)
        {
            Exchange(contender);
        }
    }
    for (const MediumTransmission& frame : m_air)
    {
        m_airEnd = std::max(m_airEnd, frame.end);
    }
    // A lone frame on a medium without losses is decoded by all: its NAV ends with the exchange.
    if (firstFrames > 1 || m_timing.lossy)
    {
        HoldListeners(firstFrames);
    }
    // All receptions are decided while each frame is still the first of its function.
    for (Contender& contender : m_contenders)
    {
        if (contender.data)
        {
            contender.attempt.overlapping = FindOverlapping(*contender.data);
        }
        m_environment.Observe(contender.attempt);
        contender.attempt.overlapping = {};
    }
    for (Contender& contender : m_contenders)
    {
        Conclude(contender);
    }
    Defer(begin);
    FindNext();
}

/// Find who begins the exchange, and put their first frames on the air.
void
MediumAccess::CollectContenders(MediumTime begin)
{
    m_contenders.clear();
    for (const MediumId id : m_active)
    {
        if (BeginsWith(m_functions[id], begin))
        {
            AddContender(id);
        }
    }
    // The order must not depend on that of m_active, which is an accident.
    std::sort(m_contenders.begin(), m_contenders.end(), [](const Contender& a, const Contender& b) {
        return std::pair(a.attempt.begin, a.attempt.function) <
               std::pair(b.attempt.begin, b.attempt.function);
    });
    for (auto contender = m_contenders.begin(); contender != m_contenders.end(); ++contender)
    {
        MediumAttempt& attempt = contender->attempt;
        const MediumId station = GetStation(attempt.function);
        if (IsSender(station, m_air))
        {
            attempt.result = Result::INTERNAL;
            attempt.completion = attempt.begin;
            continue;
        }
        attempt.frame = m_environment.GetFrame(attempt.function);
        const Kind kind = attempt.frame.rts > 0 ? Kind::RTS : Kind::DATA;
        contender->first = Transmit(*contender, kind, attempt.begin);
    }
}

/// A function's backoff ends at the begin of an exchange. Of those in a station, only the first
/// ones take part: when the others' would end, their station sends.
void
MediumAccess::AddContender(MediumId id)
{
    const Function& function = m_functions[id];
    const MediumTime expiry = GetExpiry(function);
    const auto sibling =
        std::find_if(m_contenders.begin(), m_contenders.end(), [&](const Contender& other) {
            return GetStation(other.attempt.function) == function.station;
        });
    if (sibling != m_contenders.end())
    {
        if (expiry > sibling->attempt.begin)
        {
            return;
        }
        if (expiry < sibling->attempt.begin)
        {
            std::erase_if(m_contenders, [&](const Contender& other) {
                return GetStation(other.attempt.function) == function.station;
            });
        }
    }
    Contender& contender = m_contenders.emplace_back();
    contender.attempt.function = id;
    contender.attempt.begin = expiry;
}

/// Follow an exchange from its first frame to its end: FrameExchangeManager.
void
MediumAccess::Exchange(Contender& contender)
{
    MediumAttempt& attempt = contender.attempt;
    const MediumFrame& frame = attempt.frame;
    const MediumTime sifs = m_timing.sifs;
    contender.data = contender.first;
    if (frame.rts > 0)
    {
        contender.data.reset();
        const MediumTime rtsEnd = m_air[contender.first].end;
        if (!Listen(frame.receiver, contender.first).intact)
        {
            Miss(attempt, rtsEnd + frame.ctsTimeout, 0);
            return;
        }
        const std::size_t cts = Transmit(contender, Kind::CTS, rtsEnd + sifs);
        if (!GetsAnswer(attempt, cts, rtsEnd + frame.ctsTimeout))
        {
            return;
        }
        contender.data = Transmit(contender, Kind::DATA, m_air[cts].end + sifs);
    }
    attempt.dataBegin = m_air[*contender.data].begin;
    const MediumTime dataEnd = m_air[*contender.data].end;
    attempt.delivered =
        frame.receiver != MEDIUM_EVERYBODY && Listen(frame.receiver, *contender.data).intact;
    attempt.completion = dataEnd;
    attempt.result = Result::SENT;
    // Groups, and WaveLAN: the sender is done, and learns nothing.
    if (frame.acknowledgment == 0)
    {
        return;
    }
    if (!attempt.delivered)
    {
        Miss(attempt, dataEnd + frame.ackTimeout, 0);
        return;
    }
    const std::size_t ack = Transmit(contender, Kind::ACK, dataEnd + sifs);
    if (!GetsAnswer(attempt, ack, dataEnd + frame.ackTimeout))
    {
        return;
    }
    attempt.completion = m_air[ack].end;
    attempt.result = Result::ACKNOWLEDGED;
}

/// The sender misses the answer. @param hold what it waits longer, after an answer that it received
/// wrongly
void
MediumAccess::Miss(MediumAttempt& attempt, MediumTime completion, MediumTime hold)
{
    attempt.completion = completion;
    attempt.result = Result::MISSED;
    Station& station = m_stations[GetStation(attempt.function)];
    station.hold = std::max(station.hold, completion + hold);
}

/// Put a frame of an exchange on the air. @return where it is in m_air
std::size_t
MediumAccess::Transmit(const Contender& contender, Kind kind, MediumTime begin)
{
    const MediumAttempt& attempt = contender.attempt;
    const MediumFrame& frame = attempt.frame;
    // Of an exchange, CTS and ACK are sent by the receiver.
    const bool isAnswer = kind == Kind::CTS || kind == Kind::ACK;
    const MediumId sender = isAnswer ? frame.receiver : GetStation(attempt.function);
    const std::array<MediumTime, 4> lengths{frame.rts, frame.cts, frame.data, frame.acknowledgment};
    const MediumTime end = begin + lengths[static_cast<std::size_t>(kind)];
    m_air.push_back({sender, attempt.function, kind, begin, end});
    return m_air.size() - 1;
}

/// @return the frame, and those that overlap it
std::span<const MediumTransmission>
MediumAccess::FindOverlapping(std::size_t transmission)
{
    const MediumTransmission& wanted = m_air[transmission];
    m_overlap.assign(1, wanted);
    for (std::size_t i = 0; i < m_air.size(); ++i)
    {
        if (i != transmission && m_air[i].begin < wanted.end && m_air[i].end > wanted.begin)
        {
            m_overlap.push_back(m_air[i]);
        }
    }
    return m_overlap;
}

/// @return what a station makes of a frame; it is locked on no other one
MediumReception
MediumAccess::Listen(MediumId listener, std::size_t transmission)
{
    if (!IsReachable(listener, m_air[transmission].sender))
    {
        return {};
    }
    const auto frames = FindOverlapping(transmission);
    if (IsSender(listener, frames))
    {
        return {};
    }
    if (frames.size() == 1 && !m_timing.lossy)
    {
        return {0, true};
    }
    const MediumReception reception = m_environment.Receive(listener, frames);
    return reception.locked == 0 ? reception : MediumReception{};
}

/// @param answer to the attempt @param timeout when its sender gives it up if nothing comes
/// @return whether the sender decodes the answer; if not, the attempt is over
bool
MediumAccess::GetsAnswer(MediumAttempt& attempt, std::size_t answer, MediumTime timeout)
{
    const MediumReception reception = Listen(GetStation(attempt.function), answer);
    if (!reception.intact)
    {
        // FrameExchangeManager::RxStartIndication(): a frame that begins puts the timeout off until
        // its end, where EIFS begins if it was received wrongly.
        Miss(attempt,
             reception.locked ? m_air[answer].end : timeout,
             reception.locked ? m_timing.eifsWithoutDifs : 0);
    }
    return reception.intact;
}

/// Hold the stations that take no part as long as what they received tells them to. Where all is
/// received, the exchange's end is the end of each NAV, and nothing needs to be held.
void
MediumAccess::HoldListeners(std::size_t firstFrames)
{
    const std::span<const MediumTransmission> frames = std::span(m_air).first(firstFrames);
    for (MediumId id = 0; id < m_stations.size(); ++id)
    {
        if (!IsSender(id, m_air))
        {
            HoldListener(id, frames);
        }
    }
}

void
MediumAccess::HoldListener(MediumId id, std::span<const MediumTransmission> frames)
{
    const MediumAttempt& first = m_contenders.front().attempt;
    const bool isAddressed = frames.size() == 1 && first.frame.receiver == id;
    // An addressed station has been asked already.
    const MediumReception reception =
        isAddressed ? MediumReception{0, first.delivered} : m_environment.Receive(id, frames);
    if (!reception.locked)
    {
        return;
    }
    Station& station = m_stations[id];
    const std::size_t locked = *reception.locked;
    if (!reception.intact)
    {
        // IEEE 802.11-2007, 9.2.3.4: EIFS ends early when the station receives a frame rightly.
        const bool answered = m_air.size() > frames.size();
        const MediumTime wait = answered ? 0 : m_timing.eifsWithoutDifs;
        station.hold = std::max(station.hold, frames[locked].end + wait);
        return;
    }
    for (const Contender& contender : m_contenders)
    {
        const MediumAttempt& attempt = contender.attempt;
        if (attempt.result != Result::INTERNAL && contender.first == locked &&
            attempt.frame.receiver != id)
        {
            station.navEnd = std::max(station.navEnd, GetNavEnd(contender));
            station.hold = std::max(station.hold, station.navEnd);
        }
    }
}

/// @return until when a frame keeps those silent that receive it and are not its receiver
MediumTime
MediumAccess::GetNavEnd(const Contender& contender) const
{
    const MediumFrame& frame = contender.attempt.frame;
    const MediumTime firstEnd = m_air[contender.first].end;
    const MediumTime answer = frame.acknowledgment > 0 ? m_timing.sifs + frame.acknowledgment : 0;
    if (contender.data)
    {
        return m_air[*contender.data].end + answer;
    }
    return std::min(firstEnd + m_timing.navReset,
                    firstEnd + 2 * m_timing.sifs + frame.cts + frame.data + answer);
}

/// Tell the environment, and begin the backoff that follows.
void
MediumAccess::Conclude(Contender& contender)
{
    MediumAttempt& attempt = contender.attempt;
    Function& function = m_functions[attempt.function];
    const MediumRules& rules = function.rules;
    bool reset =
        attempt.result == Result::ACKNOWLEDGED ||
        (attempt.result == Result::SENT && rules.deference == MediumRules::Deference::REDRAW);
    bool grow = !attempt.IsFinal();
    if (!attempt.IsFinal() && ++function.attempts >= rules.maxAttempts)
    {
        attempt.result =
            attempt.result == Result::MISSED ? Result::RETRY_LIMIT : Result::INTERNAL_LIMIT;
        reset = rules.resetAtDrop;
    }
    if (grow)
    {
        // Txop::UpdateFailedCw(), IEEE 802.11-2020, 10.23.2.2: the window counts the failures of
        // the station, and is not reset when a frame is given up.
        reset = reset || function.failures >= rules.maxAttempts;
        ++function.failures;
        const uint64_t window = (uint64_t{rules.cwMin} + 1) << std::min(function.failures, 31U);
        function.window = static_cast<uint32_t>(std::min<uint64_t>(rules.cwMax, window - 1));
    }
    if (reset)
    {
        function.failures = 0;
        function.window = rules.cwMin;
    }
    if (attempt.IsFinal())
    {
        function.attempts = 0;
    }
    // Note() may take the frame out and ask for the next one.
    function.grantedUntil = attempt.completion;
    const bool hasMore = m_environment.Note(attempt);
    function.pending = hasMore || !attempt.IsFinal();
    if (function.pending || rules.postBackoff)
    {
        StartBackoff(attempt.function);
    }
    else
    {
        function.slots = 0;
    }
}

/// Those who did not begin wait until the medium is idle again.
void
MediumAccess::Defer(MediumTime begin)
{
    for (std::size_t i = 0; i < m_active.size();)
    {
        const MediumId id = m_active[i];
        Function& function = m_functions[id];
        const bool began = function.grantedUntil > begin;
        CountSlots(function, begin + m_timing.senseTime);
        // xylomenos1999, III.A: the window doubles each time that another station seizes the
        // medium.
        if (function.pending && !began &&
            function.rules.deference == MediumRules::Deference::REDRAW)
        {
            function.window = std::min(function.rules.cwMax, 2 * function.window + 1);
            function.slots = m_environment.DrawSlots(id, function.window);
        }
        function.countFrom = GetResume(function.station) + function.rules.gap;
        // Neither frame nor backoff: not visited again until a frame comes.
        if (!function.pending && function.slots == 0)
        {
            function.active = false;
            m_active[i] = m_active.back();
            m_active.pop_back();
            continue;
        }
        ++i;
    }
}

} // namespace ns3
