// SPDX-License-Identifier: GPL-2.0-only

#include "host-wire.h"

#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/user-attribute.h"

#include <stdexcept>

namespace ns3
{

NetDeviceContainer
InstallHostWire(Ptr<Node> accessPoint, Ptr<Node> host, const std::string& rate, Time delay)
{
    const std::string channel = "ns3::CsmaChannel::";
    const auto wantedRate = PreferUserValue(channel + "DataRate", DataRateValue(DataRate(rate)));
    const auto wantedDelay = PreferUserValue(channel + "Delay", TimeValue(delay));
    // ns-3 divides by the one and schedules with the other.
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
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", *wantedRate);
    csma.SetChannelAttribute("Delay", *wantedDelay);
    return csma.Install(NodeContainer(accessPoint, host));
}

} // namespace ns3
