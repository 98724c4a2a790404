// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-host-controller.h"

#include "uhci-engine.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UhciHostController");
NS_OBJECT_ENSURE_REGISTERED(UhciHostController);

namespace
{

/// usb-uhci looks for old claims to reclamation no more often than this (HZ / 30 in its interrupt
/// handler).
const Time CLAIM_CHECK_GAP = MilliSeconds(33);

} // namespace

TypeId
UhciHostController::GetTypeId()
{
    static TypeId tid =
        AddCommonAttributes(TypeId("ns3::UhciHostController")
                                .SetParent<UsbTransactionHostController>()
                                .SetGroupName("UsbBus")
                                .AddConstructor<UhciHostController>())
            .AddAttribute("Traversal",
                          "Order in which bulk and control queues are served: one transaction of "
                          "each queue per pass, or a queue until it is empty or refused "
                          "(kuang2003, appendix A.1; default of usb-uhci)",
                          FIXED,
                          EnumValue(UhciHcd::Traversal::BREADTH_FIRST),
                          MakeEnumAccessor<UhciHcd::Traversal>(&UhciHostController::m_traversal),
                          MakeEnumChecker(UhciHcd::Traversal::BREADTH_FIRST,
                                          "BreadthFirst",
                                          UhciHcd::Traversal::DEPTH_FIRST,
                                          "DepthFirst"))
            .AddAttribute("Fsbr",
                          "Full-speed bandwidth reclamation: the list is closed into a loop "
                          "while bulk or control transfers are pending (default of usb-uhci)",
                          FIXED,
                          BooleanValue(true),
                          MakeBooleanAccessor(&UhciHostController::m_fsbr),
                          MakeBooleanChecker())
            .AddAttribute("FsbrTimeout",
                          "Age at which a pending transfer loses its claim to reclamation "
                          "(usb-uhci: 50 ms); checked only in the interrupt handler",
                          FIXED,
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&UhciHostController::m_fsbrTimeout),
                          MakeTimeChecker(MilliSeconds(1), Seconds(100)))
            .AddAttribute("VfOnTerminateEndsFrame",
                          "Whether a depth-first bit on a terminating link ends the frame, and "
                          "not just the queue's turn (the design guide leaves the case open)",
                          FIXED,
                          BooleanValue(false),
                          MakeBooleanAccessor(&UhciHostController::m_vfOnTerminateEndsFrame),
                          MakeBooleanChecker())
            .AddAttribute("PeriodicLimit",
                          "Largest share of a frame that interrupt and isochronous transfers "
                          "together may reserve (USB 1.1, 5.6.4: 0.9)",
                          FIXED,
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&UhciHostController::m_periodicLimit),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("HandshakeErrorShare",
                          "Share of the errors of TransactionErrorRate that damage the ACK of an "
                          "OUT, so that the device already has the data; default: 19 handshake "
                          "bits of 601 on the wire",
                          FIXED,
                          DoubleValue(0.03),
                          MakeDoubleAccessor(&UhciHostController::m_handshakeShare),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

UsbTiming
UhciHostController::GetBusTiming() const
{
    return UsbTiming::FullSpeed();
}

UsbTransactionHostController::Bus
UhciHostController::MakeBus(const UsbTiming& timing) const
{
    NS_LOG_LOGIC((m_traversal == UhciHcd::Traversal::DEPTH_FIRST ? "depth" : "breadth")
                 << " first, FSBR " << (m_fsbr ? "on" : "off") << ", bulk packets of "
                 << timing.maxBulkPacket << " bytes");
    auto hcd = std::make_unique<UhciHcd>(UhciHcd::Options{
        .traversal = m_traversal,
        .reclamation = m_fsbr ? UhciHcd::Reclamation::ON : UhciHcd::Reclamation::OFF,
        .reclamationTimeout = timing.FromNanoSeconds(m_fsbrTimeout.GetNanoSeconds()),
        .reclamationCheckGap = timing.FromNanoSeconds(CLAIM_CHECK_GAP.GetNanoSeconds()),
        .maxPacket = timing.maxBulkPacket,
        .periodicLimitUs = GetPeriodicLimitUs(timing)});
    UhciSkeleton& skeleton = hcd->GetSkeleton();
    auto engine = std::make_unique<UhciEngine>(
        timing,
        skeleton.GetMemory(),
        UhciEngine::Options{.vfOnTerminateEndsFrame = m_vfOnTerminateEndsFrame});
    engine->SetLoopQh(skeleton.GetEndQh());
    return {std::move(hcd), std::move(engine)};
}

// The driver is plain C++ and does not log. Whatever makes it open or close the reclamation loop
// happens in an update of the bus, so that the change shows when the bus makes its plan.
void
UhciHostController::Replan()
{
    if (g_log.IsEnabled(LOG_LOGIC))
    {
        LogReclamation();
    }
    UsbTransactionHostController::Replan();
}

void
UhciHostController::LogReclamation()
{
    const bool reclaiming = static_cast<const UhciHcd&>(GetHcd()).IsReclaiming();
    if (reclaiming != m_reclaiming)
    {
        m_reclaiming = reclaiming;
        NS_LOG_LOGIC("FSBR: the reclamation loop is "
                     << (reclaiming ? "closed, a transfer claims it"
                                    : "open, no pending transfer claims it"));
    }
}

} // namespace ns3
