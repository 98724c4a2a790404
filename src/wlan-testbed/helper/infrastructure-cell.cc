// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "infrastructure-cell.h"

#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

namespace ns3
{

NetDeviceContainer
InstallInfrastructureCell(const YansWifiPhyHelper& phy,
                          WifiStandard standard,
                          const std::string& manager,
                          const std::string& mode,
                          const NodeContainer& nodes)
{
    // The access point has the same manager, even if it sends no data.
    WifiHelper wifi;
    wifi.SetStandard(standard);
    if (mode.empty())
    {
        wifi.SetRemoteStationManager(manager);
    }
    else
    {
        wifi.SetRemoteStationManager(manager, "DataMode", StringValue(mode));
    }
    WifiMacHelper mac;
    mac.SetType("ns3::ApWifiMac");
    NetDeviceContainer radios = wifi.Install(phy, mac, nodes.Get(0));
    mac.SetType("ns3::StaWifiMac");
    for (uint32_t i = 1; i < nodes.GetN(); ++i)
    {
        radios.Add(wifi.Install(phy, mac, nodes.Get(i)));
    }
    return radios;
}

void
CallAtDataEnd(Ptr<WifiNetDevice> radio, const std::function<void(Mac48Address)>& end)
{
    const auto noteEnd = [end](Ptr<const WifiMpdu> mpdu) {
        if (mpdu->GetHeader().IsData())
        {
            end(mpdu->GetHeader().GetAddr1());
        }
    };
    radio->GetMac()->TraceConnectWithoutContext("AckedMpdu",
                                                Callback<void, Ptr<const WifiMpdu>>(noteEnd));
    radio->GetMac()->TraceConnectWithoutContext(
        "DroppedMpdu",
        Callback<void, WifiMacDropReason, Ptr<const WifiMpdu>>(
            [noteEnd](WifiMacDropReason, Ptr<const WifiMpdu> mpdu) { noteEnd(mpdu); }));
}

} // namespace ns3
