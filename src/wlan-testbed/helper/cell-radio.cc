// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-radio.h"

#include "dsss-mode.h"

#include "ns3/ack-priority-helper.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/qos-utils.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
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
#include <iterator>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CellRadio");

namespace
{

/// Frames of a card's queue do not expire in the hosts of the papers; ns-3's do after half a
/// second.
const Time NEVER = Days(1);
/// Smallest contention window of 802.11b; 802.11g has 15.
constexpr const char* CW_MIN = "31";
/// A frame is longer than this: RTS and CTS come before each.
constexpr uint32_t ALWAYS_RTS = 0;
/// No frame is longer than this.
constexpr uint32_t NEVER_RTS = 4692480;
/// Rates of responses without CellRadios::basicModes.
const std::vector<std::string> NS3_BASIC_MODES{"DsssRate1Mbps", "DsssRate2Mbps"};

GlobalValue g_radio("radio",
                    "Radios of a cell with an access point: wifi (ns3::WifiNetDevice) or dcf "
                    "(ns3::DcfNetDevice).",
                    EnumValue(CellRadioKind::WIFI),
                    MakeEnumChecker(CellRadioKind::WIFI, "wifi", CellRadioKind::DCF, "dcf"));

/// @param mode of DSSS_MODES @return its rate
DataRate
GetRate(const std::string& mode)
{
    constexpr uint64_t RATES[]{1'000'000, 2'000'000, 5'500'000, 11'000'000};
    return DataRate(RATES[std::ranges::find(DSSS_MODES, mode) - DSSS_MODES.begin()]);
}

/// @param basicModes see CellRadios @param mode of a frame @return rate of the response to it
/// (IEEE 802.11-2007, 9.6)
DataRate
GetResponseRate(const std::vector<std::string>& basicModes, const std::string& mode)
{
    const auto& modes = basicModes.empty() ? NS3_BASIC_MODES : basicModes;
    DataRate response = GetRate(modes.front());
    for (const auto& basic : modes)
    {
        if (GetRate(basic) <= GetRate(mode))
        {
            response = GetRate(basic);
        }
    }
    return response;
}

Ptr<WifiMac>
GetMac(Ptr<WifiNetDevice> radio)
{
    return radio->GetMac();
}

/// @param mac with access categories, or without @return those that it has
std::vector<AcIndex>
GetCategories(Ptr<WifiMac> mac)
{
    if (mac->GetQosSupported())
    {
        return {AC_BE, AC_BK, AC_VI, AC_VO};
    }
    return {AC_BE_NQOS};
}

} // namespace

CellRadioKind
GetCellRadioOption()
{
    EnumValue<CellRadioKind> kind;
    g_radio.GetValue(kind);
    return kind.Get();
}

void
RequireWifi(CellRadioKind kind, const std::string& what)
{
    if (kind != CellRadioKind::WIFI)
    {
        throw std::invalid_argument("radio=dcf: expected wifi, as dcf does not model " + what);
    }
}

NetDeviceContainer
CellRadios::Install(const NodeContainer& stations, Ptr<Node> accessPoint) const
{
    return kind == CellRadioKind::WIFI ? InstallWifi(stations, accessPoint)
                                       : InstallDcf(stations, accessPoint);
}

NetDeviceContainer
CellRadios::InstallWifi(const NodeContainer& stations, Ptr<Node> accessPoint) const
{
    RefuseUserValues({"ns3::RetryLimitWifiManager::DataAttempts",
                      "ns3::WifiMac::FrameRetryLimit",
                      "ns3::WifiMacQueue::MaxSize",
                      "ns3::WifiMacQueue::MaxDelay"});
    YansWifiPhyHelper phy;
    // ns-3 decides at the preamble whether a receiver can follow a frame while another one is on
    // the air.
    phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel",
                                  "Threshold",
                                  DoubleValue(captureRatio));
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    // ns-3 has the short preamble in cells of 802.11g alone. With rates of 802.11b, long slots and
    // the contention window of 802.11b such a cell is one of 802.11b.
    wifi.SetStandard(shortPreamble ? WIFI_STANDARD_80211g : WIFI_STANDARD_80211b);
    WifiMacHelper mac;
    if (shortPreamble)
    {
        mac.SetDcf("MinCws", StringValue(CW_MIN));
    }
    const auto install = [&](const std::string& macType, Ptr<Node> node, uint32_t attempts) {
        // The contention window starts again after a frame that was given up, as 9.2.4 of
        // IEEE 802.11-1999 has it, which RetryLimitWifiManager adds to a fixed rate.
        wifi.SetRemoteStationManager("ns3::RetryLimitWifiManager",
                                     "DataMode",
                                     StringValue(dataMode),
                                     "DataAttempts",
                                     UintegerValue(attempts));
        mac.SetType(macType, "Ssid", SsidValue(Ssid(ssid)), "QosSupported", BooleanValue(qos));
        const auto radio = DynamicCast<WifiNetDevice>(wifi.Install(phy, mac, node).Get(0));
        const auto manager = radio->GetRemoteStationManager();
        if (!controlMode.empty())
        {
            manager->SetAttribute("ControlMode", StringValue(controlMode));
        }
        if (rts)
        {
            manager->SetAttribute("RtsCtsThreshold", UintegerValue(*rts ? ALWAYS_RTS : NEVER_RTS));
        }
        if (shortPreamble)
        {
            GetMac(radio)->SetAttribute("ShortSlotTimeSupported", BooleanValue(false));
            radio->GetPhy()->SetAttribute("ShortPlcpPreambleSupported", BooleanValue(true));
        }
        if (noise)
        {
            SetCellRadioNoise(radio, noise);
        }
        // A device with QoS has other queues, to which its categories are given later.
        if (const auto queue = GetMac(radio)->GetTxopQueue(AC_BE_NQOS))
        {
            queue->SetMaxDelay(NEVER);
        }
        return radio;
    };
    NetDeviceContainer radios;
    for (auto station = stations.Begin(); station != stations.End(); ++station)
    {
        radios.Add(install("ns3::StaWifiMac", *station, stationAttempts));
    }
    const auto last = install("ns3::ApWifiMac", accessPoint, accessPointAttempts);
    radios.Add(last);
    // Stations learn the basic rates from the beacon.
    for (const auto& mode : basicModes)
    {
        last->GetRemoteStationManager()->AddBasicMode(WifiMode(mode));
    }
    return radios;
}

NetDeviceContainer
CellRadios::InstallDcf(const NodeContainer& stations, Ptr<Node> accessPoint) const
{
    RefuseUserValues({"ns3::DcfNetDevice::BasicRate",
                      "ns3::DcfNetDevice::DataRate",
                      "ns3::DcfNetDevice::FrameRetryLimit",
                      "ns3::DcfNetDevice::MaxPackets",
                      "ns3::DcfNetDevice::QosSupported",
                      "ns3::DcfNetDevice::ReceiveErrorModel",
                      "ns3::DcfNetDevice::ResetCwAtDrop",
                      "ns3::DcfNetDevice::ShortPreamble",
                      "ns3::MediumChannel::PreambleThreshold",
                      "ns3::MediumChannel::PropagationLossModel"});
    DcfHelper dcf;
    dcf.SetChannelAttribute("PropagationLossModel",
                            PointerValue(CreateObject<LogDistancePropagationLossModel>()));
    dcf.SetChannelAttribute("PreambleThreshold", DoubleValue(captureRatio));
    dcf.SetDeviceAttribute("DataRate", DataRateValue(GetRate(dataMode)));
    dcf.SetDeviceAttribute("BasicRate", DataRateValue(GetResponseRate(basicModes, dataMode)));
    dcf.SetDeviceAttribute("ShortPreamble", BooleanValue(shortPreamble));
    dcf.SetDeviceAttribute("QosSupported", BooleanValue(qos));
    // As RetryLimitWifiManager.
    dcf.SetDeviceAttribute("ResetCwAtDrop", BooleanValue(true));
    if (!controlMode.empty())
    {
        dcf.SetDeviceAttribute("RtsRate", DataRateValue(GetRate(controlMode)));
    }
    if (rts)
    {
        dcf.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(*rts ? ALWAYS_RTS : NEVER_RTS));
    }
    dcf.SetDeviceAttribute("FrameRetryLimit", UintegerValue(stationAttempts));
    NetDeviceContainer radios = dcf.InstallStations(stations);
    dcf.SetDeviceAttribute("FrameRetryLimit", UintegerValue(accessPointAttempts));
    radios.Add(dcf.InstallAccessPoint(accessPoint));
    for (auto radio = radios.Begin(); noise && radio != radios.End(); ++radio)
    {
        SetCellRadioNoise(*radio, noise);
    }
    return radios;
}

int64_t
AssignCellRadioStreams(const NetDeviceContainer& radios, int64_t stream)
{
    // Each of the two leaves radios of the other kind alone.
    const int64_t wifi = WifiHelper::AssignStreams(radios, stream);
    return wifi + DcfHelper::AssignStreams(radios, stream + wifi);
}

void
SetCellRadioMode(Ptr<NetDevice> radio,
                 const std::string& mode,
                 const std::vector<std::string>& basicModes)
{
    if (const auto wifi = DynamicCast<WifiNetDevice>(radio))
    {
        wifi->GetRemoteStationManager()->SetAttribute("DataMode", StringValue(mode));
        return;
    }
    radio->SetAttribute("DataRate", DataRateValue(GetRate(mode)));
    radio->SetAttribute("BasicRate", DataRateValue(GetResponseRate(basicModes, mode)));
}

void
SetCellRadioNoise(Ptr<NetDevice> radio, Ptr<ErrorModel> noise)
{
    if (const auto wifi = DynamicCast<WifiNetDevice>(radio))
    {
        wifi->GetPhy()->SetPostReceptionErrorModel(noise);
        return;
    }
    radio->SetAttribute("ReceiveErrorModel", PointerValue(noise));
}

void
SetCellRadioCwMax(Ptr<NetDevice> radio, uint32_t cwMax)
{
    if (const auto wifi = DynamicCast<WifiNetDevice>(radio))
    {
        // The setter for all links, of which there is one, makes ns-3 keep the value.
        GetMac(wifi)->GetTxop()->SetMaxCws({cwMax});
        return;
    }
    DcfAccessParameters parameters;
    parameters.cwMax = cwMax;
    DynamicCast<DcfNetDevice>(radio)->SetAccessParameters(AC_BE_NQOS, parameters);
}

void
SetCellDriverQueue(AckPriorityHelper& priority, const NetDeviceContainer& radios, uint32_t packets)
{
    if (DynamicCast<WifiNetDevice>(radios.Get(0)))
    {
        priority.SetDriverQueue(QueueSize(QueueSizeUnit::PACKETS, packets), NEVER);
        return;
    }
    priority.SetOtherDevices(
        [](Ptr<NetDevice> radio, AcIndex category, const AccessCategoryParameters& p) {
            DynamicCast<DcfNetDevice>(radio)->SetAccessParameters(category,
                                                                  {p.aifsn, p.cwMin, p.cwMax});
        });
    for (auto radio = radios.Begin(); radio != radios.End(); ++radio)
    {
        (*radio)->SetAttribute("MaxPackets", UintegerValue(packets));
    }
}

uint32_t
CountCellRadioPackets(Ptr<NetDevice> radio)
{
    if (const auto dcf = DynamicCast<DcfNetDevice>(radio))
    {
        return dcf->GetNPackets();
    }
    const auto mac = GetMac(DynamicCast<WifiNetDevice>(radio));
    uint32_t packets = 0;
    for (const AcIndex category : GetCategories(mac))
    {
        packets += mac->GetTxopQueue(category)->GetNPackets();
    }
    return packets;
}

void
NotifyWhenJoined(Ptr<NetDevice> station, const std::function<void()>& joined)
{
    const auto wifi = DynamicCast<WifiNetDevice>(station);
    if (!wifi)
    {
        Simulator::ScheduleNow(joined); // it belongs to its access point from the start
        return;
    }
    GetMac(wifi)->TraceConnectWithoutContext(
        "Assoc",
        Callback<void, Mac48Address>([joined](Mac48Address) { Simulator::ScheduleNow(joined); }));
}

Ptr<Object>
FindMacTraces(Ptr<NetDevice> radio)
{
    if (const auto wifi = DynamicCast<WifiNetDevice>(radio))
    {
        return GetMac(wifi);
    }
    return radio;
}

Ptr<Object>
FindPhyTraces(Ptr<NetDevice> radio)
{
    const auto wifi = DynamicCast<WifiNetDevice>(radio);
    if (!wifi)
    {
        return radio;
    }
    if (wifi->GetNPhys() == 0)
    {
        return nullptr; // GetPhy() would end the program
    }
    return wifi->GetPhy();
}

bool
ConnectTxBegin(Ptr<NetDevice> radio, const TxBeginCallbacks& callbacks)
{
    const auto phy = FindPhyTraces(radio);
    return phy == radio ? phy->TraceConnectWithoutContext("PhyTxBegin", callbacks.device)
                        : phy->TraceConnectWithoutContext("PhyTxBegin", callbacks.phy);
}

void
DisconnectTxBegin(Ptr<NetDevice> radio, const TxBeginCallbacks& callbacks)
{
    const auto phy = FindPhyTraces(radio);
    if (phy == radio)
    {
        phy->TraceDisconnectWithoutContext("PhyTxBegin", callbacks.device);
    }
    else if (phy)
    {
        phy->TraceDisconnectWithoutContext("PhyTxBegin", callbacks.phy);
    }
}

} // namespace ns3
