// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "host-wire.h"

#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/log.h"
#include "ns3/node-container.h"
#include "ns3/user-attribute.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostWire");

namespace
{

/// @param name of the delay
/// @param delay its value
void
CheckDelay(const std::string& name, Time delay)
{
    if (delay.IsStrictlyNegative())
    {
        throw std::invalid_argument(name + "=" + std::to_string(delay.GetNanoSeconds()) +
                                    "ns: expected 0 or more");
    }
}

} // namespace

DataRate
ParseWireRate(const std::string& rate)
{
    // ns-3 ends the program at a text that is no rate, divides by a rate of 0, and takes an empty
    // text for 0.
    DataRateValue value;
    if (rate.empty() || !value.DeserializeFromString(rate, MakeDataRateChecker()) ||
        value.Get().GetBitRate() == 0)
    {
        throw std::invalid_argument("ethernetRate=" + rate +
                                    ": expected a rate above 0, such as 100Mbps");
    }
    return value.Get();
}

NetDeviceContainer
InstallHostWire(Ptr<Node> accessPoint, Ptr<Node> host, DataRate rate, Time delay)
{
    // The papers give the rate of the wire and say nothing of its length, so that a user may see
    // what a longer or slower one would do.
    const std::string channel = "ns3::CsmaChannel::";
    CheckDelay("ethernetDelay", delay);
    const auto wantedRate = PreferUserValue(channel + "DataRate", DataRateValue(rate));
    const auto wantedDelay = PreferUserValue(channel + "Delay", TimeValue(delay));
    // ns-3 divides by the user's rate and schedules with the user's delay without looking at them.
    if (DynamicCast<const DataRateValue>(wantedRate)->Get().GetBitRate() == 0)
    {
        throw std::invalid_argument(channel + "DataRate=0bps: expected more than 0");
    }
    const Time time = DynamicCast<const TimeValue>(wantedDelay)->Get();
    CheckDelay(channel + "Delay", time);
    NS_LOG_INFO("node " << accessPoint->GetId() << " and node " << host->GetId()
                        << " have a wire of " << DynamicCast<const DataRateValue>(wantedRate)->Get()
                        << " and " << time.As(Time::US));
    // CSMA stands for the Ethernet because, unlike ns-3's point-to-point link, it can be bridged.
    // It is half duplex, which matters little at 100 Mb/s beside a radio of 11 Mb/s.
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", *wantedRate);
    csma.SetChannelAttribute("Delay", *wantedDelay);
    return csma.Install(NodeContainer(accessPoint, host));
}

} // namespace ns3
