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
 * When a fault of an adapter strikes: at given instants, or at random intervals. Each occurrence
 * takes place with a probability, so that only some runs of a study may have the fault.
 *
 * What the fault does depends on the attribute of UsbWifiAdapter that has the object. An object
 * belongs to one adapter at a time.
 * A fault without Interval strikes at the instants of ScheduleAt() alone. Shorter random intervals
 * than a microsecond are made a microsecond long; one of 0 or less ends the program. One random
 * number is drawn for each occurrence, whatever the probability, so that the faults of a smaller
 * probability are some of those of a larger one.
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

    /// What a fault does. Its argument is how long, 0 or more.
    using Action = Callback<void, Time>;

    /// The adapter has this fault from now on. Fatal if another adapter has it.
    /// @param action of the adapter
    void Attach(Action action);
    /// The adapter no longer has this fault, which stops.
    void Detach();

    /**
     * Let the fault strike once, whatever Interval and Duration are. The program ends if the
     * instant is in the past, if the duration is negative, or if no adapter has the fault by then.
     * @param start instant, not in the past
     * @param duration length, 0 or more
     */
    void ScheduleAt(Time start, Time duration);
    /// Begin the random occurrences. Fatal if there is no Interval and ScheduleAt() has not been
    /// called by the end of this instant: such a fault would never strike.
    void Start();
    /**
     * No further occurrence, the scheduled ones included. A fault that has struck is not cut short.
     */
    void Stop();
    /// Random streams of a fault: whether an occurrence takes place, and the intervals.
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
    /// Draw the next interval. The program ends if it is not positive.
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
};

} // namespace ns3

#endif // USB_FAULT_H
