// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-pipe.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbNetPipe");

UsbNetPipe::~UsbNetPipe()
{
    m_recovery.Cancel();
}

void
UsbNetPipe::SetRecovery(Time haltDelay, Time errorPause)
{
    m_haltDelay = haltDelay;
    m_errorPause = errorPause;
}

void
UsbNetPipe::Open(Ptr<UsbHostController> controller,
                 const UsbEndpoint& endpoint,
                 ClearHaltCallback clearHalt)
{
    // A recovery or a promise may be left over from a device that is gone.
    CancelRecovery();
    WithdrawPromises();
    m_controller = controller;
    m_endpoint = endpoint;
    m_clearHalt = clearHalt;
}

void
UsbNetPipe::Close()
{
    CancelRecovery();
    WithdrawPromises();
    m_controller = nullptr;
    m_clearHalt = ClearHaltCallback();
}

uint64_t
UsbNetPipe::GetFailures() const
{
    return m_failures;
}

// The error handling of linux-wlan-ng (hfa384x_usbin_callback() and hfa384x_usbout_callback()):
// after a stall a task in process context clears the halt; after any other failure the direction
// rests for a while, so that a broken device does not keep the host busy. Babble is only counted. A
// device that is gone gives nothing to wait for.
void
UsbNetPipe::Recover(UsbTransferStatus status)
{
    if (status == UsbTransferStatus::COMPLETE || status == UsbTransferStatus::UNLINKED)
    {
        return;
    }
    ++m_failures;
    if (status == UsbTransferStatus::NO_DEVICE || status == UsbTransferStatus::OVERFLOW_ERROR)
    {
        return;
    }
    if (status == UsbTransferStatus::STALLED)
    {
        NS_LOG_LOGIC((m_endpoint.in ? "IN" : "OUT")
                     << " is halted, which is cleared in " << m_haltDelay.As(Time::MS));
        // A halt is cleared even if the direction rests already, and its time counts from now.
        CancelRecovery();
        m_recovery = Simulator::Schedule(m_haltDelay, &UsbNetPipe::ClearHalt, this);
        m_paused = true;
    }
    else if (!m_paused)
    {
        NS_LOG_LOGIC((m_endpoint.in ? "IN" : "OUT")
                     << " pauses for " << m_errorPause.As(Time::MS)
                     << " after a failure: " << GetUsbTransferStatusName(status));
        m_recovery = Simulator::Schedule(m_errorPause, &UsbNetPipe::EndPause, this);
        m_paused = true;
    }
}

void
UsbNetPipe::CancelRecovery()
{
    m_recovery.Cancel();
    m_paused = false;
}

// usb_clear_halt() resets the toggle on both sides: in the device and in the host's driver.
void
UsbNetPipe::ClearHalt()
{
    NS_LOG_LOGIC((m_endpoint.in ? "IN" : "OUT") << " goes on after its halt");
    m_paused = false;
    m_clearHalt(m_endpoint.in);
    m_controller->ClearHalt(m_endpoint);
    Resumed();
}

void
UsbNetPipe::EndPause()
{
    NS_LOG_LOGIC((m_endpoint.in ? "IN" : "OUT") << " goes on after its pause");
    m_paused = false;
    Resumed();
}

bool
UsbNetPipe::Submit(Ptr<Urb> urb)
{
    if (!m_controller)
    {
        urb->status = UsbTransferStatus::NO_DEVICE;
        return false;
    }
    const bool accepted = m_controller->SubmitUrb(urb);
    // A host has more memory than the model. A driver that tried again would only be slow.
    if (urb->status == UsbTransferStatus::NO_MEMORY)
    {
        NS_FATAL_ERROR("UsbNetDevice: "
                       << urb->request
                       << " is refused: all 65536 transfer descriptors of the bus are in use; "
                          "expected fewer or shorter URBs (InUrbs, InUrbSize, MaxTxUrbs)");
    }
    return accepted;
}

void
UsbNetPipe::PromiseUpdate(Time when)
{
    if (m_controller)
    {
        m_controller->PromiseUpdate(when);
    }
}

// A promise of a closed pipe would keep the bus from planning beyond an instant at which nobody
// calls.
void
UsbNetPipe::WithdrawPromises()
{
    if (m_controller)
    {
        m_controller->WithdrawPromises();
    }
}

const UsbEndpoint&
UsbNetPipe::GetEndpoint() const
{
    return m_endpoint;
}

} // namespace ns3
