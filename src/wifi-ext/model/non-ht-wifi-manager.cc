// SPDX-License-Identifier: GPL-2.0-only

#include "non-ht-wifi-manager.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-tx-vector.h"

#include <algorithm>
#include <span>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NonHtWifiManager");

NS_OBJECT_ENSURE_REGISTERED(NonHtWifiManager);

namespace
{

NonHtRemoteStation&
Get(WifiRemoteStation* station)
{
    return *static_cast<NonHtRemoteStation*>(station);
}

} // namespace

TypeId
NonHtWifiManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NonHtWifiManager")
            .SetParent<WifiRemoteStationManager>()
            .SetGroupName("WifiExt")
            .AddTraceSource("RateChange",
                            "An attempt at another rate than the one before.",
                            MakeTraceSourceAccessor(&NonHtWifiManager::m_rateChange),
                            "ns3::NonHtWifiManager::RateChangeCallback");
    return tid;
}

void
NonHtWifiManager::DoInitialize()
{
    if (GetHtSupported())
    {
        NS_LOG_WARN(GetInstanceTypeId().GetName()
                    << ": data frames are sent at non-HT rates, without A-MPDUs");
    }
    WifiRemoteStationManager::DoInitialize();
}

WifiTxVector
NonHtWifiManager::MakeTxVector(WifiMode mode) const
{
    return WifiTxVector(
        mode,
        GetDefaultTxPowerLevel(),
        GetPreambleForTransmission(mode.GetModulationClass(), GetShortPreambleEnabled()),
        NanoSeconds(800),
        1,
        1,
        0,
        GetPhy()->GetTxBandwidth(mode, MHz_u{20}),
        false);
}

WifiTxVector
NonHtWifiManager::GetTxVector(const NonHtRemoteStation& station, std::size_t rate) const
{
    return MakeTxVector(GetSupported(&station, station.modes[rate]));
}

void
NonHtWifiManager::UpdateRates(NonHtRemoteStation& station) const
{
    const auto getBitRate = [&](uint8_t i) {
        const WifiMode mode = GetSupported(&station, i);
        return static_cast<double>(mode.GetDataRate(GetPhy()->GetTxBandwidth(mode, MHz_u{20})));
    };
    station.supported = GetNSupported(&station);
    const std::size_t count = std::min<std::size_t>(station.supported, MAX_NON_HT_RATES);
    const std::span modes(station.modes.begin(), count);
    for (uint8_t i = 0; i < count; ++i)
    {
        modes[i] = i;
    }
    std::sort(modes.begin(), modes.end(), [&](uint8_t a, uint8_t b) {
        return getBitRate(a) < getBitRate(b);
    });
    std::array<double, MAX_NON_HT_RATES> bitRates;
    std::transform(modes.begin(), modes.end(), bitRates.begin(), getBitRate);
    station.rates = RateTable(std::span(bitRates).first(count));
    DoSetRates(station);
}

void
NonHtWifiManager::BeginAttempt(NonHtRemoteStation& station) const
{
    if (station.supported != GetNSupported(&station))
    {
        UpdateRates(station);
    }
    station.choice = DoSelectRate(station);
    station.isUnderWay = true;
    const auto bitRate = static_cast<uint64_t>(station.rates.GetBitRate(station.choice.rate));
    if (bitRate != station.bitRate)
    {
        const auto reason =
            station.bitRate == 0 ? RateChangeReason::FIRST_FRAME : station.choice.reason;
        m_rateChange(GetAddress(&station), station.bitRate, bitRate, reason);
        station.bitRate = bitRate;
    }
}

WifiTxVector
NonHtWifiManager::DoGetDataTxVector(WifiRemoteStation* st, MHz_u)
{
    NonHtRemoteStation& station = Get(st);
    m_asked = Simulator::Now();
    m_sender = FindFrameSender(*GetMac(), m_sender);
    if (!station.isUnderWay || station.sender != m_sender)
    {
        station.sender = m_sender;
        BeginAttempt(station);
    }
    return GetTxVector(station, station.choice.rate);
}

WifiTxVector
NonHtWifiManager::DoGetRtsTxVector(WifiRemoteStation* station)
{
    return MakeTxVector(GetUseNonErpProtection() ? GetNonErpSupported(station, 0)
                                                 : GetSupported(station, 0));
}

void
NonHtWifiManager::DoReportDataOk(WifiRemoteStation* st, double, WifiMode, double, MHz_u, uint8_t)
{
    NonHtRemoteStation& station = Get(st);
    if (station.isUnderWay)
    {
        station.isUnderWay = false;
        DoNoteDelivered(station);
    }
}

void
NonHtWifiManager::DoReportDataFailed(WifiRemoteStation* st)
{
    // A category that loses to another one of this device is reported in the instant in which the
    // winner begins (FrameExchangeManager::NotifyInternalCollision).
    NonHtRemoteStation& station = Get(st);
    if (station.isUnderWay && m_asked != Simulator::Now())
    {
        station.isUnderWay = false;
        DoNoteFailed(station);
    }
}

void
NonHtWifiManager::DoReportFinalDataFailed(WifiRemoteStation* st)
{
    NonHtRemoteStation& station = Get(st);
    if (station.isUnderWay)
    {
        DoNoteOtherGivenUp(station);
    }
    else if (station.supported != 0)
    {
        DoNoteGivenUp(station);
    }
}

void
NonHtWifiManager::DoReportFinalRtsFailed(WifiRemoteStation* st)
{
    NonHtRemoteStation& station = Get(st);
    station.isUnderWay = false;
    DoNoteGivenUp(station);
}

void
NonHtWifiManager::DoReportRtsOk(WifiRemoteStation* st, double, WifiMode, double)
{
    NonHtRemoteStation& station = Get(st);
    if (station.isUnderWay)
    {
        DoNoteReserved(station);
    }
}

void
NonHtWifiManager::DoNoteOtherGivenUp(NonHtRemoteStation&) const
{
}

void
NonHtWifiManager::DoNoteReserved(NonHtRemoteStation&) const
{
}

void
NonHtWifiManager::DoReportRtsFailed(WifiRemoteStation* station)
{
    Get(station).isUnderWay = false;
}

void
NonHtWifiManager::DoReportRxOk(WifiRemoteStation*, double, WifiMode)
{
}

} // namespace ns3
