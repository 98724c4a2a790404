// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-channel.h"

#include "medium-access.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumChannel");
NS_OBJECT_ENSURE_REGISTERED(MediumChannel);

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
                          "Noise of a receiver, dBm; by default thermal noise in 22 MHz and a "
                          "noise figure of 7 dB.",
                          DoubleValue(-93.6),
                          MakeDoubleAccessor(&MediumChannel::SetLevel<&MediumChannel::m_noise>,
                                             &MediumChannel::GetLevel<&MediumChannel::m_noise>),
                          MakeDoubleChecker<double>(-200, 100))
            .AddAttribute(
                "Sensitivity",
                "Minimum power at which a receiver detects a signal, dBm.",
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
                "Whether the simulation continues if, by the powers of the PropagationLossModel, "
                "two stations cannot hear each other. They still defer to each other, as real "
                "stations could not, so throughput is wrong by tens of percent. False: the first "
                "frame that a station cannot hear ends the simulation.",
                BooleanValue(false),
                MakeBooleanAccessor(&MediumChannel::SetAllowHidden, &MediumChannel::AllowsHidden),
                MakeBooleanChecker())
            .AddTraceSource("AddressDrop",
                            "A frame reached its station, but the address of the station had "
                            "changed since the frame began.",
                            MakeTraceSourceAccessor(&MediumChannel::m_addressDrop),
                            "ns3::Packet::TracedCallback");
    return tid;
}

MediumChannel::MediumChannel()
    : m_links(m_stations,
              MakeCallback(&MediumChannel::FlushEngine, this),
              MakeCallback(&MediumChannel::PlanEvent, this)),
      m_delivery(m_stations, m_addresses, m_links),
      m_environment(m_stations, m_addresses, m_receiver, m_links, m_delivery)
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
        NS_FATAL_ERROR("MediumChannel: Slot=" << m_slot.As(Time::NS)
                                              << ": expected 1us to 1ms in the resolution of Time");
    }
    // An ACK at 1 Mb/s takes 304 us (802.11-2007, 9.2.10).
    constexpr MediumTime ack = 304'000;
    m_timing.eifsWithoutDifs = m_timing.sifs + ack;
    m_delivery.SetAddressDropCallback(MakeCallback(&MediumChannel::DropForAddress, this));
    m_medium = std::make_unique<MediumAccess>(m_environment, m_timing);
    m_environment.SetAccess(m_medium.get());
    UpdateLossy();
}

void
MediumChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (MediumStation station = 0; station < m_stations.GetSize(); ++station)
    {
        // Devices may be disposed of after the channel: none of them contends any longer.
        if (IsAttached(station))
        {
            m_medium->RemoveStation(station, GetTime());
            m_stations.Remove(station);
        }
    }
    m_addresses.Clear();
    m_delivery.Clear();
    m_links.Clear();
    m_serial = 0;
    m_isDisposed = true;
    Channel::DoDispose();
}

std::size_t
MediumChannel::GetNDevices() const
{
    return m_stations.GetNDevices();
}

Ptr<NetDevice>
MediumChannel::GetDevice(std::size_t i) const
{
    return m_stations.GetDevice(i);
}

Ptr<NetDevice>
MediumChannel::GetStationDevice(MediumStation station) const
{
    return m_stations.GetStationDevice(station);
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

MediumStation
MediumChannel::Attach(MediumClient* client)
{
    NS_LOG_FUNCTION(this << client);
    RequireLife();
    RequireIdleEngine("join");
    Advance();
    // What has begun until now is computed without the new station, which would otherwise detect
    // it.
    m_stations.Add(client);
    m_links.AddStation();
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
    m_delivery.Lose(station);
    // The numbers of the others must stay, so that the place of this one remains empty.
    m_stations.Remove(station);
    m_links.RemoveStation();
    m_addresses.Remove(station);
    UpdateLossy();
}

bool
MediumChannel::IsAttached(MediumStation station) const
{
    return m_stations.IsAttached(station);
}

/// Receivers are found by address once for each packet, so that the engine knows numbers only.
void
MediumChannel::SetAddress(MediumStation station, Mac48Address address)
{
    // With two of one address, which of them answers would depend on their order.
    const MediumStation owner = Find(address);
    if (address.IsGroup() || (owner != MEDIUM_NOBODY && owner != station))
    {
        NS_FATAL_ERROR("MediumChannel: address " << address
                                                 << ": expected neither a group address nor "
                                                    "that of another station");
    }
    NS_LOG_DEBUG("station " << station << " has address " << address);
    m_stations.Require(station);
    // Frames that have begun were for the former address.
    FlushEngine();
    m_addresses.Set(station, address);
    PlanEvent();
}

MediumStation
MediumChannel::Find(Mac48Address address) const
{
    return m_addresses.Find(address);
}

/// The engine numbers functions in the order in which they come, over all stations.
MediumFunction
MediumChannel::AddFunction(MediumStation station, const MediumRules& rules)
{
    RequireLife();
    m_stations.Require(station);
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
    FlushEngine();
    m_medium->SetRules(function, rules);
}

/// What has begun until now is computed with the former value.
void
MediumChannel::SetEifs(MediumStation station, bool waits)
{
    m_stations.Require(station);
    FlushEngine();
    m_medium->SetEifs(station, waits);
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
    m_medium->SetLossy(m_links.GetLossModel() || m_stations.HasLossy());
    // A frame that can be lost matters when it ends, not only when its exchange does.
    PlanEvent();
}

bool
MediumChannel::IsBusy(MediumStation station, MediumTime time) const
{
    m_stations.Require(station);
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
        m_links.SetLossModel(loss); // by the constructor
        return;
    }
    FlushEngine();
    m_links.SetLossModel(loss);
    UpdateLossy();
}

/// What has begun was received with the former value.
template <double MediumChannel::* VALUE>
void
MediumChannel::SetLevel(double value)
{
    if (m_medium)
    {
        FlushEngine();
    }
    this->*VALUE = value;
    ApplyLevels();
}

void
MediumChannel::ApplyLevels()
{
    m_receiver.SetLevels(m_noise, m_sensitivity, m_preambleThreshold);
    m_links.SetPowers(m_txPower, m_receiver.GetLeastMilliwatts());
}

void
MediumChannel::SetAllowHidden(bool allows)
{
    m_allowsHidden = allows;
    m_links.AllowHidden(allows);
}

bool
MediumChannel::AllowsHidden() const
{
    return m_allowsHidden;
}

/// Before a change that must not touch what has begun.
void
MediumChannel::FlushEngine()
{
    m_medium->Flush(GetTime());
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
    return m_links.GetLossModel();
}

double
MediumChannel::GetRxPower(MediumStation from, MediumStation to)
{
    RequireLife();
    m_stations.Require(from);
    m_stations.Require(to);
    m_links.UpdateSteady();
    return MediumReceiver::ToDb(m_links.GetMilliwatts(from, to));
}

int64_t
MediumChannel::AssignStreams(int64_t stream)
{
    RequireLife();
    m_environment.SetStream(stream);
    return 1;
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
    m_links.UpdateSteady();
    MediumTime instant = m_medium->GetNextInstant();
    MediumStation station = MEDIUM_NOBODY;
    if (instant != MEDIUM_NEVER)
    {
        m_links.RequireDetection();
        const MediumFunction function = m_medium->GetNextFunction();
        station = m_environment.GetFrame(function).receiver;
        if (station >= m_stations.GetSize())
        {
            station = m_medium->GetStation(function);
        }
    }
    const MediumArrival* arrival = m_delivery.GetNext();
    if (arrival && arrival->end < instant)
    {
        instant = arrival->end;
        station = arrival->station;
    }
    if (instant >= m_eventAt)
    {
        return;
    }
    // The event runs in the context of the node that it is for most often, the receiver, so that a
    // delivery needs no second event.
    m_eventAt = instant;
    Simulator::ScheduleWithContext(m_stations.GetContext(station),
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
    m_links.UpdateSteady();
    m_medium->Advance(now);
    // Cards whose exchange waits for those that may join it. They have no RTS.
    for (const auto& [function, begin] : m_medium->TakeBegins(now))
    {
        const MediumStation sender = m_medium->GetStation(function);
        if (m_links.GetLossModel())
        {
            m_links.Learn(sender);
        }
        const MediumFrame frame = m_environment.GetFrame(function);
        m_delivery.Announce(sender, function, begin, frame.receiver, begin + frame.data);
    }
    m_delivery.DeliverEnded(now);
    m_delivers = false;
    PlanEvent();
}

void
MediumChannel::DropForAddress(Ptr<const Packet> packet)
{
    m_addressDrop(packet);
}

} // namespace ns3
