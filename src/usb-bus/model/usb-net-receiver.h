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
 *
 * Each URB brings one frame at most. Its frame is whole if as many bytes came as the message has;
 * otherwise it is dropped as RX_TRUNCATED, after a failed transfer as RX_URB_FAILED, and from an
 * unplugged device as UNPLUGGED. The URB is posted again resubmitDelay after its completion, during
 * which an adapter with a single URB is not polled. The frame reaches the network layer after
 * deliverDelay, which stands for the tasklet that converts it.
 *
 * Order of use: SetCallbacks(), SetRecovery(), Open(), Configure(), Start().
 */
class UsbNetReceiver : public UsbNetPipe
{
  public:
    /**
     * A frame for the network layer. Called from an event, deliverDelay after the completion of the
     * frame's URB.
     */
    using DeliverCallback = Callback<void, const UsbNetFrame&>;
    /// A frame given up, with the reason. Called in the completion of its URB.
    using DropCallback = Callback<void, Ptr<const Packet>, UsbDropReason>;

    /// @param deliver see DeliverCallback
    /// @param drop see DropCallback
    void SetCallbacks(DeliverCallback deliver, DropCallback drop);
    /**
     * Make the URBs. URBs and events of a device that is gone are forgotten; its frames are still
     * delivered.
     * @param urbs number of URBs, 1 or more; with more than one, they queue on the endpoint
     * @param size bytes of each one's buffer. One smaller than a packet of the bus would make every
     * full packet babble
     * @param resubmitDelay from a URB's completion until it is posted again, 0 or more
     * @param deliverDelay from a URB's completion until its frame is at the network layer, 0 or
     * more
     * @param format sizes on the bus, which distinguish a whole frame from a part of one
     */
    void Configure(uint32_t urbs,
                   uint32_t size,
                   Time resubmitDelay,
                   Time deliverDelay,
                   const UsbWifiMessageFormat& format);
    /// Post all URBs. One that is refused counts as failed and begins a recovery.
    void Start();
    /**
     * Frames on their way to the network layer are forgotten without a callback; the owner accounts
     * for them by GetHeld() before.
     */
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

    /// @return frames that the adapter has delivered in URBs that are not back
    uint32_t CountFramesInUrbs() const;
    /**
     * A URB is back, in interrupt context.
     * @param urb which; posted again after COMPLETE and OVERFLOW_ERROR, otherwise after the
     * recovery
     */
    void Completed(Ptr<Urb> urb);
    /// @param urb whose frame is queued for the network layer or dropped
    void TakeFrame(Urb& urb);
    /// The event of both lists: post URBs, then deliver frames, as far as they are due.
    void Process();
    /// @param now URBs due by then are posted in one update of the bus, as was promised
    void PostDue(Time now);
    /// Keep one event, at the earlier of the first instants of both lists.
    void ScheduleProcess();
    /// @param urb submitted unless a recovery is under way
    void Post(Ptr<Urb> urb);
    /// Posts all URBs but those that are in progress or about to be posted.
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
