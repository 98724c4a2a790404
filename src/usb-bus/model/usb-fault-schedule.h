// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_FAULT_SCHEDULE_H
#define USB_FAULT_SCHEDULE_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * When a fault that lasts for a while strikes: at given instants, or at random intervals. Each
 * occurrence takes place with a probability, so that only some runs of a study may have the fault.
 */
class UsbFaultSchedule
{
  public:
    /// What a fault does. Its argument is how long.
    using Fault = Callback<void, Time>;

    UsbFaultSchedule();

    /// @param fault called when the fault strikes
    void SetFault(Fault fault);
    /// @param interval seconds between two occurrences, null for none
    void SetInterval(Ptr<RandomVariableStream> interval);
    /// @return see SetInterval
    Ptr<RandomVariableStream> GetInterval() const;
    /// @param duration of the random occurrences
    void SetDuration(Time duration);
    /// @return see SetDuration
    Time GetDuration() const;
    /// @param probability that an occurrence takes place, 0..1
    void SetProbability(double probability);
    /// @return see SetProbability
    double GetProbability() const;

    /// @param start instant of one occurrence, not in the past @param duration its length
    void ScheduleAt(Time start, Time duration);
    /// Begin the random occurrences.
    void Start();
    /// No further occurrence, the scheduled ones included.
    void Stop();
    /// @param stream first stream number @return number of streams used
    int64_t AssignStreams(int64_t stream);

  private:
    void Strike(Time duration);
    void ScheduleNext();
    void StrikeAndScheduleNext();

    Fault m_fault;                        ///< see SetFault
    Ptr<RandomVariableStream> m_interval; ///< see SetInterval
    Time m_duration;                      ///< see SetDuration
    double m_probability{1};              ///< see SetProbability
    Ptr<UniformRandomVariable> m_chance;  ///< does an occurrence take place?
    EventId m_next;                       ///< next random occurrence
    std::vector<EventId> m_scheduled;     ///< from ScheduleAt
};

} // namespace ns3

#endif // USB_FAULT_SCHEDULE_H
