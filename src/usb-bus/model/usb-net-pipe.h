// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_NET_PIPE_H
#define USB_NET_PIPE_H

#include "urb.h"
#include "usb-host-controller.h"

#include "ns3/event-id.h"

#include <utility>

namespace ns3
{

/**
 * @ingroup usb-bus
 * One direction of a network driver: an endpoint, and what the driver does when a transfer on it
 * fails. After linux-wlan-ng (hfa384x_usbin_callback() and hfa384x_usbout_callback()):
 *
 * - a halted endpoint (STALLED) is cleared in process context, HaltDelay later; - babble
 * (OVERFLOW_ERROR) and a device that is gone (NO_DEVICE) are only counted; - any other failure
 * stops the direction for ErrorPause; - COMPLETE and UNLINKED are no failures.
 *
 * Order of use: SetRecovery(), Open(), then a subclass submits URBs and calls Recover() for each
 * that comes back. After Close() the pipe may be opened again, on the same bus or another.
 */
class UsbNetPipe
{
  public:
    UsbNetPipe() = default;
    /// Cancels a pending recovery.
    virtual ~UsbNetPipe();
    UsbNetPipe(const UsbNetPipe&) = delete;
    UsbNetPipe& operator=(const UsbNetPipe&) = delete;

    /**
     * Called to make the device's toggle restart, before that of the host does (Linux:
     * usb_clear_halt()). Its argument: IN endpoint?
     */
    using ClearHaltCallback = Callback<void, bool>;

    /**
     * @param haltDelay from a stall until the halt is cleared, 0 or more
     * @param errorPause for which another failure stops the direction, 0 or more
     */
    void SetRecovery(Time haltDelay, Time errorPause);
    /**
     * A recovery and promises of an earlier bus are cancelled. The pipe keeps the bus alive until
     * Close().
     * @param controller the bus
     * @param endpoint on it
     * @param clearHalt see ClearHaltCallback
     */
    void Open(Ptr<UsbHostController> controller,
              const UsbEndpoint& endpoint,
              ClearHaltCallback clearHalt);
    /// Stop for good: no event and no reference remains. URBs in progress are not taken back.
    virtual void Close();
    /// @return URBs that came back with a failure since the pipe was made; UNLINKED is none
    uint64_t GetFailures() const;

  protected:
    /**
     * Begin the recovery if a URB failed. A stall restarts a recovery under way; another failure
     * does not.
     * @param status of a URB that came back
     */
    void Recover(UsbTransferStatus status);

    /// @return whether a recovery is under way
    bool IsPaused() const
    {
        return m_paused;
    }

    /**
     * The program ends with an error line if the bus has no descriptor left, because a host has
     * more memory than the model.
     * @param urb one of this pipe's
     * @return false if it was refused; its status says why, which is NO_DEVICE for a closed pipe
     */
    bool Submit(Ptr<Urb> urb);
    /**
     * Promise the bus that Update() follows at an instant, so that it need not plan beyond it. A
     * closed pipe promises nothing.
     * @param when the instant, not in the past
     */
    void PromiseUpdate(Time when);
    /**
     * Keep a promise: UsbHostController::Update(), or just the change when the pipe is closed.
     * @tparam Change a callable without arguments
     * @param change what is to be done
     */
    template <typename Change>
    void Update(Change&& change);
    /// @return the endpoint
    const UsbEndpoint& GetEndpoint() const;
    /// The recovery is over: submit again. Called from an event, outside of an update of the bus.
    virtual void Resumed() = 0;

  private:
    /// Take all promises back, because nobody would keep them after Close().
    void WithdrawPromises();
    /// End a pause without Resumed().
    void CancelRecovery();
    /// End of HaltDelay: reset the toggles of device and host, then go on.
    void ClearHalt();
    /// End of ErrorPause.
    void EndPause();

    Ptr<UsbHostController> m_controller; ///< null when closed
    UsbEndpoint m_endpoint;              ///< see Open
    ClearHaltCallback m_clearHalt;       ///< see Open
    Time m_haltDelay;                    ///< see SetRecovery
    Time m_errorPause;                   ///< see SetRecovery
    EventId m_recovery;                  ///< pending while paused
    bool m_paused{false};                ///< see IsPaused
    uint64_t m_failures{0};              ///< see GetFailures
};

template <typename Change>
void
UsbNetPipe::Update(Change&& change)
{
    if (m_controller)
    {
        // The change may close the pipe, but the bus must live until its update is over.
        const Ptr<UsbHostController> controller = m_controller;
        controller->Update(std::forward<Change>(change));
    }
    else
    {
        change();
    }
}

} // namespace ns3

#endif // USB_NET_PIPE_H
