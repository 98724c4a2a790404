// SPDX-License-Identifier: GPL-2.0-only

#include "mimd-arf-wifi-manager.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

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

/// Smallest factor; it stands for a single step.
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
            .AddAttribute("SuccessThreshold",
                          "Frames acknowledged in a row before the rate is increased.",
                          UintegerValue(MimdParameters().successThreshold),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_successThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TopTries",
                          "Failed attempts of a frame at the rate that an increase led to, before "
                          "it is decreased.",
                          UintegerValue(MimdParameters().topTries),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_topTries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MiddleTries",
                          "Failed attempts of a frame at a rate that a decrease led to, before "
                          "it is decreased.",
                          UintegerValue(MimdParameters().middleTries),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_middleTries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Decreases",
                          "Decreases by DecreaseFactor; the next one leads to the lowest rate.",
                          UintegerValue(MimdParameters().decreases),
                          MakeUintegerAccessor(&MimdArfWifiManager::m_decreases),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("IncreaseFactor",
                          "An increase leads to the highest rate up to this multiple, and one step "
                          "up at least. From 1 to 54 Mb/s unless set.",
                          DoubleValue(MimdParameters().increaseFactor),
                          MakeDoubleAccessor(&MimdArfWifiManager::m_increaseFactor),
                          MakeDoubleChecker<double>(LEAST_FACTOR))
            .AddAttribute("DecreaseFactor",
                          "A decrease leads to the highest rate up to this fraction, and one step "
                          "down at least.",
                          DoubleValue(MimdParameters().decreaseFactor),
                          MakeDoubleAccessor(&MimdArfWifiManager::m_decreaseFactor),
                          MakeDoubleChecker<double>(LEAST_FACTOR));
    return tid;
}

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

void
MimdArfWifiManager::DoSetRates(NonHtRemoteStation& station) const
{
    GetControl(station).SetRates(station.rates);
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
}

void
MimdArfWifiManager::DoNoteFailed(NonHtRemoteStation& station) const
{
    GetControl(station).NoteFailed(GetParameters());
}

void
MimdArfWifiManager::DoNoteGivenUp(NonHtRemoteStation& station) const
{
    GetControl(station).NoteGivenUp();
}

} // namespace ns3
