// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_PERIPHERAL_H
#define USB_PERIPHERAL_H

#include "urb.h"
#include "usb-function.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

namespace ns3
{

class UsbHostController;

/**
 * @ingroup usb-bus
 * A USB device in the simulator: it handles the packets and events of the functions on its
 * endpoints (UsbFunction). A subclass may change the state of its function from outside the bus (a
 * buffer was freed, a frame came from the air) only within a call of UsbHostController::Update().
 */
class UsbPeripheral : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// @return the endpoints as the bus meets them; lives as long as the peripheral
    virtual UsbFunction& GetFunction() = 0;
    /// Bus time has reached UsbFunction::GetNextWake().
    virtual void Wake() = 0;
    /**
     * The last byte of an OUT transfer has arrived. The bus reports this when it is next brought up
     * to the present: after that instant, or up to one transaction before it.
     * @param urb the transfer, still in progress on the host's side
     * @param message UsbAnswer::message of its last transaction
     * @param at end of this transaction
     */
    virtual void TransferReceived(Ptr<Urb> urb, uint64_t message, Time at) = 0;
    /**
     * The last byte of a message has been sent to the host. The bus reports this at the same times
     * as TransferReceived().
     * @param urb the IN transfer that takes it, still in progress; its frame is to be set
     * @param message UsbAnswer::message of its last transaction
     * @param at end of this transaction
     */
    virtual void TransferSent(Ptr<Urb> urb, uint64_t message, Time at) = 0;
    /// The device is no longer on the bus. URBs to it are already back.
    virtual void Detached();

    /// @return the bus this device is on, null if none
    Ptr<UsbHostController> GetHostController() const;
    /// @return the address on the bus, 0 if none
    uint8_t GetUsbAddress() const;

  protected:
    /**
     * Leaves the bus: bus and device hold references to each other, which would keep both alive for
     * ever.
     */
    void DoDispose() override;

  private:
    friend class UsbHostController;
    Ptr<UsbHostController> m_controller; ///< null when not attached
    uint8_t m_address{0};                ///< given at UsbHostController::Attach
};

} // namespace ns3

#endif // USB_PERIPHERAL_H
