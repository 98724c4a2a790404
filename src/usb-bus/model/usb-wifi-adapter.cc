// SPDX-License-Identifier: GPL-2.0-only

#include "usb-wifi-adapter.h"

#include "usb-host-controller.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbWifiAdapter");

UsbWifiAdapter::UsbWifiAdapter()
{
    m_rxHold.SetFault(MakeCallback(&UsbWifiAdapter::HoldReceive, this));
    m_irqBlock.SetFault(MakeCallback(&UsbWifiAdapter::BlockInterrupts, this));
}

UsbWifiAdapter::~UsbWifiAdapter()
{
}

void
UsbWifiAdapter::DoDispose()
{
    NS_LOG_FUNCTION(this);
    // Nobody is told any more: what listens may be gone already.
    m_driver = nullptr;
    m_arrivals.clear();
    m_rxFrames.clear();
    m_rxHold.Stop();
    m_irqBlock.Stop();
    if (m_mac)
    {
        m_listener->adapter = nullptr;
        m_mac->Disconnect();
        m_mac = nullptr;
    }
    m_wifi = nullptr;
    UsbPeripheral::DoDispose();
}

void
UsbWifiAdapter::SetWifiNetDevice(Ptr<WifiNetDevice> device)
{
    if (m_wifi || !device || !device->GetNode() || !device->GetMac())
    {
        NS_FATAL_ERROR(
            "UsbWifiAdapter: " << (m_wifi    ? "has a WifiNetDevice already"
                                   : !device ? "the WifiNetDevice is null"
                                             : "the WifiNetDevice is not on a node or has no MAC"));
    }
    m_wifi = device;
    m_listener = Create<RadioListener>();
    m_listener->adapter = this;
    m_wifi->SetReceiveCallback(MakeCallback(&RadioListener::Receive, m_listener));
    m_wifi->AddLinkChangeCallback(MakeCallback(&RadioListener::LinkChanged, m_listener));
    m_mac = Create<UsbMacTracker>(device, MakeCallback(&UsbWifiAdapter::MacDone, this));
    ApplyRateBug();
}

Ptr<WifiNetDevice>
UsbWifiAdapter::GetWifiNetDevice() const
{
    return m_wifi;
}

void
UsbWifiAdapter::SetDriver(UsbAdapterDriver* driver)
{
    if (!m_wifi || !GetHostController() || m_driver)
    {
        NS_FATAL_ERROR("USB driver refused: the adapter "
                       << (!m_wifi    ? "has no WifiNetDevice"
                           : m_driver ? "has a driver already"
                                      : "is not attached to a UsbHostController"));
    }
    const uint32_t node = m_wifi->GetNode()->GetId();
    const uint32_t host = GetHostController()->GetContext();
    if (host != Simulator::NO_CONTEXT && host != node)
    {
        NS_FATAL_ERROR("USB driver refused: the bus belongs to node "
                       << host << ", the ns3::WifiNetDevice to node " << node);
    }
    m_driver = driver;
    GetHostController()->SetContext(node);
    ApplyParameters();
}

void
UsbWifiAdapter::StartFaults()
{
    m_rxHold.Start();
    m_irqBlock.Start();
}

void
UsbWifiAdapter::EnablePromiscuous()
{
    // Each time: a node that is given a promiscuous handler puts itself there.
    m_promiscuous = true;
    m_wifi->SetPromiscReceiveCallback(MakeCallback(&RadioListener::PromiscReceive, m_listener));
}

bool
UsbWifiAdapter::IsLinkUp() const
{
    return GetHostController() && m_wifi && m_wifi->IsLinkUp();
}

UsbWifiMessageFormat
UsbWifiAdapter::GetMessageFormat() const
{
    return {m_descriptorBytes, m_llcBytes, m_roundingBytes};
}

void
UsbWifiAdapter::ClearHalt(bool in)
{
    const UsbHostController::Update update(PeekPointer(GetHostController()));
    m_function.ClearHalt(in);
}

void
UsbWifiAdapter::RadioListener::LinkChanged()
{
    if (adapter)
    {
        adapter->LinkChanged();
    }
}

void
UsbWifiAdapter::LinkChanged()
{
    if (m_driver)
    {
        m_driver->LinkChanged();
    }
}

UsbFunction&
UsbWifiAdapter::GetFunction()
{
    return m_function;
}

void
UsbWifiAdapter::Wake()
{
    const UsbHostController::Update update(PeekPointer(GetHostController()));
    const UsbBitTime now = GetHostController()->GetBitTime();
    while (const auto message = m_function.TakeDueMessage(now))
    {
        Commit(*message);
    }
}

void
UsbWifiAdapter::TransferReceived(Ptr<Urb> urb, uint64_t message)
{
    if (message == m_lastArrival || !urb->frame.packet)
    {
        return; // a repeat of the last packet, or not a frame
    }
    m_lastArrival = message;
    ++m_txCounters.offered;
    if (m_arrivals.full())
    {
        m_arrivals.set_capacity(2 * m_arrivals.capacity());
    }
    m_arrivals.push_back({message, urb->frame});
    m_txAcceptedTrace(urb->frame.packet);
    if (m_driver)
    {
        m_driver->FrameTaken(urb);
    }
    if (message == m_lateArrival)
    {
        const UsbHostController::Update update(PeekPointer(GetHostController()));
        m_function.TakeTxBuffer();
        Commit({message, 0, m_lateOverrun});
    }
    UpdateTxOccupancies();
}

void
UsbWifiAdapter::Commit(const UsbAdapterFunction::Message& message)
{
    if (m_arrivals.empty() || m_arrivals.front().message != message.number)
    {
        // The ACK of the last packet was lost: the frame is still the host's until it repeats it.
        m_lateArrival = message.number;
        m_lateOverrun = message.overrun;
        if (!message.overrun)
        {
            m_function.ReleaseTxBuffer();
        }
        return;
    }
    const UsbNetFrame frame = std::move(m_arrivals.front().frame);
    m_arrivals.pop_front();
    if (message.overrun)
    {
        DropTx(frame.packet, UsbDropReason::TX_OVERRUN);
    }
    else
    {
        HandToMac(frame);
    }
    UpdateTxOccupancies();
}

void
UsbWifiAdapter::HandToMac(const UsbNetFrame& frame)
{
    m_txCommittedTrace(frame.packet);
    if (!GetHostController())
    {
        DropTx(frame.packet, UsbDropReason::UNPLUGGED); // by whom the trace told
        return;
    }
    m_mac->Send(frame);
}

void
UsbWifiAdapter::MacDone(Ptr<const Packet> packet, std::optional<UsbDropReason> reason)
{
    const UsbHostController::Update update(PeekPointer(GetHostController()));
    m_function.ReleaseTxBuffer();
    if (reason)
    {
        DropTx(packet, *reason);
    }
    else
    {
        ++m_txCounters.delivered;
    }
    m_txFreedTrace(packet);
    UpdateTxOccupancies();
}

void
UsbWifiAdapter::Detached()
{
    NS_LOG_FUNCTION(this);
    for (const auto& arrival : m_arrivals)
    {
        DropTx(arrival.frame.packet, UsbDropReason::UNPLUGGED);
    }
    for (const auto& frame : m_rxFrames)
    {
        DropRx(frame.packet, UsbDropReason::UNPLUGGED);
    }
    m_arrivals.clear();
    m_rxFrames.clear();
    m_function.Reset();
    const uint32_t kept = m_mac ? m_mac->GetSize() : 0;
    for (uint32_t i = 0; i < kept; ++i)
    {
        m_function.TakeTxBuffer(); // what the MAC has stays with it
    }
    m_lastArrival = 0;
    m_lateArrival = 0;
    m_lastSent = 0;
    m_rxHold.Stop();
    m_irqBlock.Stop();
    UpdateTxOccupancies();
    UpdateRxOccupancy();
    UsbAdapterDriver* driver = m_driver;
    m_driver = nullptr;
    if (driver)
    {
        driver->LinkChanged();
    }
}

void
UsbWifiAdapter::DropTx(Ptr<const Packet> packet, UsbDropReason reason)
{
    m_txCounters.CountDrop(reason);
    m_dropTrace(packet, reason);
}

void
UsbWifiAdapter::UpdateTxOccupancies()
{
    const Time now = Simulator::Now();
    const uint32_t mac = m_mac ? m_mac->GetSize() : 0;
    m_txInUse = static_cast<uint32_t>(m_arrivals.size()) + mac;
    m_txOccupancy.Set(m_txInUse, now);
    m_macOccupancy.Set(mac, now);
}

void
UsbWifiAdapter::UpdateRxOccupancy()
{
    m_rxInUse = static_cast<uint32_t>(m_rxFrames.size());
    m_rxOccupancy.Set(m_rxInUse, Simulator::Now());
}

UsbPacketCounters
UsbWifiAdapter::GetTxCounters() const
{
    UsbPacketCounters counters = m_txCounters;
    counters.held = m_arrivals.size() + (m_mac ? m_mac->GetSize() : 0);
    return counters;
}

const UsbOccupancy&
UsbWifiAdapter::GetTxOccupancy() const
{
    return m_txOccupancy;
}

const UsbOccupancy&
UsbWifiAdapter::GetMacOccupancy() const
{
    return m_macOccupancy;
}

void
UsbWifiAdapter::RestartOccupancies()
{
    m_txOccupancy.Restart(Simulator::Now());
    m_macOccupancy.Restart(Simulator::Now());
    m_rxOccupancy.Restart(Simulator::Now());
}

uint64_t
UsbWifiAdapter::GetRepeats() const
{
    return m_function.GetRepeats();
}

} // namespace ns3
