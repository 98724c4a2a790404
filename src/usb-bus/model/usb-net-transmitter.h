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
 */
class UsbNetTransmitter : public UsbNetPipe
{
  public:
    /// A frame's fate: no reason if the adapter has it.
    using DoneCallback = Callback<void, Ptr<const Packet>, std::optional<UsbDropReason>>;
    /// To the device queue: run (true: a URB is free and the soft interrupt runs) or stop.
    using QueueCallback = Callback<void, bool>;

    /// @param done see DoneCallback
    /// @param queue see QueueCallback
    void SetCallbacks(DoneCallback done, QueueCallback queue);
    /**
     * @param urbs number of URBs that may be in progress
     * @param queueBulk whether they may wait for each other on the endpoint
     * @param resubmitDelay from a URB's completion to the transmit function
     */
    void Configure(uint32_t urbs, bool queueBulk, Time resubmitDelay);
    void Close() override;

    /// @return whether no frame may be sent now
    bool IsBusy() const;
    /**
     * @param frame what to send; IsBusy() is false
     * @param length bytes on the bus
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

    void Completed(Ptr<Urb> urb);
    void Finish(Slot& slot);
    void RunSoftInterrupt();
    void RunQueue();
    void StopQueueIfBusy();
    void Resumed() override;
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
