// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "wavelan-net-device.h"

#include "ns3/boolean.h"
#include "ns3/dcf-channel.h"
#include "ns3/double.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WavelanNetDevice");
NS_OBJECT_ENSURE_REGISTERED(WavelanNetDevice);

namespace
{

/// The cards emulate Ethernet: addresses and type, and a CRC (xylomenos1999, III.A).
constexpr uint32_t HEADER_SIZE = 14;
constexpr uint32_t CRC_SIZE = 4;
/// Packets that IP must get through (RFC 791), and those of Ethernet.
constexpr uint16_t LEAST_MTU = 68;
constexpr uint16_t MOST_MTU = 1500;
/// With them each frame takes more than 0 ns, and less than a day.
constexpr uint64_t LEAST_RATE = 1'000;
constexpr uint64_t MOST_RATE = 1'000'000'000;

/// @param variable any
/// @return a number of packets that it gives, at least 1
uint32_t
DrawCount(const Ptr<RandomVariableStream>& variable)
{
    // As a whole number a uniform variable can be its Max, as a real one it cannot. What is below 0
    // comes as a number above that of any signed integer.
    const auto count = static_cast<int32_t>(variable->GetInteger());
    return static_cast<uint32_t>(std::clamp(count, 1, 1'000'000'000));
}

} // namespace

TypeId
WavelanNetDevice::GetTypeId()
{
    constexpr auto ONCE = TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT;
    static TypeId tid =
        TypeId("ns3::WavelanNetDevice")
            .SetParent<MediumNetDevice>()
            .SetGroupName("Wavelan")
            .AddConstructor<WavelanNetDevice>()
            .AddAttribute(
                "Mtu",
                "Largest packet, bytes (xylomenos1999, III.A: 1500).",
                UintegerValue(MOST_MTU),
                MakeUintegerAccessor(&WavelanNetDevice::SetMtu, &WavelanNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>(LEAST_MTU, MOST_MTU))
            .AddAttribute("DataRate",
                          "Rate of a frame after its preamble, 1 kb/s to 1 Gb/s (xylomenos1999, "
                          "III.A: 2 Mb/s).",
                          DataRateValue(DataRate("2Mbps")),
                          MakeDataRateAccessor(&WavelanNetDevice::SetDataRate,
                                               &WavelanNetDevice::GetDataRate),
                          MakeDataRateChecker())
            .AddAttribute("Preamble",
                          "Time on the air before the Ethernet header. The default is the PLCP of "
                          "IEEE 802.11-1997, 15.2.3; that of WaveLAN is not published.",
                          TimeValue(MicroSeconds(192)),
                          MakeTimeAccessor(&WavelanNetDevice::m_preamble),
                          MakeTimeChecker(Time(0), MilliSeconds(10)))
            .AddAttribute("InterframeGap",
                          "Idle time of the medium before the slots of the contention window "
                          "(xylomenos1999, V.C: 32 bit times in ISA cards, 96 in PCMCIA cards).",
                          ONCE,
                          TimeValue(MicroSeconds(16)),
                          MakeTimeAccessor(&WavelanNetDevice::m_gap),
                          MakeTimeChecker(Time(0), MilliSeconds(10)))
            .AddAttribute(
                "MinCw",
                "Largest backoff after the card has seized the medium, slots. The paper calls "
                "it small; IEEE 802.3, which the controllers conform to, has none.",
                ONCE,
                UintegerValue(0),
                MakeUintegerAccessor(&WavelanNetDevice::m_minCw),
                MakeUintegerChecker<uint32_t>(0, 32767))
            .AddAttribute("MaxCw",
                          "Largest backoff after many failures, slots (IEEE 802.3: 1023).",
                          ONCE,
                          UintegerValue(1023),
                          MakeUintegerAccessor(&WavelanNetDevice::m_maxCw),
                          MakeUintegerChecker<uint32_t>(0, 32767))
            .AddAttribute("FrameRetryLimit",
                          "A packet is dropped after other stations have seized the medium this "
                          "number of times (the drivers' 15 retries).",
                          ONCE,
                          UintegerValue(16),
                          MakeUintegerAccessor(&WavelanNetDevice::m_maxAttempts),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BackoffWhileBusy",
                          "Whether slots count from the instant at which another station seizes "
                          "the medium, as after a collision of IEEE 802.3 (4.2.3.2.5), or only "
                          "when the medium is idle again (xylomenos1999, III.A).",
                          ONCE,
                          BooleanValue(false),
                          MakeBooleanAccessor(&WavelanNetDevice::m_backoffWhileBusy),
                          MakeBooleanChecker())
            .AddAttribute("TxBuffers",
                          "Number of packets that the card holds, including the one being sent "
                          "(xylomenos1999, V.C: several in ISA cards, 1 in PCMCIA cards).",
                          UintegerValue(4),
                          MakeUintegerAccessor(&WavelanNetDevice::SetTxBuffers,
                                               &WavelanNetDevice::GetTxBuffers),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute(
                "CopyTime",
                "Time that the host takes to copy a packet to a transmit buffer. It copies one "
                "packet at a time.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&WavelanNetDevice::m_copyTime),
                MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("CopyByteTime",
                          "Additional time of the copy for each byte of the IP packet.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&WavelanNetDevice::m_copyByteTime),
                          MakeTimeChecker(Time(0), MilliSeconds(1)))
            .AddAttribute(
                "OverrunAfter",
                "The controller is overrun when the host has filled a buffer this number of "
                "times in succession, each time at the instant at which the buffer became free, "
                "with nothing received in between. Drawn after each reset; null: it is never "
                "overrun.",
                PointerValue(),
                MakePointerAccessor(&WavelanNetDevice::m_overrunAfter),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute("OverrunLosses",
                          "Packets that an overrun loses (xylomenos1999, V.C: 1 to 5).",
                          ONCE,
                          StringValue("ns3::UniformRandomVariable[Min=1|Max=5]"),
                          MakePointerAccessor(&WavelanNetDevice::m_overrunLosses),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "ResetTime",
                "Pause after an overrun until the controller has been reset. Drivers reset "
                "a card that has not sent for WATCHDOG_JIFFIES: 320 ms in wavelan_cs of 1997, "
                "5.12 s in later ones.",
                TimeValue(MilliSeconds(5120)),
                MakeTimeAccessor(&WavelanNetDevice::m_resetTime),
                MakeTimeChecker(Time(0), Seconds(100)))
            .AddAttribute("SignalReference",
                          "Received power for which the card reports signal level 0, dBm.",
                          DoubleValue(-100),
                          MakeDoubleAccessor(&WavelanNetDevice::m_signalReference),
                          MakeDoubleChecker<double>(-200, 100))
            .AddAttribute("SignalStep",
                          "Size of one unit of the signal level, dB.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&WavelanNetDevice::m_signalStep),
                          MakeDoubleChecker<double>(0.01, 100))
            .AddAttribute("SignalSpread",
                          "Variation of the signal level from packet to packet, units.",
                          ONCE,
                          StringValue("ns3::NormalRandomVariable[Mean=0|Variance=1]"),
                          MakePointerAccessor(&WavelanNetDevice::m_signalSpread),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Noise",
                          "Noise level in the gap after a packet, units.",
                          ONCE,
                          StringValue("ns3::NormalRandomVariable[Mean=3|Variance=1]"),
                          MakePointerAccessor(&WavelanNetDevice::m_noise),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Quality",
                          "Signal quality (xylomenos1999, IV: always near its peak).",
                          ONCE,
                          StringValue("ns3::ConstantRandomVariable[Constant=15]"),
                          MakePointerAccessor(&WavelanNetDevice::m_quality),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("MacTxDrop",
                            "A packet was dropped before it was sent.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_macTxDrop),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A frame begins. A connected sink costs one event per frame.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_phyTxBegin),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxEnd",
                            "A frame has been sent, and its device has not been removed.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_phyTxEnd),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxDrop",
                            "A frame was sent, but no other station has its destination address.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_phyTxDrop),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame for this device could not be received.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_phyRxDrop),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet that MacTxDrop, PhyTxDrop or PhyRxDrop reports, with the "
                            "reason.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_drop),
                            "ns3::WavelanNetDevice::DropTracedCallback")
            .AddTraceSource("Signal",
                            "Signal and noise levels of a packet that goes up. With a "
                            "PropagationLossModel, it does not fire if the sender has been "
                            "removed meanwhile.",
                            MakeTraceSourceAccessor(&WavelanNetDevice::m_signal),
                            "ns3::WavelanNetDevice::SignalTracedCallback");
    return tid;
}

WavelanNetDevice::WavelanNetDevice()
    : MediumNetDevice(LEAST_MTU, MOST_MTU),
      m_slots(CreateObject<UniformRandomVariable>())
{
    NS_LOG_FUNCTION(this);
}

WavelanNetDevice::~WavelanNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
WavelanNetDevice::NotifyConstructionCompleted()
{
    MediumNetDevice::NotifyConstructionCompleted();
    const auto require = [](const std::string& name, const Ptr<RandomVariableStream>& variable) {
        if (!variable)
        {
            NS_FATAL_ERROR("WavelanNetDevice: " << name << "=null: expected a random variable");
        }
    };
    require("OverrunLosses", m_overrunLosses);
    require("SignalSpread", m_signalSpread);
    require("Noise", m_noise);
    require("Quality", m_quality);
}

void
WavelanNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    MediumNetDevice::DoInitialize();
    if (HasLeft())
    {
        return; // disposed of before the simulation started
    }
    if (m_minCw > m_maxCw)
    {
        NS_FATAL_ERROR("WavelanNetDevice: MinCw must not exceed MaxCw, which is "
                       << m_maxCw << ", but is " << m_minCw);
    }
    // III.A: a draw for each frame, even on a silent medium, and a new one with a larger window
    // when somebody else was first. A window of MinCw has the numbers 0 to MinCw.
    MediumRules rules;
    rules.gap = m_gap.GetNanoSeconds();
    rules.cwMin = m_minCw;
    rules.cwMax = m_maxCw;
    rules.postBackoff = false;
    rules.idleAccess = MediumRules::IdleAccess::DRAW;
    rules.deference =
        m_backoffWhileBusy ? MediumRules::Deference::RETRY : MediumRules::Deference::REDRAW;
    rules.maxAttempts = m_maxAttempts;
    m_function = GetMediumChannel()->AddFunction(GetStation(), rules);
    m_isInitialized = true;
    NS_LOG_INFO("function " << m_function << ": gap " << rules.gap << " ns, window " << m_minCw
                            << " to " << m_maxCw << " slots, " << m_txBuffers
                            << " transmit buffers");
    if (!m_ready.empty())
    {
        GetMediumChannel()->Request(m_function);
    }
}

void
WavelanNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    LeaveChannel();
    m_processor = nullptr;
    m_endOfReset.Cancel();
    // A frame on the air is received to its end; nobody waits for the buffer.
    while (!m_onAir.empty())
    {
        Finish();
    }
    for (std::deque<Buffer>* buffers : {&m_copying, &m_ready})
    {
        while (!buffers->empty())
        {
            const Ptr<const Packet> packet = buffers->front().payload.packet;
            buffers->front().copied.Cancel();
            buffers->pop_front();
            Drop(packet, WavelanDropReason::DISPOSED);
        }
    }
    MediumNetDevice::DoDispose();
}

void
WavelanNetDevice::SetChannel(Ptr<MediumChannel> channel)
{
    if (DynamicCast<DcfChannel>(channel))
    {
        NS_FATAL_ERROR("WavelanNetDevice: channel ns3::DcfChannel: expected a channel of WaveLAN "
                       "cards, which do not understand frames of 802.11");
    }
    MediumNetDevice::SetChannel(channel);
}

WavelanCounters
WavelanNetDevice::GetCounters() const
{
    return m_counters;
}

std::size_t
WavelanNetDevice::GetNQueued() const
{
    return m_copying.size() + m_ready.size() + m_onAir.size();
}

/// The frame is that of Ethernet behind the preamble of the radio (III.A).
Time
WavelanNetDevice::GetFrameTime(uint32_t bytes) const
{
    return m_preamble + m_rate.CalculateBytesTxTime(HEADER_SIZE + bytes + CRC_SIZE);
}

void
WavelanNetDevice::SetDataRate(DataRate rate)
{
    if (rate.GetBitRate() < LEAST_RATE || rate.GetBitRate() > MOST_RATE)
    {
        NS_FATAL_ERROR("WavelanNetDevice: DataRate=" << rate << ": expected 1kbps to 1Gbps");
    }
    m_rate = rate; // of packets that come from now on
}

DataRate
WavelanNetDevice::GetDataRate() const
{
    return m_rate;
}

/// Packets above a smaller number stay, and are sent.
void
WavelanNetDevice::SetTxBuffers(uint32_t buffers)
{
    m_txBuffers = buffers;
    StopIfFull();
    WakeIfFree();
}

uint32_t
WavelanNetDevice::GetTxBuffers() const
{
    return m_txBuffers;
}

void
WavelanNetDevice::SetProcessor(Processor processor)
{
    m_processor = std::move(processor);
}

int64_t
WavelanNetDevice::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const Ptr<RandomVariableStream>& random : {Ptr<RandomVariableStream>(m_slots),
                                                    m_overrunAfter,
                                                    m_overrunLosses,
                                                    m_signalSpread,
                                                    m_noise,
                                                    m_quality})
    {
        // A card that cannot be overrun uses as many streams as one that can.
        if (random)
        {
            random->SetStream(stream + used);
        }
        ++used;
    }
    return used;
}

/// The driver gets a packet (hard_start_xmit of Linux 2.0).
bool
WavelanNetDevice::Accept(const MediumPayload& payload)
{
    const Ptr<const Packet> packet = payload.packet;
    ++m_counters.offered;
    if (HasLeft() || IsTooLong(packet))
    {
        Drop(packet, HasLeft() ? WavelanDropReason::DISPOSED : WavelanDropReason::TOO_LONG);
        return false;
    }
    const bool isLost = IsLostInOverrun();
    // A full card stops the queue disc, so that only a sender without one comes here then.
    if (isLost || m_overrun.IsResetting() || GetNQueued() >= m_txBuffers)
    {
        Drop(packet, isLost ? WavelanDropReason::OVERRUN : WavelanDropReason::BUFFERS_FULL);
        StopIfFull();
        return false;
    }
    MediumFrame frame;
    frame.receiver = payload.destination.IsGroup() ? MEDIUM_EVERYBODY
                                                   : GetMediumChannel()->Find(payload.destination);
    // A card does not hear itself, so that its own address is nobody's.
    if (frame.receiver == GetStation())
    {
        frame.receiver = MEDIUM_NOBODY;
    }
    frame.data = GetFrameTime(packet->GetSize()).GetNanoSeconds();
    RequireDetectable(frame.data);
    Buffer& buffer = m_copying.emplace_back();
    buffer.payload = payload;
    buffer.frame = frame;
    // The host copies one packet after the other, and need not wait for the medium.
    const Time start = std::max(m_copiedAt, Simulator::Now());
    const Time work = m_copyTime + static_cast<int64_t>(packet->GetSize()) * m_copyByteTime;
    m_copiedAt = m_processor ? m_processor(start, work) : start + work;
    NS_LOG_DEBUG("copies packet " << packet->GetUid() << " to a buffer until "
                                  << m_copiedAt.As(Time::S) << ", " << GetNQueued() << " of "
                                  << m_txBuffers << " in use");
    // Dynamic queue limits count bytes; they hear of their departure in Release().
    if (const Ptr<NetDeviceQueue> queue = GetTxQueue(0))
    {
        queue->NotifyQueuedBytes(packet->GetSize());
    }
    StopIfFull();
    if (m_copiedAt == Simulator::Now())
    {
        FinishCopy();
    }
    else
    {
        buffer.copied =
            Simulator::Schedule(m_copiedAt - Simulator::Now(), &WavelanNetDevice::FinishCopy, this);
    }
    return true;
}

/// The engine executes an exchange when all who do not sense it may have joined. A frame that is
/// over before would end, and be received, late.
void
WavelanNetDevice::RequireDetectable(MediumTime frame) const
{
    const MediumTime sense = GetMediumChannel()->GetTiming().senseTime;
    if (frame <= sense)
    {
        NS_FATAL_ERROR("WavelanNetDevice: Preamble and DataRate give a frame of "
                       << frame << " ns, which must be longer than the channel's CarrierSenseTime, "
                       << sense << " ns");
    }
}

/// The host writes a packet to the card.
/// @return whether the packet is lost in an overrun
bool
WavelanNetDevice::IsLostInOverrun()
{
    if (!m_overrunAfter)
    {
        return false;
    }
    using Outcome = WavelanOverrun::Outcome;
    const Outcome outcome = m_overrun.Write(
        Simulator::Now() == m_freedAt,
        [this] {
            const uint32_t limit = DrawCount(m_overrunAfter);
            NS_LOG_DEBUG("the next overrun comes after " << limit << " refills in a row");
            return limit;
        },
        [this] { return DrawCount(m_overrunLosses); });
    if (outcome == Outcome::OVERRUN)
    {
        // Until the watchdog of the driver finds out (Linux: wavelan_watchdog).
        NS_LOG_INFO("overrun: the controller is reset in " << m_resetTime.As(Time::MS));
        ++m_counters.resets;
        m_endOfReset = Simulator::Schedule(m_resetTime, &WavelanNetDevice::EndReset, this);
    }
    return outcome != Outcome::KEPT;
}

/// The driver has reset the controller: the card takes packets again.
void
WavelanNetDevice::EndReset()
{
    NS_LOG_INFO("the controller has been reset");
    m_overrun.EndReset();
    WakeIfFree();
}

/// A packet has been copied to its buffer.
void
WavelanNetDevice::FinishCopy()
{
    const Ptr<MediumChannel> channel = GetMediumChannel();
    channel->Advance();
    NS_LOG_DEBUG("packet " << m_copying.front().payload.packet->GetUid() << " is in its buffer, "
                           << m_ready.size() << " are before it");
    m_ready.push_back(m_copying.front());
    m_copying.pop_front();
    if (m_isInitialized && m_ready.size() == 1)
    {
        channel->Request(m_function);
    }
}

/// The instant at which a frame has been sent, as far as the sender knows.
void
WavelanNetDevice::Release()
{
    if (HasLeft())
    {
        return; // DoDispose() has counted it
    }
    m_freedAt = Simulator::Now();
    const uint32_t bytes = m_onAir.front().payload.packet->GetSize();
    Finish();
    if (const Ptr<NetDeviceQueue> queue = GetTxQueue(0))
    {
        queue->NotifyTransmittedBytes(bytes);
    }
    WakeIfFree();
}

/// A frame leaves its buffer.
void
WavelanNetDevice::Finish()
{
    const Ptr<const Packet> packet = m_onAir.front().payload.packet;
    const bool isClaimed = m_onAir.front().isClaimed;
    const bool isGivenUp = m_onAir.front().isGivenUp;
    m_onAir.pop_front();
    if (isGivenUp)
    {
        Drop(packet, WavelanDropReason::RETRY_LIMIT);
        return;
    }
    ++m_counters.sent;
    NS_LOG_DEBUG("packet " << packet->GetUid() << " has been sent and leaves its buffer");
    // A device that is removed does not see the end.
    if (!HasLeft())
    {
        m_phyTxEnd(packet);
    }
    if (!isClaimed)
    {
        NS_LOG_INFO("nobody received packet " << packet->GetUid()
                                              << ": no other station has its address");
        ++m_counters.unclaimed;
        m_phyTxDrop(packet);
        m_drop(packet, WavelanDropReason::NO_RECEIVER);
    }
}

/// Stop the queue disc above while no buffer is free, except for packets that an overrun takes.
void
WavelanNetDevice::StopIfFull()
{
    const Ptr<NetDeviceQueue> queue = GetTxQueue(0);
    const bool isResetting = m_overrun.IsResetting();
    const bool isFull = isResetting || GetNQueued() >= m_txBuffers;
    if (queue && isFull && !m_overrun.LosesNext())
    {
        NS_LOG_DEBUG("stops the queue disc: " << (isResetting ? "the controller is being reset"
                                                              : "no buffer is free"));
        queue->Stop();
    }
}

/// The driver tells the link queue that a buffer is free (mark_bh(NET_BH) of Linux 2.0).
void
WavelanNetDevice::WakeIfFree()
{
    const Ptr<NetDeviceQueue> queue = GetTxQueue(0);
    if (queue && queue->IsStopped() && !m_overrun.IsResetting() && GetNQueued() < m_txBuffers)
    {
        NS_LOG_DEBUG("wakes the queue disc: " << m_txBuffers - GetNQueued() << " buffers are free");
        queue->Wake();
    }
}

void
WavelanNetDevice::Drop(Ptr<const Packet> packet, WavelanDropReason reason)
{
    NS_LOG_INFO("dropped packet " << packet->GetUid() << ": " << GetWavelanDropReasonName(reason));
    ++m_counters.txDropped;
    m_macTxDrop(packet);
    m_drop(packet, reason);
}

MediumFrame
WavelanNetDevice::GetFrame(MediumFunction)
{
    return m_ready.front().frame;
}

uint32_t
WavelanNetDevice::DrawSlots(MediumFunction, uint32_t window)
{
    return m_slots->GetInteger(0, window);
}

bool
WavelanNetDevice::WantsBegin(MediumFunction) const
{
    return !m_phyTxBegin.IsEmpty() || IsSniffed();
}

/// The cards emulate Ethernet (III.A).
/// @return a frame with its header, without its CRC
Ptr<Packet>
WavelanNetDevice::MakeEthernetFrame(const MediumPayload& payload) const
{
    EthernetHeader header(false);
    header.SetSource(payload.source);
    header.SetDestination(payload.destination);
    header.SetLengthType(payload.protocol);
    const Ptr<Packet> frame = payload.packet->Copy();
    frame->AddHeader(header);
    return frame;
}

void
WavelanNetDevice::NotifyBegin(const MediumPayload& payload, MediumStation, MediumTime)
{
    if (IsSniffed())
    {
        Sniff(MakeEthernetFrame(payload), true);
    }
    m_phyTxBegin(payload.packet);
}

const MediumPayload&
WavelanNetDevice::GetPayload(MediumFunction)
{
    return m_ready.front().payload;
}

bool
WavelanNetDevice::IsDelivered(MediumFunction)
{
    return false; // nothing is sent twice
}

/// The one attempt of a frame: the card hears nothing of collisions (III.A). Or the frame has lost
/// the medium too often.
bool
WavelanNetDevice::Note(const MediumAttempt& attempt)
{
    // The attempt has begun, and its end is known. The buffer is free when the frame ends; this may
    // be called before or after.
    m_onAir.push_back(m_ready.front());
    m_ready.pop_front();
    m_onAir.back().isGivenUp = attempt.IsGivenUp();
    // The sender does not know it, but a frame that reaches nobody must be told by somebody.
    m_onAir.back().isClaimed = attempt.frame.receiver == MEDIUM_EVERYBODY ||
                               GetMediumChannel()->IsAttached(attempt.frame.receiver);
    if (HasLeft())
    {
        return !m_ready.empty(); // DoDispose() will tell of it
    }
    const MediumTime delay = std::max<MediumTime>(attempt.completion - MediumChannel::GetTime(), 0);
    // Events with a context cannot be cancelled, so that this one keeps the device in memory.
    Simulator::ScheduleWithContext(GetNode()->GetId(),
                                   NanoSeconds(delay),
                                   &WavelanNetDevice::Release,
                                   Ptr<WavelanNetDevice>(this));
    return !m_ready.empty();
}

bool
WavelanNetDevice::IsCorrupt(Ptr<const Packet>, MediumTransmission::Kind)
{
    return false;
}

void
WavelanNetDevice::ReceiveFrame(const MediumArrival& arrival)
{
    const MediumPayload& payload = arrival.payload;
    const bool isForThis = IsForThis(payload);
    // A sniffer, which overhears more, must not change when the controller is overrun.
    if (isForThis)
    {
        m_overrun.NoteReception();
    }
    if (!arrival.intact)
    {
        if (isForThis)
        {
            auto reason =
                arrival.collided ? WavelanDropReason::COLLISION : WavelanDropReason::SIGNAL;
            if (HasLeft())
            {
                reason = WavelanDropReason::DISPOSED;
            }
            NS_LOG_INFO("lost packet " << payload.packet->GetUid() << ": "
                                       << GetWavelanDropReasonName(reason));
            ++m_counters.rxDropped;
            m_phyRxDrop(payload.packet);
            m_drop(payload.packet, reason);
        }
        return;
    }
    if (isForThis)
    {
        ++m_counters.received;
    }
    if (IsSniffed())
    {
        Sniff(MakeEthernetFrame(payload), isForThis);
    }
    // Before the packet goes up, so that a trace of both sees the levels first.
    ReportSignal(arrival);
    ForwardUp(payload);
}

/// The card appends its registers to each packet; the driver reports them (Linux: wv_packet_info).
void
WavelanNetDevice::ReportSignal(const MediumArrival& arrival)
{
    if (m_signal.IsEmpty())
    {
        return;
    }
    const double power = 10 * std::log10(arrival.power);
    // The registers hold the automatic gain control, which is linear in dB.
    const double level = (power - m_signalReference) / m_signalStep + m_signalSpread->GetValue();
    const double noise = m_noise->GetValue();
    m_signal(arrival.payload.packet, WavelanSignal::Read(level, noise, m_quality->GetValue()));
}

} // namespace ns3
