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
    m_recovery.Cancel(); // of a device that is gone
    m_controller = controller;
    m_endpoint = endpoint;
    m_clearHalt = clearHalt;
}

void
UsbNetPipe::Close()
{
    m_recovery.Cancel();
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
        m_recovery.Cancel();
        m_recovery = Simulator::Schedule(m_haltDelay, &UsbNetPipe::ClearHalt, this);
    }
    else if (!IsPaused())
    {
        m_recovery = Simulator::Schedule(m_errorPause, &UsbNetPipe::Resumed, this);
    }
}

void
UsbNetPipe::ClearHalt()
{
    m_clearHalt(m_endpoint.in);
    m_controller->ClearHalt(m_endpoint);
    Resumed();
}

bool
UsbNetPipe::IsPaused() const
{
    return m_recovery.IsPending();
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

const UsbEndpoint&
UsbNetPipe::GetEndpoint() const
{
    return m_endpoint;
}

} // namespace ns3
