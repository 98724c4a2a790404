// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-radio.h"

#include "dcf-cell-radio.h"
#include "wifi-cell-radio.h"

#include "ns3/dcf-helper.h"
#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-remote-station-manager.h"

#include <stdexcept>

namespace ns3
{

namespace
{

GlobalValue g_radio("radio",
                    "Radios of a cell with an access point: wifi (ns3::WifiNetDevice) or dcf "
                    "(ns3::DcfNetDevice).",
                    EnumValue(CellRadioKind::WIFI),
                    MakeEnumChecker(CellRadioKind::WIFI, "wifi", CellRadioKind::DCF, "dcf"));

} // namespace

CellRadioKind
GetCellRadioOption()
{
    EnumValue<CellRadioKind> kind;
    g_radio.GetValue(kind);
    return kind.Get();
}

CellRadioKind
ChooseCellRadio()
{
    const CellRadioKind kind = GetCellRadioOption();
    if (kind == CellRadioKind::WIFI)
    {
        RefuseUserValuesOf([](TypeId type) { return type.GetGroupName() == "FastWifi"; },
                           "radio=wifi");
    }
    else
    {
        const TypeId managers = WifiRemoteStationManager::GetTypeId();
        RefuseUserValuesOf(
            [managers](TypeId type) {
                return type.GetGroupName() == "Wifi" || type.IsChildOf(managers);
            },
            "radio=dcf");
    }
    return kind;
}

void
RequireWifi(CellRadioKind kind, const std::string& what)
{
    if (kind != CellRadioKind::WIFI)
    {
        throw std::invalid_argument("radio=dcf: expected wifi, as dcf does not model " + what);
    }
}

void
RequireDcf(CellRadioKind kind, const std::string& what)
{
    if (kind != CellRadioKind::DCF)
    {
        throw std::invalid_argument("radio=wifi: expected dcf, as wifi does not model " + what);
    }
}

void
RefuseReceiverThresholds()
{
    RefuseUserValues({"ns3::ThresholdPreambleDetectionModel::Threshold",
                      "ns3::ThresholdPreambleDetectionModel::MinimumRssi",
                      "ns3::WifiPhy::RxSensitivity",
                      "ns3::WifiPhy::CcaSensitivity"});
}

NetDeviceContainer
CellRadios::Install(const NodeContainer& stations, Ptr<Node> accessPoint) const
{
    return kind == CellRadioKind::WIFI ? WifiCellRadio::Install(*this, stations, accessPoint)
                                       : DcfCellRadio::Install(*this, stations, accessPoint);
}

std::unique_ptr<const CellRadio>
CellRadio::Of(Ptr<NetDevice> device)
{
    if (const auto wifi = DynamicCast<WifiNetDevice>(device))
    {
        return std::make_unique<WifiCellRadio>(wifi);
    }
    return std::make_unique<DcfCellRadio>(device);
}

void
RequireJoined(const std::string& testbed, Time start, const NetDeviceContainer& stations)
{
    Simulator::Schedule(start, [testbed, start, stations] {
        for (auto station = stations.Begin(); station != stations.End(); ++station)
        {
            if (!CellRadio::Of(*station)->HasJoined())
            {
                NS_FATAL_ERROR(testbed << ": Start=" << DescribeTime(start)
                                       << ": expected a time at which the station at node "
                                       << (*station)->GetNode()->GetId()
                                       << " has joined its access point");
            }
        }
    });
}

int64_t
AssignCellRadioStreams(const NetDeviceContainer& radios, int64_t stream)
{
    // Each of the two leaves radios of the other kind alone.
    const int64_t wifi = WifiHelper::AssignStreams(radios, stream);
    return wifi + DcfHelper::AssignStreams(radios, stream + wifi);
}

} // namespace ns3
