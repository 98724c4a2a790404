// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-access.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace ns3
{

namespace
{

using Kind = MediumTransmission::Kind;
using Result = MediumAttempt::Result;

bool
IsSender(MediumStation station, std::span<const MediumTransmission> frames)
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

MediumStation
MediumAccess::AddStation()
{
    m_stations.emplace_back();
    return m_stations.GetLast();
}

MediumFunction
MediumAccess::AddFunction(MediumStation station, const MediumRules& rules)
{
    m_functions.emplace_back().station = station;
    const MediumFunction id = m_functions.GetLast();
    SetRules(id, rules);
    return id;
}

void
MediumAccess::Start(MediumFunction id, MediumTime now)
{
    Flush(now);
    Function& function = m_functions[id];
    StartBackoff(id);
    function.countFrom = std::max(function.countFrom, now + function.rules.gap);
    m_active.push_back(id);
    function.active = true;
}

/// The backoff that runs keeps its slots: what was drawn was drawn from the window of then.
void
MediumAccess::SetRules(MediumFunction id, const MediumRules& rules)
{
    Function& function = m_functions[id];
    function.rules = rules;
    function.failures = 0;
    function.window = rules.cwMin;
    m_mayJoin = m_mayJoin || rules.idleAccess == MediumRules::IdleAccess::DRAW;
}

void
MediumAccess::RemoveStation(MediumStation station, MediumTime now)
{
    Flush(now);
    m_stations[station].isPresent = false;
    // Nobody would answer if the engine asked for a frame or a number of slots of these.
    std::erase_if(m_active,
                  [this, station](MediumFunction id) { return GetStation(id) == station; });
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
MediumAccess::Request(MediumFunction id, MediumTime now)
{
    if (m_executes)
    {
        m_requests.push_back(id);
        return;
    }
    Advance(now);
    Function& function = m_functions[id];
    // A station senses its own frames at once.
    if (m_mayJoin && !function.pending && HasBegun(function.station, now))
    {
        Flush(now);
    }
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
    // Cards that get a frame before they can sense the begin of another one collide with it.
    Flush(m_mayJoin ? now - m_timing.senseTime - 1 : now);
}

void
MediumAccess::Flush(MediumTime now)
{
    // Whom the environment asks may ask back.
    while (!m_executes && m_nextBegin <= now)
    {
        m_executes = true;
        Execute(m_nextBegin);
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
    if (m_nextBegin > now)
    {
        return begins;
    }
    for (const MediumFunction id : m_active)
    {
        Function& function = m_functions[id];
        const MediumTime expiry = GetExpiry(function);
        if (BeginsWith(function, m_nextBegin) && function.announced != expiry)
        {
            function.announced = expiry;
            begins.push_back({id, expiry});
        }
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
    return m_nextBegin;
}

MediumFunction
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
    for (const MediumFunction id : m_active)
    {
        const Function& function = m_functions[id];
        if (BeginsWith(function, m_nextBegin))
        {
            const MediumTime begin = GetExpiry(function);
            if (m_environment.WantsBegin(id) && function.announced != begin)
            {
                return m_nextBegin;
            }
            ++contenders;
            frame = m_environment.GetFrame(id);
            // What a collision leads to is known when it is executed: at the latest when its first
            // frame ends, as others may go on soon after it.
            instant = std::min(instant, begin + (frame.rts > 0 ? frame.rts : frame.data));
        }
    }
    // The sender of a frame that it gives up knows it at once.
    if (contenders > 1 && GivesUpWithin())
    {
        return m_nextBegin;
    }
    // A lone RTS that is answered for sure: its data frame is the next that ends.
    if (contenders == 1 && frame.rts > 0 && IsCertain(frame, GetStation(m_next), m_nextBegin))
    {
        instant += m_timing.sifs + frame.cts + m_timing.sifs + frame.data;
    }
    return m_mayJoin ? std::max(instant, m_nextBegin + m_timing.senseTime + 1) : instant;
}

/// @return whether a collision within a station is the last attempt of a frame
bool
MediumAccess::GivesUpWithin() const
{
    return std::any_of(m_active.begin(), m_active.end(), [this](MediumFunction loser) {
        const Function& function = m_functions[loser];
        return BeginsWith(function, m_nextBegin) &&
               function.attempts + 1 >= function.rules.maxAttempts &&
               std::any_of(m_active.begin(), m_active.end(), [&](MediumFunction winner) {
                   const Function& other = m_functions[winner];
                   return winner < loser && other.station == function.station && other.pending &&
                          GetExpiry(other) == GetExpiry(function);
               });
    });
}

/// @return whether nothing that is sent can be lost, if nobody else begins
bool
MediumAccess::IsCertain(const MediumFrame& frame, MediumStation sender, MediumTime begin) const
{
    if (m_timing.lossy)
    {
        return false;
    }
    if (frame.receiver == MEDIUM_EVERYBODY)
    {
        return true;
    }
    if (!IsReachable(frame.receiver, sender))
    {
        return false;
    }
    if (frame.rts == 0)
    {
        return true;
    }
    // IEEE 802.11-2007, 9.2.5.7: no CTS while the NAV of its sender says that the medium is busy.
    // The RTS itself keeps an earlier one's NAV from its reset.
    Station receiver = m_stations[frame.receiver];
    NoteRxStart(receiver, begin + frame.plcp);
    return receiver.navEnd <= begin + frame.rts;
}

/// @return whether a station is there to answer a frame
bool
MediumAccess::IsReachable(MediumStation receiver, MediumStation sender) const
{
    return receiver < m_stations.size() && receiver != sender && m_stations[receiver].isPresent;
}

bool
MediumAccess::IsBusy(MediumStation station, MediumTime now) const
{
    if (now >= m_airEnd)
    {
        return now < GetNav(station);
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
MediumAccess::GetWindow(MediumFunction function) const
{
    return m_functions[function].window;
}

MediumStation
MediumAccess::GetStation(MediumFunction function) const
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
MediumAccess::GetResume(MediumStation station) const
{
    const Station& own = m_stations[station];
    return std::max({m_airEnd, own.eifsEnd, own.timeoutEnd, GetNav(station)});
}

MediumTime
MediumAccess::GetNav(MediumStation station) const
{
    return std::min(m_stations[station].navEnd, m_stations[station].navReset);
}

/// @return whether a station has begun a frame that is not executed yet
bool
MediumAccess::HasBegun(MediumStation station, MediumTime now) const
{
    return m_nextBegin <= now &&
           std::any_of(m_active.begin(), m_active.end(), [&](MediumFunction id) {
               const Function& function = m_functions[id];
               return function.station == station && BeginsWith(function, m_nextBegin) &&
                      GetExpiry(function) <= now;
           });
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
    for (const MediumFunction id : m_active)
    {
        ConsiderNext(id);
    }
}

/// Of two that begin together the number decides, so that the result depends on no order.
void
MediumAccess::ConsiderNext(MediumFunction id)
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
MediumAccess::StartBackoff(MediumFunction id)
{
    Function& function = m_functions[id];
    function.slots = m_environment.DrawSlots(id, function.window);
    function.countFrom = GetResume(function.station) + function.rules.gap;
}

/// A frame comes when no backoff runs: ChannelAccessManager::NeedBackoffUponAccess() and
/// RequestAccess().
void
MediumAccess::AccessIdleMedium(MediumFunction id, MediumTime now)
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
    case MediumRules::IdleAccess::SLOT_BOUNDARY:
    case MediumRules::IdleAccess::NEXT_SLOT:
        function.countFrom = std::max(gapEnd, now);
        break;
    case MediumRules::IdleAccess::DRAW:
        StartBackoff(id);
        function.countFrom = std::max(gapEnd, now);
        break;
    }
}

/// ChannelAccessManager::RequestAccess(): what counts slots when its frame comes goes on at a
/// boundary of slots.
void
MediumAccess::AlignToSlot(Function& function) const
{
    using enum MediumRules::IdleAccess;
    const MediumTime gapEnd = GetResume(function.station) + function.rules.gap;
    const MediumTime counted = function.countFrom - gapEnd;
    const MediumTime beyond = counted % m_timing.slot;
    if (counted <= 0)
    {
        return;
    }
    if (function.rules.idleAccess == NEXT_SLOT ||
        (function.rules.idleAccess == SLOT_BOUNDARY && beyond > 0))
    {
        function.countFrom += m_timing.slot - beyond;
    }
}

/// A busy period: who begins, what is on the air, who receives what, who waits how long.
void
MediumAccess::Execute(MediumTime begin)
{
    m_air.clear();
    m_owners.clear();
    m_decoded.clear();
    m_airBegin = begin;
    CollectContenders(begin);
    const MediumAttempt& first = m_contenders.front().attempt;
    if (m_contenders.size() == 1 && IsCertain(first.frame, GetStation(first.function), begin))
    {
        ExchangeAlone(m_contenders.front());
    }
    else
    {
        Follow();
    }
    for (const MediumTransmission& frame : m_air)
    {
        m_airEnd = std::max(m_airEnd, frame.end);
    }
    // All receptions are decided while each frame is still the first of its function.
    for (ContenderNumber i = 0; i < m_contenders.size(); ++i)
    {
        Contender& contender = m_contenders[i];
        if (contender.data)
        {
            contender.attempt.overlapping = FindOverlapping(*contender.data);
        }
        if (!m_decoded.empty())
        {
            contender.attempt.decoded =
                std::span(m_decoded).subspan(i.value * m_stations.size(), m_stations.size());
        }
        m_environment.Observe(contender.attempt);
        contender.attempt.overlapping = {};
        contender.attempt.decoded = {};
    }
    for (Contender& contender : m_contenders)
    {
        Conclude(contender);
    }
    Defer(begin);
    FindNext();
}

/// Find who begins the exchange.
void
MediumAccess::CollectContenders(MediumTime begin)
{
    m_contenders.clear();
    for (const MediumFunction id : m_active)
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
    std::size_t frames = 0;
    for (auto contender = m_contenders.begin(); contender != m_contenders.end(); ++contender)
    {
        MediumAttempt& attempt = contender->attempt;
        const MediumStation station = GetStation(attempt.function);
        attempt.isAnnounced = m_functions[attempt.function].announced == attempt.begin;
        if (std::any_of(m_contenders.begin(), contender, [&](const Contender& other) {
                return GetStation(other.attempt.function) == station;
            }))
        {
            attempt.result = Result::INTERNAL;
            attempt.completion = attempt.begin;
            continue;
        }
        attempt.frame = m_environment.GetFrame(attempt.function);
        ++frames;
    }
    for (Contender& contender : m_contenders)
    {
        contender.attempt.collided = frames > 1;
    }
}

/// A function's backoff ends at the begin of an exchange. Of those in a station, only the first
/// ones take part: when the others' would end, their station sends.
void
MediumAccess::AddContender(MediumFunction id)
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

/// An exchange that nothing disturbs and everybody decodes, so that its end is the end of each NAV.
void
MediumAccess::ExchangeAlone(Contender& contender)
{
    MediumAttempt& attempt = contender.attempt;
    const MediumFrame& frame = attempt.frame;
    const MediumTime sifs = m_timing.sifs;
    MediumTime begin = attempt.begin;
    const auto send = [&](Kind kind) {
        const MediumTransmission& sent = m_air.emplace_back(MakeFrame(contender, kind, begin));
        begin = sent.end + sifs;
        return sent.end;
    };
    if (frame.rts > 0)
    {
        send(Kind::RTS);
        send(Kind::CTS);
    }
    contender.data = AirNumber(m_air.size());
    attempt.dataBegin = begin;
    attempt.completion = send(Kind::DATA);
    attempt.delivered = frame.receiver != MEDIUM_EVERYBODY;
    attempt.result = Result::SENT;
    // Groups, and WaveLAN: the sender is done, and learns nothing.
    if (frame.acknowledgment > 0)
    {
        attempt.completion = send(Kind::ACK);
        attempt.result = Result::ACKNOWLEDGED;
    }
    EndHolds();
}

/// Everybody has received a frame rightly: IEEE 802.11-2007, 9.2.3.4 and 9.2.5.4.
void
MediumAccess::EndHolds()
{
    if (!m_holds)
    {
        return;
    }
    m_holds = false;
    const MediumTime rxStart = m_airBegin + m_air.front().plcp;
    for (Station& station : m_stations)
    {
        station.eifsEnd = 0;
        NoteRxStart(station, rxStart);
        m_holds = m_holds || station.navEnd > m_airBegin;
    }
}

/// @return a frame of an exchange
MediumTransmission
MediumAccess::MakeFrame(const Contender& contender, Kind kind, MediumTime begin)
{
    const MediumAttempt& attempt = contender.attempt;
    const MediumFrame& frame = attempt.frame;
    // Of an exchange, CTS and ACK are sent by the receiver.
    const bool isAnswer = kind == Kind::CTS || kind == Kind::ACK;
    const MediumStation sender = isAnswer ? frame.receiver : GetStation(attempt.function);
    const std::array<MediumTime, 4> lengths{frame.rts, frame.cts, frame.data, frame.acknowledgment};
    const MediumTime end = begin + lengths[static_cast<std::size_t>(kind)];
    const MediumTime wait = m_timing.sifs + m_timing.slot;
    const std::array<MediumTime, 4> headers{frame.plcp,
                                            frame.ctsTimeout - wait,
                                            frame.plcp,
                                            frame.ackTimeout - wait};
    // The timeout of an answer is the time until its PHY-RXSTART (IEEE 802.11-2007, 9.2.8).
    const MediumTime plcp =
        std::clamp<MediumTime>(headers[static_cast<std::size_t>(kind)], 0, end - begin);
    return {sender, attempt.function, kind, begin, end, plcp, ++m_serial};
}

/// Follow the frames of a busy period in the order of time: who locks on which, decodes it, and
/// answers: FrameExchangeManager.
void
MediumAccess::Follow()
{
    m_planned.clear();
    m_plannedOwners.clear();
    m_events.clear();
    m_decoded.assign(m_contenders.size() * m_stations.size(), 0);
    m_holds = true;
    for (Station& station : m_stations)
    {
        station.sendsUntil = 0;
        station.detects.reset();
        station.locked.reset();
        station.awaits.reset();
        station.hears = false;
    }
    for (ContenderNumber i = 0; i < m_contenders.size(); ++i)
    {
        const MediumAttempt& attempt = m_contenders[i].attempt;
        if (attempt.result != Result::INTERNAL)
        {
            Transmit(i, attempt.frame.rts > 0 ? Kind::RTS : Kind::DATA, attempt.begin);
        }
    }
    while (!m_events.empty())
    {
        std::pop_heap(m_events.begin(), m_events.end(), std::greater<>());
        const Event event = m_events.back();
        m_events.pop_back();
        switch (event.step)
        {
        case Step::BEGIN:
            BeginFrame(event.frame);
            break;
        case Step::DETECT:
        case Step::SENSE:
            DetectFrame(event.frame);
            break;
        case Step::END:
            EndFrame(event.frame);
            break;
        }
    }
    // Nothing came to those who still wait.
    for (Station& station : m_stations)
    {
        if (station.awaits)
        {
            EndWait(station, station.awaitsUntil, false);
        }
    }
}

void
MediumAccess::Schedule(MediumTime at, Step step, uint32_t frame)
{
    m_events.push_back({at, step, frame});
    std::push_heap(m_events.begin(), m_events.end(), std::greater<>());
}

/// A frame will be sent.
void
MediumAccess::Transmit(ContenderNumber contender, Kind kind, MediumTime begin)
{
    m_planned.push_back(MakeFrame(m_contenders[contender], kind, begin));
    m_plannedOwners.push_back(contender);
    Schedule(begin, Step::BEGIN, m_planned.GetLast().value);
}

/// Who neither sends nor receives looks for the preamble of a frame that begins.
void
MediumAccess::BeginFrame(PlannedNumber planned)
{
    const AirNumber index = m_air.size();
    const MediumTransmission frame = m_planned[planned];
    const ContenderNumber owner = m_plannedOwners[planned];
    m_air.push_back(frame);
    m_owners.push_back(owner);
    if (frame.kind == Kind::DATA)
    {
        m_contenders[owner].data = index;
        m_contenders[owner].attempt.dataBegin = frame.begin;
    }
    Station& sender = m_stations[frame.sender];
    sender.sendsUntil = frame.end;
    sender.detects.reset();
    sender.locked.reset();
    // ChannelAccessManager::NotifyTxStartNow()
    sender.eifsEnd = 0;
    bool isHeard = false;
    for (Station& station : m_stations)
    {
        const bool isFree = station.isPresent && !station.detects && !station.locked &&
                            station.sendsUntil <= frame.begin;
        if (isFree)
        {
            station.detects = index;
            isHeard = true;
        }
    }
    if (isHeard)
    {
        Schedule(frame.begin + m_timing.senseTime,
                 m_timing.senseTime > 0 ? Step::DETECT : Step::SENSE,
                 index.value);
    }
    Schedule(frame.end, Step::END, index.value);
}

/// PhyEntity::EndPreambleDetectionPeriod()
void
MediumAccess::DetectFrame(AirNumber index)
{
    m_overlap.clear();
    m_sensed.clear();
    std::size_t first = 0;
    for (AirNumber i = 0; i < m_air.size(); ++i)
    {
        if (m_air[i].end > m_air[index].begin)
        {
            first += i < index ? 1 : 0;
            m_overlap.push_back(m_air[i]);
            m_sensed.push_back(i);
        }
    }
    for (MediumStation id = 0; id < m_stations.size(); ++id)
    {
        if (m_stations[id].detects != index)
        {
            continue;
        }
        m_stations[id].detects.reset();
        if (m_overlap.size() == 1 && !m_timing.lossy)
        {
            Lock(id, index);
        }
        else if (const auto locked = m_environment.Detect(id, m_overlap, first))
        {
            Lock(id, m_sensed[*locked]);
        }
    }
}

/// FrameExchangeManager::RxStartIndication()
void
MediumAccess::Lock(MediumStation listener, AirNumber index)
{
    Station& station = m_stations[listener];
    station.locked = index;
    const MediumTime rxStart = m_air[index].begin + m_air[index].plcp;
    NoteRxStart(station, rxStart);
    // IEEE 802.11-2007, 9.2.8: a frame that begins puts the timeout off until its end.
    if (station.awaits && rxStart < station.awaitsUntil)
    {
        station.hears = true;
        // ns-3 does not end the wait for a CTS: NotifyAckTimeoutResetNow()
        if (m_contenders[*station.awaits].data)
        {
            station.timeoutEnd = 0;
        }
    }
}

/// IEEE 802.11-2007, 9.2.5.4: a NAV that an RTS has set ends early, if no frame begins before that.
void
MediumAccess::NoteRxStart(Station& station, MediumTime at) const
{
    if (station.navReset <= at)
    {
        station.navEnd = std::min(station.navEnd, station.navReset);
    }
    station.navReset = MEDIUM_NEVER;
}

void
MediumAccess::EndFrame(AirNumber index)
{
    AwaitAnswer(index);
    for (MediumStation id = 0; id < m_stations.size(); ++id)
    {
        if (m_stations[id].locked == index)
        {
            HearFrame(id, index);
        }
    }
}

/// The sender of a frame waits for what answers it.
void
MediumAccess::AwaitAnswer(AirNumber index)
{
    const MediumTransmission& sent = m_air[index];
    MediumAttempt& attempt = m_contenders[m_owners[index]].attempt;
    if (sent.kind == Kind::CTS || sent.kind == Kind::ACK)
    {
        return;
    }
    if (sent.kind == Kind::DATA && attempt.frame.acknowledgment == 0)
    {
        // Groups, and WaveLAN: the sender is done, and learns nothing.
        attempt.completion = sent.end;
        attempt.result = Result::SENT;
        return;
    }
    Station& station = m_stations[sent.sender];
    station.awaits = m_owners[index];
    station.awaitsUntil =
        sent.end + (sent.kind == Kind::RTS ? attempt.frame.ctsTimeout : attempt.frame.ackTimeout);
    station.timeoutEnd = station.awaitsUntil;
    station.hears = false;
}

/// A station that had locked on a frame is at its end.
void
MediumAccess::HearFrame(MediumStation listener, AirNumber index)
{
    m_stations[listener].locked.reset();
    const auto frames = FindOverlapping(index);
    const bool isIntact =
        (frames.size() == 1 && !m_timing.lossy) || m_environment.Decode(listener, frames);
    const MediumTransmission frame = m_air[index];
    Station& station = m_stations[listener];
    // IEEE 802.11-2007, 9.2.3.4: EIFS ends when a station receives a frame rightly.
    station.eifsEnd = isIntact ? 0 : frame.end + m_timing.eifsWithoutDifs;
    const bool isAnswer = frame.kind == Kind::CTS || frame.kind == Kind::ACK;
    const bool isAwaited = isIntact && isAnswer && station.awaits == m_owners[index];
    if (station.awaits && station.hears)
    {
        EndWait(station, frame.end, isAwaited);
        if (isAwaited)
        {
            FollowAnswer(listener, index);
        }
    }
    if (!isIntact)
    {
        return;
    }
    Contender& contender = m_contenders[m_owners[index]];
    MediumAttempt& attempt = contender.attempt;
    if (frame.kind == Kind::DATA)
    {
        m_decoded[m_owners[index].value * m_stations.size() + listener.value] = 1;
    }
    const MediumStation addressed =
        isAnswer ? GetStation(attempt.function) : attempt.frame.receiver;
    if (addressed != listener)
    {
        SetNav(station, index);
    }
    else if (!isAnswer)
    {
        FollowAnswer(listener, index);
    }
}

/// The time has come at which a station knows whether it was answered.
void
MediumAccess::EndWait(Station& station, MediumTime end, bool isAnswered)
{
    MediumAttempt& attempt = m_contenders[*station.awaits].attempt;
    station.awaits.reset();
    station.hears = false;
    attempt.completion = end;
    attempt.result = Result::MISSED;
    if (isAnswered)
    {
        station.timeoutEnd = 0;
    }
}

/// A frame has come to the station that it was for: what this one sends SIFS later.
void
MediumAccess::FollowAnswer(MediumStation listener, AirNumber index)
{
    const ContenderNumber owner = m_owners[index];
    const MediumTransmission frame = m_air[index];
    MediumAttempt& attempt = m_contenders[owner].attempt;
    const MediumTime next = frame.end + m_timing.sifs;
    switch (frame.kind)
    {
    case Kind::RTS:
        // IEEE 802.11-2007, 9.2.5.7
        if (GetNav(listener) <= frame.end)
        {
            Transmit(owner, Kind::CTS, next);
        }
        break;
    case Kind::CTS:
        Transmit(owner, Kind::DATA, next);
        break;
    case Kind::DATA:
        attempt.delivered = true;
        if (attempt.frame.acknowledgment > 0)
        {
            Transmit(owner, Kind::ACK, next);
        }
        break;
    case Kind::ACK:
        attempt.result = Result::ACKNOWLEDGED;
        break;
    }
}

/// FrameExchangeManager::UpdateNav()
void
MediumAccess::SetNav(Station& station, AirNumber index)
{
    const MediumTransmission& sent = m_air[index];
    const MediumFrame& frame = m_contenders[m_owners[index]].attempt.frame;
    const MediumTime navEnd = GetNavEnd(frame, sent);
    if (navEnd <= station.navEnd)
    {
        return;
    }
    station.navEnd = navEnd;
    // 9.2.5.4: two SIFS, the time of a CTS, aPHY-RX-START-Delay and two slots. The timeout of the
    // CTS has SIFS, a slot and the delay.
    station.navReset = sent.kind == Kind::RTS
                           ? sent.end + m_timing.sifs + frame.cts + frame.ctsTimeout + m_timing.slot
                           : MEDIUM_NEVER;
}

/// @return until when a frame keeps those silent that receive it and are not its receiver
MediumTime
MediumAccess::GetNavEnd(const MediumFrame& frame, const MediumTransmission& sent) const
{
    const MediumTime sifs = m_timing.sifs;
    MediumTime navEnd = sent.end;
    switch (sent.kind)
    {
    case Kind::RTS:
        navEnd += sifs + frame.cts;
        [[fallthrough]];
    case Kind::CTS:
        navEnd += sifs + frame.data;
        [[fallthrough]];
    case Kind::DATA:
        navEnd += frame.acknowledgment > 0 ? sifs + frame.acknowledgment : 0;
        [[fallthrough]];
    case Kind::ACK:
        break;
    }
    return navEnd;
}

/// @return the frame, and those that overlap it
std::span<const MediumTransmission>
MediumAccess::FindOverlapping(AirNumber transmission)
{
    const MediumTransmission& wanted = m_air[transmission];
    m_overlap.assign(1, wanted);
    for (AirNumber i = 0; i < m_air.size(); ++i)
    {
        if (i != transmission && m_air[i].begin < wanted.end && m_air[i].end > wanted.begin)
        {
            m_overlap.push_back(m_air[i]);
        }
    }
    return m_overlap;
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
        const MediumFunction id = m_active[i];
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
