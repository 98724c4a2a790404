// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-exchange.h"

#include <functional>

namespace ns3
{

namespace
{

using Kind = MediumTransmission::Kind;
using Result = MediumAttempt::Result;

} // namespace

MediumExchange::MediumExchange(MediumEnvironment& environment, const MediumTiming& timing)
    : m_environment(environment),
      m_timing(timing)
{
}

MediumStation
MediumExchange::AddStation()
{
    m_stations.emplace_back();
    return m_stations.GetLast();
}

void
MediumExchange::RemoveStation(MediumStation station)
{
    m_stations[station].isPresent = false;
}

void
MediumExchange::SetEifs(MediumStation station, bool waits)
{
    m_stations[station].waitsForEifs = waits;
}

void
MediumExchange::SetLossy(bool lossy)
{
    m_timing.lossy = lossy;
}

bool
MediumExchange::IsCertain(const MediumFrame& frame, MediumStation sender, MediumTime begin) const
{
    if (m_timing.lossy)
    {
        return false;
    }
    // Nobody answers, so that nobody can miss an answer.
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
    MediumDeferral receiver = m_stations[frame.receiver].deferral;
    receiver.NoteRxStart(begin + frame.plcp);
    return receiver.GetLongestNav() <= begin + frame.rts;
}

/// @return whether a station is there to answer a frame
bool
MediumExchange::IsReachable(MediumStation receiver, MediumStation sender) const
{
    return receiver != sender && IsPresent(receiver);
}

bool
MediumExchange::IsBusy(MediumStation station, MediumTime now) const
{
    return now < m_air.GetEnd() ? m_air.IsBusy(station, now, m_timing.senseTime)
                                : now < m_stations[station].deferral.GetNav();
}

void
MediumExchange::Open(MediumTime begin)
{
    m_air.Open(begin);
    m_owners.clear();
    m_decoded.clear();
    m_attempts.clear();
    m_contenders.clear();
}

void
MediumExchange::Add(const MediumAttempt& attempt, MediumStation station)
{
    m_attempts.push_back(attempt);
    m_contenders.push_back({station, {}});
}

void
MediumExchange::Play()
{
    const MediumAttempt& first = m_attempts.front();
    // Most exchanges are alone and certain: sums of times replace events.
    if (m_attempts.size() == 1 &&
        IsCertain(first.frame, m_contenders.front().station, m_air.GetBegin()))
    {
        PlayAlone();
    }
    else
    {
        Follow();
    }
    m_air.Close();
    Observe();
}

/// All receptions are decided while each frame is still the first of its function.
void
MediumExchange::Observe()
{
    for (ContenderNumber i = 0; i < m_attempts.size(); ++i)
    {
        MediumAttempt& attempt = m_attempts[i];
        if (m_contenders[i].data)
        {
            attempt.overlapping = m_air.FindOverlapping(*m_contenders[i].data);
        }
        if (!m_decoded.empty())
        {
            attempt.decoded =
                std::span(m_decoded).subspan(i.value * m_stations.size(), m_stations.size());
        }
        m_environment.Observe(attempt);
        attempt.overlapping = {};
        attempt.decoded = {};
    }
}

/// An exchange that nothing disturbs and everybody decodes, so that its end is the end of each NAV.
void
MediumExchange::PlayAlone()
{
    MediumAttempt& attempt = m_attempts.front();
    MediumTime begin = attempt.begin;
    // Each frame follows the one before by SIFS (IEEE 802.11-2007, 9.2.5.7 and 9.2.8).
    const auto send = [this, &begin](Kind kind) {
        const MediumTransmission frame = MakeFrame(0, kind, begin);
        begin = frame.end + m_timing.sifs;
        return m_air.Add(frame);
    };
    if (attempt.frame.rts > 0)
    {
        send(Kind::RTS);
        send(Kind::CTS);
    }
    attempt.dataBegin = begin;
    const MediumAirNumber data = send(Kind::DATA);
    m_contenders.front().data = data;
    attempt.completion = m_air[data].end;
    attempt.delivered = attempt.frame.receiver != MEDIUM_EVERYBODY;
    attempt.result = Result::SENT;
    // Groups, and WaveLAN: the sender is done, and learns nothing.
    if (attempt.frame.acknowledgment > 0)
    {
        attempt.completion = m_air[send(Kind::ACK)].end;
        attempt.result = Result::ACKNOWLEDGED;
    }
    EndHolds();
}

/// Everybody has received a frame rightly: IEEE 802.11-2007, 9.2.3.4 and 9.2.5.4.
void
MediumExchange::EndHolds()
{
    if (!m_holds)
    {
        return;
    }
    m_holds = false;
    const MediumTime rxStart = m_air.GetBegin() + m_air[0].plcp;
    for (Station& station : m_stations)
    {
        station.deferral.EndEifs();
        station.deferral.NoteRxStart(rxStart);
        m_holds = m_holds || station.deferral.GetLongestNav() > m_air.GetBegin();
    }
}

/// @return a frame of an exchange
MediumTransmission
MediumExchange::MakeFrame(ContenderNumber contender, Kind kind, MediumTime begin)
{
    const MediumAttempt& attempt = m_attempts[contender];
    const MediumFrame& frame = attempt.frame;
    MediumTransmission sent{.sender = m_contenders[contender].station,
                            .function = attempt.function,
                            .kind = kind,
                            .begin = begin,
                            .end = begin + frame.GetLength(kind),
                            .plcp = frame.GetPlcp(kind, m_timing),
                            .serial = ++m_serial};
    if (sent.IsAnswer())
    {
        sent.sender = frame.receiver;
    }
    return sent;
}

/// Follow the frames of a busy period in the order of time: who locks on which, decodes it, and
/// answers: FrameExchangeManager.
void
MediumExchange::Follow()
{
    ForgetReceptions();
    for (ContenderNumber i = 0; i < m_attempts.size(); ++i)
    {
        const MediumAttempt& attempt = m_attempts[i];
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
MediumExchange::ForgetReceptions()
{
    m_planned.clear();
    m_plannedOwners.clear();
    m_events.clear();
    m_decoded.assign(m_attempts.size() * m_stations.size(), 0);
    m_holds = true;
    for (Station& station : m_stations)
    {
        station.sendsUntil = 0;
        station.detects.reset();
        station.locked.reset();
        station.awaits.reset();
        station.hears = false;
    }
}

void
MediumExchange::Schedule(MediumTime at, Step step, uint32_t frame)
{
    m_events.push_back({at, step, frame});
    std::push_heap(m_events.begin(), m_events.end(), std::greater<>());
}

/// A frame will be sent.
void
MediumExchange::Transmit(ContenderNumber contender, Kind kind, MediumTime begin)
{
    m_planned.push_back(MakeFrame(contender, kind, begin));
    m_plannedOwners.push_back(contender);
    Schedule(begin, Step::BEGIN, m_planned.GetLast().value);
}

/// Who neither sends nor receives looks for the preamble of a frame that begins.
void
MediumExchange::BeginFrame(PlannedNumber planned)
{
    const MediumTransmission frame = m_planned[planned];
    const ContenderNumber owner = m_plannedOwners[planned];
    const MediumAirNumber index = m_air.Add(frame);
    m_owners.push_back(owner);
    if (frame.kind == Kind::DATA)
    {
        m_contenders[owner].data = index;
        m_attempts[owner].dataBegin = frame.begin;
    }
    // A radio is half-duplex: who sends loses what it received.
    Station& sender = m_stations[frame.sender];
    sender.sendsUntil = frame.end;
    sender.detects.reset();
    sender.locked.reset();
    sender.deferral.EndEifs();
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
MediumExchange::DetectFrame(MediumAirNumber index)
{
    const MediumAir::Sensed sensed = m_air.Sense(index);
    for (MediumStation id = 0; id < m_stations.size(); ++id)
    {
        if (m_stations[id].detects != index)
        {
            continue;
        }
        m_stations[id].detects.reset();
        if (sensed.frames.size() == 1 && !m_timing.lossy)
        {
            Lock(id, index);
        }
        else if (const auto locked = m_environment.Detect(id, sensed.frames, sensed.first))
        {
            Lock(id, m_air.GetSensed(*locked));
        }
    }
}

/// FrameExchangeManager::RxStartIndication()
void
MediumExchange::Lock(MediumStation listener, MediumAirNumber index)
{
    Station& station = m_stations[listener];
    station.locked = index;
    const MediumTime rxStart = m_air[index].begin + m_air[index].plcp;
    station.deferral.NoteRxStart(rxStart);
    // IEEE 802.11-2007, 9.2.8: a frame that begins puts the timeout off until its end.
    if (station.awaits && rxStart < station.awaitsUntil)
    {
        station.hears = true;
        // ns-3 does not end the wait for a CTS: NotifyAckTimeoutResetNow()
        if (m_contenders[*station.awaits].data)
        {
            station.deferral.EndTimeout();
        }
    }
}

/// The sender waits before the others hear the frame: their answer may be computed at once.
void
MediumExchange::EndFrame(MediumAirNumber index)
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
MediumExchange::AwaitAnswer(MediumAirNumber index)
{
    const MediumTransmission& sent = m_air[index];
    MediumAttempt& attempt = m_attempts[m_owners[index]];
    if (sent.IsAnswer())
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
    station.deferral.SetTimeout(station.awaitsUntil);
    station.hears = false;
}

/// A station that had locked on a frame is at its end.
void
MediumExchange::HearFrame(MediumStation listener, MediumAirNumber index)
{
    m_stations[listener].locked.reset();
    const auto frames = m_air.FindOverlapping(index);
    const bool isIntact =
        (frames.size() == 1 && !m_timing.lossy) || m_environment.Decode(listener, frames);
    const MediumTransmission frame = m_air[index];
    Station& station = m_stations[listener];
    // IEEE 802.11-2007, 9.2.3.4: EIFS ends when a station receives a frame rightly.
    if (isIntact)
    {
        station.deferral.EndEifs();
    }
    else if (station.waitsForEifs)
    {
        station.deferral.SetEifs(frame.end + m_timing.eifsWithoutDifs);
    }
    const ContenderNumber owner = m_owners[index];
    const bool isAwaited = isIntact && frame.IsAnswer() && station.awaits == owner;
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
    if (frame.kind == Kind::DATA)
    {
        m_decoded[owner.value * m_stations.size() + listener.value] = 1;
    }
    const MediumStation addressed =
        frame.IsAnswer() ? m_contenders[owner].station : m_attempts[owner].frame.receiver;
    if (addressed != listener)
    {
        SetNav(station, index);
    }
    else if (!frame.IsAnswer())
    {
        FollowAnswer(listener, index);
    }
}

/// The time has come at which a station knows whether it was answered.
void
MediumExchange::EndWait(Station& station, MediumTime end, bool isAnswered)
{
    MediumAttempt& attempt = m_attempts[*station.awaits];
    station.awaits.reset();
    station.hears = false;
    attempt.completion = end;
    attempt.result = Result::MISSED;
    if (isAnswered)
    {
        station.deferral.EndTimeout();
    }
}

/// A frame has come to the station that it was for: what this one sends SIFS later.
void
MediumExchange::FollowAnswer(MediumStation listener, MediumAirNumber index)
{
    const ContenderNumber owner = m_owners[index];
    const MediumTransmission frame = m_air[index];
    MediumAttempt& attempt = m_attempts[owner];
    const MediumTime next = frame.end + m_timing.sifs;
    switch (frame.kind)
    {
    case Kind::RTS:
        // IEEE 802.11-2007, 9.2.5.7
        if (m_stations[listener].deferral.GetNav() <= frame.end)
        {
            Transmit(owner, Kind::CTS, next);
        }
        break;
    case Kind::CTS:
        Transmit(owner, Kind::DATA, next);
        break;
    case Kind::DATA:
        attempt.delivered = true;
        // 9.2.8: the receiver acknowledges without regard to the state of the medium.
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
MediumExchange::SetNav(Station& station, MediumAirNumber index)
{
    const MediumTransmission& sent = m_air[index];
    const MediumFrame& frame = m_attempts[m_owners[index]].frame;
    // 9.2.5.4: only the NAV of an RTS is reset if nothing follows.
    const MediumTime reset =
        sent.kind == Kind::RTS ? frame.GetNavReset(sent.end, m_timing) : MEDIUM_NEVER;
    station.deferral.SetNav(frame.GetNavEnd(sent.kind, sent.end, m_timing), reset);
}

} // namespace ns3
