// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_FAULT_H
#define USB_FAULT_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Determines when a fault of an adapter occurs: at given times, or at random intervals. Each
 * occurrence takes place with a given probability, so a study can have the fault in only some of
 * its runs.
 *
 * The attribute of UsbWifiAdapter that holds the object determines what the fault does. An object
 * belongs to one adapter at a time. A fault without Interval occurs only at the times given to
 * ScheduleAt(). A random interval below a microsecond becomes a microsecond; one of 0 or less, or
 * of more than 1e8 s, ends the program. One random number is drawn for each occurrence, whatever
 * the probability, so the faults with a smaller probability are a subset of those with a larger
 * one.
 */
class UsbFault : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    UsbFault();
    ~UsbFault() override;

    /// Makes the fault happen. Its argument is the duration of the fault, 0 or more.
    using Action = Callback<void, Time>;

    /// Give this fault to an adapter. Fatal if another adapter has it.
    /// @param action makes the fault happen in the adapter
    void Attach(Action action);
    /// Take this fault from its adapter. Cancels all further occurrences.
    void Detach();

    /**
     * Make the fault occur once, whatever Interval and Duration are. The program ends if the time
     * is in the past, if the duration is out of range, or if no adapter has the fault at that time.
     * @param start instant, not in the past
     * @param duration length, 0 to 1e8 s
     */
    void ScheduleAt(Time start, Time duration);
    /// Start the random occurrences. Fatal if there is no Interval and ScheduleAt() has not been
    /// called by the end of this instant: such a fault would never occur.
    void Start();
    /**
     * Let no fault occur until Start(), as while the adapter is unplugged. Those that are scheduled
     * for later than Start() take place. An occurrence that has begun is not cut short.
     */
    void Stop();
    /// Number of random streams of a fault: one for the probability, one for the intervals.
    static constexpr int64_t STREAMS = 2;
    /// @param stream first stream number
    /// @return number of streams used
    int64_t AssignStreams(int64_t stream);

  protected:
    /// Ends the fault, see Detach().
    void DoDispose() override;

  private:
    /// @param interval between two occurrences, from now on if the fault is running; not null
    void SetInterval(Ptr<RandomVariableStream> interval);
    /// @return attribute
    Ptr<RandomVariableStream> GetInterval() const;
    /// @param duration length; the probability decides whether the action is called
    void Strike(Time duration);
    /// End the program if this fault could never strike.
    void RequireOccurrences() const;
    /// Draw the next interval. The program ends if it is out of range.
    void ScheduleNext();
    /// A random occurrence, and the draw of the next.
    void StrikeAndScheduleNext();

    Action m_action;                      ///< see Attach
    Ptr<RandomVariableStream> m_interval; ///< attribute
    Time m_duration;                      ///< attribute
    double m_probability;                 ///< attribute
    Ptr<UniformRandomVariable> m_chance;  ///< does an occurrence take place?
    EventId m_next;                       ///< next random occurrence
    EventId m_check;                      ///< RequireOccurrences
    std::vector<EventId> m_scheduled;     ///< from ScheduleAt
    bool m_hasSchedule{false};            ///< ScheduleAt was called, ever
    bool m_isRunning{false};              ///< between Start and Stop
    bool m_isStopped{false};              ///< Stop was called, and Start not since
};

} // namespace ns3

#endif // USB_FAULT_H
