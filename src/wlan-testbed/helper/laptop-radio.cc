// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-radio.h"

#include "cell-radio.h"
#include "dsss-mode.h"

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
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LaptopRadio");

namespace
{

/// A fixed rate, and a contention window that begins again after a frame that was given up, as in
/// IEEE 802.11-1999.
const std::string FIXED = "ns3::RetryLimitWifiManager";
/// "The Multiplicative Increase/Multiplicative Decrease (MIMD) rate adaptation algorithm" (4.3.2
/// A); see Kuang2003RateAdaptation.
const std::string MIMD = "ns3::MimdArfWifiManager";
/// The limit of transmissions, which the other managers take from the MAC.
const std::string ATTEMPTS = FIXED + "::DataAttempts";

/// @tparam Value type of attribute value
/// @param name "ns3::Class::Attribute"
/// @param value the testbed's
/// @return the user's value if there is one, else the testbed's
template <typename Value, typename T>
T
Prefer(const std::string& name, const T& value)
{
    return DynamicCast<const Value>(PreferUserValue(name, Value(value)))->Get();
}

} // namespace

LaptopRadio::LaptopRadio(const Kuang2003Parameters& parameters,
                         Ptr<Node> laptop,
                         Ptr<Node> accessPoint)
    : m_parameters(parameters)
{
    RefuseUserValues({"ns3::WifiMac::FrameRetryLimit"}); // the limit is DataAttempts
    if (!m_parameters.macRetransmission)
    {
        RefuseUserValues({ATTEMPTS});
    }
    if (m_parameters.poorChannel && m_parameters.frameLossRate > 0)
    {
        throw std::invalid_argument("frameLossRate with a poor channel: expected one of them");
    }
    CheckDsssMode("dataMode", m_parameters.dataMode);
    for (const auto& rate : m_parameters.basicRates)
    {
        CheckDsssMode("basicRates", rate);
    }
    const auto attempts = PreferUserValue(ATTEMPTS, UintegerValue(m_parameters.retryLimit));
    Place(laptop, accessPoint);
    if (m_parameters.radio == CellRadioKind::DCF)
    {
        InstallDcf(laptop, accessPoint, *attempts);
    }
    else
    {
        InstallWifi(laptop, accessPoint, *attempts);
    }
    if (m_parameters.rateBug)
    {
        // linux-wlan 0.1.13 made the firmware send every frame at 2 Mb/s (4.1).
        CellRadio::Of(m_devices.Get(0))->SetMode("DsssRate2Mbps", m_parameters.basicRates);
    }
    AddNoise();
}

void
LaptopRadio::InstallWifi(Ptr<Node> laptop, Ptr<Node> accessPoint, const AttributeValue& attempts)
{
    const UintegerValue once(1);
    const AttributeValue& adapterAttempts = m_parameters.macRetransmission ? attempts : once;
    const YansWifiPhyHelper phy = CreatePhy();
    Install(MakeAdapter(adapterAttempts), phy, "ns3::StaWifiMac", laptop, adapterAttempts);
    Install(MakeAccessPoint(attempts), phy, "ns3::ApWifiMac", accessPoint, attempts);
    SetBasicRates();
}

void
LaptopRadio::InstallDcf(Ptr<Node> laptop, Ptr<Node> accessPoint, const AttributeValue& attempts)
{
    if (m_parameters.poorChannel)
    {
        RequireWifi(m_parameters.radio, "the poor channel of 4.3.2");
    }
    if (m_parameters.automaticRate || m_parameters.accessPointRateManager != FIXED)
    {
        RequireWifi(m_parameters.radio, "rate adaptation");
    }
    const std::string mode = "ns3::ConstantRateWifiManager::DataMode";
    CellRadios radios;
    radios.kind = m_parameters.radio;
    radios.dataMode = PreferUserValue(mode, StringValue(m_parameters.dataMode))
                          ->SerializeToString(MakeWifiModeChecker());
    CheckDsssMode(mode, radios.dataMode);
    radios.basicModes = m_parameters.basicRates;
    radios.accessPointAttempts =
        static_cast<uint32_t>(dynamic_cast<const UintegerValue&>(attempts).Get());
    radios.stationAttempts = m_parameters.macRetransmission ? radios.accessPointAttempts : 1;
    m_devices = radios.Install(NodeContainer(laptop), accessPoint);
}

void
LaptopRadio::Place(Ptr<Node> laptop, Ptr<Node> accessPoint) const
{
    // "The AP and the client were only 1-2 meters apart" (4.1.1, 4.3.1); for 4.3.2 the authors
    // "simply increased the distance" (3.3).
    const auto& poor = m_parameters.poorChannel;
    NS_LOG_INFO("laptop is " << (poor ? poor->distance : m_parameters.distance)
                             << " m from the access point, on a " << (poor ? "poor" : "good")
                             << " channel");
    auto positions = CreateObject<ListPositionAllocator>();
    positions->Add(Vector(poor ? poor->distance : m_parameters.distance, 0, 0));
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
    if (m_parameters.poorChannel)
    {
        SetPoorChannel(*m_parameters.poorChannel);
        return m_poorChannel.CreatePhy();
    }
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    return phy;
}

void
LaptopRadio::RefuseReceiverThresholds()
{
    RefuseUserValues({"ns3::ThresholdPreambleDetectionModel::Threshold",
                      "ns3::ThresholdPreambleDetectionModel::MinimumRssi",
                      "ns3::WifiPhy::RxSensitivity",
                      "ns3::WifiPhy::CcaSensitivity"});
}

void
LaptopRadio::SetPoorChannel(const Kuang2003PoorChannel& channel)
{
    RefuseReceiverThresholds();
    const std::string loss = "ns3::LogDistancePropagationLossModel::";
    m_poorChannel.SetPathLoss(
        Prefer<DoubleValue>(loss + "Exponent", PoorChannelHelper::DEFAULT_EXPONENT),
        Prefer<DoubleValue>(loss + "ReferenceLoss", PoorChannelHelper::DEFAULT_REFERENCE_LOSS));
    const std::string shadowing = "ns3::ShadowingPropagationLossModel::";
    m_poorChannel.SetShadowing(
        Prefer<DoubleValue>(shadowing + "StandardDeviation", channel.shadowing),
        Prefer<TimeValue>(shadowing + "CorrelationTime", channel.shadowingCorrelation));
    const std::string bursts = "ns3::GilbertElliottErrorModel::";
    m_poorChannel.SetBursts(
        Prefer<TimeValue>(bursts + "GoodDuration", channel.goodDuration),
        Prefer<TimeValue>(bursts + "BadDuration", channel.badDuration),
        Prefer<DoubleValue>(bursts + "BadBitErrorRate", channel.badBitErrorRate));
}

WifiHelper
LaptopRadio::MakeFixed(const AttributeValue& attempts) const
{
    WifiHelper wifi;
    wifi.SetRemoteStationManager(FIXED,
                                 "DataMode",
                                 *PreferUserValue("ns3::ConstantRateWifiManager::DataMode",
                                                  StringValue(m_parameters.dataMode)),
                                 "DataAttempts",
                                 attempts);
    return wifi;
}

WifiHelper
LaptopRadio::MakeAdapter(const AttributeValue& attempts) const
{
    if (!m_parameters.automaticRate)
    {
        NS_LOG_INFO("adapter sends at " << m_parameters.dataMode
                                        << ", unless the user sets another mode");
        return MakeFixed(attempts);
    }
    NS_LOG_INFO("adapter chooses its rate by " << m_parameters.automaticRateManager);
    WifiHelper wifi;
    // Beyond the paper: other adaptations on its channel (B1), with their own defaults.
    if (m_parameters.automaticRateManager != MIMD)
    {
        wifi.SetRemoteStationManager(m_parameters.automaticRateManager);
        return wifi;
    }
    const Kuang2003RateAdaptation& adaptation = m_parameters.rateAdaptation;
    const auto prefer = [](const std::string& name, uint32_t value) {
        return PreferUserValue(MIMD + "::" + name, UintegerValue(value));
    };
    wifi.SetRemoteStationManager(MIMD,
                                 "SuccessThreshold",
                                 *prefer("SuccessThreshold", adaptation.successThreshold),
                                 "TopTries",
                                 *prefer("TopTries", adaptation.topTries),
                                 "MiddleTries",
                                 *prefer("MiddleTries", adaptation.middleTries));
    return wifi;
}

WifiHelper
LaptopRadio::MakeAccessPoint(const AttributeValue& attempts) const
{
    if (m_parameters.accessPointRateManager == FIXED)
    {
        return MakeFixed(attempts);
    }
    WifiHelper wifi;
    // The paper does not say how the access point chose its rate on the poor channel.
    wifi.SetRemoteStationManager(m_parameters.accessPointRateManager);
    return wifi;
}

void
LaptopRadio::Install(const WifiHelper& wifi,
                     const YansWifiPhyHelper& phy,
                     const std::string& macType,
                     Ptr<Node> node,
                     const AttributeValue& attempts)
{
    WifiHelper standard = wifi;
    standard.SetStandard(WIFI_STANDARD_80211b);
    WifiMacHelper mac;
    // RetryLimitWifiManager sets the limit again, by its own attribute; other managers leave it.
    mac.SetType(macType, "Ssid", SsidValue(Ssid("RG-1000")), "FrameRetryLimit", attempts);
    m_devices.Add(standard.Install(phy, mac, node));
}

void
LaptopRadio::SetBasicRates() const
{
    // The access point chooses the basic rates and tells them to the station in its beacons, which
    // it sends at the first one added.
    const auto manager = DynamicCast<WifiNetDevice>(m_devices.Get(1))->GetRemoteStationManager();
    for (const auto& rate : m_parameters.basicRates)
    {
        manager->AddBasicMode(WifiMode(rate));
    }
}

void
LaptopRadio::AddNoise()
{
    // Noise stands for what the paper calls "wireless channel errors only" (4.3.1), the retries of
    // UDP. It strikes every frame with the same probability, MAC acknowledgements included.
    m_poorChannel.InstallBursts(m_devices);
    if (m_parameters.frameLossRate == 0)
    {
        return;
    }
    // One rate, calibrated by the retries of UDP (4.3.1), serves all tables with a good channel.
    const EnumValue frames(RateErrorModel::ERROR_UNIT_PACKET);
    const DoubleValue lossRate(m_parameters.frameLossRate);
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        m_noise.push_back(CreateObject<RateErrorModel>());
        SetAttributes("ns3::RateErrorModel",
                      {{"ErrorUnit", frames, UserValue::REFUSED},
                       {"ErrorRate", lossRate, UserValue::REFUSED}},
                      std::bind_front(&ObjectBase::SetAttribute, m_noise.back()));
        CellRadio::Of(m_devices.Get(i))->SetNoise(m_noise.back());
    }
    NS_LOG_INFO("noise spoils " << 100 * m_parameters.frameLossRate << " % of all frames");
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
