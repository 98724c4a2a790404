// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-host-controller.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbHostController");
NS_OBJECT_ENSURE_REGISTERED(UsbHostController);

TypeId
UsbHostController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UsbHostController")
            .SetParent<Object>()
            .SetGroupName("UsbBus")
            .AddTraceSource("UrbSubmitted",
                            "A URB was accepted",
                            MakeTraceSourceAccessor(&UsbHostController::m_urbSubmittedTrace),
                            "ns3::UsbHostController::UrbTracedCallback")
            .AddTraceSource("UrbCompleted",
                            "A URB is given back; fired before its completion callback",
                            MakeTraceSourceAccessor(&UsbHostController::m_urbCompletedTrace),
                            "ns3::UsbHostController::UrbTracedCallback");
    return tid;
}

void
UsbHostController::SetContext(uint32_t context)
{
    NS_LOG_DEBUG("the host is node " << context);
    m_context = context;
}

uint32_t
UsbHostController::GetContext() const
{
    return m_context;
}

bool
UsbHostController::IsInContext() const
{
    return m_context == Simulator::NO_CONTEXT || m_context == Simulator::GetContext();
}

bool
UsbHostController::IsUpdating() const
{
    return m_updates > 0;
}

uint8_t
UsbHostController::Attach(Ptr<UsbPeripheral> peripheral)
{
    NS_LOG_FUNCTION(this << peripheral);
    NS_ABORT_MSG_IF(peripheral->m_controller, "USB device is attached to a bus already");
    Update([&] {
        // Address 0 is the default address, at which a device answers before it is given its own
        // (USB 1.1, 9.1.1). The model skips that state, so that entry 0 stays empty.
        m_peripherals.resize(std::max<size_t>(m_peripherals.size(), 2));
        auto place = std::find(m_peripherals.begin() + 1, m_peripherals.end(), nullptr);
        if (place == m_peripherals.end())
        {
            NS_ABORT_MSG_IF(m_peripherals.size() > 127,
                            "USB device is refused: all 127 addresses of the bus are in use");
            m_peripherals.emplace_back();
            place = m_peripherals.end() - 1;
        }
        *place = peripheral;
        peripheral->m_controller = this;
        peripheral->m_address = static_cast<uint8_t>(place - m_peripherals.begin());
        PlugFunction(peripheral->m_address, &peripheral->GetFunction());
    });
    NS_LOG_LOGIC("a device is attached at address " << +peripheral->m_address);
    return peripheral->m_address;
}

// The function is unplugged before the URBs come back, so that their callbacks find no device when
// they submit again. The device is notified last, when nothing of it is left on the bus.
void
UsbHostController::Detach(Ptr<UsbPeripheral> peripheral)
{
    NS_LOG_FUNCTION(this << peripheral);
    NS_ABORT_MSG_IF(peripheral->m_controller != this, "USB device is not attached to this bus");
    Update([&] {
        const uint8_t address = peripheral->m_address;
        Remove(*peripheral);
        AbortUrbs(address);
        peripheral->Detached();
    });
}

void
UsbHostController::Remove(UsbPeripheral& peripheral)
{
    NS_LOG_LOGIC("the device at address " << +peripheral.m_address << " is gone");
    PlugFunction(peripheral.m_address, nullptr);
    // The bus and the device hold each other. The pointers are kept to the end of this function, so
    // that neither is deleted in the middle of it.
    const Ptr<UsbPeripheral> keep = std::exchange(m_peripherals[peripheral.m_address], nullptr);
    const Ptr<UsbHostController> self = std::exchange(peripheral.m_controller, nullptr);
    peripheral.m_address = 0;
}

Ptr<UsbPeripheral>
UsbHostController::GetPeripheral(uint8_t address) const
{
    return address < m_peripherals.size() ? m_peripherals[address] : nullptr;
}

const std::vector<Ptr<UsbPeripheral>>&
UsbHostController::GetPeripherals() const
{
    return m_peripherals;
}

void
UsbHostController::UrbAccepted(const Ptr<Urb>& urb)
{
    NS_LOG_LOGIC("accepted: " << urb->request);
    m_urbSubmittedTrace(urb);
}

void
UsbHostController::UrbRefused(Urb& urb, UsbTransferStatus reason)
{
    NS_LOG_LOGIC("refused (" << GetUsbTransferStatusName(reason) << "): " << urb.request);
    urb.status = reason;
}

// The trace fires before the callback, because the callback may submit the same URB again.
void
UsbHostController::GiveBackUrb(const Ptr<Urb>& urb)
{
    NS_LOG_LOGIC("given back (" << GetUsbTransferStatusName(urb->status) << ", "
                                << urb->actualLength << " bytes moved): " << urb->request);
    m_urbCompletedTrace(urb);
    if (!urb->completion.IsNull())
    {
        urb->completion(urb);
    }
    else
    {
        NS_LOG_DEBUG("nobody waits for this URB: it has no completion callback");
    }
}

void
UsbHostController::PromiseUpdate(Time /* when */)
{
}

void
UsbHostController::WithdrawPromises()
{
}

// The devices are not told, because a bus is disposed of only when the simulation is over.
void
UsbHostController::DoDispose()
{
    for (const auto& peripheral : m_peripherals)
    {
        if (peripheral)
        {
            peripheral->m_controller = nullptr;
            peripheral->m_address = 0;
        }
    }
    m_peripherals.clear();
    Object::DoDispose();
}

} // namespace ns3
