// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "non-ht-wifi-manager.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/multi-user-scheduler.h"
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
                            "An attempt to a station has another rate than the attempt before.",
                            MakeTraceSourceAccessor(&NonHtWifiManager::m_rateChange),
                            "ns3::NonHtWifiManager::RateChangeCallback");
    return tid;
}

void
NonHtWifiManager::DoInitialize()
{
    // It plans transmissions at HE rates, which no station has here.
    NS_ABORT_MSG_IF(GetMac()->GetObject<MultiUserScheduler>(),
                    GetInstanceTypeId().GetName()
                        << ": data frames are sent at non-HT rates: expected no multi-user "
                           "scheduler");
    // Each link has a manager, but backoffs and busy slots are those of the first link.
    NS_ABORT_MSG_IF(GetMac()->GetNLinks() > 1,
                    GetInstanceTypeId().GetName()
                        << ": the device has " << +GetMac()->GetNLinks()
                        << " links: expected one, as of a device before 802.11be");
    // A device of 802.11n or later still works with these managers, but slower than it could.
    if (GetHtSupported())
    {
        NS_LOG_WARN(GetInstanceTypeId().GetName()
                    << ": data frames are sent at non-HT rates, without A-MPDUs");
    }
    WifiRemoteStationManager::DoInitialize();
}

// 802.11a, b and g send one spatial stream from one antenna in a channel of 20 MHz (22 for DSSS).
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

// ns-3 lists the modes of a station in the order in which it learned them. The rate controls need
// them in ascending order.
void
NonHtWifiManager::UpdateRates(NonHtRemoteStation& station) const
{
    const auto getBitRate = [&](uint8_t i) {
        const WifiMode mode = GetSupported(&station, i);
        return static_cast<double>(mode.GetDataRate(GetPhy()->GetTxBandwidth(mode, MHz_u{20})));
    };
    station.supported = GetNSupported(&station);
    std::size_t count = 0;
    for (uint8_t i = 0; i < station.supported; ++i)
    {
        // To a peer of an ad hoc network ns-3 attributes the rates of 802.11b twice.
        const auto isSame = [&](uint8_t known) {
            return GetSupported(&station, known) == GetSupported(&station, i);
        };
        if (std::none_of(station.modes.begin(), station.modes.begin() + count, isSame))
        {
            NS_ABORT_MSG_IF(count == MAX_NON_HT_RATES,
                            GetInstanceTypeId().GetName()
                                << ": station " << GetAddress(&station) << ": expected at most "
                                << MAX_NON_HT_RATES << " non-HT rates");
            station.modes[count++] = i;
        }
    }
    const std::span modes(station.modes.begin(), count);
    std::sort(modes.begin(), modes.end(), [&](uint8_t a, uint8_t b) {
        return getBitRate(a) < getBitRate(b);
    });
    std::array<double, MAX_NON_HT_RATES> bitRates;
    std::transform(modes.begin(), modes.end(), bitRates.begin(), getBitRate);
    station.rates = RateTable(std::span(bitRates).first(count));
    NS_LOG_DEBUG(GetAddress(&station)
                 << " has " << count << " non-HT rates, from " << bitRates.front() / 1e6 << " to "
                 << bitRates.at(count - 1) / 1e6 << " Mb/s");
    DoSetRates(station);
}

void
NonHtWifiManager::BeginAttempt(NonHtRemoteStation& station) const
{
    // The list grows when the station associates and announces its rates.
    if (station.supported != GetNSupported(&station))
    {
        UpdateRates(station);
    }
    station.choice = DoSelectRate(station);
    station.isUnderWay = true;
    const auto bitRate = static_cast<uint64_t>(station.rates.GetBitRate(station.choice.rate));
    NS_LOG_LOGIC("an attempt to " << GetAddress(&station) << " at " << bitRate / 1e6
                                  << " Mb/s begins, category " << station.sender.category
                                  << (station.sender.isContending ? "" : ", within a TXOP"));
    if (bitRate != station.bitRate)
    {
        const auto reason =
            station.bitRate == 0 ? RateChangeReason::FIRST_FRAME : station.choice.reason;
        NS_LOG_DEBUG("rate to " << GetAddress(&station) << " changes from " << station.bitRate / 1e6
                                << " to " << bitRate / 1e6 << " Mb/s: " << reason);
        m_rateChange(GetAddress(&station), station.bitRate, bitRate, reason);
        station.bitRate = bitRate;
    }
}

// ns-3 may request the rate of the same attempt several times. The answer stays the same until the
// attempt is reported, unless another access category of the device sends in the meantime.
WifiTxVector
NonHtWifiManager::DoGetDataTxVector(WifiRemoteStation* st, MHz_u)
{
    NonHtRemoteStation& station = Get(st);
    m_asked = Simulator::Now();
    m_sender = FindFrameSender(*GetMac(), m_sender);
    // An attempt of another category, which wins in the meantime, begins with a rate of its own.
    if (!station.isUnderWay || station.sender != m_sender)
    {
        station.sender = m_sender;
        BeginAttempt(station);
    }
    return GetTxVector(station, station.choice.rate);
}

// All stations of the BSS must decode an RTS, hence the lowest rate.
WifiTxVector
NonHtWifiManager::DoGetRtsTxVector(WifiRemoteStation* station)
{
    return MakeTxVector(GetUseNonErpProtection() ? GetNonErpSupported(station, 0)
                                                 : GetSupported(station, 0));
}

void
NonHtWifiManager::DoReportDataOk(WifiRemoteStation* st, double, WifiMode, double, MHz_u, uint8_t)
{
    // ns-3 also reports the ACKs of management frames, for which it requests no rate here.
    NonHtRemoteStation& station = Get(st);
    if (!station.isUnderWay)
    {
        NS_LOG_LOGIC("ignore the ACK of " << GetAddress(st) << ": no data frame is under way");
        return;
    }
    station.isUnderWay = false;
    DoNoteDelivered(station);
}

void
NonHtWifiManager::DoReportDataFailed(WifiRemoteStation* st)
{
    // ns-3 reports a category that loses to another one of this device at the instant at which the
    // winner begins to send (FrameExchangeManager::NotifyInternalCollision). A frame that was sent
    // cannot be reported as early as that.
    NonHtRemoteStation& station = Get(st);
    if (!station.isUnderWay || m_asked == Simulator::Now())
    {
        NS_LOG_LOGIC("ignore a failure to "
                     << GetAddress(st) << ": "
                     << (station.isUnderWay ? "the frame lost to another category"
                                            : "no data frame is under way"));
        return;
    }
    station.isUnderWay = false;
    DoNoteFailed(station);
}

void
NonHtWifiManager::DoReportFinalDataFailed(WifiRemoteStation* st)
{
    // The report of the last attempt precedes this one. If an attempt is still under way, the frame
    // that was given up is another one, which collided inside the device.
    NonHtRemoteStation& station = Get(st);
    if (station.isUnderWay)
    {
        NS_LOG_LOGIC("a frame to " << GetAddress(st) << " beside the one under way is given up");
        DoNoteOtherGivenUp(station);
    }
    else if (station.supported != 0)
    {
        NS_LOG_LOGIC("a frame to " << GetAddress(st) << " is given up");
        DoNoteGivenUp(station);
    }
}

void
NonHtWifiManager::DoReportFinalRtsFailed(WifiRemoteStation* st)
{
    NS_LOG_LOGIC("a frame to " << GetAddress(st) << " is given up: no RTS was answered");
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

// A control that keeps nothing for each category has nothing to do.
void
NonHtWifiManager::DoNoteOtherGivenUp(NonHtRemoteStation&) const
{
}

// A control that does not account for collisions has nothing to do.
void
NonHtWifiManager::DoNoteReserved(NonHtRemoteStation&) const
{
}

// The same holds for a control that chooses the rate alone.
void
NonHtWifiManager::DoNoteUnanswered(NonHtRemoteStation&) const
{
}

// The data frame was not sent, so its rate has neither failed nor succeeded. The next RTS begins a
// new attempt.
void
NonHtWifiManager::DoReportRtsFailed(WifiRemoteStation* st)
{
    NS_LOG_LOGIC("an RTS to " << GetAddress(st) << " was not answered");
    NonHtRemoteStation& station = Get(st);
    if (station.isUnderWay)
    {
        station.isUnderWay = false;
        DoNoteUnanswered(station);
    }
}

// Neither control learns from the frames that a station sends: the two directions of a link may
// differ in power and noise.
void
NonHtWifiManager::DoReportRxOk(WifiRemoteStation*, double, WifiMode)
{
}

} // namespace ns3
