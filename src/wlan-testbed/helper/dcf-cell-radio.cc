// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-cell-radio.h"

#include "dsss-mode.h"
#include "rts-threshold.h"

#include "ns3/ack-priority-helper.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// Rates of responses without CellRadios::basicModes.
const std::vector<std::string> NS3_BASIC_MODES{"DsssRate1Mbps", "DsssRate2Mbps"};

/// @param mode of DSSS_MODES
/// @return its rate
DataRate
GetRate(const std::string& mode)
{
    constexpr uint64_t RATES[]{1'000'000, 2'000'000, 5'500'000, 11'000'000};
    return DataRate(RATES[std::ranges::find(DSSS_MODES, mode) - DSSS_MODES.begin()]);
}

/// @param basicModes see CellRadios
/// @param mode of a frame
/// @return rate of the response to it (IEEE 802.11-2007, 9.6)
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

} // namespace

NetDeviceContainer
DcfCellRadio::Install(const CellRadios& description,
                      const NodeContainer& stations,
                      Ptr<Node> accessPoint)
{
    RefuseUserValues({"ns3::DcfNetDevice::BasicRate",
                      "ns3::DcfNetDevice::DataRate",
                      "ns3::DcfNetDevice::FrameRetryLimit",
                      "ns3::DcfNetDevice::MaxPackets",
                      "ns3::DcfNetDevice::QosSupported",
                      "ns3::DcfNetDevice::ReceiveErrorModel",
                      "ns3::DcfNetDevice::ShortRetryLimit",
                      "ns3::DcfNetDevice::ShortPreamble",
                      "ns3::MediumChannel::PreambleThreshold",
                      "ns3::MediumChannel::PropagationLossModel"});
    if (description.contention)
    {
        RefuseUserValues({"ns3::DcfNetDevice::MinCw",
                          "ns3::DcfNetDevice::Eifs",
                          "ns3::DcfNetDevice::PostBackoff"});
    }
    DcfHelper dcf;
    const auto setCwMin = [&](uint32_t CellContention::* cwMin) {
        if (description.contention)
        {
            dcf.SetDeviceAttribute("MinCw", UintegerValue((*description.contention).*cwMin));
        }
    };
    dcf.SetChannelAttribute("PropagationLossModel",
                            PointerValue(CreateObject<LogDistancePropagationLossModel>()));
    dcf.SetChannelAttribute("PreambleThreshold", DoubleValue(description.captureRatio));
    dcf.SetDeviceAttribute("DataRate", DataRateValue(GetRate(description.dataMode)));
    dcf.SetDeviceAttribute(
        "BasicRate",
        DataRateValue(GetResponseRate(description.basicModes, description.dataMode)));
    dcf.SetDeviceAttribute("ShortPreamble", BooleanValue(description.shortPreamble));
    dcf.SetDeviceAttribute("QosSupported", BooleanValue(description.qos));
    if (!description.controlMode.empty())
    {
        dcf.SetDeviceAttribute("RtsRate", DataRateValue(GetRate(description.controlMode)));
    }
    if (description.rts)
    {
        dcf.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(GetRtsThreshold(*description.rts)));
    }
    if (description.contention)
    {
        dcf.SetDeviceAttribute("Eifs", BooleanValue(description.contention->eifs));
        dcf.SetDeviceAttribute("PostBackoff", BooleanValue(description.contention->postBackoff));
    }
    const auto setAttempts = [&](uint32_t attempts) {
        const uint32_t limit = description.contention ? description.contention->shortRetryLimit : 0;
        dcf.SetDeviceAttribute("FrameRetryLimit", UintegerValue(attempts));
        // As RetryLimitWifiManager.
        dcf.SetDeviceAttribute("ShortRetryLimit", UintegerValue(limit > 0 ? limit : attempts));
    };
    setAttempts(description.stationAttempts);
    setCwMin(&CellContention::stationCwMin);
    NetDeviceContainer radios = dcf.InstallStations(stations);
    setAttempts(description.accessPointAttempts);
    setCwMin(&CellContention::accessPointCwMin);
    radios.Add(dcf.InstallAccessPoint(accessPoint));
    for (auto radio = radios.Begin(); description.noise && radio != radios.End(); ++radio)
    {
        DcfCellRadio(*radio).SetNoise(description.noise);
    }
    return radios;
}

DcfCellRadio::DcfCellRadio(Ptr<NetDevice> radio)
    : m_radio(radio)
{
}

void
DcfCellRadio::SetMode(const std::string& mode, const std::vector<std::string>& basicModes) const
{
    m_radio->SetAttribute("DataRate", DataRateValue(GetRate(mode)));
    m_radio->SetAttribute("BasicRate", DataRateValue(GetResponseRate(basicModes, mode)));
}

void
DcfCellRadio::SetNoise(Ptr<ErrorModel> noise) const
{
    m_radio->SetAttribute("ReceiveErrorModel", PointerValue(noise));
}

void
DcfCellRadio::SetCwMax(uint32_t cwMax) const
{
    DcfAccessParameters parameters;
    parameters.cwMax = cwMax;
    DynamicCast<DcfNetDevice>(m_radio)->SetAccessParameters(AC_BE_NQOS, parameters);
}

void
DcfCellRadio::SetDriverQueue(AckPriorityHelper& priority, uint32_t packets) const
{
    priority.SetOtherDevices(
        [](Ptr<NetDevice> radio, AcIndex category, const AccessCategoryParameters& p) {
            DynamicCast<DcfNetDevice>(radio)->SetAccessParameters(category,
                                                                  {p.aifsn, p.cwMin, p.cwMax});
        });
    m_radio->SetAttribute("MaxPackets", UintegerValue(packets));
}

uint32_t
DcfCellRadio::CountPackets() const
{
    return DynamicCast<DcfNetDevice>(m_radio)->GetNPackets();
}

void
DcfCellRadio::NotifyWhenJoined(const std::function<void()>& joined) const
{
    Simulator::ScheduleNow(joined); // it belongs to its access point from the start
}

bool
DcfCellRadio::HasJoined() const
{
    return true; // see NotifyWhenJoined()
}

Ptr<Object>
DcfCellRadio::FindMacTraces() const
{
    return m_radio;
}

Ptr<Object>
DcfCellRadio::FindPhyTraces() const
{
    return m_radio;
}

bool
DcfCellRadio::ConnectTxBegin(const TxBeginCallbacks& callbacks) const
{
    return m_radio->TraceConnectWithoutContext("PhyTxBegin", callbacks.device);
}

void
DcfCellRadio::DisconnectTxBegin(const TxBeginCallbacks& callbacks) const
{
    m_radio->TraceDisconnectWithoutContext("PhyTxBegin", callbacks.device);
}

} // namespace ns3
