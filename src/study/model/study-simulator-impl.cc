// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-simulator-impl.h"

#include "ns3/event-id.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StudySimulatorImpl");

NS_OBJECT_ENSURE_REGISTERED(StudySimulatorImpl);

TypeId
StudySimulatorImpl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StudySimulatorImpl")
            .SetParent<DefaultSimulatorImpl>()
            .SetGroupName("Study")
            .AddConstructor<StudySimulatorImpl>()
            .AddAttribute("MaxEvents",
                          "Events within 1 us of simulated time after which the simulation ends "
                          "with an error, because its time stands still",
                          UintegerValue(1000000),
                          MakeUintegerAccessor(&StudySimulatorImpl::m_maxEvents),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
StudySimulatorImpl::PreEventHook(const EventId& id)
{
    if (++m_events < m_maxEvents)
    {
        return;
    }
    // The clock still has the time of the event before.
    const Time now = TimeStep(id.GetTs());
    NS_LOG_LOGIC(m_events << " events from " << m_begin.As(Time::S) << " to " << now.As(Time::S));
    if (now - m_begin < MicroSeconds(1))
    {
        std::ostringstream text;
        text << "simulated time stands still at " << now.GetSeconds() << " s, after " << m_events
             << " events within 1 us";
        // The scheduler has removed this event, and nothing else invokes it.
        id.PeekEventImpl()->Unref();
        throw StudyStandstillError(text.str());
    }
    m_begin = now;
    m_events = 0;
}

} // namespace ns3
