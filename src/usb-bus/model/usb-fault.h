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

    /// What a fault does. Its argument is how long.
    using Action = Callback<void, Time>;

    /// The adapter has this fault from now on. Fatal if another adapter has it.
    /// @param action of the adapter
    void Attach(Action action);
    /// The adapter no longer has this fault, which stops.
    void Detach();

    /**
     * Let the fault strike once, whatever Interval and Duration are.
     * @param start instant, not in the past
     * @param duration length, 0 or more
     */
    void ScheduleAt(Time start, Time duration);
    /// Begin the random occurrences. Fatal if there is no Interval and ScheduleAt() has not been
    /// called by the end of this instant: such a fault would never strike.
    void Start();
    /// No further occurrence, the scheduled ones included.
    void Stop();
    /// Random streams of a fault.
    static constexpr int64_t STREAMS = 2;
    /// @param stream first stream number
    /// @return number of streams used
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void Strike(Time duration);
    void RequireOccurrences() const;
    void ScheduleNext();
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
};

} // namespace ns3

#endif // USB_FAULT_H
