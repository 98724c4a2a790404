// SPDX-License-Identifier: GPL-2.0-only

#include "usb-net-pipe.h"

#include "ns3/simulator.h"

namespace ns3
{

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
    CancelRecovery(); // of a device that is gone
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
        return; // nothing to wait for, or only counted (hfa384x_usbin_callback)
    }
    if (status == UsbTransferStatus::STALLED)
    {
        CancelRecovery();
        m_recovery = Simulator::Schedule(m_haltDelay, &UsbNetPipe::ClearHalt, this);
        m_paused = true;
    }
    else if (!m_paused)
    {
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

void
UsbNetPipe::ClearHalt()
{
    m_paused = false;
    m_clearHalt(m_endpoint.in);
    m_controller->ClearHalt(m_endpoint);
    Resumed();
}

void
UsbNetPipe::EndPause()
{
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
    return m_controller->SubmitUrb(urb);
}

void
UsbNetPipe::PromiseUpdate(Time when)
{
    if (m_controller)
    {
        m_controller->PromiseUpdate(when);
    }
}

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
