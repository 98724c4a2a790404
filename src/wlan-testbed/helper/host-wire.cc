// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-wire.h"

#include "ns3/csma-helper.h"
#include "ns3/log.h"
#include "ns3/node-container.h"
#include "ns3/user-attribute.h"

#include <functional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostWire");

NetDeviceContainer
InstallHostWire(Ptr<Node> accessPoint, Ptr<Node> host, DataRate rate, Time delay)
{
    NS_LOG_INFO("node " << accessPoint->GetId() << " and node " << host->GetId()
                        << " have a wire of " << rate << " and " << delay.As(Time::US));
    // CSMA stands for the Ethernet because, unlike ns-3's point-to-point link, it can be bridged.
    // It is half duplex, which matters little at 100 Mb/s beside a radio of 11 Mb/s.
    CsmaHelper csma;
    SetAttributes("ns3::CsmaChannel",
                  {{"DataRate", DataRateValue(rate)}, {"Delay", TimeValue(delay)}},
                  std::bind_front(&CsmaHelper::SetChannelAttribute, &csma));
    return csma.Install(NodeContainer(accessPoint, host));
}

} // namespace ns3
