// SPDX-License-Identifier: GPL-2.0-only

#include "ett-wifi-manager.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/packet.h"
#include "ns3/qos-txop.h"
#include "ns3/txop.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-utils.h"

#include <algorithm>
#include <array>
#include <span>

namespace ns3
{

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

/// Access categories of a device with QoS; without, AC_BE stands for its only one.
constexpr std::array EDCA{AC_BE, AC_BK, AC_VI, AC_VO};

/// MAC header and FCS of a data frame, bytes.
constexpr uint32_t OVERHEAD = 24 + 4;

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
                          "Weight of the last attempt in the averages of deliveries, and of the "
                          "last frame in that of sizes.",
                          DoubleValue(EttParameters().ewmaWeight),
                          MakeDoubleAccessor(&EttWifiManager::m_ewmaWeight),
                          MakeDoubleChecker<double>(0.001, 0.5))
            .AddAttribute(
                "CollisionDoubt",
                "How many more failures than expected may still be collisions, in standard "
                "deviations of the number of collisions.",
                DoubleValue(EttParameters().collisionDoubt),
                MakeDoubleAccessor(&EttWifiManager::m_collisionDoubt),
                MakeDoubleChecker<double>(0, 5))
            .AddAttribute("LossCost",
                          "What a frame that is given up costs, in times of a delivery.",
                          DoubleValue(EttParameters().lossCost),
                          MakeDoubleAccessor(&EttWifiManager::m_lossCost),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("MinProbeInterval",
                          "Frames between two probes of a rate that works.",
                          UintegerValue(ProbeSchedule::Interval().least),
                          MakeUintegerAccessor(&EttWifiManager::m_minProbeInterval),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20))
            .AddAttribute("MaxProbeInterval",
                          "Frames between two probes of a rate that never works, not below "
                          "MinProbeInterval.",
                          UintegerValue(ProbeSchedule::Interval().most),
                          MakeUintegerAccessor(&EttWifiManager::m_maxProbeInterval),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20));
    return tid;
}

EttParameters
EttWifiManager::GetParameters() const
{
    return {.ewmaWeight = m_ewmaWeight,
            .collisionDoubt = m_collisionDoubt,
            .lossCost = m_lossCost,
            .probeInterval = {.least = m_minProbeInterval, .most = m_maxProbeInterval}};
}

void
EttWifiManager::DoInitialize()
{
    NonHtWifiManager::DoInitialize();
    m_phyState = GetPhy()->GetState();
    m_phyState->TraceConnectWithoutContext("State",
                                           MakeCallback(&EttWifiManager::NotePhyState, this));
}

void
EttWifiManager::DoDispose()
{
    if (m_phyState)
    {
        m_phyState->TraceDisconnectWithoutContext(
            "State",
            MakeCallback(&EttWifiManager::NotePhyState, this));
        m_phyState = nullptr;
    }
    NonHtWifiManager::DoDispose();
}

void
EttWifiManager::NotePhyState(Time, Time duration, WifiPhyState state)
{
    // What has ended an idle time is told right after it if it is an own transmission, and with
    // its own end otherwise.
    if (state == WifiPhyState::IDLE)
    {
        m_idle = duration;
        return;
    }
    if (!m_idle.IsZero())
    {
        NoteIdleEnd(state == WifiPhyState::TX);
        m_idle = Time(0);
    }
}

void
EttWifiManager::NoteIdleEnd(bool isOwn)
{
    const auto mac = GetMac();
    if (!mac->GetQosSupported())
    {
        CountSlots(*mac->GetTxop(), isOwn, m_busySlots[0]);
        return;
    }
    for (const AcIndex ac : EDCA)
    {
        CountSlots(*mac->GetQosTxop(ac), isOwn, m_busySlots[ac]);
    }
}

void
EttWifiManager::CountSlots(const Txop& txop, bool isOwn, BusySlotAverage& average) const
{
    // With DCF the first slot after a DIFS is for the sender of the last frame alone, as the
    // backoff of the others was suspended before its end (IEEE 802.11-2020, 10.3.4.3). An EDCAF
    // counts down at the end of the AIFS already (10.23.2.4).
    const Time slot = GetPhy()->GetSlot();
    const uint32_t before = txop.GetAifsn(SINGLE_LINK_OP_ID) + (txop.IsQosTxop() ? 0 : 1);
    // Others' frames arrive a little later than they are sent.
    const Time wait = m_idle - GetPhy()->GetSifs() - before * slot + slot / 2;
    if (!wait.IsStrictlyNegative())
    {
        // Time's own quotient is a number of 128 bits, which takes far longer.
        const int64_t slots = wait.GetTimeStep() / slot.GetTimeStep();
        // A first attempt begins in one of these slots: whether later ones are busy does not matter
        // to it, and nobody may have contended until then.
        const int64_t most = txop.GetMinCw(SINGLE_LINK_OP_ID) + 1;
        average.NoteIdle(static_cast<uint32_t>(std::min(slots, most)), !isOwn && slots < most);
    }
}

double
EttWifiManager::GetCollisionProbability(AcIndex ac) const
{
    return m_busySlots[GetMac()->GetQosSupported() ? ac : 0].Get();
}

WifiRemoteStation*
EttWifiManager::DoCreateStation() const
{
    return new EttRemoteStation;
}

bool
EttWifiManager::DoNeedFragmentation(WifiRemoteStation* st, Ptr<const Packet> packet, bool normally)
{
    // Asked with every frame that will be sent, whose size no other question tells.
    auto& station = *static_cast<NonHtRemoteStation*>(st);
    GetControl(station).NoteSize(packet->GetSize() + OVERHEAD,
                                 GetParameters(),
                                 station.sender.category);
    return normally;
}

AttemptTime
EttWifiManager::GetAttemptTime(const NonHtRemoteStation& station, std::size_t rate) const
{
    // Two sizes far apart, so that the symbols that OFDM fills up do not matter.
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
    const double interframe = 2 * toUs(phy->GetSifs() + phy->GetSlot()); // DIFS and SIFS
    return {interframe + getTime(SHORT, vector) - SHORT * perByte + getTime(GetAckSize(), ack),
            perByte};
}

void
EttWifiManager::DoSetRates(NonHtRemoteStation& station) const
{
    NS_ABORT_MSG_IF(m_maxProbeInterval < m_minProbeInterval,
                    "EttWifiManager: MaxProbeInterval=" << m_maxProbeInterval
                                                        << ": expected at least MinProbeInterval, "
                                                        << m_minProbeInterval);
    std::array<AttemptTime, MAX_NON_HT_RATES> times;
    const std::size_t count = station.rates.GetCount();
    for (std::size_t i = 0; i < count; ++i)
    {
        times[i] = GetAttemptTime(station, i);
    }
    GetControl(station).SetRates(std::span(times).first(count));
    GetControl(station).SetRetryLimit(GetMac()->GetFrameRetryLimit());
    if (!GetMac()->GetQosSupported())
    {
        GetControl(station).SetBackoff(GetBackoff(*GetMac()->GetTxop()));
        return;
    }
    for (const AcIndex ac : EDCA)
    {
        GetControl(station).SetBackoff(GetBackoff(*GetMac()->GetQosTxop(ac)), ac);
    }
}

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
    const RateChoice choice =
        GetControl(station).Select(GetParameters(), {category, GetCollisionProbability(category)});
    if (!isContending)
    {
        GetControl(station).NoteReserved();
    }
    return choice;
}

void
EttWifiManager::DoNoteDelivered(NonHtRemoteStation& station) const
{
    GetControl(station).NoteDelivered(GetParameters());
}

void
EttWifiManager::DoNoteFailed(NonHtRemoteStation& station) const
{
    GetControl(station).NoteFailed(GetParameters());
}

void
EttWifiManager::DoNoteReserved(NonHtRemoteStation& station) const
{
    GetControl(station).NoteReserved();
}

void
EttWifiManager::DoNoteGivenUp(NonHtRemoteStation& station) const
{
    GetControl(station).NoteGivenUp();
}

void
EttWifiManager::DoNoteOtherGivenUp(NonHtRemoteStation& station) const
{
    GetControl(station).NoteOtherGivenUp();
}

} // namespace ns3
