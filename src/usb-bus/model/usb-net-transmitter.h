// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_NET_TRANSMITTER_H
#define USB_NET_TRANSMITTER_H

#include "usb-drop-reason.h"
#include "usb-net-pipe.h"
#include "usb-recurring-event.h"

#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The OUT direction of a network driver: a few URBs, used again and again, one frame each.
 *
 * A frame counts as delivered when the adapter has acknowledged its last packet, not when the URB
 * comes back, which may be a millisecond later. A URB that comes back without that means a lost
 * frame: TX_DISCARDED after a complete transfer, UNPLUGGED without a device, otherwise
 * TX_URB_FAILED.
 *
 * The device queue is stopped as soon as no URB is free. In Linux 2.4 a completion then calls
 * netif_wake_queue(), which raises the transmit soft interrupt; it runs when the hardware interrupt
 * has returned, which is resubmitDelay later here.
 *
 * Order of use: SetCallbacks(), SetRecovery(), Open(), Configure(), then Send().
 */
class UsbNetTransmitter : public UsbNetPipe
{
  public:
    /// A frame's fate, reported exactly once for each frame: no reason if the adapter has it.
    using DoneCallback = Callback<void, Ptr<const Packet>, std::optional<UsbDropReason>>;
    /// To the device queue: run (true: a URB is free and the soft interrupt runs) or stop.
    using QueueCallback = Callback<void, bool>;

    /// @param done see DoneCallback
    /// @param queue see QueueCallback
    void SetCallbacks(DoneCallback done, QueueCallback queue);
    /**
     * Make the URBs; none of them may be in use.
     * @param urbs number of URBs that may be in progress, 1 or more
     * @param queueBulk whether they may wait for each other on the endpoint (USB_QUEUE_BULK)
     * @param resubmitDelay from a URB's completion to the transmit function, 0 or more
     */
    void Configure(uint32_t urbs, bool queueBulk, Time resubmitDelay);
    /**
     * Frames in URBs are forgotten without a callback; the owner accounts for them by GetHeld()
     * before.
     */
    void Close() override;

    /**
     * @return true if no frame may be sent now: all URBs are in use, the soft interrupt is pending,
     * or a recovery is under way
     */
    bool IsBusy() const;
    /**
     * A URB that is refused counts as one that has failed at once, so that DoneCallback may run
     * before the return.
     * @param frame what to send; IsBusy() is false
     * @param length bytes on the bus, see UsbWifiMessageFormat::GetOutLength()
     */
    void Send(UsbNetFrame frame, uint32_t length);
    /// @param urb its frame is the adapter's now
    void FrameTaken(Ptr<Urb> urb);
    /// @return frames that are neither with the adapter nor given up
    uint32_t GetHeld() const;

  private:
    /// A URB of ours.
    struct Slot
    {
        Ptr<Urb> urb;      ///< made once and used again for each frame
        bool used{false};  ///< between Send() and completion
        bool taken{false}; ///< see FrameTaken
    };

    /**
     * A URB is back, in interrupt context.
     * @param urb which; the queue is woken by the soft interrupt if all URBs were in use
     */
    void Completed(Ptr<Urb> urb);
    /// @param slot whose frame is reported unless the adapter has taken it
    void Finish(Slot& slot);
    /// The transmit function runs in one update of the bus, as was promised.
    void RunSoftInterrupt();
    /// Tell the device queue to run, unless the direction is busy.
    void RunQueue();
    /// Tell the device queue to stop.
    void StopQueueIfBusy();
    /**
     * The pause after a failure is over: the device queue runs again, unless the direction is busy.
     */
    void Resumed() override;
    /**
     * @param urb one of ours
     * @return its slot
     */
    Slot& Find(const Ptr<Urb>& urb);

    DoneCallback m_done;       ///< see DoneCallback
    QueueCallback m_queue;     ///< see QueueCallback
    Time m_resubmitDelay;      ///< see Configure
    std::vector<Slot> m_slots; ///< all URBs
    uint32_t m_used{0};        ///< slots in use
    bool m_softPending{false}; ///< the soft interrupt has not run yet
    /// Raised by a completion that found the queue stopped.
    UsbRecurringEvent<UsbNetTransmitter> m_softInterrupt{this,
                                                         &UsbNetTransmitter::RunSoftInterrupt};
};

} // namespace ns3

#endif // USB_NET_TRANSMITTER_H
