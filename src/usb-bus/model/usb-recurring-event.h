// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_RECURRING_EVENT_H
#define USB_RECURRING_EVENT_H

#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/ptr.h"
#include "ns3/simulator.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * A call of one object's method that is scheduled again and again, never twice at a time. It is
 * made once, where Simulator::Schedule() allocates memory twice for each event: a bus has several
 * of them for each packet.
 * @tparam T class of the object
 */
template <typename T>
class UsbRecurringEvent
{
  public:
    /// @param object whose method is called; it cancels what is pending before it goes
    /// @param method see object
    UsbRecurringEvent(T* object, void (T::*method)())
        : m_object(object),
          m_method(method)
    {
    }

    /// Let it come; it is not pending. @param delay from now
    void Schedule(Time delay)
    {
        if (!m_call)
        {
            m_call = Create<Call>(m_object, m_method);
        }
        m_id = Simulator::Schedule(delay, m_call);
    }

    /// Take it out of the scheduler.
    void Remove()
    {
        m_id.Remove();
        m_call = nullptr; // ns-3 has marked it as cancelled, for good
    }

    /// It does not come, though the scheduler may keep it.
    void Cancel()
    {
        m_id.Cancel();
        m_call = nullptr;
    }

    /// The simulator that had it is gone.
    void Forget()
    {
        m_id = EventId();
        m_call = nullptr;
    }

  private:
    /// What the scheduler has.
    class Call : public EventImpl
    {
      public:
        Call(T* object, void (T::*method)())
            : m_object(object),
              m_method(method)
        {
        }

      private:
        void Notify() override
        {
            (m_object->*m_method)();
        }

        T* m_object;
        void (T::*m_method)();
    };

    T* m_object;           ///< see the constructor
    void (T::*m_method)(); ///< see the constructor
    Ptr<EventImpl> m_call; ///< null before the first time, and after it was taken back
    EventId m_id;          ///< of the last time
};

} // namespace ns3

#endif // USB_RECURRING_EVENT_H
