// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_HOST_CONTROLLER_H
#define UHCI_HOST_CONTROLLER_H

#include "uhci-hcd.h"
#include "usb-transaction-host-controller.h"

namespace ns3
{

/**
 * @ingroup usb-bus
 * Full-speed host controller (USB 1.1 bus, UHCI 1.1) with the Linux 2.4 usb-uhci driver: frames of
 * 1 ms, 64-byte bulk packets, bandwidth reclamation (FSBR). UhciEngine is its hardware, UhciHcd
 * its driver.
 */
class UhciHostController : public UsbTransactionHostController
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

  protected:
    /// @return UsbTiming::FullSpeed()
    UsbTiming GetBusTiming() const override;
    /**
     * @param timing costs in force
     * @return a UhciHcd and a UhciEngine with the attributes of this object
     */
    Bus MakeBus(const UsbTiming& timing) const override;
    /// Logs the reclamation loop as it opens and closes, then plans as the base class does.
    void Replan() override;

  private:
    /// Log the state of the loop if it differs from the last one logged.
    void LogReclamation();

    UhciHcd::Traversal m_traversal; ///< attribute Traversal
    bool m_fsbr;                    ///< attribute Fsbr
    bool m_vfOnTerminateEndsFrame;  ///< attribute VfOnTerminateEndsFrame
    Time m_fsbrTimeout;             ///< attribute FsbrTimeout
    bool m_reclaiming{false};       ///< the reclamation loop was closed when the log was last told
};

} // namespace ns3

#endif // UHCI_HOST_CONTROLLER_H
