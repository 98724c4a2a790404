// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-radio.h"

#include "cell-radio.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mode.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-remote-station-manager.h"

#include <functional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LaptopRadio");

namespace
{

/// A fixed rate, and a contention window that begins again after a frame that was given up, as in
/// IEEE 802.11-1999.
const std::string FIXED = "ns3::RetryLimitWifiManager";
/// "The Multiplicative Increase/Multiplicative Decrease (MIMD) rate adaptation algorithm" (4.3.2
/// A); see MimdArfWifiManager.
const std::string MIMD = "ns3::MimdArfWifiManager";
} // namespace

LaptopRadio::LaptopRadio(const LaptopRadioValues& values, Ptr<Node> laptop, Ptr<Node> accessPoint)
    : m_values(values)
{
    // These values would silently win over a user's. The limit of attempts is DataAttempts.
    RefuseUserValues({"ns3::WifiMac::FrameRetryLimit",
                      "ns3::RetryLimitWifiManager::DataAttempts",
                      "ns3::ConstantRateWifiManager::DataMode",
                      MIMD + "::SuccessThreshold",
                      MIMD + "::TopTries",
                      MIMD + "::MiddleTries"});
    Place(laptop, accessPoint);
    if (ChooseCellRadio() == CellRadioKind::DCF)
    {
        InstallDcf(laptop, accessPoint);
    }
    else
    {
        InstallWifi(laptop, accessPoint);
    }
    if (m_values.rateBug)
    {
        // linux-wlan 0.1.13 made the firmware send every frame at 2 Mb/s (4.1).
        CellRadio::Of(m_devices.Get(0))->SetMode("DsssRate2Mbps", m_values.basicRates);
    }
    AddNoise();
}

uint32_t
LaptopRadio::GetLaptopAttempts() const
{
    return m_values.macRetransmission ? m_values.retryLimit : 1;
}

void
LaptopRadio::InstallWifi(Ptr<Node> laptop, Ptr<Node> accessPoint)
{
    const uint32_t laptopAttempts = GetLaptopAttempts();
    const uint32_t attempts = m_values.retryLimit;
    const YansWifiPhyHelper phy = CreatePhy();
    Install(MakeAdapter(laptopAttempts), phy, "ns3::StaWifiMac", laptop, laptopAttempts);
    Install(MakeAccessPoint(attempts), phy, "ns3::ApWifiMac", accessPoint, attempts);
    SetBasicRates();
}

void
LaptopRadio::InstallDcf(Ptr<Node> laptop, Ptr<Node> accessPoint)
{
    if (m_values.poorChannel)
    {
        RequireWifi(CellRadioKind::DCF, "the poor channel of 4.3.2");
    }
    if (m_values.automaticRate || m_values.accessPointRateManager.GetName() != FIXED)
    {
        RequireWifi(CellRadioKind::DCF, "rate adaptation");
    }
    CellRadios radios;
    radios.kind = CellRadioKind::DCF;
    radios.dataMode = GetModeName(m_values.dataMode);
    radios.basicModes = m_values.basicRates;
    radios.accessPointAttempts = m_values.retryLimit;
    radios.stationAttempts = GetLaptopAttempts();
    m_devices = radios.Install(NodeContainer(laptop), accessPoint);
}

void
LaptopRadio::Place(Ptr<Node> laptop, Ptr<Node> accessPoint) const
{
    // "The AP and the client were only 1-2 meters apart" (4.1.1, 4.3.1); for 4.3.2 the authors
    // "simply increased the distance" (3.3).
    const double distance = m_values.poorChannel ? m_values.poorDistance : m_values.distance;
    NS_LOG_INFO("laptop is " << distance << " m from the access point, on a "
                             << (m_values.poorChannel ? "poor" : "good") << " channel");
    auto positions = CreateObject<ListPositionAllocator>();
    positions->Add(Vector(distance, 0, 0));
    positions->Add(Vector(0, 0, 0));
    MobilityHelper mobility;
    mobility.SetPositionAllocator(positions);
    mobility.Install(NodeContainer(laptop, accessPoint));
}

YansWifiPhyHelper
LaptopRadio::CreatePhy()
{
    // Section 4.3.2 is the only one with a poor channel. All others share ns-3's default path loss,
    // under which 1.5 m leave no errors but those of the noise.
    if (m_values.poorChannel)
    {
        SetPoorChannel();
        return m_poorChannel.CreatePhy();
    }
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    return phy;
}

void
LaptopRadio::SetPoorChannel()
{
    RefuseReceiverThresholds();
    RefuseUserValues({"ns3::LogDistancePropagationLossModel::Exponent",
                      "ns3::LogDistancePropagationLossModel::ReferenceLoss",
                      "ns3::ShadowingPropagationLossModel::StandardDeviation",
                      "ns3::ShadowingPropagationLossModel::CorrelationTime",
                      "ns3::GilbertElliottErrorModel::GoodDuration",
                      "ns3::GilbertElliottErrorModel::BadDuration",
                      "ns3::GilbertElliottErrorModel::BadBitErrorRate"});
    m_poorChannel.SetPathLoss(m_values.pathLossExponent, m_values.referenceLoss);
    m_poorChannel.SetShadowing(m_values.shadowing, m_values.shadowingCorrelation);
    m_poorChannel.SetBursts(m_values.goodDuration, m_values.badDuration, m_values.badBitErrorRate);
}

WifiHelper
LaptopRadio::MakeFixed(uint32_t attempts) const
{
    WifiHelper wifi;
    wifi.SetRemoteStationManager(FIXED,
                                 "DataMode",
                                 StringValue(GetModeName(m_values.dataMode)),
                                 "DataAttempts",
                                 UintegerValue(attempts));
    return wifi;
}

WifiHelper
LaptopRadio::MakeAdapter(uint32_t attempts) const
{
    if (!m_values.automaticRate)
    {
        NS_LOG_INFO("adapter sends at " << GetModeName(m_values.dataMode));
        return MakeFixed(attempts);
    }
    NS_LOG_INFO("adapter chooses its rate by " << m_values.automaticRateManager.GetName());
    WifiHelper wifi;
    // Beyond the paper: other adaptations on its channel (B1), with their own defaults.
    const std::string manager = m_values.automaticRateManager.GetName();
    if (manager != MIMD)
    {
        wifi.SetRemoteStationManager(manager);
        return wifi;
    }
    wifi.SetRemoteStationManager(MIMD,
                                 "SuccessThreshold",
                                 UintegerValue(m_values.successThreshold),
                                 "TopTries",
                                 UintegerValue(m_values.topTries),
                                 "MiddleTries",
                                 UintegerValue(m_values.middleTries));
    return wifi;
}

WifiHelper
LaptopRadio::MakeAccessPoint(uint32_t attempts) const
{
    const std::string manager = m_values.accessPointRateManager.GetName();
    if (manager == FIXED)
    {
        return MakeFixed(attempts);
    }
    WifiHelper wifi;
    // The paper does not say how the access point chose its rate on the poor channel.
    wifi.SetRemoteStationManager(manager);
    return wifi;
}

void
LaptopRadio::Install(const WifiHelper& wifi,
                     const YansWifiPhyHelper& phy,
                     const std::string& macType,
                     Ptr<Node> node,
                     uint32_t attempts)
{
    WifiHelper standard = wifi;
    standard.SetStandard(WIFI_STANDARD_80211b);
    WifiMacHelper mac;
    // RetryLimitWifiManager sets the limit again, by its own attribute; other managers leave it.
    mac.SetType(macType,
                "Ssid",
                SsidValue(Ssid("RG-1000")),
                "FrameRetryLimit",
                UintegerValue(attempts));
    m_devices.Add(standard.Install(phy, mac, node));
}

void
LaptopRadio::SetBasicRates() const
{
    // The access point chooses the basic rates and tells them to the station in its beacons, which
    // it sends at the first one added.
    const auto manager = DynamicCast<WifiNetDevice>(m_devices.Get(1))->GetRemoteStationManager();
    for (const auto& rate : m_values.basicRates)
    {
        manager->AddBasicMode(WifiMode(rate));
    }
}

void
LaptopRadio::AddNoise()
{
    // Noise stands for what the paper calls "wireless channel errors only" (4.3.1), the retries of
    // UDP. It strikes every frame with the same probability, MAC acknowledgments included.
    m_poorChannel.InstallBursts(m_devices);
    if (m_values.frameLossRate == 0)
    {
        return;
    }
    // One rate, calibrated by the retries of UDP (4.3.1), serves all tables with a good channel.
    const EnumValue frames(RateErrorModel::ERROR_UNIT_PACKET);
    const DoubleValue lossRate(m_values.frameLossRate);
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        m_noise.push_back(CreateObject<RateErrorModel>());
        SetAttributes("ns3::RateErrorModel",
                      {{"ErrorUnit", frames}, {"ErrorRate", lossRate}},
                      std::bind_front(&ObjectBase::SetAttribute, m_noise.back()));
        CellRadio::Of(m_devices.Get(i))->SetNoise(m_noise.back());
    }
    NS_LOG_INFO("noise spoils " << 100 * m_values.frameLossRate << " % of all frames");
}

const NetDeviceContainer&
LaptopRadio::GetDevices() const
{
    return m_devices;
}

int64_t
LaptopRadio::AssignChannelStreams(int64_t stream)
{
    const int64_t first = stream;
    for (const auto& noise : m_noise)
    {
        stream += noise->AssignStreams(stream);
    }
    stream += m_poorChannel.AssignStreams(stream);
    return stream - first;
}

} // namespace ns3
