// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-fault-schedule.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbFaultSchedule");

namespace
{

/// A shorter one is taken for this: below it, faults would be most of what is simulated, and below
/// a nanosecond time would not go on.
const Time LEAST_INTERVAL = MicroSeconds(1);

} // namespace

UsbFaultSchedule::UsbFaultSchedule()
    : m_chance(CreateObject<UniformRandomVariable>())
{
}

void
UsbFaultSchedule::SetFault(Fault fault)
{
    m_fault = fault;
}

void
UsbFaultSchedule::SetInterval(Ptr<RandomVariableStream> interval)
{
    m_interval = interval;
}

Ptr<RandomVariableStream>
UsbFaultSchedule::GetInterval() const
{
    return m_interval;
}

void
UsbFaultSchedule::SetDuration(Time duration)
{
    m_duration = duration;
}

Time
UsbFaultSchedule::GetDuration() const
{
    return m_duration;
}

void
UsbFaultSchedule::SetProbability(double probability)
{
    m_probability = probability;
}

double
UsbFaultSchedule::GetProbability() const
{
    return m_probability;
}

void
UsbFaultSchedule::ScheduleAt(Time start, Time duration)
{
    NS_ABORT_MSG_IF(start < Simulator::Now(),
                    "USB fault at " << start.As(Time::S) << " is in the past (now "
                                    << Simulator::Now().As(Time::S) << ")");
    NS_ABORT_MSG_IF(duration.IsStrictlyNegative(),
                    "USB fault lasts " << duration.As(Time::S) << ", accepted is 0 s or more");
    m_scheduled.push_back(
        Simulator::Schedule(start - Simulator::Now(), &UsbFaultSchedule::Strike, this, duration));
}

void
UsbFaultSchedule::Start()
{
    if (m_interval && !m_next.IsPending())
    {
        ScheduleNext();
    }
}

void
UsbFaultSchedule::Stop()
{
    m_next.Cancel();
    for (auto& event : m_scheduled)
    {
        event.Cancel();
    }
    m_scheduled.clear();
}

int64_t
UsbFaultSchedule::AssignStreams(int64_t stream)
{
    m_chance->SetStream(stream);
    if (m_interval)
    {
        m_interval->SetStream(stream + 1);
    }
    return 2;
}

// One number is drawn for each occurrence, whatever the probability, so that the faults of a
// smaller probability are some of those of a larger one.
void
UsbFaultSchedule::Strike(Time duration)
{
    if (m_chance->GetValue() < m_probability)
    {
        NS_LOG_LOGIC("a fault strikes for " << duration.As(Time::MS));
        m_fault(duration);
    }
    else
    {
        NS_LOG_LOGIC("a fault was due but does not take place; its probability is "
                     << m_probability);
    }
}

void
UsbFaultSchedule::ScheduleNext()
{
    const double interval = m_interval->GetValue();
    NS_ABORT_MSG_UNLESS(interval > 0,
                        "interval between USB faults is " << interval
                                                          << " s, accepted is more than 0 s");
    NS_LOG_DEBUG("the next fault is due in " << interval << " s");
    m_next = Simulator::Schedule(Max(Seconds(interval), LEAST_INTERVAL),
                                 &UsbFaultSchedule::StrikeAndScheduleNext,
                                 this);
}

void
UsbFaultSchedule::StrikeAndScheduleNext()
{
    Strike(m_duration);
    ScheduleNext();
}

} // namespace ns3
