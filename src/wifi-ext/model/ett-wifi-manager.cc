// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ett-wifi-manager.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/qos-txop.h"
#include "ns3/txop.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-utils.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <span>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EttWifiManager");

NS_OBJECT_ENSURE_REGISTERED(EttWifiManager);

namespace
{

/// A station and the control of its rate.
struct EttRemoteStation : public NonHtRemoteStation
{
    EttRateControl control; ///< of the rate
};

EttRateControl&
GetControl(NonHtRemoteStation& station)
{
    return static_cast<EttRemoteStation&>(station).control;
}

/// MAC header and FCS of a data frame, bytes.
constexpr uint32_t OVERHEAD = 24 + 4;

/// @param station a station
/// @param rate index of one of its rates
/// @return the rate, Mb/s
double
GetMegabits(const NonHtRemoteStation& station, std::size_t rate)
{
    return station.rates.GetBitRate(rate) / 1e6;
}

/// Rates of the planned attempts towards a station, for messages.
struct ChainText
{
    const NonHtRemoteStation& station; ///< whose rates
    const RetryChain& chain;           ///< rates by attempt
};

std::ostream&
operator<<(std::ostream& os, const ChainText& text)
{
    for (std::size_t attempt = 0; attempt < text.chain.GetAttempts(); ++attempt)
    {
        os << GetMegabits(text.station, text.chain.GetRate(attempt)) << ' ';
    }
    return os << "Mb/s";
}

} // namespace

TypeId
EttWifiManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EttWifiManager")
            .SetParent<NonHtWifiManager>()
            .SetGroupName("WifiExt")
            .AddConstructor<EttWifiManager>()
            .AddAttribute("EwmaWeight",
                          "Weight of the last attempt in the moving averages of deliveries, and of "
                          "the last frame in the moving average of frame sizes.",
                          DoubleValue(EttParameters().ewmaWeight),
                          MakeDoubleAccessor(&EttWifiManager::m_ewmaWeight),
                          MakeDoubleChecker<double>(0.001, 0.5))
            .AddAttribute("CollisionDoubt",
                          "Failures beyond the expected number of collisions that still count as "
                          "collisions, in standard deviations of that number.",
                          DoubleValue(EttParameters().collisionDoubt),
                          MakeDoubleAccessor(&EttWifiManager::m_collisionDoubt),
                          MakeDoubleChecker<double>(0, 5))
            .AddAttribute("LossCost",
                          "Cost of a frame that is given up, as a multiple of the expected time "
                          "of a delivery.",
                          DoubleValue(EttParameters().lossCost),
                          MakeDoubleAccessor(&EttWifiManager::m_lossCost),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("MinProbeInterval",
                          "Number of frames between two probes of a rate that works.",
                          UintegerValue(ProbeSchedule::Interval().least),
                          MakeUintegerAccessor(&EttWifiManager::m_minProbeInterval),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20))
            .AddAttribute("MaxProbeInterval",
                          "Number of frames between two probes of a rate that never works; at "
                          "least MinProbeInterval.",
                          UintegerValue(ProbeSchedule::Interval().most),
                          MakeUintegerAccessor(&EttWifiManager::m_maxProbeInterval),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20))
            .AddAttribute("AllowRts",
                          "Whether an RTS precedes an attempt if this shortens the expected time.",
                          BooleanValue(EttParameters().usesRts),
                          MakeBooleanAccessor(&EttWifiManager::m_usesRts),
                          MakeBooleanChecker());
    return tid;
}

// The attributes can change while the simulation runs, so they are read for each attempt.
EttParameters
EttWifiManager::GetParameters() const
{
    return {.ewmaWeight = m_ewmaWeight,
            .collisionDoubt = m_collisionDoubt,
            .lossCost = m_lossCost,
            .probeInterval = {.least = m_minProbeInterval, .most = m_maxProbeInterval},
            .usesRts = m_usesRts};
}

void
EttWifiManager::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    NonHtWifiManager::DoInitialize();
    m_busySlots.Watch(GetMac(), GetPhy());
}

void
EttWifiManager::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_busySlots.Stop();
    NonHtWifiManager::DoDispose();
}

double
EttWifiManager::GetCollisionProbability(AcIndex ac) const
{
    return m_busySlots.GetCollisionProbability(ac);
}

WifiRemoteStation*
EttWifiManager::DoCreateStation() const
{
    return new EttRemoteStation;
}

// The return value is the usual one. This hook is the only call in which ns-3 passes a manager the
// packet that is about to be sent; the request for a rate names the receiver, but no packet. With
// QoS ns-3 requests the rate first, so the category of the frame is known. Only HT devices request
// the rate afterwards, so they add the size to the category of the previous attempt.
bool
EttWifiManager::DoNeedFragmentation(WifiRemoteStation* st, Ptr<const Packet> packet, bool normally)
{
    LearnFrameSize(*static_cast<NonHtRemoteStation*>(st), packet->GetSize());
    return normally;
}

void
EttWifiManager::LearnFrameSize(NonHtRemoteStation& station, uint32_t packetSize) const
{
    const AcIndex category = station.sender.category;
    GetControl(station).NoteSize(packetSize + OVERHEAD, GetParameters(), category);
    NS_LOG_LOGIC("a frame of " << packetSize + OVERHEAD << " bytes for " << GetAddress(&station)
                               << "; frames of category " << category << " have "
                               << GetControl(station).GetMeanSize(category) << " bytes on average");
}

// ns-3 calls this after it has requested the rate of the attempt. Within a TXOP the medium is
// already reserved.
bool
EttWifiManager::DoNeedRts(WifiRemoteStation* st, uint32_t, bool normally)
{
    NonHtRemoteStation& station = *static_cast<NonHtRemoteStation*>(st);
    return normally ||
           (station.isUnderWay && station.sender.isContending && GetControl(station).UsesRts());
}

double
EttWifiManager::GetRtsTime(const NonHtRemoteStation& station) const
{
    const auto phy = GetPhy();
    const Mac48Address address = GetAddress(&station);
    const auto rts = GetTxVector(station, 0);
    const auto cts = GetAckTxVector(address, rts);
    const Time time = WifiPhy::CalculateTxDuration(GetRtsSize(), rts, phy->GetPhyBand()) +
                      WifiPhy::CalculateTxDuration(GetCtsSize(), cts, phy->GetPhyBand()) +
                      2 * phy->GetSifs();
    return static_cast<double>(time.GetNanoSeconds()) / 1e3;
}

AttemptTime
EttWifiManager::GetAttemptTime(const NonHtRemoteStation& station, std::size_t rate) const
{
    // The line through two sizes far apart averages over the symbols that OFDM pads.
    constexpr uint32_t SHORT = 100;
    constexpr uint32_t LONG = 1600;
    const auto vector = GetTxVector(station, rate);
    const auto ack = GetAckTxVector(GetAddress(&station), vector);
    const auto phy = GetPhy();
    const auto getTime = [&](uint32_t bytes, const WifiTxVector& txVector) {
        const Time time = WifiPhy::CalculateTxDuration(bytes, txVector, phy->GetPhyBand());
        return static_cast<double>(time.GetNanoSeconds()) / 1e3;
    };
    const auto toUs = [](Time time) { return static_cast<double>(time.GetNanoSeconds()) / 1e3; };
    const double perByte = (getTime(LONG, vector) - getTime(SHORT, vector)) / (LONG - SHORT);
    // DIFS is SIFS and two slots; a SIFS more separates the frame from its ACK.
    const double interframe = 2 * toUs(phy->GetSifs() + phy->GetSlot());
    return {interframe + getTime(SHORT, vector) - SHORT * perByte + getTime(GetAckSize(), ack),
            perByte};
}

void
EttWifiManager::DoSetRates(NonHtRemoteStation& station) const
{
    // An attribute checker sees one attribute only, and the two may be set in either order.
    NS_ABORT_MSG_IF(m_maxProbeInterval < m_minProbeInterval,
                    "EttWifiManager: MaxProbeInterval=" << m_maxProbeInterval
                                                        << ": expected at least MinProbeInterval, "
                                                        << m_minProbeInterval);
    std::array<AttemptTime, MAX_NON_HT_RATES> times;
    const std::size_t count = station.rates.GetCount();
    for (std::size_t i = 0; i < count; ++i)
    {
        times[i] = GetAttemptTime(station, i);
        NS_LOG_DEBUG("an attempt to " << GetAddress(&station) << " at " << GetMegabits(station, i)
                                      << " Mb/s takes " << times[i].fixed << " us and "
                                      << times[i].perByte << " us per byte");
    }
    GetControl(station).SetRates(std::span(times).first(count));
    GetControl(station).SetRtsTime(GetRtsTime(station));
    GetControl(station).SetRetryLimit(GetMac()->GetFrameRetryLimit());
    if (!GetMac()->GetQosSupported())
    {
        GetControl(station).SetBackoff(GetBackoff(*GetMac()->GetTxop()));
        return;
    }
    for (const AcIndex ac : BusySlotProbe::EDCA)
    {
        GetControl(station).SetBackoff(GetBackoff(*GetMac()->GetQosTxop(ac)), ac);
    }
}

// Read when the rates of a station become known. EDCA parameters that change later have no effect
// on the retry chain.
MeanBackoff
EttWifiManager::GetBackoff(const Txop& txop) const
{
    return {static_cast<double>(GetPhy()->GetSlot().GetNanoSeconds()) / 1e3,
            txop.GetMinCw(SINGLE_LINK_OP_ID),
            txop.GetMaxCw(SINGLE_LINK_OP_ID)};
}

RateChoice
EttWifiManager::DoSelectRate(NonHtRemoteStation& station) const
{
    const auto [category, isContending] = station.sender;
    const double collisions = GetCollisionProbability(category);
    EttRateControl& control = GetControl(station);
    const RateChoice choice = control.Select(GetParameters(), {category, collisions});
    const RetryChain& chain = control.GetRetryChain();
    NS_LOG_LOGIC("attempt " << control.GetFailedAttempts() + 1 << " to " << GetAddress(&station)
                            << ": chain " << (ChainText{station, chain}) << ", expected time "
                            << chain.GetExpectedTime() << " us, collision probability "
                            << collisions);
    if (choice.reason == RateChangeReason::PROBE)
    {
        NS_LOG_DEBUG("begin a probe of " << GetMegabits(station, choice.rate) << " Mb/s to "
                                         << GetAddress(&station) << "; best is "
                                         << GetMegabits(station, chain.GetRate(0))
                                         << " Mb/s, delivering a share of "
                                         << control.GetDelivery(chain.GetRate(0), GetParameters()));
    }
    else if (choice.reason == RateChangeReason::BETTER_RATE)
    {
        NS_LOG_DEBUG("best rate to " << GetAddress(&station) << " is now "
                                     << GetMegabits(station, choice.rate)
                                     << " Mb/s, delivering a share of "
                                     << control.GetDelivery(choice.rate, GetParameters()));
    }
    // Within a TXOP no other station begins to send.
    if (!isContending)
    {
        control.NoteReserved();
    }
    return choice;
}

// The control has already taken the report into account: the shares are those that it will use for
// the next attempt.
void
EttWifiManager::LogReport(NonHtRemoteStation& station, const char* outcome) const
{
    const auto& [rate, reason] = station.choice;
    if (reason == RateChangeReason::PROBE)
    {
        NS_LOG_DEBUG("the probe of " << GetMegabits(station, rate) << " Mb/s to "
                                     << GetAddress(&station) << " was " << outcome);
    }
    NS_LOG_LOGIC("the attempt at "
                 << GetMegabits(station, rate) << " Mb/s to " << GetAddress(&station) << " was "
                 << outcome << "; shares delivered at this rate: first attempts "
                 << GetControl(station).GetDelivery(rate, GetParameters()) << ", retries "
                 << GetControl(station).GetRetryDelivery(rate, GetParameters()));
}

void
EttWifiManager::DoNoteDelivered(NonHtRemoteStation& station) const
{
    GetControl(station).NoteDelivered(GetParameters());
    LogReport(station, "acknowledged");
}

void
EttWifiManager::DoNoteFailed(NonHtRemoteStation& station) const
{
    GetControl(station).NoteFailed(GetParameters());
    LogReport(station, "not acknowledged");
}

void
EttWifiManager::DoNoteReserved(NonHtRemoteStation& station) const
{
    NS_LOG_LOGIC("RTS to " << GetAddress(&station) << " answered: the frame cannot collide");
    GetControl(station).NoteRts(true, GetParameters());
}

void
EttWifiManager::DoNoteUnanswered(NonHtRemoteStation& station) const
{
    GetControl(station).NoteRts(false, GetParameters());
    NS_LOG_LOGIC("RTS to " << GetAddress(&station) << " not answered; share answered: "
                           << GetControl(station).GetAnswered());
}

void
EttWifiManager::DoNoteGivenUp(NonHtRemoteStation& station) const
{
    NS_LOG_DEBUG("give up a frame to " << GetAddress(&station) << " after "
                                       << GetControl(station).GetFailedAttempts()
                                       << " failed attempts");
    GetControl(station).NoteGivenUp();
}

void
EttWifiManager::DoNoteOtherGivenUp(NonHtRemoteStation& station) const
{
    NS_LOG_DEBUG("a frame of another category to " << GetAddress(&station)
                                                   << " was given up: all other categories begin "
                                                      "a new frame");
    GetControl(station).NoteOtherGivenUp();
}

} // namespace ns3
