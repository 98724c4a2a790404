// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "station-access-parameters.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/qos-txop.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StationAccessParameters");

NS_OBJECT_ENSURE_REGISTERED(StationAccessParameters);

TypeId
StationAccessParameters::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StationAccessParameters")
                            .SetParent<Object>()
                            .SetGroupName("WifiExt")
                            .AddConstructor<StationAccessParameters>();
    return tid;
}

// ns-3 reports a beacon before it takes the parameters out of it, and an association afterwards.
void
StationAccessParameters::Connect(Ptr<WifiMac> mac)
{
    m_mac = mac;
    m_mac->TraceConnectWithoutContext("BeaconArrival",
                                      MakeCallback(&StationAccessParameters::NotifyBeacon, this));
    m_mac->TraceConnectWithoutContext(
        "Assoc",
        MakeCallback(&StationAccessParameters::NotifyAssociation, this));
    // The timer of ns-3 counts as stopped if it was started at time 0.
    if (Simulator::Now().IsZero())
    {
        Simulator::Schedule(TimeStep(1), &StationAccessParameters::Start, this);
    }
}

// At time 0 ns-3 takes no start of the timer; Connect() has scheduled it.
void
StationAccessParameters::Keep(AcIndex category, const AccessCategoryParameters& parameters)
{
    m_parameters[category] = parameters;
    if (!Simulator::Now().IsZero())
    {
        Start();
    }
}

// A restoration may be scheduled still; without a MAC it does nothing.
void
StationAccessParameters::DoDispose()
{
    m_mac = nullptr;
    m_parameters.clear();
    Object::DoDispose();
}

void
StationAccessParameters::Start()
{
    if (!m_mac)
    {
        return;
    }
    for (const auto& [category, parameters] : m_parameters)
    {
        const auto txop = m_mac->GetQosTxop(category);
        for (const uint8_t link : m_mac->GetLinkIds())
        {
            // The second set has 16 bits for the windows and 8 for AIFSN, which the range of the
            // values fits.
            txop->SetMuCwMin(static_cast<uint16_t>(parameters.cwMin), link);
            txop->SetMuCwMax(static_cast<uint16_t>(parameters.cwMax), link);
            txop->SetMuAifsn(static_cast<uint8_t>(parameters.aifsn), link);
            // Half of the longest time, as the end of the timer must not overflow.
            txop->SetMuEdcaTimer(TimeStep(Time::Max().GetTimeStep() / 2), link);
            txop->StartMuEdcaTimerNow(link);
            // The next frame draws its backoff from the new window.
            txop->ResetCw(link);
        }
        NS_LOG_DEBUG("station " << m_mac->GetAddress() << " keeps for category " << category
                                << " AIFSN " << parameters.aifsn << ", CWmin " << parameters.cwMin
                                << ", CWmax " << parameters.cwMax << ", TXOP limit "
                                << parameters.txopLimit.As(Time::US));
    }
    Restore();
}

void
StationAccessParameters::NotifyBeacon(Time)
{
    // The event comes after the beacon has been processed and at the same time, at which the medium
    // has just become idle, so that no TXOP can begin in between.
    Simulator::ScheduleNow(&StationAccessParameters::Restore, this);
}

// The association response has also carried parameters, which ns-3 has applied by now.
void
StationAccessParameters::NotifyAssociation(Mac48Address)
{
    Restore();
}

void
StationAccessParameters::Restore() const
{
    if (!m_mac)
    {
        return;
    }
    for (const auto& [category, parameters] : m_parameters)
    {
        const auto txop = m_mac->GetQosTxop(category);
        for (const uint8_t link : m_mac->GetLinkIds())
        {
            // Such an element replaces the second set, in which the parameters are.
            NS_ABORT_MSG_IF(txop->GetMinCw(link) != parameters.cwMin ||
                                txop->GetMaxCw(link) != parameters.cwMax ||
                                txop->GetAifsn(link) != parameters.aifsn,
                            "AckPriorityHelper: station "
                                << m_mac->GetAddress()
                                << " cannot keep its parameters beside an access point that "
                                   "advertises MU EDCA parameters: expected none");
            if (txop->GetTxopLimit(link) != parameters.txopLimit)
            {
                NS_LOG_LOGIC("station " << m_mac->GetAddress() << " restores the TXOP limit of "
                                        << "category " << category);
                txop->SetTxopLimit(parameters.txopLimit, link);
            }
        }
    }
}

} // namespace ns3
