// SPDX-License-Identifier: GPL-2.0-only

#include "medium-channel.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mobility-model.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumChannel");
NS_OBJECT_ENSURE_REGISTERED(MediumChannel);

namespace
{

/// @param dbm a power, or a ratio in dB @return it in mW, or as a number
double
FromDb(double dbm)
{
    return std::pow(10, dbm / 10);
}

/// @param result of an attempt @return it in words, for the log
const char*
GetResultName(MediumAttempt::Result result)
{
    using Result = MediumAttempt::Result;
    switch (result)
    {
    case Result::SENT:
        return "sent, nobody answers";
    case Result::ACKNOWLEDGED:
        return "acknowledged";
    case Result::MISSED:
        return "the answer did not come, to be sent again";
    case Result::RETRY_LIMIT:
        return "the answer did not come, given up";
    case Result::INTERNAL:
        return "another function of the station went first, to be sent again";
    case Result::INTERNAL_LIMIT:
        return "another function of the station went first, given up";
    }
    return "";
}

} // namespace

TypeId
MediumChannel::GetTypeId()
{
    // The times are read when the channel is made.
    constexpr auto ONCE = TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT;
    static TypeId tid =
        TypeId("ns3::MediumChannel")
            .SetParent<Channel>()
            .SetGroupName("Wavelan")
            .AddConstructor<MediumChannel>()
            .AddAttribute("Slot",
                          "Time of a backoff slot (802.11b: 20 us).",
                          ONCE,
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&MediumChannel::m_slot),
                          MakeTimeChecker(MicroSeconds(1), MilliSeconds(1)))
            .AddAttribute("Sifs",
                          "Time between a frame and its answer (802.11b: 10 us).",
                          ONCE,
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&MediumChannel::m_sifs),
                          MakeTimeChecker(Time(0), MilliSeconds(1)))
            .AddAttribute("CarrierSenseTime",
                          "A station that begins within this time after another one does not "
                          "notice it, so that their frames collide (ns-3's WifiPhy: 4 us).",
                          ONCE,
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&MediumChannel::m_senseTime),
                          MakeTimeChecker(Time(0), MicroSeconds(100)))
            .AddAttribute(
                "PropagationLossModel",
                "Loss between the stations, which then need a mobility model; null if all "
                "signals are equally strong.",
                PointerValue(),
                MakePointerAccessor(&MediumChannel::SetPropagationLossModel,
                                    &MediumChannel::GetPropagationLossModel),
                MakePointerChecker<PropagationLossModel>())
            .AddAttribute("TxPower",
                          "Power at which all stations send, dBm.",
                          DoubleValue(16.0206),
                          MakeDoubleAccessor(&MediumChannel::SetLevel<&MediumChannel::m_txPower>,
                                             &MediumChannel::GetLevel<&MediumChannel::m_txPower>),
                          MakeDoubleChecker<double>(-100, 100))
            .AddAttribute("Noise",
                          "Noise of a receiver, dBm; thermal noise in 22 MHz and 7 dB by default.",
                          DoubleValue(-93.6),
                          MakeDoubleAccessor(&MediumChannel::SetLevel<&MediumChannel::m_noise>,
                                             &MediumChannel::GetLevel<&MediumChannel::m_noise>),
                          MakeDoubleChecker<double>(-200, 100))
            .AddAttribute(
                "Sensitivity",
                "Least power of a signal that a receiver detects, dBm.",
                DoubleValue(-82),
                MakeDoubleAccessor(&MediumChannel::SetLevel<&MediumChannel::m_sensitivity>,
                                   &MediumChannel::GetLevel<&MediumChannel::m_sensitivity>),
                MakeDoubleChecker<double>(-200, 100))
            .AddAttribute(
                "PreambleThreshold",
                "A receiver locks on a frame that exceeds noise and other frames by this "
                "ratio, dB.",
                DoubleValue(4),
                MakeDoubleAccessor(&MediumChannel::SetLevel<&MediumChannel::m_preambleThreshold>,
                                   &MediumChannel::GetLevel<&MediumChannel::m_preambleThreshold>),
                MakeDoubleChecker<double>(0, 100));
    return tid;
}

MediumChannel::MediumChannel()
    : m_random(CreateObject<UniformRandomVariable>())
{
    NS_LOG_FUNCTION(this);
}

MediumChannel::~MediumChannel()
{
    NS_LOG_FUNCTION(this);
}

void
MediumChannel::NotifyConstructionCompleted()
{
    Channel::NotifyConstructionCompleted();
    m_timing.slot = m_slot.GetNanoSeconds();
    m_timing.sifs = m_sifs.GetNanoSeconds();
    m_timing.senseTime = m_senseTime.GetNanoSeconds();
    // An ACK at 1 Mb/s takes 304 us (802.11-2007, 9.2.10), and an RTS that sets a NAV is followed
    // by a CTS as long, whose PLCP takes 192 us (9.2.5.4).
    constexpr MediumTime ack = 304'000;
    constexpr MediumTime plcp = 192'000;
    m_timing.eifsWithoutDifs = m_timing.sifs + ack;
    m_timing.navReset = 2 * m_timing.sifs + ack + plcp + 2 * m_timing.slot;
    m_medium = std::make_unique<MediumAccess>(static_cast<MediumEnvironment&>(*this), m_timing);
    UpdateLossy();
}

void
MediumChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (MediumId station = 0; station < m_clients.size(); ++station)
    {
        // Devices may be disposed of after the channel: none of them contends any longer.
        if (IsAttached(station))
        {
            m_medium->RemoveStation(station, GetTime());
            m_clients[station] = nullptr;
        }
    }
    m_stations.clear();
    m_arrivals.clear();
    for (const Ptr<MobilityModel>& mobility : m_mobility)
    {
        if (mobility)
        {
            mobility->TraceDisconnectWithoutContext(
                "CourseChange",
                MakeCallback(&MediumChannel::ForgetPowers, this));
        }
    }
    m_mobility.clear();
    m_loss = nullptr;
    m_random = nullptr;
    m_serial = 0;
    Channel::DoDispose();
}

std::size_t
MediumChannel::GetNDevices() const
{
    return m_clients.size();
}

Ptr<NetDevice>
MediumChannel::GetDevice(std::size_t i) const
{
    return m_clients.at(i) ? m_clients.at(i)->GetNetDevice() : nullptr;
}

MediumId
MediumChannel::Attach(MediumClient* client)
{
    NS_LOG_FUNCTION(this << client);
    RequireIdleEngine("join");
    Advance();
    // The powers are stored by the number of stations, which grows.
    m_clients.push_back(client);
    m_mobility.emplace_back();
    m_powers.clear();
    const MediumId station = m_medium->AddStation();
    UpdateLossy();
    return station;
}

void
MediumChannel::Detach(MediumId station)
{
    NS_LOG_FUNCTION(this << station);
    if (!IsAttached(station))
    {
        return; // the channel was disposed of before
    }
    RequireIdleEngine("leave");
    m_medium->RemoveStation(station, GetTime());
    std::vector<MediumArrival> lost;
    std::erase_if(m_arrivals, [station, &lost](const MediumArrival& arrival) {
        if (arrival.station == station)
        {
            lost.push_back(arrival);
        }
        return arrival.station == station;
    });
    // A sender may count these as acknowledged already; the receiver tells that it never had them.
    for (MediumArrival& arrival : lost)
    {
        arrival.intact = false;
        Deliver(arrival);
    }
    // The numbers of the others must stay, so that the place of this one remains empty.
    m_clients[station] = nullptr;
    std::erase_if(m_stations, [station](const auto& entry) { return entry.second == station; });
    UpdateLossy();
}

bool
MediumChannel::IsAttached(MediumId station) const
{
    return station < m_clients.size() && m_clients[station];
}

/// Receivers are found by address once for each packet, so that the engine knows numbers only.
void
MediumChannel::SetAddress(MediumId station, Mac48Address address)
{
    // With two of one address, which of them answers would depend on their order.
    const MediumId owner = Find(address);
    if (address.IsGroup() || (owner != MEDIUM_NOBODY && owner != station))
    {
        NS_FATAL_ERROR("MediumChannel: the address of a station must be that of no group and of no "
                       "other station, not "
                       << address);
    }
    NS_LOG_DEBUG("station " << station << " has address " << address);
    std::erase_if(m_stations, [station](const auto& entry) { return entry.second == station; });
    // A device that has not been given an address yet is found by nobody.
    if (address != Mac48Address())
    {
        m_stations[address] = station;
    }
}

MediumId
MediumChannel::Find(Mac48Address address) const
{
    const auto entry = m_stations.find(address);
    return entry == m_stations.end() ? MEDIUM_NOBODY : entry->second;
}

/// The engine numbers functions in the order in which they come, over all stations.
MediumId
MediumChannel::AddFunction(MediumId station, const MediumRules& rules)
{
    return m_medium->AddFunction(station, rules);
}

void
MediumChannel::Start(MediumId function)
{
    RequireIdleEngine("start");
    m_medium->Start(function, GetTime());
}

/// What has begun until now was contended for by the former rules.
void
MediumChannel::SetRules(MediumId function, const MediumRules& rules)
{
    Advance();
    m_medium->SetRules(function, rules);
}

void
MediumChannel::Request(MediumId function)
{
    m_medium->Request(function, GetTime());
    NS_LOG_DEBUG(
        "function " << function << " of station " << m_medium->GetStation(function)
                    << " has a frame, medium "
                    << (IsBusy(m_medium->GetStation(function), GetTime()) ? "busy" : "idle")
                    << ", contention window " << GetWindow(function)
                    << "; the next exchange begins at " << m_medium->GetNextBegin()
                    << " ns, by function " << m_medium->GetNextFunction());
    Reckon();
}

void
MediumChannel::Advance()
{
    m_medium->Advance(GetTime());
    if (m_reckonsLater && !m_medium->IsExecuting())
    {
        Reckon();
    }
}

/// What decides a reception, as an error model or a model of mobility, may look at the channel and
/// send, but the stations must stay.
void
MediumChannel::RequireIdleEngine(const char* what) const
{
    if (m_medium->IsExecuting())
    {
        NS_FATAL_ERROR("MediumChannel: no device may "
                       << what << " while the channel asks a model whether a frame is received");
    }
}

void
MediumChannel::UpdateLossy()
{
    const bool isLossy =
        m_loss || std::any_of(m_clients.begin(), m_clients.end(), [](const MediumClient* client) {
            return client && client->IsLossy();
        });
    m_medium->SetLossy(isLossy);
    // A frame that can be lost matters when it ends, not only when its exchange does.
    Reckon();
}

bool
MediumChannel::IsBusy(MediumId station, MediumTime time) const
{
    return m_medium->IsBusy(station, time);
}

uint32_t
MediumChannel::GetWindow(MediumId function) const
{
    return m_medium->GetWindow(function);
}

double
MediumChannel::GetTxPower() const
{
    return m_txPower;
}

const MediumTiming&
MediumChannel::GetTiming() const
{
    return m_timing;
}

MediumTime
MediumChannel::GetTime()
{
    return Simulator::Now().GetNanoSeconds();
}

void
MediumChannel::SetPropagationLossModel(Ptr<PropagationLossModel> loss)
{
    if (!m_medium)
    {
        m_loss = loss; // by the constructor
        return;
    }
    Advance();
    m_loss = loss;
    m_powers.clear();
    UpdateLossy();
}

/// What has begun was received with the former value.
template <double MediumChannel::* VALUE>
void
MediumChannel::SetLevel(double value)
{
    if (m_medium)
    {
        Advance();
    }
    this->*VALUE = value;
    m_powers.clear();
}

template <double MediumChannel::* VALUE>
double
MediumChannel::GetLevel() const
{
    return this->*VALUE;
}

Ptr<PropagationLossModel>
MediumChannel::GetPropagationLossModel() const
{
    return m_loss;
}

MediumClient*
MediumChannel::GetClient(MediumId function) const
{
    return m_clients[m_medium->GetStation(function)];
}

Ptr<MobilityModel>
MediumChannel::GetMobility(MediumId station)
{
    Ptr<MobilityModel>& mobility = m_mobility[station];
    if (!mobility)
    {
        mobility = m_clients[station]->GetNetDevice()->GetNode()->GetObject<MobilityModel>();
        if (!mobility)
        {
            NS_FATAL_ERROR("MediumChannel: PropagationLossModel is set, but node "
                           << GetContext(station) << " has no mobility model");
        }
        mobility->TraceConnectWithoutContext("CourseChange",
                                             MakeCallback(&MediumChannel::ForgetPowers, this));
    }
    return mobility;
}

void
MediumChannel::ForgetPowers(Ptr<const MobilityModel> mobility)
{
    NS_LOG_INFO("a station moved to " << mobility->GetPosition()
                                      << ": received powers are reckoned again");
    // Frames that began before the change of course keep the powers that they began with.
    Advance();
    m_powers.clear();
}

/// A loss model is asked once for each pair, as hosts rarely move.
double
MediumChannel::GetRxMilliwatts(MediumId from, MediumId to)
{
    const std::size_t stations = m_clients.size();
    // NaN stands for a pair that has not been asked about. Without a model all are known.
    if (m_powers.empty())
    {
        m_powers.assign(stations * stations, m_loss ? std::nan("") : FromDb(m_txPower));
    }
    if (!std::isnan(m_powers[from * stations + to]))
    {
        return m_powers[from * stations + to];
    }
    const double dbm = m_loss->CalcRxPower(m_txPower, GetMobility(from), GetMobility(to));
    NS_LOG_DEBUG("station " << to << " receives station " << from << " with " << dbm << " dBm");
    // A model of mobility that reckons its position now may tell of a new course, which forgets
    // all.
    if (!m_powers.empty())
    {
        m_powers[from * stations + to] = FromDb(dbm);
    }
    return FromDb(dbm);
}

double
MediumChannel::GetRxPower(MediumId from, MediumId to)
{
    return 10 * std::log10(GetRxMilliwatts(from, to));
}

int64_t
MediumChannel::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

MediumFrame
MediumChannel::GetFrame(MediumId function)
{
    return GetClient(function)->GetMediumFrame(function);
}

uint32_t
MediumChannel::DrawSlots(MediumId function, uint32_t window)
{
    return GetClient(function)->DrawSlots(function, window);
}

bool
MediumChannel::WantsBegin(MediumId function) const
{
    return GetClient(function)->WantsBegin();
}

/// Locking on a preamble and decoding the frame are two questions: who locks but cannot decode
/// waits for EIFS, who does not lock goes on after DIFS.
MediumReception
MediumChannel::Receive(MediumId listener, std::span<const MediumTransmission> overlapping)
{
    if (!m_clients[listener])
    {
        return {};
    }
    const std::optional<std::size_t> locked = Lock(listener, overlapping);
    return {locked, locked && Decodes(listener, overlapping, *locked)};
}

/// @return frame whose preamble a station detects, PhyEntity::EndPreambleDetectionPeriod()
std::optional<std::size_t>
MediumChannel::Lock(MediumId listener, std::span<const MediumTransmission> frames)
{
    // A station that is to receive an answer did not lock on what had begun long before: it sent.
    const MediumTime since = frames.front().begin - m_timing.senseTime;
    MediumTime first = frames.front().begin;
    for (const MediumTransmission& frame : frames)
    {
        first = frame.begin >= since ? std::min(first, frame.begin) : first;
    }
    // PhyEntity::EndPreambleDetectionPeriod() keeps the strongest of the frames of the detection
    // period.
    std::optional<std::size_t> strongest;
    std::size_t early = 0;
    double total = 0;
    double most = 0;
    // What begins later than the sense time does not disturb the detection, only the decoding.
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if (frames[i].begin != first && frames[i].begin >= first + m_timing.senseTime)
        {
            continue;
        }
        const double power = GetRxMilliwatts(frames[i].sender, listener);
        ++early;
        total += power;
        if (frames[i].begin >= first && power > most)
        {
            most = power;
            strongest = i;
        }
    }
    // Equally strong signals: the ratio of two is 0 dB, below any threshold.
    if (!m_loss)
    {
        return early == 1 ? strongest : std::nullopt;
    }
    const double ratio = most / (FromDb(m_noise) + total - most);
    if (most < FromDb(m_sensitivity) || ratio < FromDb(m_preambleThreshold))
    {
        NS_LOG_DEBUG("station " << listener << " detects no preamble: " << 10 * std::log10(most)
                                << " dBm, " << 10 * std::log10(ratio) << " dB above the rest");
        return {};
    }
    return strongest;
}

/// @return whether a station decodes the frame that it has locked on, under all that overlaps it
bool
MediumChannel::Decodes(MediumId listener,
                       std::span<const MediumTransmission> frames,
                       std::size_t wanted)
{
    // InterferenceHelper of ns-3 weighs each chunk by its own ratio; here all that overlaps counts
    // for the whole frame.
    double others = FromDb(m_noise);
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        others += i == wanted ? 0 : GetRxMilliwatts(frames[i].sender, listener);
    }
    const MediumTransmission& frame = frames[wanted];
    const double ratio = GetRxMilliwatts(frame.sender, listener) / others;
    MediumClient* client = GetClient(frame.function);
    const double success = client->GetSuccessRate(frame, ratio);
    // Most are certain, and need no random number.
    constexpr double certain = 1e-9;
    if (success < certain || (success < 1 - certain && m_random->GetValue() > success))
    {
        NS_LOG_DEBUG("station " << listener << " cannot decode the frame of station "
                                << frame.sender << ": " << 10 * std::log10(ratio)
                                << " dB, probability of success " << success);
        return false;
    }
    // A frame for somebody else is decoded for its NAV only, about which an error model says
    // nothing.
    using Kind = MediumTransmission::Kind;
    const bool isAnswer = frame.kind == Kind::CTS || frame.kind == Kind::ACK;
    const MediumId addressed = isAnswer ? m_medium->GetStation(frame.function)
                                        : client->GetMediumFrame(frame.function).receiver;
    return addressed != listener ||
           !m_clients[listener]->IsCorrupt(client->GetPayload(frame.function).packet, frame.kind);
}

void
MediumChannel::Observe(const MediumAttempt& attempt)
{
    MediumClient* client = GetClient(attempt.function);
    const MediumPayload& payload = client->GetPayload(attempt.function);
    NS_LOG_DEBUG("station " << m_medium->GetStation(attempt.function) << " began at "
                            << attempt.begin << " ns with packet " << payload.packet->GetUid()
                            << (attempt.delivered ? ": delivered" : ": not delivered")
                            << (attempt.collided ? ", collided" : ""));
    const bool isOnAir = attempt.result != MediumAttempt::Result::INTERNAL &&
                         attempt.result != MediumAttempt::Result::INTERNAL_LIMIT;
    // WantsBegin() has made the begin an instant of its own, so that it is not in the past, unless
    // it was connected after the begin or the instant had been reckoned.
    const MediumTime delay = attempt.begin - GetTime();
    if (isOnAir && delay >= 0 && client->WantsBegin())
    {
        const MediumTime end = attempt.overlapping.empty() ? attempt.begin + attempt.frame.rts
                                                           : attempt.overlapping.front().end;
        const MediumId station = m_medium->GetStation(attempt.function);
        Simulator::ScheduleWithContext(GetContext(station),
                                       NanoSeconds(delay),
                                       &MediumChannel::NotifyBegin,
                                       this,
                                       station,
                                       payload,
                                       attempt.frame.receiver,
                                       end);
    }
    if (!attempt.overlapping.empty() && !client->IsDelivered(attempt.function))
    {
        AddArrivals(attempt, payload);
    }
}

bool
MediumChannel::Note(const MediumAttempt& attempt)
{
    NS_LOG_DEBUG("station " << m_medium->GetStation(attempt.function) << " knows at "
                            << attempt.completion << " ns: " << GetResultName(attempt.result)
                            << ", contention window " << m_medium->GetWindow(attempt.function));
    return GetClient(attempt.function)->NoteAttempt(attempt);
}

void
MediumChannel::NotifyBegin(MediumId station,
                           const MediumPayload& payload,
                           MediumId receiver,
                           MediumTime end)
{
    if (IsAttached(station))
    {
        m_clients[station]->NotifyBegin(payload, receiver, end);
    }
}

/// Remember who will have received a frame of data when it ends.
void
MediumChannel::AddArrivals(const MediumAttempt& attempt, const MediumPayload& payload)
{
    const MediumTransmission& frame = attempt.overlapping.front();
    // The first frame is the one of data; what follows it in the list overlapped it.
    MediumArrival arrival{payload, frame.sender, attempt.frame.receiver, frame.end, true};
    arrival.collided = attempt.overlapping.size() > 1;
    if (attempt.frame.receiver == MEDIUM_EVERYBODY)
    {
        AddGroupArrivals(attempt, arrival);
        return;
    }
    // A sender that waits for an ACK sees the loss, and tells it when it gives the frame up. Of a
    // frame without ACK only the receiver can tell.
    const bool isLost = !attempt.delivered && attempt.frame.acknowledgment == 0;
    if (attempt.frame.receiver != MEDIUM_NOBODY && (attempt.delivered || isLost))
    {
        arrival.intact = attempt.delivered;
        m_arrivals.push_back(arrival);
    }
    for (MediumId station = 0; station < m_clients.size(); ++station)
    {
        const bool isListener = station != frame.sender && station != attempt.frame.receiver;
        if (isListener && m_clients[station] && m_clients[station]->IsPromiscuous())
        {
            // Each sniffer is taken to decode what it overhears.
            arrival.station = station;
            arrival.intact = true;
            m_arrivals.push_back(arrival);
        }
    }
}

/// A frame to a group ends at each station alike, but each decides for itself whether it decodes
/// it.
void
MediumChannel::AddGroupArrivals(const MediumAttempt& attempt, const MediumArrival& arrival)
{
    const auto frames = attempt.overlapping;
    for (MediumId station = 0; station < m_clients.size(); ++station)
    {
        const bool isSending = std::any_of(frames.begin(), frames.end(), [&](const auto& frame) {
            return frame.sender == station;
        });
        if (station == arrival.sender || !m_clients[station])
        {
            continue;
        }
        MediumArrival& added = m_arrivals.emplace_back(arrival);
        added.station = station;
        // The engine asks only for the first receiver of a lone frame on a medium without losses.
        const bool isAlone = frames.size() == 1 && !m_loss;
        const MediumReception reception =
            isSending || isAlone ? MediumReception{0, isAlone} : Receive(station, frames);
        added.intact =
            reception.locked == 0 && reception.intact &&
            !m_clients[station]->IsCorrupt(arrival.payload.packet, MediumTransmission::Kind::DATA);
    }
}

/// Make sure that an event comes at the next instant that matters. An event that comes too early
/// does no harm.
void
MediumChannel::Reckon()
{
    // OnInstant() calls this when it has delivered everything; what a receiver sends meanwhile must
    // not schedule an event each.
    m_reckonsLater = m_medium->IsExecuting();
    if (m_delivers || m_reckonsLater)
    {
        return;
    }
    MediumTime instant = m_medium->GetNextInstant();
    MediumId station = MEDIUM_NOBODY;
    if (instant != MEDIUM_NEVER)
    {
        const MediumId function = m_medium->GetNextFunction();
        station = GetFrame(function).receiver;
        if (station >= m_clients.size())
        {
            station = m_medium->GetStation(function);
        }
    }
    for (const MediumArrival& arrival : m_arrivals)
    {
        if (arrival.end < instant)
        {
            instant = arrival.end;
            station = arrival.station;
        }
    }
    if (instant >= m_eventAt)
    {
        return;
    }
    // The event runs in the context of the node that it is for most often, the receiver, so that a
    // delivery needs no second event.
    m_eventAt = instant;
    Simulator::ScheduleWithContext(GetContext(station),
                                   NanoSeconds(instant - GetTime()),
                                   &MediumChannel::OnInstant,
                                   this,
                                   ++m_serial);
}

/// The event of the channel: let the engine go on, and deliver what has ended.
void
MediumChannel::OnInstant(uint64_t serial)
{
    if (serial != m_serial)
    {
        return; // an earlier instant came up
    }
    m_eventAt = MEDIUM_NEVER;
    m_delivers = true;
    const MediumTime now = GetTime();
    m_medium->Advance(now);
    for (std::size_t i = 0; i < m_arrivals.size();)
    {
        if (m_arrivals[i].end > now)
        {
            ++i;
            continue;
        }
        // A receiver may send, and so add arrivals: take this one out first.
        const MediumArrival arrival = m_arrivals[i];
        m_arrivals.erase(m_arrivals.begin() + static_cast<std::ptrdiff_t>(i));
        const uint32_t context = GetContext(arrival.station);
        if (context == Simulator::GetContext())
        {
            Deliver(arrival);
        }
        else
        {
            Simulator::ScheduleWithContext(context,
                                           Time(0),
                                           &MediumChannel::Deliver,
                                           this,
                                           arrival);
        }
    }
    m_delivers = false;
    Reckon();
}

/// The station may have left since its frame began.
void
MediumChannel::Deliver(const MediumArrival& arrival)
{
    if (IsAttached(arrival.station))
    {
        NS_LOG_DEBUG("station " << arrival.station << (arrival.intact ? " receives" : " loses")
                                << " packet " << arrival.payload.packet->GetUid() << " of station "
                                << arrival.sender << (arrival.collided ? ", collided" : ""));
        m_clients[arrival.station]->ReceiveFrame(arrival);
    }
}

/// Events belong to nodes, as those of ns-3's devices do.
uint32_t
MediumChannel::GetContext(MediumId station) const
{
    return IsAttached(station) ? m_clients[station]->GetNetDevice()->GetNode()->GetId()
                               : Simulator::NO_CONTEXT;
}

} // namespace ns3
