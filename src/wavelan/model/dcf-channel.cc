// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-channel.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcfChannel");
NS_OBJECT_ENSURE_REGISTERED(DcfChannel);

TypeId
DcfChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcfChannel")
                            .SetParent<MediumChannel>()
                            .SetGroupName("Wavelan")
                            .AddConstructor<DcfChannel>();
    return tid;
}

DcfChannel::DcfChannel()
{
    NS_LOG_FUNCTION(this);
}

DcfChannel::~DcfChannel()
{
    NS_LOG_FUNCTION(this);
}

void
DcfChannel::SetAccessPoint(MediumId station)
{
    NS_LOG_FUNCTION(this << station);
    if (station != MEDIUM_NOBODY && m_accessPoint != MEDIUM_NOBODY && station != m_accessPoint)
    {
        NS_FATAL_ERROR("DcfChannel: a channel has one access point at most; a second cell needs a "
                       "channel of its own");
    }
    m_accessPoint = station;
}

MediumId
DcfChannel::GetAccessPoint() const
{
    return m_accessPoint;
}

} // namespace ns3
