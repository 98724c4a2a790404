// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-fault.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbFault");

NS_OBJECT_ENSURE_REGISTERED(UsbFault);

namespace
{

/// A shorter interval is replaced by this one: below it, faults would be most of what is simulated,
/// and below a nanosecond time would not go on.
const Time LEAST_INTERVAL = MicroSeconds(1);

/// Longest duration and interval, three years. Bus time overflows, without an error, after less
/// than the range of ns3::Time.
constexpr double LONGEST_SECONDS = 1e8;

} // namespace

TypeId
UsbFault::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UsbFault")
            .SetParent<Object>()
            .SetGroupName("UsbBus")
            .AddConstructor<UsbFault>()
            .AddAttribute("Interval",
                          "Random variable for the time between two occurrences, s; at least a "
                          "microsecond. Null: the fault occurs only at the times given to "
                          "ScheduleAt(), of which there must be at least one.",
                          PointerValue(),
                          MakePointerAccessor(&UsbFault::SetInterval, &UsbFault::GetInterval),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Duration",
                          "Duration of a random occurrence.",
                          TimeValue(MilliSeconds(300)),
                          MakeTimeAccessor(&UsbFault::m_duration),
                          MakeTimeChecker(Time(0), Seconds(3600)))
            .AddAttribute("Probability",
                          "Probability that a scheduled or random occurrence takes place.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&UsbFault::m_probability),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

UsbFault::UsbFault()
    : m_chance(CreateObject<UniformRandomVariable>())
{
    NS_LOG_FUNCTION(this);
}

UsbFault::~UsbFault()
{
    NS_LOG_FUNCTION(this);
}

void
UsbFault::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Detach();
    Object::DoDispose();
}

void
UsbFault::Attach(Action action)
{
    if (!m_action.IsNull())
    {
        NS_FATAL_ERROR("UsbFault: another adapter has this fault, or the same one has it as RxHold "
                       "and IrqBlock; create one for each");
    }
    m_action = action;
}

void
UsbFault::Detach()
{
    Stop();
    for (auto& event : m_scheduled)
    {
        event.Cancel();
    }
    m_scheduled.clear();
    m_isStopped = false;
    m_action.Nullify();
}

void
UsbFault::ScheduleAt(Time start, Time duration)
{
    NS_ABORT_MSG_IF(start < Simulator::Now(),
                    "USB fault at " << start.As(Time::S) << " is in the past (now "
                                    << Simulator::Now().As(Time::S) << ")");
    NS_ABORT_MSG_IF(duration.IsStrictlyNegative() || duration > Seconds(LONGEST_SECONDS),
                    "USB fault of " << duration.As(Time::S) << ": expected 0 to " << LONGEST_SECONDS
                                    << " s");
    m_hasSchedule = true;
    m_scheduled.push_back(
        Simulator::Schedule(start - Simulator::Now(), &UsbFault::Strike, this, duration));
}

// The interval under way is drawn anew, so that a longer or shorter one takes effect at once.
void
UsbFault::SetInterval(Ptr<RandomVariableStream> interval)
{
    m_interval = interval;
    if (m_isRunning)
    {
        m_next.Cancel();
        Start();
    }
}

Ptr<RandomVariableStream>
UsbFault::GetInterval() const
{
    return m_interval;
}

void
UsbFault::Start()
{
    m_isRunning = true;
    m_isStopped = false;
    if (m_interval && !m_next.IsPending())
    {
        ScheduleNext();
    }
    if (!m_interval && !m_hasSchedule)
    {
        // Whoever gives the adapter a fault while it runs may schedule it in the next line.
        m_check = Simulator::ScheduleNow(&UsbFault::RequireOccurrences, this);
    }
}

void
UsbFault::RequireOccurrences() const
{
    if (!m_interval && !m_hasSchedule)
    {
        NS_FATAL_ERROR(
            "ns3::UsbFault::Interval is null, and ScheduleAt() was not called before the "
            "adapter started, so that this fault never occurs: expected a random "
            "variable of seconds, or a call of ScheduleAt()");
    }
}

void
UsbFault::Stop()
{
    m_isRunning = false;
    m_isStopped = true;
    m_next.Cancel();
    m_check.Cancel();
}

int64_t
UsbFault::AssignStreams(int64_t stream)
{
    m_chance->SetStream(stream);
    if (m_interval)
    {
        m_interval->SetStream(stream + 1);
    }
    return STREAMS;
}

// One number is drawn for each occurrence, whatever the probability, so that the faults of a
// smaller probability are some of those of a larger one.
void
UsbFault::Strike(Time duration)
{
    NS_ABORT_MSG_IF(m_action.IsNull(),
                    "USB fault at " << Simulator::Now().As(Time::S)
                                    << ": no adapter has it (UsbWifiAdapter::RxHold, IrqBlock)");
    if (m_isStopped)
    {
        NS_LOG_LOGIC("a fault was due but does not take place; it is stopped");
        return;
    }
    if (m_chance->GetValue() < m_probability)
    {
        NS_LOG_LOGIC("a fault strikes for " << duration.As(Time::MS));
        m_action(duration);
    }
    else
    {
        NS_LOG_LOGIC("a fault was due but does not take place; its probability is "
                     << m_probability);
    }
}

void
UsbFault::ScheduleNext()
{
    const double interval = m_interval->GetValue();
    NS_ABORT_MSG_UNLESS(interval > 0 && interval <= LONGEST_SECONDS,
                        "interval of " << interval
                                       << " s between USB faults: expected more than 0 and at most "
                                       << LONGEST_SECONDS << " s");
    NS_LOG_DEBUG("the next fault is due in " << interval << " s");
    m_next = Simulator::Schedule(Max(Seconds(interval), LEAST_INTERVAL),
                                 &UsbFault::StrikeAndScheduleNext,
                                 this);
}

void
UsbFault::StrikeAndScheduleNext()
{
    Strike(m_duration);
    // Whoever listens to what the fault does may stop it, or change its interval.
    if (m_isRunning)
    {
        Start();
    }
}

} // namespace ns3
