// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-net-device.h"

#include "fast-wifi-compatibility.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcfNetDevice");
NS_OBJECT_ENSURE_REGISTERED(DcfNetDevice);

namespace
{

using Result = MediumAttempt::Result;

/// A rate, and the attribute that sets it.
struct RateAttribute
{
    uint64_t DsssMode::* rate;
    const char* name;
};

constexpr std::array<RateAttribute, 4> RATE_ATTRIBUTES{{{&DsssMode::dataRate, "DataRate"},
                                                        {&DsssMode::groupRate, "GroupRate"},
                                                        {&DsssMode::rtsRate, "RtsRate"},
                                                        {&DsssMode::basicRate, "BasicRate"}}};

const char*
GetRateName(uint64_t DsssMode::* rate)
{
    return std::find_if(RATE_ATTRIBUTES.begin(),
                        RATE_ATTRIBUTES.end(),
                        [rate](const RateAttribute& entry) { return entry.rate == rate; })
        ->name;
}

void
CheckRate(uint64_t DsssMode::* rate, DataRate value)
{
    if (!IsDsssRate(value.GetBitRate()))
    {
        NS_FATAL_ERROR("DcfNetDevice: " << GetRateName(rate) << "=" << value
                                        << ": expected 1Mbps, 2Mbps, 5.5Mbps or 11Mbps");
    }
}

} // namespace

TypeId
DcfNetDevice::GetTypeId()
{
    constexpr auto ONCE = TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT;
    static TypeId tid =
        TypeId("ns3::DcfNetDevice")
            .SetParent<MediumNetDevice>()
            .SetGroupName("FastWifi")
            .AddConstructor<DcfNetDevice>()
            .AddAttribute(
                "Role",
                "What the device is in its BSS.",
                ONCE,
                EnumValue(AD_HOC),
                MakeEnumAccessor<Role>(&DcfNetDevice::m_role),
                MakeEnumChecker(AD_HOC, "AdHoc", STATION, "Station", ACCESS_POINT, "AccessPoint"))
            .AddAttribute("QosSupported",
                          "Whether the device has the four access categories of EDCA.",
                          ONCE,
                          BooleanValue(false),
                          MakeBooleanAccessor(&DcfNetDevice::m_qos),
                          MakeBooleanChecker())
            .AddAttribute("Mtu",
                          "Largest packet, bytes.",
                          UintegerValue(2296),
                          MakeUintegerAccessor(&DcfNetDevice::SetMtu, &DcfNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(1, 2296))
            .AddAttribute("DataRate",
                          "Rate of data frames to a single station: 1, 2, 5.5 or 11 Mb/s.",
                          DataRateValue(DataRate("11Mbps")),
                          MakeDataRateAccessor(&DcfNetDevice::SetRate<&DsssMode::dataRate>,
                                               &DcfNetDevice::GetRate<&DsssMode::dataRate>),
                          MakeDataRateChecker())
            .AddAttribute("GroupRate",
                          "Rate of data frames to a group address: 1, 2, 5.5 or 11 Mb/s.",
                          DataRateValue(DataRate("1Mbps")),
                          MakeDataRateAccessor(&DcfNetDevice::SetRate<&DsssMode::groupRate>,
                                               &DcfNetDevice::GetRate<&DsssMode::groupRate>),
                          MakeDataRateChecker())
            .AddAttribute("RtsRate",
                          "Rate of RTS frames: 1, 2, 5.5 or 11 Mb/s.",
                          DataRateValue(DataRate("1Mbps")),
                          MakeDataRateAccessor(&DcfNetDevice::SetRate<&DsssMode::rtsRate>,
                                               &DcfNetDevice::GetRate<&DsssMode::rtsRate>),
                          MakeDataRateChecker())
            .AddAttribute(
                "BasicRate",
                "Highest basic rate: 1, 2, 5.5 or 11 Mb/s. ACK and CTS that answer this device are "
                "sent at this rate, unless they answer a slower frame. WifiNetDevice has 11 Mb/s "
                "by default.",
                DataRateValue(DataRate("11Mbps")),
                MakeDataRateAccessor(&DcfNetDevice::SetRate<&DsssMode::basicRate>,
                                     &DcfNetDevice::GetRate<&DsssMode::basicRate>),
                MakeDataRateChecker())
            .AddAttribute("ShortPreamble",
                          "Whether frames at 5.5 and 11 Mb/s have the short preamble.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DcfNetDevice::SetPreamble<&DsssMode::shortPreamble>,
                                              &DcfNetDevice::HasPreamble<&DsssMode::shortPreamble>),
                          MakeBooleanChecker())
            .AddAttribute(
                "ShortPreambleAt2Mbps",
                "Whether ShortPreamble also applies to frames at 2 Mb/s, such as ACKs with a "
                "BasicRate of 2Mbps. 802.11b allows it; WifiNetDevice never does it.",
                BooleanValue(false),
                MakeBooleanAccessor(&DcfNetDevice::SetPreamble<&DsssMode::shortAt2Mbps>,
                                    &DcfNetDevice::HasPreamble<&DsssMode::shortAt2Mbps>),
                MakeBooleanChecker())
            .AddAttribute("RtsCtsThreshold",
                          "A frame with more bytes than this, including header and FCS, is sent "
                          "after RTS and CTS.",
                          UintegerValue(4692480),
                          MakeUintegerAccessor(&DcfNetDevice::SetRtsThreshold,
                                               &DcfNetDevice::GetRtsThreshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FrameRetryLimit",
                          "A frame is given up after this number of attempts without answer.",
                          ONCE,
                          UintegerValue(7),
                          MakeUintegerAccessor(&DcfNetDevice::m_maxAttempts),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ShortRetryLimit",
                          "Number of failures in a row, of one frame or several, at which the "
                          "contention window returns to its minimum (dot11ShortRetryLimit, "
                          "802.11-2007, 9.2.4). 0: FrameRetryLimit + 1 (802.11-2020, ns-3).",
                          ONCE,
                          UintegerValue(0),
                          MakeUintegerAccessor(&DcfNetDevice::m_shortRetryLimit),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute(
                "MinCw",
                "Smallest contention window of the DCF, slots. Not with QosSupported, where "
                "SetAccessParameters() sets the windows.",
                ONCE,
                UintegerValue(31),
                MakeUintegerAccessor(&DcfNetDevice::m_minCw),
                MakeUintegerChecker<uint32_t>(0, 32767))
            .AddAttribute(
                "MaxCw",
                "Largest contention window of the DCF, slots. Not with QosSupported, where "
                "SetAccessParameters() sets the windows.",
                ONCE,
                UintegerValue(1023),
                MakeUintegerAccessor(&DcfNetDevice::m_maxCw),
                MakeUintegerChecker<uint32_t>(0, 32767))
            .AddAttribute("PostBackoff",
                          "Whether a backoff follows each frame even if no other frame waits "
                          "(802.11-2007, 9.2.5.2). Without it, a frame that arrives on an idle "
                          "medium, after the previous exchange has ended, waits only for DIFS or "
                          "AIFS.",
                          ONCE,
                          BooleanValue(true),
                          MakeBooleanAccessor(&DcfNetDevice::m_postBackoff),
                          MakeBooleanChecker())
            .AddAttribute("Eifs",
                          "Whether the device waits for EIFS after a frame that it could not "
                          "decode (802.11-2007, 9.2.3.4), or only for DIFS or AIFS.",
                          ONCE,
                          BooleanValue(true),
                          MakeBooleanAccessor(&DcfNetDevice::m_eifs),
                          MakeBooleanChecker())
            .AddAttribute(
                "MaxPackets",
                "Number of packets that an access category holds, including the one being sent.",
                UintegerValue(500),
                MakeUintegerAccessor(&DcfNetDevice::SetMaxPackets, &DcfNetDevice::GetMaxPackets),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ReceiveErrorModel",
                          "Error model that loses frames although their signal is strong enough, "
                          "including RTS, CTS and ACK. It gets packets of the frame's size, and "
                          "must not depend on the simulation time.",
                          PointerValue(),
                          MakePointerAccessor(&DcfNetDevice::SetReceiveErrorModel,
                                              &DcfNetDevice::GetReceiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTxDrop",
                            "A packet was dropped.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_macTxDrop),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet that MacTxDrop reports, with the reason.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_drop),
                            "ns3::DcfNetDevice::DropTracedCallback")
            .AddTraceSource("AckedMpdu",
                            "The ACK of a frame has arrived, as in WifiMac. A connected sink "
                            "costs one event per frame.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_ackedMpdu),
                            "ns3::WifiMpdu::TracedCallback")
            .AddTraceSource("DroppedMpdu",
                            "A frame is given up, or its queue is full, as in WifiMac.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_droppedMpdu),
                            "ns3::WifiMac::DroppedMpduCallback")
            .AddTraceSource("PhyTxBegin",
                            "An attempt to send a data frame begins, with its RTS if it has one. "
                            "The packet includes the MAC header. A connected sink costs one "
                            "event per attempt.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_phyTxBegin),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxEnd",
                            "The data frame of an attempt ends, or its RTS if no CTS came, as in "
                            "WifiPhy. It does not fire if the device is removed before. A "
                            "connected sink costs two events per attempt.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_phyTxEnd),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame to a group could not be received, or the device was removed "
                            "before the end of a frame for it.",
                            MakeTraceSourceAccessor(&DcfNetDevice::m_phyRxDrop),
                            "ns3::Packet::TracedCallback");
    return tid;
}

DcfNetDevice::DcfNetDevice()
    : MediumNetDevice(1, 2304 - 8) // IEEE 802.11-2007, 7.1.2, less LLC and SNAP
{
    NS_LOG_FUNCTION(this);
}

DcfNetDevice::~DcfNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
DcfNetDevice::NotifyConstructionCompleted()
{
    MediumNetDevice::NotifyConstructionCompleted();
    DcfAccessParameters dcf;
    dcf.cwMin = m_minCw;
    dcf.cwMax = m_maxCw;
    if (m_minCw > m_maxCw)
    {
        NS_FATAL_ERROR("DcfNetDevice: MinCw must not exceed MaxCw, which is "
                       << m_maxCw << ", but is " << m_minCw);
    }
    constexpr DcfAccessParameters standard;
    if (m_qos && (m_minCw != standard.cwMin || m_maxCw != standard.cwMax))
    {
        NS_FATAL_ERROR("DcfNetDevice: MinCw=" << m_minCw << ", MaxCw=" << m_maxCw
                                              << " have no effect with QosSupported: expected "
                                              << standard.cwMin << " and " << standard.cwMax
                                              << ", and SetAccessParameters() for the windows");
    }
    m_qos ? m_categories.SetEdca() : m_categories.SetDcf(dcf);
}

void
DcfNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    MediumNetDevice::DoInitialize();
    if (HasLeft())
    {
        return; // disposed of before the simulation started
    }
    m_isInitialized = true;
    const Ptr<MediumChannel>& channel = GetMediumChannel();
    if (!m_eifs)
    {
        channel->SetEifs(GetStation(), false);
    }
    // All functions first: of two whose backoffs end together, the one added first sends.
    for (DcfAccessCategory& category : m_categories)
    {
        category.function = channel->AddFunction(GetStation(), GetRules(category.parameters));
        NS_LOG_INFO("function " << category.function << " is category " << category.index
                                << ": AIFSN " << category.parameters.aifsn << ", CW "
                                << category.parameters.cwMin << " to "
                                << category.parameters.cwMax);
    }
    for (const DcfAccessCategory& category : m_categories)
    {
        channel->Start(category.function);
        if (!category.queue.IsEmpty())
        {
            channel->Request(category.function);
        }
    }
}

void
DcfNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    // Its stations then drop what they are given as NO_ACCESS_POINT; another one may come.
    if (GetMediumChannel() && m_role == ACCESS_POINT)
    {
        GetDcfChannel()->SetAccessPoint(MEDIUM_NOBODY);
    }
    // First, as exchanges that have begun still take their packets out of the queues.
    LeaveChannel();
    m_end.Cancel();
    // Of frames that failed for the last time the sender has not known it yet.
    while (const auto departure = m_departures.TakeFirst())
    {
        if (departure->IsDrop())
        {
            Drop(departure->item.payload.packet, DcfDropReason::DISPOSED);
        }
    }
    for (DcfAccessCategory& category : m_categories)
    {
        while (!category.queue.IsEmpty())
        {
            Drop(category.queue.Pop().payload.packet, DcfDropReason::DISPOSED);
        }
        category.slots = nullptr;
    }
    m_errorModel = nullptr;
    MediumNetDevice::DoDispose();
}

void
DcfNetDevice::SetChannel(Ptr<MediumChannel> channel)
{
    if (channel && !DynamicCast<DcfChannel>(channel))
    {
        NS_FATAL_ERROR("DcfNetDevice: channel " << channel->GetInstanceTypeId().GetName()
                                                << ": expected a DcfChannel");
    }
    if (channel)
    {
        RequireOneKindOfBss(*StaticCast<DcfChannel>(channel));
    }
    MediumNetDevice::SetChannel(channel);
    // The timeouts of ACK and CTS contain both.
    m_mode.sifs = channel->GetTiming().sifs;
    m_mode.slot = channel->GetTiming().slot;
    if (m_role == ACCESS_POINT)
    {
        GetDcfChannel()->SetAccessPoint(GetStation());
    }
}

/// In an IBSS nobody relays: an access point beside it would send its broadcasts a second time.
void
DcfNetDevice::RequireOneKindOfBss(const DcfChannel& channel) const
{
    bool isMixed = m_role == AD_HOC && channel.GetAccessPoint() != MEDIUM_NOBODY;
    // Each access point looks once; not each station, of which there may be many.
    for (std::size_t i = 0; m_role == ACCESS_POINT && i < channel.GetNDevices(); ++i)
    {
        const auto other = DynamicCast<DcfNetDevice>(channel.GetDevice(i));
        isMixed = isMixed || (other && other->m_role == AD_HOC);
    }
    if (isMixed)
    {
        NS_FATAL_ERROR("DcfNetDevice: Role=AdHoc on the channel of an access point: expected "
                       "Station, which DcfHelper::InstallStations() sets, or another channel");
    }
}

Ptr<DcfChannel>
DcfNetDevice::GetDcfChannel() const
{
    return StaticCast<DcfChannel>(GetMediumChannel()); // as SetChannel() has made sure
}

void
DcfNetDevice::SetAccessParameters(AcIndex index, const DcfAccessParameters& parameters)
{
    NS_LOG_FUNCTION(this << index << parameters.aifsn << parameters.cwMin << parameters.cwMax);
    DcfAccessCategory* category = m_categories.Find(index);
    if (!category)
    {
        NS_FATAL_ERROR("DcfNetDevice: access category "
                       << index << ": expected BE, BK, VI or VO, and QosSupported");
    }
    if (!parameters.IsValid())
    {
        NS_FATAL_ERROR("DcfNetDevice: AIFSN=" << parameters.aifsn << ", CWmin=" << parameters.cwMin
                                              << ", CWmax=" << parameters.cwMax
                                              << ": expected an AIFSN of 1 to 255, and CWmin <= "
                                                 "CWmax <= 32767");
    }
    NS_LOG_INFO("category " << index << " from its next backoff on: AIFSN " << parameters.aifsn
                            << ", CW " << parameters.cwMin << " to " << parameters.cwMax);
    category->parameters = parameters;
    if (m_isInitialized && !HasLeft())
    {
        GetMediumChannel()->SetRules(category->function, GetRules(parameters));
    }
}

/// The rules of an access category for the engine, from its parameters and the channel's times.
MediumRules
DcfNetDevice::GetRules(const DcfAccessParameters& parameters) const
{
    MediumRules rules;
    rules.gap = m_mode.sifs + parameters.aifsn * m_mode.slot;
    rules.cwMin = parameters.cwMin;
    rules.cwMax = parameters.cwMax;
    rules.maxAttempts = m_maxAttempts;
    rules.shortRetryLimit = m_shortRetryLimit;
    rules.postBackoff = m_postBackoff;
    // 9.9.1.3 and 9.9.1.5: EDCA counts a slot at its start, and a frame that comes to an idle
    // medium waits for a boundary of slots, not for another interframe gap.
    rules.earlyDecrement = m_qos;
    if (m_qos)
    {
        rules.idleAccess = BeginsAtBoundary<Txop>() ? MediumRules::IdleAccess::SLOT_BOUNDARY
                                                    : MediumRules::IdleAccess::NEXT_SLOT;
    }
    return rules;
}

/// The engine may be late, so that it is asked to go on before anything is counted.
DcfCounters
DcfNetDevice::GetCounters() const
{
    Advance();
    return m_counters;
}

/// A packet of which the engine knows that it will be given up is dropped later, when its sender
/// knows; until then it counts as queued.
std::size_t
DcfNetDevice::GetNQueued() const
{
    Advance();
    return m_departures.GetNDrops() + m_categories.GetNWaiting();
}

std::size_t
DcfNetDevice::GetNPackets() const
{
    Advance();
    return m_categories.GetLength(MediumChannel::GetTime());
}

int64_t
DcfNetDevice::AssignStreams(int64_t stream)
{
    return m_categories.AssignStreams(stream);
}

template <uint64_t DsssMode::* RATE>
void
DcfNetDevice::SetRate(DataRate rate)
{
    CheckRate(RATE, rate);
    Advance();
    if (m_isInitialized)
    {
        NS_LOG_INFO(GetRateName(RATE) << " " << rate << " instead of " << DataRate(m_mode.*RATE)
                                      << ", for frames that wait, too");
    }
    m_mode.*RATE = rate.GetBitRate();
    RemakeFrames();
}

template <uint64_t DsssMode::* RATE>
DataRate
DcfNetDevice::GetRate() const
{
    return m_mode.*RATE;
}

template <bool DsssMode::* PREAMBLE>
void
DcfNetDevice::SetPreamble(bool isShort)
{
    Advance();
    m_mode.*PREAMBLE = isShort;
    RemakeFrames();
}

template <bool DsssMode::* PREAMBLE>
bool
DcfNetDevice::HasPreamble() const
{
    return m_mode.*PREAMBLE;
}

void
DcfNetDevice::SetRtsThreshold(uint32_t bytes)
{
    Advance();
    m_rtsThreshold = bytes;
    RemakeFrames();
}

uint32_t
DcfNetDevice::GetRtsThreshold() const
{
    return m_rtsThreshold;
}

/// Packets above a smaller number stay, and are sent.
void
DcfNetDevice::SetMaxPackets(uint32_t packets)
{
    Advance();
    m_maxPackets = packets;
    for (const DcfAccessCategory& category : m_categories)
    {
        StopIfFull(category);
        WakeIfFree(category);
    }
}

uint32_t
DcfNetDevice::GetMaxPackets() const
{
    return m_maxPackets;
}

/// Frames that wait are sent with the rates, preamble and RTS that hold when they are sent.
void
DcfNetDevice::RemakeFrames()
{
    for (DcfAccessCategory& category : m_categories)
    {
        category.queue.Remake([this](Ptr<const Packet> packet, MediumStation receiver) {
            return MakeFrame(packet, receiver);
        });
        if (m_isInitialized && !category.queue.IsEmpty())
        {
            // The next instant that matters may now be earlier.
            GetMediumChannel()->Request(category.function);
        }
    }
}

void
DcfNetDevice::SetReceiveErrorModel(Ptr<ErrorModel> model)
{
    // WifiPhy shows its error model frames without headers, and at the instant of their end.
    if (model && model->GetInstanceTypeId().GetName() == "ns3::GilbertElliottErrorModel")
    {
        NS_FATAL_ERROR("DcfNetDevice: ReceiveErrorModel=ns3::GilbertElliottErrorModel: expected a "
                       "model that does not depend on the simulation time, or a WifiNetDevice");
    }
    NS_LOG_INFO((model ? "an error model decides about received frames"
                       : "no error model decides about received frames"));
    // Frames that have begun are decided by the former model.
    Advance();
    m_errorModel = model;
    if (GetMediumChannel())
    {
        GetMediumChannel()->UpdateLossy();
    }
}

Ptr<ErrorModel>
DcfNetDevice::GetReceiveErrorModel() const
{
    return m_errorModel;
}

bool
DcfNetDevice::SupportsSendFrom() const
{
    return m_role == ACCESS_POINT;
}

bool
DcfNetDevice::Accept(const MediumPayload& payload)
{
    ++m_counters.offered;
    if (HasLeft() || IsTooLong(payload.packet))
    {
        Drop(payload.packet, HasLeft() ? DcfDropReason::DISPOSED : DcfDropReason::TOO_LONG);
        return false;
    }
    const bool isGroup = payload.destination.IsGroup();
    MediumStation receiver = isGroup ? MEDIUM_EVERYBODY : MEDIUM_NOBODY;
    if (m_role == STATION)
    {
        // IEEE 802.11-2007, 5.2: in an infrastructure BSS all goes by the access point, groups too.
        receiver = GetDcfChannel()->GetAccessPoint();
        if (receiver == MEDIUM_NOBODY)
        {
            Drop(payload.packet, DcfDropReason::NO_ACCESS_POINT);
            return false;
        }
    }
    else if (!isGroup)
    {
        receiver = GetMediumChannel()->Find(payload.destination);
        // ApWifiMac sends to those only that are associated; an ad hoc station sends to any
        // address.
        if (m_role == ACCESS_POINT && receiver == MEDIUM_NOBODY)
        {
            Drop(payload.packet, DcfDropReason::UNKNOWN_RECEIVER);
            return false;
        }
    }
    return Enqueue(payload, receiver);
}

bool
DcfNetDevice::Enqueue(const MediumPayload& payload, MediumStation receiver)
{
    DcfAccessCategory& category = m_categories.Classify(payload.packet);
    Advance();
    const MediumTime now = MediumChannel::GetTime();
    const DcfQueueItem item{payload, MakeFrame(payload.packet, receiver), now};
    // WifiMacQueue counts the packet that is being sent, too.
    if (category.queue.GetLength(now) >= m_maxPackets)
    {
        if (!m_droppedMpdu.IsEmpty())
        {
            m_droppedMpdu(WIFI_MAC_DROP_FAILED_ENQUEUE, MakeMpdu(item));
        }
        Drop(payload.packet, DcfDropReason::QUEUE_FULL);
        return false;
    }
    category.queue.Push(item);
    const uint32_t bytes = GetFrameSize(payload.packet);
    NS_LOG_DEBUG("queued packet " << payload.packet->GetUid() << " for station " << receiver
                                  << " in category " << category.index << ", in a frame of "
                                  << bytes << " bytes at "
                                  << DataRate(receiver == MEDIUM_EVERYBODY ? m_mode.groupRate
                                                                           : m_mode.dataRate)
                                  << (item.frame.rts > 0 ? " after RTS and CTS, " : ", ")
                                  << category.queue.GetNWaiting() << " wait");
    // Dynamic queue limits count bytes; they hear of their departure in Release().
    if (const Ptr<NetDeviceQueue> queue = GetTxQueue(category))
    {
        queue->NotifyQueuedBytes(bytes);
    }
    StopIfFull(category);
    // The engine asks for the next frame of a function by itself, as long as there is one.
    if (m_isInitialized && category.queue.GetNWaiting() == 1)
    {
        GetMediumChannel()->Request(category.function);
    }
    return true;
}

/// @return bytes of the frame of data that carries a packet, with its FCS
uint32_t
DcfNetDevice::GetFrameSize(Ptr<const Packet> packet) const
{
    return GetFrameFormat().GetSize(packet);
}

/// What the role means for a frame: to or from the distribution system (table 7-2).
DcfFrameFormat
DcfNetDevice::GetFrameFormat() const
{
    return {.isQos = m_qos, .isToDs = m_role == STATION, .isFromDs = m_role == ACCESS_POINT};
}

/// WifiRemoteStationManager::NeedRts(): the threshold is that of the frame with header and FCS.
MediumFrame
DcfNetDevice::MakeFrame(Ptr<const Packet> packet, MediumStation receiver)
{
    const uint32_t bytes = GetFrameSize(packet);
    const bool rts = receiver != MEDIUM_EVERYBODY && bytes > m_rtsThreshold;
    return GetDsssExchange(m_mode, receiver, bytes, rts);
}

/// @return address 1 of a frame: that of its receiver, or of a group
Mac48Address
DcfNetDevice::GetReceiverAddress(const MediumPayload& payload, MediumStation receiver) const
{
    const Ptr<MediumChannel> channel = GetMediumChannel();
    const Ptr<NetDevice> device = channel ? channel->GetStationDevice(receiver) : nullptr;
    return device ? Mac48Address::ConvertFrom(device->GetAddress()) : payload.destination;
}

Ptr<const WifiMpdu>
DcfNetDevice::MakeMpdu(const DcfQueueItem& item) const
{
    return GetFrameFormat().MakeMpdu(item,
                                     GetReceiverAddress(item.payload, item.frame.receiver),
                                     GetMacAddress());
}

Ptr<NetDeviceQueue>
DcfNetDevice::GetTxQueue(const DcfAccessCategory& category) const
{
    return MediumNetDevice::GetTxQueue(m_qos ? category.index : 0);
}

/// Stop the queue disc above. It goes on when a packet leaves, which an event must then see.
void
DcfNetDevice::StopIfFull(const DcfAccessCategory& category)
{
    const MediumTime now = MediumChannel::GetTime();
    if (category.queue.GetLength(now) < m_maxPackets)
    {
        return;
    }
    if (const Ptr<NetDeviceQueue> queue = GetTxQueue(category))
    {
        NS_LOG_DEBUG("stops queue disc " << category.index << ": " << m_maxPackets
                                         << " packets wait");
        queue->Stop();
        // The packet that left the queue last had nobody to tell when its exchange ends.
        if (category.queue.IsReleasing(now))
        {
            ScheduleRelease({&category, {}, Result::SENT});
        }
    }
}

/// The sender knows the result at the end of the exchange, and not before.
void
DcfNetDevice::ScheduleRelease(const DcfDeparture& departure)
{
    const uint64_t number = m_departures.Add(departure);
    if (HasLeft())
    {
        return; // DoDispose() will tell of it
    }
    const MediumTime releaseAt = departure.category->queue.GetReleaseTime();
    // Events with a context cannot be cancelled, so that this one keeps the device in memory.
    Simulator::ScheduleWithContext(GetNode()->GetId(),
                                   NanoSeconds(releaseAt - MediumChannel::GetTime()),
                                   &DcfNetDevice::Release,
                                   Ptr<DcfNetDevice>(this),
                                   number);
}

/// The instant at which the sender is done with a packet, or a queue has room again.
void
DcfNetDevice::Release(uint64_t number)
{
    const auto departure = m_departures.Take(number);
    if (!departure)
    {
        return; // DoDispose() has told of it
    }
    const DcfQueueItem& item = departure->item;
    const Ptr<const Packet> packet = item.payload.packet;
    if (departure->IsDrop())
    {
        if (!m_droppedMpdu.IsEmpty())
        {
            m_droppedMpdu(WIFI_MAC_DROP_REACHED_RETRY_LIMIT, MakeMpdu(item));
        }
        Drop(packet, DcfDropReason::RETRY_LIMIT);
    }
    else if (departure->result == Result::ACKNOWLEDGED && !m_ackedMpdu.IsEmpty())
    {
        m_ackedMpdu(MakeMpdu(item));
    }
    const Ptr<NetDeviceQueue> queue = GetTxQueue(*departure->category);
    if (queue && packet)
    {
        queue->NotifyTransmittedBytes(GetFrameSize(packet));
    }
    WakeIfFree(*departure->category);
}

void
DcfNetDevice::WakeIfFree(const DcfAccessCategory& category)
{
    const Ptr<NetDeviceQueue> queue = GetTxQueue(category);
    const std::size_t length = category.queue.GetLength(MediumChannel::GetTime());
    if (queue && queue->IsStopped() && length < m_maxPackets)
    {
        NS_LOG_DEBUG("wakes queue disc " << category.index << ": " << length << " packets wait");
        queue->Wake();
    }
}

void
DcfNetDevice::Drop(Ptr<const Packet> packet, DcfDropReason reason)
{
    NS_LOG_INFO("dropped packet " << packet->GetUid() << ": " << GetDcfDropReasonName(reason));
    ++m_counters.dropped;
    m_macTxDrop(packet);
    m_drop(packet, reason);
}

MediumFrame
DcfNetDevice::GetFrame(MediumFunction function)
{
    return m_categories.Get(function).queue.GetFront().frame;
}

uint32_t
DcfNetDevice::DrawSlots(MediumFunction function, uint32_t window)
{
    return m_categories.Get(function).slots->GetInteger(0, window);
}

bool
DcfNetDevice::WantsBegin(MediumFunction) const
{
    return !m_phyTxBegin.IsEmpty() || !m_phyTxEnd.IsEmpty() || IsSniffed();
}

Ptr<Packet>
DcfNetDevice::MakeMacFrame(const MediumPayload& payload, MediumStation receiver) const
{
    return GetFrameFormat().MakeFrame(payload,
                                      GetReceiverAddress(payload, receiver),
                                      GetMacAddress());
}

void
DcfNetDevice::NotifyBegin(const MediumPayload& payload, MediumStation receiver, MediumTime end)
{
    const Ptr<const Packet> frame = MakeMacFrame(payload, receiver);
    const MediumTime length = end - MediumChannel::GetTime();
    // An attempt whose RTS is not answered has no frame of data on the air.
    if (IsSniffed() && length != MakeFrame(payload.packet, receiver).rts)
    {
        Sniff(frame, true);
    }
    m_phyTxBegin(frame);
    if (!m_phyTxEnd.IsEmpty())
    {
        m_end = Simulator::Schedule(NanoSeconds(length), &DcfNetDevice::NotifyEnd, this, frame);
    }
}

/// A frame that NotifyBegin() told of has been sent.
void
DcfNetDevice::NotifyEnd(Ptr<const Packet> frame)
{
    m_phyTxEnd(frame);
}

const MediumPayload&
DcfNetDevice::GetPayload(MediumFunction function)
{
    return m_categories.Get(function).queue.GetFront().payload;
}

bool
DcfNetDevice::IsDelivered(MediumFunction function)
{
    return m_categories.Get(function).queue.GetFront().isDelivered;
}

/// The engine has computed an attempt, whose end may be in the future.
bool
DcfNetDevice::Note(const MediumAttempt& attempt)
{
    DcfAccessCategory& category = m_categories.Get(attempt.function);
    m_counters.Count(attempt);
    const auto done = category.queue.Note(attempt, MediumChannel::GetTime());
    if (!done)
    {
        const DcfQueueItem& item = category.queue.GetFront();
        NS_LOG_DEBUG("packet " << item.payload.packet->GetUid() << " has failed " << item.retries
                               << " times of " << m_maxAttempts);
        return true;
    }
    const Ptr<NetDeviceQueue> queue = GetTxQueue(category);
    // An event is scheduled only if somebody sees it. The counters know the result already.
    const bool isLimited = queue && (queue->IsStopped() || queue->GetQueueLimits());
    if (attempt.IsGivenUp() || !m_ackedMpdu.IsEmpty() || isLimited)
    {
        ScheduleRelease({&category, *done, attempt.result});
    }
    return !category.queue.IsEmpty();
}

bool
DcfNetDevice::IsPromiscuous() const
{
    // An access point is the receiver of all that stations send.
    return m_role != ACCESS_POINT && MediumNetDevice::IsPromiscuous();
}

bool
DcfNetDevice::IsLossy() const
{
    return m_errorModel != nullptr;
}

/// Each frame of an exchange has its own size and rate, so that an ACK survives where data is lost.
double
DcfNetDevice::GetSuccessRate(const MediumTransmission& frame, double ratio)
{
    const DcfQueueItem& item = m_categories.Get(frame.function).queue.GetFront();
    const DsssFrame sent = GetDsssFrame(m_mode,
                                        frame.kind,
                                        GetFrameSize(item.payload.packet),
                                        item.frame.receiver == MEDIUM_EVERYBODY);
    return GetDcfChannel()->GetSuccessRate().Get(sent.bytes, sent.rate, ratio);
}

bool
DcfNetDevice::IsCorrupt(Ptr<const Packet> packet, MediumTransmission::Kind kind)
{
    if (!m_errorModel)
    {
        return false;
    }
    const uint32_t bytes = GetDsssFrame(m_mode, kind, GetFrameSize(packet), false).bytes;
    // Models by bit or byte count the bytes of the frame.
    const bool isData = kind == MediumTransmission::Kind::DATA;
    const Ptr<Packet> frame = isData ? packet->Copy() : Create<Packet>();
    frame->AddPaddingAtEnd(bytes - frame->GetSize());
    const bool isCorrupt = m_errorModel->IsCorrupt(frame);
    if (isCorrupt)
    {
        NS_LOG_DEBUG("ReceiveErrorModel loses a frame of " << bytes << " bytes for packet "
                                                           << packet->GetUid());
    }
    return isCorrupt;
}

/// ApWifiMac::Receive(), StaWifiMac::Receive(): an access point relays, and a station takes what
/// comes from it.
void
DcfNetDevice::ReceiveFrame(const MediumArrival& arrival)
{
    const MediumPayload& payload = arrival.payload;
    if (!arrival.intact)
    {
        NS_LOG_INFO("could not receive packet "
                    << payload.packet->GetUid() << (HasLeft() ? ": the device is removed" : "")
                    << (arrival.collided ? ": other frames overlapped it" : ""));
        // Of what a promiscuous device overhears nothing is lost.
        if (IsForThis(payload) || m_role == ACCESS_POINT)
        {
            m_phyRxDrop(payload.packet);
        }
        return;
    }
    if (IsSniffed())
    {
        SniffArrival(arrival);
    }
    // StaWifiMac::Receive(): a station takes what comes from the access point. What it overhears on
    // the way there comes again if it is for this station.
    if (m_role == STATION && arrival.overheard &&
        arrival.sender != GetDcfChannel()->GetAccessPoint())
    {
        return;
    }
    if (payload.source == GetMacAddress())
    {
        return; // the access point relayed a packet of this station to a group
    }
    const bool isRelayed = m_role == ACCESS_POINT && payload.destination != GetMacAddress() &&
                           (payload.destination.IsGroup() ||
                            GetMediumChannel()->Find(payload.destination) != MEDIUM_NOBODY);
    if (isRelayed)
    {
        NS_LOG_DEBUG("relays packet " << payload.packet->GetUid() << " from " << payload.source
                                      << " to " << payload.destination);
        MediumPayload relayed = payload;
        relayed.isRetry = false; // the attempts of this device are its own
        Offer(relayed);
    }
    m_counters.received += IsForThis(payload);
    // mac80211 hands a frame for one station to this station alone (ieee80211_deliver_skb). ns-3
    // hands it up as well, where a bridge that does not know the station would flood it.
    if (!isRelayed || payload.destination.IsGroup())
    {
        ForwardUp(payload);
    }
}

/// Show sniffers a frame as its sender made it.
void
DcfNetDevice::SniffArrival(const MediumArrival& arrival)
{
    const MediumPayload& payload = arrival.payload;
    const Ptr<MediumChannel>& channel = GetMediumChannel();
    const auto sender = DynamicCast<DcfNetDevice>(channel->GetStationDevice(arrival.sender));
    if (!sender)
    {
        NS_LOG_INFO("packet " << payload.packet->GetUid()
                              << " is not shown to sniffers: its sender has been removed");
        return;
    }
    MediumStation receiver = MEDIUM_EVERYBODY;
    if (sender->m_role == STATION)
    {
        receiver = GetDcfChannel()->GetAccessPoint();
    }
    else if (!payload.destination.IsGroup())
    {
        receiver = channel->Find(payload.destination);
    }
    const bool isOwn = receiver == MEDIUM_EVERYBODY || receiver == GetStation();
    Sniff(sender->MakeMacFrame(payload, receiver), isOwn);
}

} // namespace ns3
