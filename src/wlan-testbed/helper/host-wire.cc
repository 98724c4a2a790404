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

NetDeviceContainer
InstallHostWire(Ptr<Node> accessPoint, Ptr<Node> host, const std::string& rate, Time delay)
{
    // The papers give the rate of the wire and say nothing of its length, so that a user may see
    // what a longer or slower one would do.
    const std::string channel = "ns3::CsmaChannel::";
    const auto wantedRate = PreferUserValue(channel + "DataRate", DataRateValue(DataRate(rate)));
    const auto wantedDelay = PreferUserValue(channel + "Delay", TimeValue(delay));
    // ns-3 divides by the rate and schedules with the delay without looking at them.
    if (DynamicCast<const DataRateValue>(wantedRate)->Get().GetBitRate() == 0)
    {
        throw std::invalid_argument(channel + "DataRate=0bps: expected more than 0");
    }
    const Time time = DynamicCast<const TimeValue>(wantedDelay)->Get();
    if (time.IsStrictlyNegative())
    {
        throw std::invalid_argument(channel + "Delay=" + std::to_string(time.GetNanoSeconds()) +
                                    "ns: expected 0 or more");
    }
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
