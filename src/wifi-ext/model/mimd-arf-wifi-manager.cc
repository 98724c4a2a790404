// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "mimd-arf-wifi-manager.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MimdArfWifiManager");

NS_OBJECT_ENSURE_REGISTERED(MimdArfWifiManager);

namespace
{

/// A station and the control of its rate.
struct MimdArfRemoteStation : public NonHtRemoteStation
{
    MimdRateControl control; ///< of the rate
};

MimdRateControl&
GetControl(NonHtRemoteStation& station)
{
    return static_cast<MimdArfRemoteStation&>(station).control;
}

/// Smallest factor. As a change is one step at least, it stands for a single step.
constexpr double LEAST_FACTOR = 1;

} // namespace

TypeId
MimdArfWifiManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MimdArfWifiManager")
            .SetParent<NonHtWifiManager>()
            .SetGroupName("WifiExt")
            .AddConstructor<MimdArfWifiManager>()
            // The paper says "several" frames and "several more" attempts; it numbers only the
            // tries at the top rate and the order of the rates (kuang2003, 4.3.2).
            .AddAttribute("SuccessThreshold",
                          "Number of frames acknowledged in a row before the rate is increased.",
                          UintegerValue(MimdParameters().successThreshold),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_successThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TopTries",
                          "Failed attempts of a frame, at the rate that an increase led to, before "
                          "the rate is decreased.",
                          UintegerValue(MimdParameters().topTries),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_topTries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MiddleTries",
                          "Failed attempts of a frame, at a rate that a decrease led to, before "
                          "the rate is decreased again.",
                          UintegerValue(MimdParameters().middleTries),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_middleTries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Decreases",
                          "Number of decreases by DecreaseFactor before the next one leads to the "
                          "lowest rate.",
                          UintegerValue(MimdParameters().decreases),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_decreases),
                          MakeUintegerChecker<uint32_t>())
            // After its successes the firmware returns to 11 Mb/s at once, and from there it goes
            // to 5.5 and then to 1 Mb/s (kuang2003, 4.3.2 and figure 6): a factor that reaches the
            // top from anywhere, one halving, and the lowest rate.
            .AddAttribute("IncreaseFactor",
                          "An increase leads to the highest rate that is at most this multiple of "
                          "the old one, and at least one step up. The default leads from 1 to "
                          "54 Mb/s.",
                          DoubleValue(MimdParameters().increaseFactor),
                          MakeDoubleAccessor(&MimdArfWifiManager::m_increaseFactor),
                          MakeDoubleChecker<double>(LEAST_FACTOR))
            .AddAttribute(
                "DecreaseFactor",
                "A decrease leads to the highest rate that is at most the old one divided "
                "by this factor, and at least one step down.",
                DoubleValue(MimdParameters().decreaseFactor),
                MakeDoubleAccessor(&MimdArfWifiManager::m_decreaseFactor),
                MakeDoubleChecker<double>(LEAST_FACTOR));
    return tid;
}

// The attributes can change while the simulation runs, so they are read for each report.
MimdParameters
MimdArfWifiManager::GetParameters() const
{
    return {.successThreshold = m_successThreshold,
            .topTries = m_topTries,
            .middleTries = m_middleTries,
            .decreases = m_decreases,
            .increaseFactor = m_increaseFactor,
            .decreaseFactor = m_decreaseFactor};
}

WifiRemoteStation*
MimdArfWifiManager::DoCreateStation() const
{
    return new MimdArfRemoteStation;
}

// The rates become known when the station associates. Until the first successes the lowest one is
// used, which carried the association.
void
MimdArfWifiManager::DoSetRates(NonHtRemoteStation& station) const
{
    NS_LOG_DEBUG("begin with the lowest rate to " << GetAddress(&station) << ", "
                                                  << station.rates.GetBitRate(0) / 1e6 << " Mb/s");
    GetControl(station).SetRates(station.rates);
}

// The control has already taken the report into account: the rate of its next attempt differs from
// that of the last one if the report was the decisive one.
void
MimdArfWifiManager::LogReport(NonHtRemoteStation& station, const char* outcome) const
{
    const MimdRateControl& control = GetControl(station);
    const std::size_t before = station.choice.rate;
    const std::size_t after = control.Select().rate;
    NS_LOG_LOGIC("the attempt at " << station.rates.GetBitRate(before) / 1e6 << " Mb/s to "
                                   << GetAddress(&station) << " was " << outcome);
    if (after > before)
    {
        NS_LOG_DEBUG("raise the rate to "
                     << GetAddress(&station) << " from " << station.rates.GetBitRate(before) / 1e6
                     << " to " << station.rates.GetBitRate(after) / 1e6
                     << " Mb/s: " << m_successThreshold << " frames in a row were acknowledged");
    }
    else if (after < before)
    {
        NS_LOG_DEBUG("lower the rate to "
                     << GetAddress(&station) << " from " << station.rates.GetBitRate(before) / 1e6
                     << " to " << station.rates.GetBitRate(after) / 1e6
                     << " Mb/s: the frame failed "
                     << (control.GetDecreases() == 1 ? m_topTries : m_middleTries)
                     << " times at the old rate; decrease number " << control.GetDecreases());
    }
}

RateChoice
MimdArfWifiManager::DoSelectRate(NonHtRemoteStation& station) const
{
    return GetControl(station).Select();
}

void
MimdArfWifiManager::DoNoteDelivered(NonHtRemoteStation& station) const
{
    GetControl(station).NoteDelivered(GetParameters());
    LogReport(station, "acknowledged");
}

// The only sign of a failure is a missing ACK: a collision counts like a bad channel, which is why
// such a control thrashes.
void
MimdArfWifiManager::DoNoteFailed(NonHtRemoteStation& station) const
{
    GetControl(station).NoteFailed(GetParameters());
    LogReport(station, "not acknowledged");
}

// The rate stays where the retries have led it: in the paper the next frame begins there.
void
MimdArfWifiManager::DoNoteGivenUp(NonHtRemoteStation& station) const
{
    NS_LOG_DEBUG("give up a frame to " << GetAddress(&station)
                                       << ": the count of frames in a row begins anew");
    GetControl(station).NoteGivenUp();
}

} // namespace ns3
