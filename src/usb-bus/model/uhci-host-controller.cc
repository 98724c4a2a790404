// SPDX-License-Identifier: GPL-2.0-only

#include "uhci-host-controller.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UhciHostController");
NS_OBJECT_ENSURE_REGISTERED(UhciHostController);

namespace
{

/// Attributes of the bus's structure can be set at construction only.
constexpr uint32_t FIXED = TypeId::ATTR_CONSTRUCT | TypeId::ATTR_GET;

/// usb-uhci looks at the age of claims no more often than this (its handler's 33 ms test).
const Time CLAIM_CHECK_GAP = MilliSeconds(33);

} // namespace

TypeId
UhciHostController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UhciHostController")
            .SetParent<UsbHostController>()
            .SetGroupName("UsbBus")
            .AddConstructor<UhciHostController>()
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
                          "Full speed bandwidth reclamation: close the list to a loop while bulk "
                          "or control transfers are pending (default of usb-uhci)",
                          FIXED,
                          BooleanValue(true),
                          MakeBooleanAccessor(&UhciHostController::m_fsbr),
                          MakeBooleanChecker())
            .AddAttribute("FsbrTimeout",
                          "Age at which a pending transfer loses its claim to reclamation "
                          "(usb-uhci: 50 ms); looked at in the interrupt handler only",
                          FIXED,
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&UhciHostController::m_fsbrTimeout),
                          MakeTimeChecker(MilliSeconds(1), Seconds(100)))
            .AddAttribute("BitStuffing",
                          "Stuffed bits counted in a transaction's length",
                          FIXED,
                          EnumValue(UsbBitStuffing::NONE),
                          MakeEnumAccessor<UsbBitStuffing>(&UhciHostController::m_stuffing),
                          MakeEnumChecker(UsbBitStuffing::NONE,
                                          "None",
                                          UsbBitStuffing::RANDOM,
                                          "Random",
                                          UsbBitStuffing::WORST,
                                          "Worst"))
            .AddAttribute("TdOverhead",
                          "Descriptor fetch over the host's bus before each transaction; the 19 "
                          "bulk transactions of a frame fit up to 0.98 us",
                          FIXED,
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&UhciHostController::m_tdOverhead),
                          MakeTimeChecker(Time(0), MicroSeconds(50)))
            .AddAttribute("VfOnTerminateEndsFrame",
                          "A depth-first bit on a terminating link ends the frame and not just "
                          "the queue (the design guide leaves the case open)",
                          FIXED,
                          BooleanValue(false),
                          MakeBooleanAccessor(&UhciHostController::m_vfOnTerminateEndsFrame),
                          MakeBooleanChecker())
            .AddAttribute("FramePhase",
                          "Simulation time at which frame 0 starts",
                          FIXED,
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&UhciHostController::m_framePhase),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("PeriodicLimit",
                          "Share of a frame that interrupt and isochronous transfers may be "
                          "admitted to (USB 1.1, 5.6.4: 0.9); at high speed no more than 0.8 "
                          "counts (USB 2.0, 5.7.4)",
                          FIXED,
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&UhciHostController::m_periodicLimit),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("TransactionErrorRate",
                          "Probability that a transaction with data is damaged on the wire",
                          FIXED,
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&UhciHostController::m_errorRate),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("HandshakeErrorShare",
                          "Share of those errors in which the device has the data of an OUT and "
                          "its ACK is lost; default: 19 handshake bits of 601 on the wire",
                          FIXED,
                          DoubleValue(0.03),
                          MakeDoubleAccessor(&UhciHostController::m_handshakeShare),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("IsrLatency",
                          "From the interrupt, which rises at the start of a frame, to the "
                          "driver's handler (fitted; Table 2 accepts 5 to 50 us)",
                          TimeValue(MicroSeconds(15)),
                          MakeTimeAccessor(&UhciHostController::m_isrLatency),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("ResumeTime",
                          "Length of resume signalling (USB 1.1, 7.1.7.5: 20 ms)",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&UhciHostController::m_resumeTime),
                          MakeTimeChecker(Time(0), Seconds(10)))
            .AddTraceSource("Frame",
                            "What happened in a frame, or in a run of frames of nothing but NAKs",
                            MakeTraceSourceAccessor(&UhciHostController::m_frameTrace),
                            "ns3::UhciHostController::FrameTracedCallback")
            .AddTraceSource("Transaction",
                            "A transaction on the bus",
                            MakeTraceSourceAccessor(&UhciHostController::m_transactionTrace),
                            "ns3::UhciHostController::TransactionTracedCallback")
            .AddTraceSource("Nak",
                            "A device refused a transaction; runs that are alike are counted in "
                            "Frame and not reported one by one",
                            MakeTraceSourceAccessor(&UhciHostController::m_nakTrace),
                            "ns3::UhciHostController::NakTracedCallback")
            .AddTraceSource("Interrupt",
                            "The driver's handler runs",
                            MakeTraceSourceAccessor(&UhciHostController::m_interruptTrace),
                            "ns3::UhciHostController::InterruptTracedCallback");
    return tid;
}

UhciHostController::UhciHostController()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

UhciHostController::~UhciHostController() = default;

UsbTiming
UhciHostController::GetBusTiming() const
{
    return UsbTiming::FullSpeed();
}

void
UhciHostController::AdaptOptions(UhciHcd::Options& options) const
{
    options.reclamation = m_fsbr ? UhciHcd::Reclamation::ON : UhciHcd::Reclamation::OFF;
}

uint32_t
UhciHostController::GetInterruptThreshold() const
{
    return 1;
}

void
UhciHostController::NotifyConstructionCompleted()
{
    UsbHostController::NotifyConstructionCompleted();
    m_timing = GetBusTiming();
    m_timing.stuffing = m_stuffing;
    m_timing.fetchBits = static_cast<uint32_t>(m_tdOverhead.GetNanoSeconds() *
                                               m_timing.nsDenominator / m_timing.nsNumerator);
    const double frameUs = 1e-3 * static_cast<double>(m_timing.ToNanoSeconds(m_timing.frameBits));
    UhciHcd::Options options{.traversal = m_traversal,
                             .reclamationTimeout = ToBits(m_fsbrTimeout),
                             .reclamationCheckGap = ToBits(CLAIM_CHECK_GAP),
                             .maxPacket = m_timing.maxBulkPacket,
                             .periodicLimitUs =
                                 static_cast<uint32_t>(std::lround(m_periodicLimit * frameUs))};
    AdaptOptions(options);
    m_hcd = std::make_unique<UhciHcd>(options);
    UhciSkeleton& skeleton = m_hcd->GetSkeleton();
    m_engine = std::make_unique<UhciEngine>(
        m_timing,
        skeleton.GetMemory(),
        UhciEngine::Options{.vfOnTerminateEndsFrame = m_vfOnTerminateEndsFrame,
                            .interruptThreshold = GetInterruptThreshold()});
    m_engine->SetLoopQh(skeleton.GetEndQh());
    m_engine->SetObserver(this);
}

void
UhciHostController::DoDispose()
{
    m_event.Cancel();
    m_resumeEvent.Cancel();
    m_endOfSimulation.Cancel();
    m_over = true;
    m_urbs.clear();
    UsbHostController::DoDispose();
}

uint32_t
UhciHostController::GetMaxBulkPacket() const
{
    return m_timing.maxBulkPacket;
}

UsbBitTime
UhciHostController::GetBitTime() const
{
    return IsUpdating() ? m_now : ReadClock();
}

UsbBitTime
UhciHostController::ReadClock() const
{
    return m_timing.FromNanoSeconds((Simulator::Now() - m_framePhase).GetNanoSeconds());
}

UsbBitTime
UhciHostController::ToBits(Time duration) const
{
    return m_timing.FromNanoSeconds(duration.GetNanoSeconds());
}

Time
UhciHostController::ToTime(UsbBitTime bits) const
{
    return NanoSeconds(m_timing.ToNanoSeconds(bits)) + m_framePhase;
}

int64_t
UhciHostController::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

UsbBusStatistics
UhciHostController::GetStatistics()
{
    Update update(this);
    return m_statistics;
}

} // namespace ns3
