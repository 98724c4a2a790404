// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-channel.h"

#include "ns3/boolean.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mobility-model.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumChannel");
NS_OBJECT_ENSURE_REGISTERED(MediumChannel);

namespace
{

/// @param dbm a power, or a ratio in dB
/// @return it in mW, or as a number
double
FromDb(double dbm)
{
    return std::pow(10, dbm / 10);
}

/// @param result of an attempt
/// @return it in words, for the log
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
            .SetGroupName("FastWifi")
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
                MakeDoubleChecker<double>(0, 100))
            .AddAttribute(
                "AllowHiddenStations",
                "Whether stations may be unable to hear each other, by the powers of "
                "PropagationLossModel. They defer to each other all the same, as no real stations "
                "do, so that throughput is wrong by tens of percent. False ends the simulation at "
                "the first frame that a station does not hear.",
                BooleanValue(false),
                MakeBooleanAccessor(&MediumChannel::m_allowsHidden),
                MakeBooleanChecker())
            .AddTraceSource("AddressDrop",
                            "A frame reached the station that it was for, which had got another "
                            "address since the frame began.",
                            MakeTraceSourceAccessor(&MediumChannel::m_addressDrop),
                            "ns3::Packet::TracedCallback");
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
    if (m_timing.slot == 0)
    {
        NS_FATAL_ERROR("MediumChannel: Slot must be 1us to 1ms, not 0, to which the resolution of "
                       "Time rounds it");
    }
    // An ACK at 1 Mb/s takes 304 us (802.11-2007, 9.2.10).
    constexpr MediumTime ack = 304'000;
    m_timing.eifsWithoutDifs = m_timing.sifs + ack;
    m_medium = std::make_unique<MediumAccess>(static_cast<MediumEnvironment&>(*this), m_timing);
    UpdateLossy();
}

void
MediumChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (MediumStation station = 0; station < m_clients.size(); ++station)
    {
        // Devices may be disposed of after the channel: none of them contends any longer.
        if (IsAttached(station))
        {
            m_medium->RemoveStation(station, GetTime());
            m_clients[station] = nullptr;
        }
    }
    m_stations.clear();
    m_former.clear();
    m_arrivals.clear();
    m_due.clear();
    for (const Ptr<MobilityModel>& mobility : m_mobility)
    {
        if (mobility)
        {
            mobility->TraceDisconnectWithoutContext("CourseChange",
                                                    MakeCallback(&MediumChannel::NoteCourse, this));
        }
    }
    m_mobility.clear();
    m_loss = nullptr;
    m_random = nullptr;
    m_serial = 0;
    m_isDisposed = true;
    Channel::DoDispose();
}

/// Users of Channel take each device for one that is there.
std::size_t
MediumChannel::GetNDevices() const
{
    return m_clients.size() - std::count(m_clients.begin(), m_clients.end(), nullptr);
}

Ptr<NetDevice>
MediumChannel::GetDevice(std::size_t i) const
{
    for (MediumClient* client : m_clients)
    {
        if (client && i-- == 0)
        {
            return client->GetNetDevice();
        }
    }
    NS_FATAL_ERROR("MediumChannel: the channel has " << GetNDevices() << " devices");
    return nullptr;
}

Ptr<NetDevice>
MediumChannel::GetStationDevice(MediumStation station) const
{
    return IsAttached(station) ? m_clients[station]->GetNetDevice() : nullptr;
}

/// Its clock and its random numbers are those of a simulation that is over.
void
MediumChannel::RequireLife() const
{
    if (m_isDisposed)
    {
        NS_FATAL_ERROR("MediumChannel: the channel was disposed of, as by Simulator::Destroy(); "
                       "another simulation needs a new one");
    }
}

void
MediumChannel::RequireStation(MediumStation station) const
{
    if (station >= m_clients.size())
    {
        NS_FATAL_ERROR("MediumChannel: the channel has had "
                       << m_clients.size() << " stations, from 0 on; there is no " << station);
    }
}

MediumStation
MediumChannel::Attach(MediumClient* client)
{
    NS_LOG_FUNCTION(this << client);
    RequireLife();
    RequireIdleEngine("join");
    Advance();
    m_clients.push_back(client);
    m_mobility.emplace_back();
    m_isStill.push_back(false);
    // The powers are stored by the number of stations, which grows.
    ForgetPowers();
    const MediumStation station = m_medium->AddStation();
    UpdateLossy();
    return station;
}

void
MediumChannel::Detach(MediumStation station)
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
    std::erase_if(m_due, [station, &lost](const auto& entry) {
        if (entry.second.station == station)
        {
            lost.push_back(entry.second);
        }
        return entry.second.station == station;
    });
    // A sender may count these as acknowledged already; the receiver tells that it never had them.
    for (MediumArrival& arrival : lost)
    {
        arrival.intact = false;
        Deliver(arrival);
    }
    // The numbers of the others must stay, so that the place of this one remains empty.
    m_clients[station] = nullptr;
    m_isMoving = false;
    for (MediumStation other = 0; other < m_clients.size(); ++other)
    {
        m_isMoving = m_isMoving || (IsAttached(other) && m_mobility[other] && !m_isStill[other]);
    }
    std::erase_if(m_stations, [station](const auto& entry) { return entry.second == station; });
    UpdateLossy();
}

bool
MediumChannel::IsAttached(MediumStation station) const
{
    return station < m_clients.size() && m_clients[station];
}

/// Receivers are found by address once for each packet, so that the engine knows numbers only.
void
MediumChannel::SetAddress(MediumStation station, Mac48Address address)
{
    // With two of one address, which of them answers would depend on their order.
    const MediumStation owner = Find(address);
    if (address.IsGroup() || (owner != MEDIUM_NOBODY && owner != station))
    {
        NS_FATAL_ERROR("MediumChannel: the address of a station must be that of no group and of no "
                       "other station, not "
                       << address);
    }
    NS_LOG_DEBUG("station " << station << " has address " << address);
    RequireStation(station);
    // Frames that have begun were for the former address.
    m_medium->Flush(GetTime());
    std::erase_if(m_stations, [this, station, address](const auto& entry) {
        if (entry.second == station && entry.first != address)
        {
            m_former[entry.first] = station;
        }
        return entry.second == station;
    });
    m_former.erase(address);
    // A device that has not been given an address yet is found by nobody.
    if (address != Mac48Address())
    {
        m_stations[address] = station;
    }
    PlanEvent();
}

/// @return whether a packet is for an address that a station had, and has no longer
bool
MediumChannel::IsForFormer(const MediumPayload& payload, MediumStation station) const
{
    const auto entry = m_former.find(payload.destination);
    return entry != m_former.end() && entry->second == station;
}

MediumStation
MediumChannel::Find(Mac48Address address) const
{
    const auto entry = m_stations.find(address);
    return entry == m_stations.end() ? MEDIUM_NOBODY : entry->second;
}

/// The engine numbers functions in the order in which they come, over all stations.
MediumFunction
MediumChannel::AddFunction(MediumStation station, const MediumRules& rules)
{
    RequireLife();
    RequireStation(station);
    ++m_functions;
    return m_medium->AddFunction(station, rules);
}

void
MediumChannel::Start(MediumFunction function)
{
    RequireLife();
    RequireIdleEngine("start");
    m_medium->Start(function, GetTime());
}

/// What has begun until now was contended for by the former rules.
void
MediumChannel::SetRules(MediumFunction function, const MediumRules& rules)
{
    m_medium->Flush(GetTime());
    m_medium->SetRules(function, rules);
}

void
MediumChannel::Request(MediumFunction function)
{
    m_medium->Request(function, GetTime());
    NS_LOG_DEBUG(
        "function " << function << " of station " << m_medium->GetStation(function)
                    << " has a frame, medium "
                    << (IsBusy(m_medium->GetStation(function), GetTime()) ? "busy" : "idle")
                    << ", contention window " << GetWindow(function)
                    << "; the next exchange begins at " << m_medium->GetNextBegin()
                    << " ns, by function " << m_medium->GetNextFunction());
    PlanEvent();
}

void
MediumChannel::Advance()
{
    m_medium->Advance(GetTime());
    if (m_plansLater && !m_medium->IsExecuting())
    {
        PlanEvent();
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
    PlanEvent();
}

bool
MediumChannel::IsBusy(MediumStation station, MediumTime time) const
{
    RequireStation(station);
    return m_medium->IsBusy(station, time);
}

uint32_t
MediumChannel::GetWindow(MediumFunction function) const
{
    if (function >= m_functions)
    {
        NS_FATAL_ERROR("MediumChannel: the channel has "
                       << m_functions << " functions, from 0 on; there is no " << function);
    }
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
    m_medium->Flush(GetTime());
    m_loss = loss;
    ForgetPowers();
    UpdateLossy();
}

/// What has begun was received with the former value.
template <double MediumChannel::* VALUE>
void
MediumChannel::SetLevel(double value)
{
    if (m_medium)
    {
        m_medium->Flush(GetTime());
    }
    this->*VALUE = value;
    m_txMilliwatts = FromDb(m_txPower);
    m_leastMilliwatts =
        std::max(FromDb(m_sensitivity), FromDb(m_noise) * FromDb(m_preambleThreshold));
    ForgetPowers();
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
MediumChannel::GetClient(MediumFunction function) const
{
    return m_clients[m_medium->GetStation(function)];
}

Ptr<MobilityModel>
MediumChannel::GetMobility(MediumStation station)
{
    Ptr<MobilityModel>& mobility = m_mobility[station];
    if (!mobility)
    {
        if (IsAttached(station))
        {
            mobility = m_clients[station]->GetNetDevice()->GetNode()->GetObject<MobilityModel>();
        }
        if (!mobility)
        {
            NS_FATAL_ERROR("MediumChannel: PropagationLossModel is set, but "
                           << (IsAttached(station) ? "node " + std::to_string(GetContext(station))
                                                   : "station " + std::to_string(station.value) +
                                                         ", which has left,")
                           << " has no mobility model");
        }
        // Only these tell of each new position. Others tell of a new velocity.
        m_isStill[station] =
            mobility->GetInstanceTypeId() == ConstantPositionMobilityModel::GetTypeId();
        m_isMoving = m_isMoving || !m_isStill[station];
        mobility->TraceConnectWithoutContext("CourseChange",
                                             MakeCallback(&MediumChannel::NoteCourse, this));
    }
    return mobility;
}

/// A station that stands still is put elsewhere.
void
MediumChannel::NoteCourse(Ptr<const MobilityModel> mobility)
{
    // Frames that began before the change of course keep the powers that they began with.
    m_medium->Flush(GetTime());
    for (MediumStation moved = 0; moved < m_powers.size(); ++moved)
    {
        if (m_mobility[moved] != mobility || !m_isStill[moved])
        {
            continue;
        }
        NS_LOG_INFO("station " << moved << " moved: received powers are computed again");
        m_powers[moved] = {};
        for (Powers& powers : m_powers)
        {
            if (!powers.milliwatts.empty())
            {
                powers.milliwatts[moved] = std::nan("");
                powers.isComplete = false;
            }
        }
    }
    PlanEvent();
}

void
MediumChannel::ForgetPowers()
{
    m_powers.clear();
    m_framePowers.clear();
}

/// @return whether the power of a pair of stations that stand still never changes
bool
MediumChannel::IsSteady() const
{
    // Of these nothing is drawn. FixedRssLossModel may be told another power, and does not tell.
    static const std::array<TypeId, 6> steady{FriisPropagationLossModel::GetTypeId(),
                                              TwoRayGroundPropagationLossModel::GetTypeId(),
                                              LogDistancePropagationLossModel::GetTypeId(),
                                              ThreeLogDistancePropagationLossModel::GetTypeId(),
                                              MatrixPropagationLossModel::GetTypeId(),
                                              RangePropagationLossModel::GetTypeId()};
    for (Ptr<PropagationLossModel> loss = m_loss; loss; loss = loss->GetNext())
    {
        if (std::find(steady.begin(), steady.end(), loss->GetInstanceTypeId()) == steady.end())
        {
            return false;
        }
    }
    return true;
}

/// A model may have got a successor, which it does not tell.
void
MediumChannel::UpdateSteady()
{
    m_isSteady = IsSteady();
    if (!m_isSteady)
    {
        m_powers.clear();
    }
}

/// @return whether all received powers of a station are stored, so that its frames may be executed
/// after their begin
bool
MediumChannel::KnowsPowers(MediumStation from) const
{
    return from < m_powers.size() && m_powers[from].isComplete;
}

/// Compute what all others receive of a station, when it sends for the first time: most stations of
/// a large network have few that they talk to.
/// @return whether that is stored
bool
MediumChannel::LearnPowers(MediumStation from)
{
    if (KnowsPowers(from))
    {
        return true;
    }
    if (m_isMoving || !m_isSteady || !IsAttached(from))
    {
        return false;
    }
    for (MediumStation to = 0; to < m_clients.size(); ++to)
    {
        if (to != from && IsAttached(to))
        {
            RequireHearing(from, to, GetPairMilliwatts(from, to));
            // The first of them that moves is asked here.
            if (m_isMoving)
            {
                return false;
            }
        }
    }
    // Empty if nobody else is there.
    m_powers.resize(m_clients.size());
    m_powers[from].isComplete = true;
    return true;
}

/// @return power between two stations now, which is stored if it stays the same
double
MediumChannel::GetPairMilliwatts(MediumStation from, MediumStation to)
{
    if (!m_loss)
    {
        return m_txMilliwatts;
    }
    // NaN stands for a pair that has not been asked about.
    const bool isStored = from < m_powers.size() && !m_powers[from].milliwatts.empty();
    if (isStored && !std::isnan(m_powers[from].milliwatts[to]))
    {
        return m_powers[from].milliwatts[to];
    }
    const double dbm = m_loss->CalcRxPower(m_txPower, GetMobility(from), GetMobility(to));
    NS_LOG_DEBUG("station " << to << " receives station " << from << " with " << dbm << " dBm");
    const double power = FromDb(dbm);
    if (m_isStill[from] && m_isStill[to] && m_isSteady)
    {
        m_powers.resize(m_clients.size());
        auto& milliwatts = m_powers[from].milliwatts;
        milliwatts.resize(m_clients.size(), std::nan(""));
        milliwatts[to] = power;
    }
    return power;
}

/// YansWifiChannel::Send(): a loss model is asked once for each frame and receiver. What keeps its
/// value is stored for all frames.
double
MediumChannel::GetRxMilliwatts(const MediumTransmission& frame, MediumStation to)
{
    if (!m_loss || LearnPowers(frame.sender))
    {
        return GetPairMilliwatts(frame.sender, to);
    }
    const std::pair key(frame.serial, to);
    const auto known = m_framePowers.find(key);
    if (known != m_framePowers.end())
    {
        return known->second;
    }
    const double power = GetPairMilliwatts(frame.sender, to);
    RequireHearing(frame.sender, to, power);
    m_framePowers[key] = power;
    return power;
}

/// The engine lets all stations defer to each frame. Who cannot detect it would not.
void
MediumChannel::RequireHearing(MediumStation from, MediumStation to, double milliwatts)
{
    if (milliwatts >= m_leastMilliwatts || m_allowsHidden || !IsAttached(from) || !IsAttached(to))
    {
        return;
    }
    const auto toDbm = [](double power) { return 10 * std::log10(power); };
    const double back = GetPairMilliwatts(to, from);
    NS_FATAL_ERROR("MediumChannel: "
                   << Describe(to) << " does not hear " << Describe(from)
                   << ": it receives it with " << toDbm(milliwatts) << " dBm and is received with "
                   << toDbm(back) << " dBm, but detects " << toDbm(m_leastMilliwatts)
                   << " dBm or more; all stations of a channel defer to each other, so that these "
                      "belong on two channels, or AllowHiddenStations must be set");
}

/// @return a station as a user knows it
std::string
MediumChannel::Describe(MediumStation station) const
{
    std::ostringstream text;
    const Ptr<NetDevice> device = m_clients[station]->GetNetDevice();
    text << "node " << device->GetNode()->GetId() << " ("
         << Mac48Address::ConvertFrom(device->GetAddress()) << ")";
    return text.str();
}

double
MediumChannel::GetRxPower(MediumStation from, MediumStation to)
{
    RequireLife();
    RequireStation(from);
    RequireStation(to);
    UpdateSteady();
    return 10 * std::log10(GetPairMilliwatts(from, to));
}

int64_t
MediumChannel::AssignStreams(int64_t stream)
{
    RequireLife();
    m_random->SetStream(stream);
    return 1;
}

MediumFrame
MediumChannel::GetFrame(MediumFunction function)
{
    MediumClient* client = GetClient(function);
    MediumFrame frame = client->GetFrame(function);
    // A station answers to the address that it has now.
    if (!m_former.empty() && IsForFormer(client->GetPayload(function), frame.receiver))
    {
        frame.receiver = MEDIUM_NOBODY;
    }
    return frame;
}

uint32_t
MediumChannel::DrawSlots(MediumFunction function, uint32_t window)
{
    return GetClient(function)->DrawSlots(function, window);
}

bool
MediumChannel::WantsBegin(MediumFunction function) const
{
    MediumClient* client = GetClient(function);
    if (client->WantsBegin(function))
    {
        return true;
    }
    if (!m_loss)
    {
        return false;
    }
    // What changes, or is not known yet, must be asked for when the frame begins.
    const MediumFrame frame = client->GetFrame(function);
    const bool isAnswered = frame.acknowledgment > 0 && IsAttached(frame.receiver);
    return !KnowsPowers(m_medium->GetStation(function)) ||
           (isAnswered && !KnowsPowers(frame.receiver));
}

/// PhyEntity::EndPreambleDetectionPeriod() keeps the strongest of the frames of the detection
/// period. What begins later disturbs the decoding only.
std::optional<std::size_t>
MediumChannel::Detect(MediumStation listener,
                      std::span<const MediumTransmission> frames,
                      std::size_t first)
{
    // Equally strong signals: the ratio of two is 0 dB, below any threshold.
    if (!m_loss)
    {
        return frames.size() == 1 ? std::optional(first) : std::nullopt;
    }
    std::optional<std::size_t> strongest;
    double total = 0;
    double most = 0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const double power = GetRxMilliwatts(frames[i], listener);
        total += power;
        if (i >= first && power > most)
        {
            most = power;
            strongest = i;
        }
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

/// Under all that overlaps the frame, which is the first.
bool
MediumChannel::Decode(MediumStation listener, std::span<const MediumTransmission> frames)
{
    const MediumTransmission& frame = frames.front();
    MediumClient* client = GetClient(frame.function);
    const double success = GetSuccessRate(listener, frames);
    // Most are certain, and need no random number.
    constexpr double certain = 1e-9;
    if (success < certain || (success < 1 - certain && m_random->GetValue() > success))
    {
        NS_LOG_DEBUG("station " << listener << " cannot decode the frame of station "
                                << frame.sender << ", which " << frames.size() - 1
                                << " overlap: probability of success " << success);
        return false;
    }
    // A frame for somebody else is decoded for its NAV only, about which an error model says
    // nothing.
    using Kind = MediumTransmission::Kind;
    const bool isAnswer = frame.kind == Kind::CTS || frame.kind == Kind::ACK;
    const MediumStation addressed =
        isAnswer ? m_medium->GetStation(frame.function) : GetFrame(frame.function).receiver;
    return (addressed != listener && addressed != MEDIUM_EVERYBODY) ||
           !m_clients[listener]->IsCorrupt(client->GetPayload(frame.function).packet, frame.kind);
}

/// InterferenceHelper::CalculatePayloadPer(): each part of a frame has its own ratio of the signal
/// to what is on the air with it.
double
MediumChannel::GetSuccessRate(MediumStation listener, std::span<const MediumTransmission> frames)
{
    const MediumTransmission& frame = frames.front();
    MediumClient* client = GetClient(frame.function);
    const double signal = GetRxMilliwatts(frame, listener);
    const double noise = FromDb(m_noise);
    if (frames.size() == 1)
    {
        return client->GetSuccessRate(frame, signal / noise);
    }
    const MediumTime begin = frame.begin + frame.plcp;
    m_cuts.assign({begin, frame.end});
    for (const MediumTransmission& other : frames.subspan(1))
    {
        m_cuts.push_back(std::clamp(other.begin, begin, frame.end));
        m_cuts.push_back(std::clamp(other.end, begin, frame.end));
    }
    std::sort(m_cuts.begin(), m_cuts.end());
    double success = 1;
    for (std::size_t i = 1; i < m_cuts.size(); ++i)
    {
        const auto length = static_cast<double>(m_cuts[i] - m_cuts[i - 1]);
        double others = noise;
        for (const MediumTransmission& other : frames.subspan(1))
        {
            const bool isOnAir = other.begin < m_cuts[i] && other.end > m_cuts[i - 1];
            others += isOnAir ? GetRxMilliwatts(other, listener) : 0;
        }
        if (length > 0)
        {
            success *= std::pow(client->GetSuccessRate(frame, signal / others),
                                length / static_cast<double>(frame.end - begin));
        }
    }
    return success;
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
    if (isOnAir && !attempt.isAnnounced)
    {
        const MediumTime end = attempt.overlapping.empty() ? attempt.begin + attempt.frame.rts
                                                           : attempt.overlapping.front().end;
        Announce(attempt.function, attempt.begin, attempt.frame.receiver, end);
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
    // All receptions of the busy period have been decided.
    m_framePowers.clear();
    return GetClient(attempt.function)->Note(attempt);
}

/// Tell a device that its exchange begins, if it wants to know.
void
MediumChannel::Announce(MediumFunction function,
                        MediumTime begin,
                        MediumStation receiver,
                        MediumTime end)
{
    // WantsBegin() has made the begin an instant of its own, so that it is not in the past, unless
    // somebody began to want it after the next instant had been computed.
    const MediumTime delay = begin - GetTime();
    MediumClient* client = GetClient(function);
    if (delay < 0 || !client->WantsBegin(function))
    {
        return;
    }
    const MediumStation station = m_medium->GetStation(function);
    Simulator::ScheduleWithContext(GetContext(station),
                                   NanoSeconds(delay),
                                   &MediumChannel::NotifyBegin,
                                   this,
                                   station,
                                   client->GetPayload(function),
                                   receiver,
                                   end);
}

void
MediumChannel::NotifyBegin(MediumStation station,
                           const MediumPayload& payload,
                           MediumStation receiver,
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
        AddArrival(frame, arrival);
    }
    for (MediumStation station = 0; station < m_clients.size(); ++station)
    {
        const bool isListener = station != frame.sender && station != attempt.frame.receiver;
        if (isListener && m_clients[station] && m_clients[station]->IsPromiscuous() &&
            HasDecoded(attempt, station))
        {
            arrival.station = station;
            arrival.intact = true;
            AddArrival(frame, arrival);
        }
    }
}

/// @return whether a station decoded the frame of data of an attempt
bool
MediumChannel::HasDecoded(const MediumAttempt& attempt, MediumStation station)
{
    return attempt.decoded.empty() || attempt.decoded[station.value] != 0;
}

/// A frame to a group ends at each station alike, but each decides for itself whether it decodes
/// it.
void
MediumChannel::AddGroupArrivals(const MediumAttempt& attempt, MediumArrival arrival)
{
    for (MediumStation station = 0; station < m_clients.size(); ++station)
    {
        if (station != arrival.sender && m_clients[station])
        {
            arrival.station = station;
            arrival.intact = HasDecoded(attempt, station);
            AddArrival(attempt.overlapping.front(), arrival);
        }
    }
}

void
MediumChannel::AddArrival(const MediumTransmission& frame, const MediumArrival& arrival)
{
    // A station that has left since the frame began is not asked where it is.
    const bool isThere = IsAttached(arrival.station) && arrival.station != frame.sender;
    m_arrivals.push_back(arrival);
    m_arrivals.back().power = isThere ? GetRxMilliwatts(frame, arrival.station) : 0;
}

/// Make sure that an event comes at the next instant that matters. An event that comes too early
/// does no harm.
void
MediumChannel::PlanEvent()
{
    // OnInstant() calls this when it has delivered everything; what a receiver sends meanwhile must
    // not schedule an event each.
    m_plansLater = m_medium->IsExecuting();
    if (m_delivers || m_plansLater)
    {
        return;
    }
    UpdateSteady();
    MediumTime instant = m_medium->GetNextInstant();
    MediumStation station = MEDIUM_NOBODY;
    if (instant != MEDIUM_NEVER)
    {
        const MediumFunction function = m_medium->GetNextFunction();
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
                                   NanoSeconds(std::max<MediumTime>(instant - GetTime(), 0)),
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
    UpdateSteady();
    m_medium->Advance(now);
    // Cards whose exchange waits for those that may join it. They have no RTS.
    for (const auto& [function, begin] : m_medium->TakeBegins(now))
    {
        if (m_loss)
        {
            LearnPowers(m_medium->GetStation(function));
        }
        const MediumFrame frame = GetFrame(function);
        Announce(function, begin, frame.receiver, begin + frame.data);
    }
    DeliverEnded(now);
    m_delivers = false;
    PlanEvent();
}

/// Deliver the frames that have ended, each in the context of its receiver.
void
MediumChannel::DeliverEnded(MediumTime now)
{
    // A receiver may send, and so add arrivals, or leave: take these out first, all at once, as a
    // frame to a group ends at each station.
    const auto ended =
        std::stable_partition(m_arrivals.begin(),
                              m_arrivals.end(),
                              [now](const MediumArrival& arrival) { return arrival.end > now; });
    const uint64_t first = m_lastDue + 1;
    for (auto arrival = ended; arrival != m_arrivals.end(); ++arrival)
    {
        m_due.emplace_hint(m_due.end(), ++m_lastDue, std::move(*arrival));
    }
    m_arrivals.erase(ended, m_arrivals.end());
    const uint64_t last = m_lastDue;
    for (uint64_t number = first; number <= last; ++number)
    {
        const auto entry = m_due.find(number);
        if (entry == m_due.end())
        {
            continue; // Detach() has told of it
        }
        const uint32_t context = GetContext(entry->second.station);
        if (context == Simulator::GetContext())
        {
            DeliverDue(number);
        }
        else
        {
            Simulator::ScheduleWithContext(context,
                                           Time(0),
                                           &MediumChannel::DeliverDue,
                                           this,
                                           number);
        }
    }
}

/// A station that has left since then has been told in Detach().
void
MediumChannel::DeliverDue(uint64_t number)
{
    if (const auto entry = m_due.find(number); entry != m_due.end())
    {
        const MediumArrival arrival = entry->second;
        m_due.erase(entry);
        Deliver(arrival);
    }
}

/// The station may have left since its frame began.
void
MediumChannel::Deliver(MediumArrival arrival)
{
    if (!IsAttached(arrival.station))
    {
        return;
    }
    NS_LOG_DEBUG("station " << arrival.station << (arrival.intact ? " receives" : " loses")
                            << " packet " << arrival.payload.packet->GetUid() << " of station "
                            << arrival.sender << (arrival.collided ? ", collided" : ""));
    if (IsForFormer(arrival.payload, arrival.station))
    {
        NS_LOG_INFO("station " << arrival.station << " has no longer the address "
                               << arrival.payload.destination << ", to which packet "
                               << arrival.payload.packet->GetUid() << " was sent");
        m_addressDrop(arrival.payload.packet);
    }
    // CsmaChannel::TransmitEnd(): what one does with tags of its packet is not seen by others.
    arrival.payload.packet = arrival.payload.packet->Copy();
    m_clients[arrival.station]->ReceiveFrame(arrival);
}

/// Events belong to nodes, as those of ns-3's devices do.
uint32_t
MediumChannel::GetContext(MediumStation station) const
{
    return IsAttached(station) ? m_clients[station]->GetNetDevice()->GetNode()->GetId()
                               : Simulator::NO_CONTEXT;
}

} // namespace ns3
