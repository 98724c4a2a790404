// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_HCD_H
#define USB_HCD_H

#include "usb-timing.h"
#include "usb-transfer.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The driver of a host controller (HCD): turns transfers into descriptors, collects what the
 * controller has finished, keeps data toggles and halted endpoints. Plain C++; time is bus time,
 * and a frame is a microframe at high speed.
 */
class UsbHcd
{
  public:
    /// A transfer that is over.
    struct Completion
    {
        uint16_t slot;            ///< which
        UsbTransferStatus status; ///< how it ended
        uint32_t actualLength;    ///< bytes moved
    };

    virtual ~UsbHcd() = default;
    /**
     * Put a transfer into the lists.
     * @param request what to do
     * @param now bus time
     * @param frame frame in progress
     * @param slot set to the transfer's number if accepted
     * @return IN_PROGRESS, or why it was refused
     */
    virtual UsbTransferStatus Submit(const UsbTransferRequest& request,
                                     UsbBitTime now,
                                     int64_t frame,
                                     uint16_t& slot) = 0;
    /**
     * Whether a transfer would wait behind another one that the controller has not finished, not
     * even in the future that it has looked into. Such a transfer changes nothing that the
     * controller reads before the other one is over, so that the controller need not be brought up
     * to the present when it is submitted.
     * @param request what to do
     * @return true if so
     */
    virtual bool WouldWait(const UsbTransferRequest& request) = 0;
    /**
     * The interrupt handler's look at one transfer: take the oldest that is over out of the lists.
     * @param now bus time
     * @param frame frame in progress
     * @param completion set to the transfer's end
     * @return false if none is over
     */
    virtual bool ReapOldest(UsbBitTime now, int64_t frame, Completion& completion) = 0;
    /// @param frame frame in progress
    /// @return true if ReapOldest() would find a transfer
    virtual bool HasFinished(int64_t frame) = 0;
    /// Take a transfer out; ReapOldest() returns it in a later frame.
    /// @param slot which
    /// @param frame frame in progress
    virtual void Unlink(uint16_t slot, int64_t frame) = 0;
    /**
     * Take one transfer to a device out at once.
     * @param address the device, gone from the bus
     * @param frame frame in progress
     * @param completion set to the transfer's end
     * @return false if there is none any more; the device's toggles and halts are then forgotten
     */
    virtual bool Abort(uint8_t address, int64_t frame, Completion& completion) = 0;
    /**
     * The controller was halted and runs again. Its frame register stood still meanwhile, whereas
     * the frame numbers here went on: move the isochronous transactions that are still to come.
     * @param frame frame in progress when the controller halted
     * @param frames number of frames that it missed
     */
    virtual void Postpone(int64_t frame, int64_t frames) = 0;
    /// Reset toggle and halt of an endpoint.
    /// @param endpoint which
    virtual void ClearHalt(const UsbEndpoint& endpoint) = 0;
};

} // namespace ns3

#endif // USB_HCD_H
