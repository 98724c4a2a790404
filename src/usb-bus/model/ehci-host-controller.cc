// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ehci-host-controller.h"

#include "ehci-engine.h"
#include "ehci-hcd.h"

#include "ns3/double.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <bit>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EhciHostController");
NS_OBJECT_ENSURE_REGISTERED(EhciHostController);

TypeId
EhciHostController::GetTypeId()
{
    static TypeId tid =
        AddCommonAttributes(TypeId("ns3::EhciHostController")
                                .SetParent<UsbTransactionHostController>()
                                .SetGroupName("UsbBus")
                                .AddConstructor<EhciHostController>())
            .AddAttribute(
                "InterruptThreshold",
                "Microframes between the instants at which the controller may interrupt: 1, 2, "
                "4, 8, 16, 32 or 64 (EHCI 1.0, 2.3.1: 8 after reset; Linux sets 1)",
                FIXED,
                UintegerValue(1),
                MakeUintegerAccessor(&EhciHostController::m_interruptThreshold),
                MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("NakCountReload",
                          "Number of consecutive NAKs after which the controller skips a queue "
                          "head until it has found the list empty; 0: it never skips it (RL, "
                          "EHCI 1.0, 4.9; Linux sets 4)",
                          FIXED,
                          UintegerValue(4),
                          MakeUintegerAccessor(&EhciHostController::m_nakCountReload),
                          MakeUintegerChecker<uint8_t>(0, 15))
            .AddAttribute("AsyncSchedSleepTime",
                          "How long the controller sleeps after it has found the asynchronous "
                          "list empty, or all its endpoints refusing (EHCI 1.0, 4.8.4.1: 10 us)",
                          FIXED,
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&EhciHostController::m_asyncSchedSleepTime),
                          MakeTimeChecker(NanoSeconds(100), MicroSeconds(125)))
            .AddAttribute("PeriodicLimit",
                          "Largest share of a microframe that interrupt and isochronous "
                          "transfers together may reserve (USB 2.0, 5.7.4: 0.8)",
                          FIXED,
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&EhciHostController::m_periodicLimit),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("HandshakeErrorShare",
                          "Share of the errors of TransactionErrorRate that damage the ACK of an "
                          "OUT, so that the device already has the data; default: 48 handshake "
                          "bits of 4272 on the wire",
                          FIXED,
                          DoubleValue(0.011),
                          MakeDoubleAccessor(&EhciHostController::m_handshakeShare),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

UsbTiming
EhciHostController::GetBusTiming() const
{
    return UsbTiming::HighSpeed();
}

UsbTransactionHostController::Bus
EhciHostController::MakeBus(const UsbTiming& timing) const
{
    if (!std::has_single_bit(m_interruptThreshold))
    {
        NS_FATAL_ERROR("ns3::EhciHostController::InterruptThreshold is "
                       << m_interruptThreshold << ": expected 1, 2, 4, 8, 16, 32 or 64");
    }
    NS_LOG_LOGIC("interrupt threshold of "
                 << m_interruptThreshold << " microframes, NAK limit of " << +m_nakCountReload
                 << ", sleep of " << m_asyncSchedSleepTime.As(Time::US)
                 << " after an empty list, bulk packets of " << timing.maxBulkPacket << " bytes");
    auto hcd =
        std::make_unique<EhciHcd>(EhciHcd::Options{.maxPacket = timing.maxBulkPacket,
                                                   .periodicLimitUs = GetPeriodicLimitUs(timing),
                                                   .nakReload = m_nakCountReload});
    auto engine = std::make_unique<EhciEngine>(
        timing,
        hcd->GetMemory(),
        EhciEngine::Options{.interruptThreshold = m_interruptThreshold,
                            .asyncSleep =
                                timing.FromNanoSeconds(m_asyncSchedSleepTime.GetNanoSeconds())});
    return {std::move(hcd), std::move(engine)};
}

} // namespace ns3
