// SPDX-License-Identifier: GPL-2.0-only

#include "ett-wifi-manager.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/packet.h"
#include "ns3/qos-txop.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-utils.h"

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
            .lossCost = m_lossCost,
            .probeInterval = {.least = m_minProbeInterval, .most = m_maxProbeInterval}};
}

WifiRemoteStation*
EttWifiManager::DoCreateStation() const
{
    return new EttRemoteStation;
}

bool
EttWifiManager::DoNeedFragmentation(WifiRemoteStation* station,
                                    Ptr<const Packet> packet,
                                    bool normally)
{
    // Asked with every frame that will be sent, whose size no other question tells.
    GetControl(*static_cast<NonHtRemoteStation*>(station))
        .NoteSize(packet->GetSize() + OVERHEAD, GetParameters());
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
    const auto mac = GetMac();
    const auto txop = mac->GetQosSupported() ? Ptr<Txop>(mac->GetQosTxop(AC_BE)) : mac->GetTxop();
    const double slot = static_cast<double>(GetPhy()->GetSlot().GetNanoSeconds()) / 1e3;
    GetControl(station).SetRates(std::span(times).first(count));
    GetControl(station).SetRetries({slot, txop->GetMinCw(0), txop->GetMaxCw(0)},
                                   mac->GetFrameRetryLimit());
}

RateChoice
EttWifiManager::DoSelectRate(NonHtRemoteStation& station) const
{
    return GetControl(station).Select(GetParameters());
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
EttWifiManager::DoNoteGivenUp(NonHtRemoteStation& station) const
{
    GetControl(station).NoteGivenUp();
}

} // namespace ns3
