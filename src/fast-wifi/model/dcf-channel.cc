// SPDX-FileCopyrightText: 2026 The lasthop authors
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
                            .SetGroupName("FastWifi")
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
DcfChannel::SetAccessPoint(MediumStation station)
{
    NS_LOG_FUNCTION(this << station);
    // All stations of a medium hear each other, so that two cells on one would share its time, and
    // a station would not know to which of them it belongs.
    if (station != MEDIUM_NOBODY && m_accessPoint != MEDIUM_NOBODY && station != m_accessPoint)
    {
        NS_FATAL_ERROR("DcfChannel: a second access point on the channel: expected another channel "
                       "for its cell");
    }
    if (station == MEDIUM_NOBODY)
    {
        NS_LOG_INFO("station " << m_accessPoint << " is the access point no longer");
    }
    else
    {
        NS_LOG_INFO("station " << station << " is the access point");
    }
    m_accessPoint = station;
}

MediumStation
DcfChannel::GetAccessPoint() const
{
    return m_accessPoint;
}

DsssSuccessRate&
DcfChannel::GetSuccessRate()
{
    return m_successRate;
}

} // namespace ns3
