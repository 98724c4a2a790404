// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "level-probe.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LevelProbe");

namespace
{

/// A misspelt name would otherwise draw an empty graph.
void
ConnectOrAbort(Ptr<Object> object, const std::string& trace, const CallbackBase& callback)
{
    NS_ABORT_MSG_UNLESS(object->TraceConnectWithoutContext(trace, callback),
                        object->GetInstanceTypeId().GetName() << " has no trace source " << trace);
}

} // namespace

Ptr<LevelProbe>
LevelProbe::Begin()
{
    auto probe = Create<LevelProbe>();
    probe->m_start = Simulator::Now().GetSeconds();
    return probe;
}

// The callback holds the probe, so that it lives as long as the object.
Ptr<LevelProbe>
LevelProbe::Connect(Ptr<Object> object, const std::string& trace)
{
    const auto probe = Begin();
    ConnectOrAbort(object, trace, MakeCallback(&LevelProbe::Change, probe));
    return probe;
}

Ptr<LevelProbe>
LevelProbe::ConnectTimed(Ptr<Object> object, const std::string& trace)
{
    const auto probe = Begin();
    ConnectOrAbort(object, trace, MakeCallback(&LevelProbe::ChangeAt, probe));
    return probe;
}

const LevelSequence&
LevelProbe::GetLevels() const
{
    return m_levels;
}

void
LevelProbe::Change(uint32_t before, uint32_t after)
{
    ChangeAt(Simulator::Now(), before, after);
}

void
LevelProbe::ChangeAt(Time at, uint32_t before, uint32_t after)
{
    // A traced value tells its level only when it changes; the first change tells that before, too.
    NS_LOG_LOGIC("from " << before << " to " << after);
    if (m_levels.GetRows().empty())
    {
        m_levels.Set(m_start, before);
    }
    m_levels.Set(at.GetSeconds(), after);
}

} // namespace ns3
