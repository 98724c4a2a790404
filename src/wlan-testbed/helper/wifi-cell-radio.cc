// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "wifi-cell-radio.h"

#include "rts-threshold.h"

#include "ns3/ack-priority-helper.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fatal-error.h"
#include "ns3/mobility-model.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/qos-utils.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/sta-wifi-mac.h"
#include "ns3/string.h"
#include "ns3/txop.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

namespace
{

/// Frames of a card's queue do not expire in the hosts of the papers; ns-3's do after half a
/// second.
const Time NEVER = Days(1);
/// Smallest contention window of 802.11b; 802.11g has 15.
constexpr const char* CW_MIN = "31";

Ptr<WifiMac>
GetMac(Ptr<WifiNetDevice> radio)
{
    return radio->GetMac();
}

/// @param contention of radios; throws std::invalid_argument if ns-3's cannot do it
void
RequireWhatWifiModels(const CellContention& contention)
{
    RefuseUserValues({"ns3::Txop::MinCws"});
    if (!contention.eifs)
    {
        RequireDcf(CellRadioKind::WIFI, "radios without EIFS");
    }
    if (!contention.postBackoff)
    {
        RequireDcf(CellRadioKind::WIFI, "radios without post-backoff");
    }
}

/// @param mac with access categories, or without
/// @return those that it has
std::vector<AcIndex>
GetCategories(Ptr<WifiMac> mac)
{
    if (mac->GetQosSupported())
    {
        return {AC_BE, AC_BK, AC_VI, AC_VO};
    }
    return {AC_BE_NQOS};
}

/// @param from sends a frame
/// @param to receives it
/// @return power at which it arrives, dBm
double
GetPower(Ptr<WifiPhy> from, Ptr<WifiPhy> to)
{
    PointerValue loss;
    from->GetChannel()->GetAttribute("PropagationLossModel", loss);
    const double sent = from->GetTxPowerEnd() + from->GetTxGain();
    return to->GetRxGain() + loss.Get<PropagationLossModel>()->CalcRxPower(sent,
                                                                           from->GetMobility(),
                                                                           to->GetMobility());
}

/// @param receiver any
/// @return its noise, dBm, as ns-3's InterferenceHelper computes it
double
GetNoise(Ptr<WifiPhy> receiver)
{
    constexpr double THERMAL = 1.3803e-23 * 290; // W/Hz
    const auto figure = GetDefault<DoubleValue>("ns3::WifiPhy::RxNoiseFigure");
    return 10 * std::log10(THERMAL * receiver->GetChannelWidth() * 1e6 * 1e3) + figure;
}

/// ns-3 compares a preamble with what else is on the air and with noise. A ratio that a lone frame
/// does not reach would keep a radio from frames that it can decode, and from deferring to them.
/// @param radios of a cell, with their places
/// @param captureRatio see CellRadios
void
RequireLoneFramesHeard(const NetDeviceContainer& radios, double captureRatio)
{
    const auto least = GetDefault<DoubleValue>("ns3::ThresholdPreambleDetectionModel::MinimumRssi");
    double most = std::numeric_limits<double>::infinity();
    for (auto from = radios.Begin(); from != radios.End(); ++from)
    {
        for (auto to = radios.Begin(); to != radios.End(); ++to)
        {
            if (from == to)
            {
                continue;
            }
            const auto receiver = DynamicCast<WifiNetDevice>(*to)->GetPhy();
            const double power = GetPower(DynamicCast<WifiNetDevice>(*from)->GetPhy(), receiver);
            // Whom the receiver cannot hear with any ratio is hidden from it, which ns-3 models.
            if (power >= least)
            {
                most = std::min(most, power - GetNoise(receiver));
            }
        }
    }
    if (captureRatio > most)
    {
        NS_FATAL_ERROR("CaptureRatio=" << captureRatio << ": expected at most " << most
                                       << " dB, the SNR of the weakest link of this cell");
    }
}

} // namespace

NetDeviceContainer
WifiCellRadio::Install(const CellRadios& description,
                       const NodeContainer& stations,
                       Ptr<Node> accessPoint)
{
    RefuseUserValues({"ns3::ConstantRateWifiManager::DataMode",
                      "ns3::RetryLimitWifiManager::DataAttempts",
                      "ns3::RetryLimitWifiManager::ShortRetryLimit",
                      "ns3::ThresholdPreambleDetectionModel::Threshold",
                      "ns3::WifiMac::FrameRetryLimit",
                      "ns3::WifiMacQueue::MaxSize",
                      "ns3::WifiMacQueue::MaxDelay"});
    if (description.contention)
    {
        RequireWhatWifiModels(*description.contention);
    }
    YansWifiPhyHelper phy;
    // ns-3 decides at the preamble whether a receiver can follow a frame while another one is on
    // the air.
    phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel",
                                  "Threshold",
                                  DoubleValue(description.captureRatio));
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    // ns-3 has the short preamble in cells of 802.11g alone. With rates of 802.11b, long slots and
    // the contention window of 802.11b such a cell is one of 802.11b.
    wifi.SetStandard(description.shortPreamble ? WIFI_STANDARD_80211g : WIFI_STANDARD_80211b);
    WifiMacHelper mac;
    if (description.shortPreamble)
    {
        mac.SetDcf("MinCws", StringValue(CW_MIN));
    }
    const auto setCwMin = [&](uint32_t CellContention::* cwMin) {
        if (description.contention)
        {
            mac.SetDcf("MinCws", StringValue(std::to_string((*description.contention).*cwMin)));
        }
    };
    const uint32_t shortRetryLimit =
        description.contention ? description.contention->shortRetryLimit : 0;
    const auto install = [&](const std::string& macType, Ptr<Node> node, uint32_t attempts) {
        // The contention window starts again after a frame that was given up, or at
        // shortRetryLimit, as 9.2.4 of IEEE 802.11-1999 has it. RetryLimitWifiManager adds this to
        // a fixed rate.
        wifi.SetRemoteStationManager("ns3::RetryLimitWifiManager",
                                     "DataMode",
                                     StringValue(description.dataMode),
                                     "DataAttempts",
                                     UintegerValue(attempts),
                                     "ShortRetryLimit",
                                     UintegerValue(shortRetryLimit));
        mac.SetType(macType,
                    "Ssid",
                    SsidValue(Ssid(description.ssid)),
                    "QosSupported",
                    BooleanValue(description.qos));
        const auto radio = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, node).Get(0));
        const auto manager = radio->GetRemoteStationManager();
        if (!description.controlMode.empty())
        {
            manager->SetAttribute("ControlMode", StringValue(description.controlMode));
        }
        if (description.rts)
        {
            manager->SetAttribute("RtsCtsThreshold",
                                  UintegerValue(GetRtsThreshold(*description.rts)));
        }
        if (description.shortPreamble)
        {
            GetMac(radio)->SetAttribute("ShortSlotTimeSupported", BooleanValue(false));
            radio->GetPhy()->SetAttribute("ShortPlcpPreambleSupported", BooleanValue(true));
        }
        if (description.noise)
        {
            WifiCellRadio(radio).SetNoise(description.noise);
        }
        // A device with QoS has other queues, to which its categories are given later.
        if (const auto queue = GetMac(radio)->GetTxopQueue(AC_BE_NQOS))
        {
            queue->SetMaxDelay(NEVER);
        }
        return radio;
    };
    NetDeviceContainer radios;
    setCwMin(&CellContention::stationCwMin);
    for (auto station = stations.Begin(); station != stations.End(); ++station)
    {
        radios.Add(install("ns3::StaWifiMac", *station, description.stationAttempts));
    }
    setCwMin(&CellContention::accessPointCwMin);
    const auto last = install("ns3::ApWifiMac", accessPoint, description.accessPointAttempts);
    radios.Add(last);
    // Stations learn the basic rates from the beacon.
    for (const auto& mode : description.basicModes)
    {
        last->GetRemoteStationManager()->AddBasicMode(WifiMode(mode));
    }
    // The radios have their places of the run when it begins.
    Simulator::ScheduleNow(&RequireLoneFramesHeard, radios, description.captureRatio);
    return radios;
}

WifiCellRadio::WifiCellRadio(Ptr<WifiNetDevice> radio)
    : m_radio(radio)
{
}

void
WifiCellRadio::SetMode(const std::string& mode,
                       const std::vector<std::string>& /* basicModes */) const
{
    m_radio->GetRemoteStationManager()->SetAttribute("DataMode", StringValue(mode));
}

void
WifiCellRadio::SetNoise(Ptr<ErrorModel> noise) const
{
    m_radio->GetPhy()->SetPostReceptionErrorModel(noise);
}

void
WifiCellRadio::SetCwMax(uint32_t cwMax) const
{
    // The setter for all links, of which there is one, makes ns-3 keep the value.
    GetMac(m_radio)->GetTxop()->SetMaxCws({cwMax});
}

void
WifiCellRadio::SetDriverQueue(AckPriorityHelper& priority, uint32_t packets) const
{
    priority.SetDriverQueue(QueueSize(QueueSizeUnit::PACKETS, packets), NEVER);
}

uint32_t
WifiCellRadio::CountPackets() const
{
    const auto mac = GetMac(m_radio);
    uint32_t packets = 0;
    for (const AcIndex category : GetCategories(mac))
    {
        packets += mac->GetTxopQueue(category)->GetNPackets();
    }
    return packets;
}

void
WifiCellRadio::NotifyWhenJoined(const std::function<void()>& joined) const
{
    GetMac(m_radio)->TraceConnectWithoutContext(
        "Assoc",
        Callback<void, Mac48Address>([joined](Mac48Address) { Simulator::ScheduleNow(joined); }));
}

bool
WifiCellRadio::HasJoined() const
{
    return DynamicCast<StaWifiMac>(GetMac(m_radio))->IsAssociated();
}

Ptr<Object>
WifiCellRadio::FindMacTraces() const
{
    return GetMac(m_radio);
}

Ptr<Object>
WifiCellRadio::FindPhyTraces() const
{
    // Without a PHY, GetPhy() would end the program.
    return m_radio->GetNPhys() > 0 ? m_radio->GetPhy() : nullptr;
}

bool
WifiCellRadio::ConnectTxBegin(const TxBeginCallbacks& callbacks) const
{
    return FindPhyTraces()->TraceConnectWithoutContext("PhyTxBegin", callbacks.phy);
}

void
WifiCellRadio::DisconnectTxBegin(const TxBeginCallbacks& callbacks) const
{
    if (const auto phy = FindPhyTraces())
    {
        phy->TraceDisconnectWithoutContext("PhyTxBegin", callbacks.phy);
    }
}

} // namespace ns3
