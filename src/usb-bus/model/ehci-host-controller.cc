// SPDX-License-Identifier: GPL-2.0-only

#include "ehci-host-controller.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Periodic transfers get 80 % of a microframe at most (USB 2.0, 5.7.4).
constexpr uint32_t PERIODIC_LIMIT_US = 100;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(EhciHostController);

TypeId
EhciHostController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EhciHostController")
            .SetParent<UhciHostController>()
            .SetGroupName("UsbBus")
            .AddConstructor<EhciHostController>()
            .AddAttribute("InterruptThreshold",
                          "Microframes between instants of interrupt (EHCI 1.0, 2.3.1: 8 after "
                          "reset; Linux sets 1)",
                          TypeId::ATTR_CONSTRUCT | TypeId::ATTR_GET,
                          UintegerValue(1),
                          MakeUintegerAccessor(&EhciHostController::m_interruptThreshold),
                          MakeUintegerChecker<uint32_t>(1, 64));
    return tid;
}

UsbTiming
EhciHostController::GetBusTiming() const
{
    return UsbTiming::HighSpeed();
}

void
EhciHostController::AdaptOptions(UhciHcd::Options& options) const
{
    options.reclamation = UhciHcd::Reclamation::ALWAYS;
    options.highSpeed = true;
    options.periodicLimitUs = std::min(options.periodicLimitUs, PERIODIC_LIMIT_US);
}

uint32_t
EhciHostController::GetInterruptThreshold() const
{
    return m_interruptThreshold;
}

} // namespace ns3
