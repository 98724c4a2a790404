// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_NET_RECEIVER_H
#define USB_NET_RECEIVER_H

#include "usb-drop-reason.h"
#include "usb-net-pipe.h"
#include "usb-recurring-event.h"
#include "usb-wifi-message.h"

#include <boost/circular_buffer.hpp>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The IN direction of a network driver: keeps URBs posted and passes what they bring upwards.
 */
class UsbNetReceiver : public UsbNetPipe
{
  public:
    /// A frame for the network layer.
    using DeliverCallback = Callback<void, const UsbNetFrame&>;
    /// A frame given up.
    using DropCallback = Callback<void, Ptr<const Packet>, UsbDropReason>;

    /// @param deliver see DeliverCallback
    /// @param drop see DropCallback
    void SetCallbacks(DeliverCallback deliver, DropCallback drop);
    /**
     * @param urbs number of URBs
     * @param size bytes of each one's buffer
     * @param resubmitDelay from a URB's completion until it is posted again
     * @param deliverDelay from a URB's completion until its frame is at the network layer
     * @param format sizes on the bus
     */
    void Configure(uint32_t urbs,
                   uint32_t size,
                   Time resubmitDelay,
                   Time deliverDelay,
                   const UsbWifiMessageFormat& format);
    /// Post all URBs.
    void Start();
    void Close() override;
    /// @return frames that came in a URB, those included whose URB is not back yet
    uint64_t GetOffered() const;
    /// @return frames of these that are on their way to the network layer
    uint32_t GetHeld() const;

  private:
    /// Something to be done later.
    template <typename T>
    struct Due
    {
        Time when; ///< instant
        T what;    ///< subject
    };

    uint32_t CountFramesInUrbs() const;
    void Completed(Ptr<Urb> urb);
    void TakeFrame(Urb& urb);
    void Process();
    void PostDue(Time now);
    void ScheduleProcess();
    void Post(Ptr<Urb> urb);
    void Resumed() override;

    DeliverCallback m_deliver;                         ///< see DeliverCallback
    DropCallback m_drop;                               ///< see DropCallback
    UsbWifiMessageFormat m_format;                     ///< sizes
    Time m_resubmitDelay;                              ///< see Configure
    Time m_deliverDelay;                               ///< see Configure
    std::vector<Ptr<Urb>> m_urbs;                      ///< all
    boost::circular_buffer<Due<UsbNetFrame>> m_frames; ///< to be delivered
    boost::circular_buffer<Due<Ptr<Urb>>> m_toPost;    ///< to be posted
    /// Runs at the first instant of both lists.
    UsbRecurringEvent<UsbNetReceiver> m_process{this, &UsbNetReceiver::Process};
    Time m_processTime{Time::Max()}; ///< when; never if it is not pending
    uint64_t m_offered{0};           ///< see GetOffered
};

} // namespace ns3

#endif // USB_NET_RECEIVER_H
