// SPDX-FileCopyrightText: 2026 The lasthop authors
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
 * A call of one object's method that is scheduled again and again, never twice at a time. The event
 * is made once and reused, because a bus has several events for each packet, and
 * Simulator::Schedule() allocates memory twice for each one that it makes.
 *
 * The owner is a member of the object whose method is called. It must end a pending call by
 * Remove(), Cancel() or Forget() before the object is deleted, because the call holds a plain
 * pointer. ns-3 cannot revive a cancelled event, so the next Schedule() after one of these makes a
 * new one.
 * @tparam T class of the object
 */
template <typename T>
class UsbRecurringEvent
{
  public:
    /**
     * @param object whose method is called; it must cancel a pending call before it is deleted
     * @param method of the object, without arguments
     */
    UsbRecurringEvent(T* object, void (T::*method)())
        : m_object(object),
          m_method(method)
    {
    }

    /**
     * Schedule the call, which must not be pending. The event gets the context of the caller, as
     * from Simulator::Schedule().
     * @param delay from now, 0 or more
     */
    void Schedule(Time delay)
    {
        if (!m_call)
        {
            m_call = Create<Call>(m_object, m_method);
        }
        m_id = Simulator::Schedule(delay, m_call);
    }

    /// Take the call out of the scheduler. Nothing is left of it there.
    void Remove()
    {
        m_id.Remove();
        m_call = nullptr; // ns-3 has marked it as cancelled, which cannot be undone.
    }

    /// Cancel the call, which the scheduler may keep until its time. Allowed if no call is pending.
    void Cancel()
    {
        m_id.Cancel();
        m_call = nullptr;
    }

    /**
     * Forget a call whose simulator has been destroyed. The scheduler is not touched, because it is
     * gone.
     */
    void Forget()
    {
        m_id = EventId();
        m_call = nullptr;
    }

  private:
    /**
     * What the scheduler has. It may outlive the UsbRecurringEvent after Cancel(), and does not
     * call then.
     */
    class Call : public EventImpl
    {
      public:
        /**
         * @param object whose method is called
         * @param method of the object
         */
        Call(T* object, void (T::*method)())
            : m_object(object),
              m_method(method)
        {
        }

      private:
        /**
         * Call the method. The scheduler does so at the time of the event, unless it was cancelled.
         */
        void Notify() override
        {
            (m_object->*m_method)();
        }

        T* m_object;           ///< see the constructor
        void (T::*m_method)(); ///< see the constructor
    };

    T* m_object;           ///< see the constructor
    void (T::*m_method)(); ///< see the constructor
    Ptr<EventImpl> m_call; ///< null before the first time, and after it was taken back
    EventId m_id;          ///< of the last time
};

} // namespace ns3

#endif // USB_RECURRING_EVENT_H
