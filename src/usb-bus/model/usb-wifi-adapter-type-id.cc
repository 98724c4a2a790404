// SPDX-License-Identifier: GPL-2.0-only

// Registration of UsbWifiAdapter: attributes and trace sources.

#include "usb-wifi-adapter.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UsbWifiAdapter);

namespace
{

/// The driver has been told the format of messages when it started.
constexpr uint32_t FIXED = TypeId::ATTR_CONSTRUCT | TypeId::ATTR_GET;

} // namespace

TypeId
UsbWifiAdapter::GetTypeId()
{
    static TypeId tid = AddTraces(AddFaultAttributes(
        AddRxAttributes(AddTxAttributes(TypeId("ns3::UsbWifiAdapter")
                                            .SetParent<UsbPeripheral>()
                                            .SetGroupName("UsbBus")
                                            .AddConstructor<UsbWifiAdapter>()))));
    return tid;
}

TypeId
UsbWifiAdapter::AddTxAttributes(TypeId tid)
{
    return tid
        .AddAttribute("WifiNetDevice",
                      "The radio: a WifiNetDevice that is on its node and has its MAC.",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      PointerValue(),
                      MakePointerAccessor(&UsbWifiAdapter::SetWifiNetDevice,
                                          &UsbWifiAdapter::GetWifiNetDevice),
                      MakePointerChecker<WifiNetDevice>())
        .AddAttribute(
            "TxBuffers",
            "Frames from the host held at a time, that on the air included. The first "
            "packet of a message is refused while all are in use. Fitted to kuang2003's "
            "table 2: 1 cannot give its throughput with FSBR, 2 to 4 give the same.",
            UintegerValue(2),
            MakeUintegerAccessor(&UsbWifiAdapter::SetTxBuffers, &UsbWifiAdapter::GetTxBuffers),
            MakeUintegerChecker<uint32_t>(1, 1024))
        .AddAttribute(
            "HeaderGap",
            "Time for which the endpoint refuses everything after the first packet of a "
            "message. Fitted to kuang2003's table 2; 10 us to 170 us give the same.",
            TimeValue(MicroSeconds(100)),
            MakeTimeAccessor(&UsbWifiAdapter::SetHeaderGap, &UsbWifiAdapter::GetHeaderGap),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "CommitGap",
            "Time for which the endpoint refuses everything after the last packet of a "
            "message; then the MAC has the frame. Fitted to kuang2003's table 2; 10 us to "
            "200 us give the same.",
            TimeValue(MicroSeconds(100)),
            MakeTimeAccessor(&UsbWifiAdapter::SetCommitGap, &UsbWifiAdapter::GetCommitGap),
            MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute(
            "FifoPackets",
            "USB packets that fit in the FIFO behind the endpoint, 0 for any number.",
            UintegerValue(0),
            MakeUintegerAccessor(&UsbWifiAdapter::SetFifoPackets, &UsbWifiAdapter::GetFifoPackets),
            MakeUintegerChecker<uint32_t>(0, 65535))
        .AddAttribute(
            "FifoDrain",
            "Time the firmware takes to empty one packet of the FIFO.",
            TimeValue(MicroSeconds(68)),
            MakeTimeAccessor(&UsbWifiAdapter::SetFifoDrain, &UsbWifiAdapter::GetFifoDrain),
            MakeTimeChecker(NanoSeconds(1), Seconds(1)))
        .AddAttribute("OverrunPolicy",
                      "What happens to a message for which there is no buffer.",
                      EnumValue(UsbOverrunPolicy::NAK),
                      MakeEnumAccessor<UsbOverrunPolicy>(&UsbWifiAdapter::SetOverrunPolicy,
                                                         &UsbWifiAdapter::GetOverrunPolicy),
                      MakeEnumChecker(UsbOverrunPolicy::NAK, "Nak", UsbOverrunPolicy::DROP, "Drop"))
        .AddAttribute("RateBug",
                      "Send data frames at 2 Mb/s whatever the radio could do, as linux-wlan "
                      "0.1.13 made the firmware do (kuang2003, 4.1). Needs a "
                      "ConstantRateWifiManager.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&UsbWifiAdapter::SetRateBug, &UsbWifiAdapter::GetRateBug),
                      MakeBooleanChecker());
}

TypeId
UsbWifiAdapter::AddRxAttributes(TypeId tid)
{
    return tid
        .AddAttribute(
            "RxBuffers",
            "Frames for the host held at a time; further ones are dropped. Unverified.",
            UintegerValue(8),
            MakeUintegerAccessor(&UsbWifiAdapter::SetRxBuffers, &UsbWifiAdapter::GetRxBuffers),
            MakeUintegerChecker<uint32_t>(1, 65535))
        .AddAttribute("RxProcessing",
                      "Time from the end of a frame's reception until the host can fetch it.",
                      TimeValue(MicroSeconds(20)),
                      MakeTimeAccessor(&UsbWifiAdapter::m_rxProcessing),
                      MakeTimeChecker(Time(0), Seconds(1)))
        .AddAttribute("DescriptorBytes",
                      "Bytes of the descriptor in front of a frame on the bus (hfa384x.h).",
                      FIXED,
                      UintegerValue(60),
                      MakeUintegerAccessor(&UsbWifiAdapter::m_descriptorBytes),
                      MakeUintegerChecker<uint32_t>(0, 1024))
        .AddAttribute("LlcBytes",
                      "Bytes of LLC and SNAP in front of a datagram on the bus.",
                      FIXED,
                      UintegerValue(8),
                      MakeUintegerAccessor(&UsbWifiAdapter::m_llcBytes),
                      MakeUintegerChecker<uint32_t>(0, 1024))
        .AddAttribute("RoundingBytes",
                      "Messages to the adapter are padded to a multiple of this many bytes.",
                      FIXED,
                      UintegerValue(64),
                      MakeUintegerAccessor(&UsbWifiAdapter::m_roundingBytes),
                      MakeUintegerChecker<uint32_t>(1, 1024));
}

TypeId
UsbWifiAdapter::AddFaultAttributes(TypeId tid)
{
    return tid
        .AddAttribute("RxHoldInterval",
                      "Random variable: seconds between two faults in which the adapter refuses "
                      "all IN tokens (kuang2003, 4.2.1). Null for none.",
                      PointerValue(),
                      MakePointerAccessor(&UsbWifiAdapter::SetRxHoldInterval,
                                          &UsbWifiAdapter::GetRxHoldInterval),
                      MakePointerChecker<RandomVariableStream>())
        .AddAttribute("RxHoldDuration",
                      "How long a random hold lasts.",
                      TimeValue(MilliSeconds(300)),
                      MakeTimeAccessor(&UsbWifiAdapter::SetRxHoldDuration,
                                       &UsbWifiAdapter::GetRxHoldDuration),
                      MakeTimeChecker(Time(0), Seconds(3600)))
        .AddAttribute("RxHoldProbability",
                      "Probability that a hold, scheduled or random, takes place.",
                      DoubleValue(1),
                      MakeDoubleAccessor(&UsbWifiAdapter::SetRxHoldProbability,
                                         &UsbWifiAdapter::GetRxHoldProbability),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("IrqBlockInterval",
                      "Random variable: seconds between two faults in which the host's interrupt "
                      "handler does not run. Null for none.",
                      PointerValue(),
                      MakePointerAccessor(&UsbWifiAdapter::SetIrqBlockInterval,
                                          &UsbWifiAdapter::GetIrqBlockInterval),
                      MakePointerChecker<RandomVariableStream>())
        .AddAttribute("IrqBlockDuration",
                      "How long a random block lasts.",
                      TimeValue(MilliSeconds(300)),
                      MakeTimeAccessor(&UsbWifiAdapter::SetIrqBlockDuration,
                                       &UsbWifiAdapter::GetIrqBlockDuration),
                      MakeTimeChecker(Time(0), Seconds(3600)))
        .AddAttribute("IrqBlockProbability",
                      "Probability that a block, scheduled or random, takes place.",
                      DoubleValue(1),
                      MakeDoubleAccessor(&UsbWifiAdapter::SetIrqBlockProbability,
                                         &UsbWifiAdapter::GetIrqBlockProbability),
                      MakeDoubleChecker<double>(0, 1));
}

TypeId
UsbWifiAdapter::AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource(
            "TxAccepted",
            "The last byte of a frame from the host has arrived. Fired when the bus is next "
            "looked at, up to CommitGap later.",
            MakeTraceSourceAccessor(&UsbWifiAdapter::m_txAcceptedTrace),
            "ns3::Packet::TracedCallback")
        .AddTraceSource("TxCommitted",
                        "The firmware hands a frame to the MAC.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_txCommittedTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("TxFreed",
                        "The MAC is done with a frame, sent or not; its buffer is free. The packet "
                        "has its LLC header.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_txFreedTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("RxQueued",
                        "A frame from the air has a receive buffer.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_rxQueuedTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("RxSent",
                        "The last byte of a frame has gone to the host. Fired when the bus is next "
                        "looked at, at the latest at the interrupt.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_rxSentTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Drop",
                        "A frame is given up, and why.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_dropTrace),
                        "ns3::UsbWifiAdapter::DropTracedCallback")
        .AddTraceSource("TxInUse",
                        "Whole frames from the host in the adapter, those of the MAC included.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_txInUse),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("RxInUse",
                        "Frames for the host in the adapter.",
                        MakeTraceSourceAccessor(&UsbWifiAdapter::m_rxInUse),
                        "ns3::TracedValueCallback::Uint32");
}

} // namespace ns3
