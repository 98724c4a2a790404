// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_HOST_CONTROLLER_H
#define EHCI_HOST_CONTROLLER_H

#include "usb-transaction-host-controller.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * High-speed host controller (USB 2.0 bus, EHCI 1.0) with a driver after Linux's ehci-hcd: 125 us
 * microframes, 512-byte bulk packets, PING instead of data after a refused OUT. EhciEngine is its
 * hardware, EhciHcd its driver.
 *
 * Interrupts are raised at multiples of InterruptThreshold microframes. Split transactions for
 * slower devices behind a hub, and park mode, are not modelled.
 */
class EhciHostController : public UsbTransactionHostController
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

  protected:
    /// @return UsbTiming::HighSpeed()
    UsbTiming GetBusTiming() const override;
    /**
     * @param timing costs in force
     * @return a EhciHcd and a EhciEngine with the attributes of this object
     */
    Bus MakeBus(const UsbTiming& timing) const override;

  private:
    uint32_t m_interruptThreshold; ///< attribute InterruptThreshold
    uint8_t m_nakCountReload;      ///< attribute NakCountReload
    Time m_asyncSchedSleepTime;    ///< attribute AsyncSchedSleepTime
};

} // namespace ns3

#endif // EHCI_HOST_CONTROLLER_H
