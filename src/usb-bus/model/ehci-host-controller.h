// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_HOST_CONTROLLER_H
#define EHCI_HOST_CONTROLLER_H

#include "uhci-host-controller.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * High-speed host controller (USB 2.0 bus, EHCI 1.0): 125 us microframes, 512-byte bulk packets,
 * PING instead of data after a refused OUT.
 *
 * Its asynchronous schedule is a circular list that is always closed; a whole turn without
 * progress rests until the next microframe. It is served by the engine of the UHCI, one
 * transaction of each queue per visit, so attributes Fsbr and FsbrTimeout have no effect.
 * Interrupts rise at multiples of InterruptThreshold microframes. Split transactions for slower
 * devices behind a hub and park mode are not modelled.
 */
class EhciHostController : public UhciHostController
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

  protected:
    UsbTiming GetBusTiming() const override;
    void AdaptOptions(UhciHcd::Options& options) const override;
    uint32_t GetInterruptThreshold() const override;

  private:
    uint32_t m_interruptThreshold; ///< attribute InterruptThreshold
};

} // namespace ns3

#endif // EHCI_HOST_CONTROLLER_H
