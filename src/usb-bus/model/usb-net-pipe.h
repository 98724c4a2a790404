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
 * fails. After linux-wlan-ng: a halted endpoint is cleared in process context; any other failure
 * stops the direction for a while.
 */
class UsbNetPipe
{
  public:
    UsbNetPipe() = default;
    virtual ~UsbNetPipe();
    UsbNetPipe(const UsbNetPipe&) = delete;
    UsbNetPipe& operator=(const UsbNetPipe&) = delete;

    /// Called to make the device's toggle restart. Its argument: IN endpoint?
    using ClearHaltCallback = Callback<void, bool>;

    /**
     * @param haltDelay from a stall until the halt is cleared
     * @param errorPause for which another failure stops the direction
     */
    void SetRecovery(Time haltDelay, Time errorPause);
    /**
     * @param controller the bus
     * @param endpoint on it
     * @param clearHalt see ClearHaltCallback
     */
    void Open(Ptr<UsbHostController> controller,
              const UsbEndpoint& endpoint,
              ClearHaltCallback clearHalt);
    /// Stop for good: no event and no reference remains.
    virtual void Close();
    /// @return URBs that came back with a failure
    uint64_t GetFailures() const;

  protected:
    /// @param status of a URB that came back; begins the recovery if it is a failure
    void Recover(UsbTransferStatus status);

    /// @return whether a recovery is under way
    bool IsPaused() const
    {
        return m_paused;
    }

    /// @param urb one of this pipe's
    /// @return false if it was refused; its status says why
    bool Submit(Ptr<Urb> urb);
    /**
     * Promise the bus that Update() follows at an instant. A closed pipe promises nothing.
     * @param when the instant
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
    /// The recovery is over.
    virtual void Resumed() = 0;

  private:
    void WithdrawPromises();
    void CancelRecovery();
    void ClearHalt();
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
