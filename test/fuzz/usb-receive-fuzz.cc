// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Fuzz target of the receive path of usb-bus: settings of the bus, the adapter and the driver
 * (SETTINGS bytes), then steps of three bytes: frames from the air, alone or in bursts, packets of
 * the stack, time that passes, and what befalls a bus. After each step every frame is delivered,
 * held, under way, or dropped with a reason, once and in order; when the bus is left alone, nothing
 * stays behind. Messages have lengths here and no contents, so that there are no bytes to change.
 */

#include "../../src/usb-bus/test/stub-radio.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/usb-fault.h"
#include "ns3/usb-helper.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

using namespace ns3;

namespace
{

/// Bytes before the steps.
constexpr std::size_t SETTINGS = 20;
constexpr uint16_t PROTOCOL = 0x88b5;
/// Longest frame, bytes.
constexpr uint32_t MAX_FRAME = 2400;
/// Seconds of real time after which an input counts as a hang; the longest takes a few.
constexpr unsigned HANG = 120;
/// How long a bus that is left alone may take: the longest recovery for each frame that it holds.
const Time REST = Seconds(60);

/// Ends the program, which the fuzzer reports with the input.
/// @param holds what must be true
/// @param what it is
void
Require(bool holds, const char* what)
{
    if (!holds)
    {
        std::cerr << "usb-receive, " << Simulator::Now().As(Time::MS) << ": " << what << std::endl;
        std::abort();
    }
}

/// The bytes of an input, and zeros behind them.
class Input
{
  public:
    Input(const uint8_t* data, std::size_t size)
        : m_data(data),
          m_end(data + size)
    {
    }

    bool IsOver() const
    {
        return m_data == m_end;
    }

    uint32_t GetByte()
    {
        return IsOver() ? 0 : *m_data++;
    }

    uint32_t GetWord()
    {
        const uint32_t high = GetByte();
        return high << 8 | GetByte();
    }

  private:
    const uint8_t* m_data;
    const uint8_t* m_end;
};

/// A laptop with a radio on USB, and what became of each frame.
class Laptop
{
  public:
    explicit Laptop(Input& input)
    {
        radio = CreateObject<StubRadio>();
        radio->SetAddress(Mac48Address::Allocate());
        radio->SetChannel(CreateObject<SimpleChannel>());
        node = CreateObject<Node>();
        node->AddDevice(radio);
        Install(input);
        driver->SetReceiveCallback(NetDevice::ReceiveCallback(
            [](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) { return true; }));
        driver->SetPromiscReceiveCallback(
            NetDevice::PromiscReceiveCallback([this](Ptr<NetDevice>,
                                                     Ptr<const Packet> packet,
                                                     uint16_t,
                                                     const Address&,
                                                     const Address&,
                                                     NetDevice::PacketType) {
                Deliver(packet);
                return true;
            }));
        const Callback<void, Ptr<const Packet>, UsbDropReason> drop(
            [this](Ptr<const Packet> packet, UsbDropReason reason) { Drop(packet, reason); });
        driver->TraceConnectWithoutContext("Drop", drop);
        adapter->TraceConnectWithoutContext("Drop", drop);
    }

    ~Laptop()
    {
        Simulator::Destroy();
    }

    Laptop(const Laptop&) = delete;
    Laptop& operator=(const Laptop&) = delete;

    /// A frame comes from the air.
    /// @param size of it
    /// @param isOurs whether it is for the laptop
    void Receive(uint32_t size, bool isOurs)
    {
        const auto packet = Create<Packet>(size);
        m_open.insert(packet->GetUid());
        ++m_offered;
        radio->Receive(packet,
                       PROTOCOL,
                       isOurs ? Mac48Address::ConvertFrom(radio->GetAddress())
                              : Mac48Address("00:00:00:00:88:88"),
                       Mac48Address("00:00:00:00:99:99"));
    }

    void Send(uint32_t size)
    {
        driver->Send(Create<Packet>(size), Mac48Address("00:00:00:00:99:99"), PROTOCOL);
    }

    void Plug(bool in)
    {
        const bool isIn = adapter->GetHostController() != nullptr;
        if (in && !isIn)
        {
            bus->Attach(adapter);
            driver->Attach(adapter);
        }
        else if (!in && isIn)
        {
            bus->Detach(adapter);
        }
    }

    /// End all that may hold frames for ever.
    void Rest()
    {
        for (const auto& interval : m_intervals)
        {
            interval->SetAttribute("Constant", DoubleValue(2 * REST.GetSeconds()));
        }
        Plug(true);
        bus->Resume();
    }

    /// Every frame is in one place.
    void Check() const
    {
        const auto first = adapter->GetRxCounters();
        const auto second = driver->GetRxCounters();
        Require(first.IsConserved() && second.IsConserved(), "a counter does not add up");
        Require(adapter->GetTxCounters().IsConserved() && driver->GetTxCounters().IsConserved(),
                "a counter of the other direction does not add up");
        Require(first.offered == m_offered, "the adapter has seen another number of frames");
        Require(second.delivered == m_delivered, "the stack has got another number of frames");
        Require(first.delivered >= second.offered, "the driver has frames from nowhere");
        const uint64_t underWay = first.delivered - second.offered;
        Require(underWay <= m_urbs, "more frames are under way than there are URBs");
        Require(m_open.size() == first.held + underWay + second.held, "a frame is nowhere");
    }

    /// @param isComplete whether no transaction may fail
    void CheckRest(bool isComplete) const
    {
        Check();
        Require(!isComplete || m_open.empty(), "a frame stays behind");
        Require(bus->GetStatistics().urbsInProgress <= m_urbs + 1, "a URB too many is posted");
    }

    Ptr<Node> node;
    Ptr<StubRadio> radio;
    Ptr<UsbNetDevice> driver;
    Ptr<UsbWifiAdapter> adapter;
    Ptr<UsbHostController> bus;
    bool hasErrors{false}; ///< on the wire

  private:
    void Install(Input& input)
    {
        UsbHelper usb;
        const uint32_t flags = input.GetByte();
        const bool isHighSpeed = flags & 1;
        const double errorRate = input.GetByte() / 1280.0;
        hasErrors = errorRate > 0;
        ObjectFactory controller(isHighSpeed ? "ns3::EhciHostController"
                                             : "ns3::UhciHostController");
        controller.Set("TransactionErrorRate", DoubleValue(errorRate));
        controller.Set("HandshakeErrorShare", DoubleValue(input.GetByte() / 255.0));
        controller.Set("IsrLatency", TimeValue(MicroSeconds(2 * input.GetByte())));
        controller.Set("FramePhase", TimeValue(NanoSeconds(3906 * input.GetByte())));
        if (!isHighSpeed)
        {
            controller.Set("Fsbr", BooleanValue(flags & 2));
            controller.Set("Traversal", StringValue(flags & 4 ? "DepthFirst" : "BreadthFirst"));
        }
        SetDriver(usb, input, flags, isHighSpeed ? 512 : 64);
        SetAdapter(usb, input);
        bus = controller.Create<UsbHostController>();
        const auto devices = usb.Install(NetDeviceContainer(radio), bus);
        driver = DynamicCast<UsbNetDevice>(devices.Get(0));
        adapter = driver->GetAdapter();
        UsbHelper::AssignStreams(devices, 1);
    }

    void SetDriver(UsbHelper& usb, Input& input, uint32_t flags, uint32_t maxPacket)
    {
        m_urbs = 1 + input.GetByte() % 8;
        usb.SetDeviceAttribute("QueueMode", StringValue(flags & 8 ? "Queued" : "Queueless"));
        usb.SetDeviceAttribute("InUrbs", UintegerValue(m_urbs));
        // Every size is met, and large ones not only.
        const uint32_t range = flags & 16 ? 65536 - maxPacket : 4 * maxPacket;
        const uint32_t size = maxPacket + input.GetWord() % range;
        m_hasSmallUrbs = size < 2 * MAX_FRAME;
        usb.SetDeviceAttribute("InUrbSize", UintegerValue(size));
        const uint32_t delay = input.GetByte();
        usb.SetDeviceAttribute("RxResubmitDelay", TimeValue(MicroSeconds(2 * delay)));
        usb.SetDeviceAttribute("RxDeliverDelay", TimeValue(MicroSeconds(10 * input.GetByte())));
        usb.SetDeviceAttribute("HaltDelay", TimeValue(MicroSeconds(40 * input.GetByte())));
        usb.SetDeviceAttribute("ErrorPause", TimeValue(MilliSeconds(input.GetByte())));
    }

    void SetAdapter(UsbHelper& usb, Input& input)
    {
        usb.SetAdapterAttribute("RxBuffers", UintegerValue(1 + input.GetByte()));
        usb.SetAdapterAttribute("RxProcessing", TimeValue(MicroSeconds(10 * input.GetByte())));
        usb.SetAdapterAttribute("DescriptorBytes", UintegerValue(input.GetByte()));
        for (const auto* name : {"RxHold", "IrqBlock"})
        {
            const uint32_t interval = input.GetByte();
            SetFault(usb, name, interval, MicroSeconds(40 * input.GetByte()));
        }
    }

    /// @param name attribute
    /// @param interval between two occurrences, tens of microseconds; 0 for no fault
    /// @param duration of an occurrence
    void SetFault(UsbHelper& usb, const std::string& name, uint32_t interval, Time duration)
    {
        if (interval == 0)
        {
            return; // A fault that cannot strike is refused.
        }
        const auto fault = CreateObject<UsbFault>();
        fault->SetAttribute("Duration", TimeValue(duration));
        m_intervals.push_back(CreateObject<ConstantRandomVariable>());
        m_intervals.back()->SetAttribute("Constant", DoubleValue(interval * 1e-5));
        fault->SetAttribute("Interval", PointerValue(m_intervals.back()));
        usb.SetAdapterAttribute(name, PointerValue(fault));
    }

    void Deliver(const Ptr<const Packet>& packet)
    {
        ++m_delivered;
        Require(m_open.erase(packet->GetUid()) == 1, "a frame is delivered twice, or after a drop");
        // uids rise with the times at which frames came.
        Require(packet->GetUid() >= m_next, "a frame has overtaken another");
        m_next = packet->GetUid() + 1;
    }

    void Drop(const Ptr<const Packet>& packet, UsbDropReason reason)
    {
        // Packets of the stack are no frames from the air.
        const bool isFrame = m_open.erase(packet->GetUid()) == 1;
        const bool isExpected =
            reason == UsbDropReason::RX_OVERRUN || reason == UsbDropReason::UNPLUGGED;
        Require(!isFrame || isExpected || hasErrors || m_hasSmallUrbs,
                (std::string("a frame is dropped on a bus without errors: ") +
                 GetUsbDropReasonName(reason))
                    .c_str());
    }

    std::vector<Ptr<ConstantRandomVariable>> m_intervals; ///< of faults
    std::set<uint64_t> m_open;  ///< uids of frames that are neither delivered nor dropped
    uint64_t m_offered{0};      ///< frames from the air
    uint64_t m_delivered{0};    ///< frames that the stack has got
    uint64_t m_next{0};         ///< lowest uid that may follow
    uint32_t m_urbs{1};         ///< IN
    bool m_hasSmallUrbs{false}; ///< not every frame fits
};

/// What happens next.
/// @param kind of step
/// @param high byte
/// @param low byte
void
Step(Laptop& laptop, uint32_t kind, uint32_t high, uint32_t low)
{
    const uint32_t word = high << 8 | low;
    switch (kind % 16)
    {
    case 3:
        laptop.Plug(false);
        laptop.Plug(true);
        break;
    case 8:
        for (uint32_t i = 0; i <= high % 32; ++i)
        {
            laptop.Receive(low * MAX_FRAME / 255, true);
        }
        break;
    case 9:
        laptop.bus->Suspend();
        break;
    case 10:
        laptop.bus->Resume();
        break;
    case 11:
        laptop.Plug(false);
        break;
    case 12:
        laptop.Plug(true);
        break;
    case 13:
        laptop.adapter->HoldReceive(MicroSeconds(word));
        break;
    case 14:
        laptop.adapter->BlockInterrupts(MicroSeconds(word));
        break;
    case 15:
        laptop.Send(word % 1501);
        break;
    default:
        laptop.Receive(word % (MAX_FRAME + 1), kind < 240);
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < SETTINGS)
    {
        return 0;
    }
    alarm(HANG);
    Input input(data, size);
    Laptop laptop(input);
    Time when;
    while (!input.IsOver())
    {
        const uint32_t kind = input.GetByte();
        const uint32_t high = input.GetByte();
        const uint32_t low = input.GetByte();
        // A quarter of the kinds follow at once, the others after up to 16 ms.
        if (kind % 16 >= 4)
        {
            when += NanoSeconds(250 * (low << 8 | high));
        }
        Simulator::ScheduleWithContext(laptop.node->GetId(), when, [&laptop, kind, high, low] {
            Step(laptop, kind, high, low);
            laptop.Check();
        });
    }
    Simulator::ScheduleWithContext(laptop.node->GetId(), when, [&laptop] { laptop.Rest(); });
    Simulator::Stop(when + REST);
    Simulator::Run();
    laptop.CheckRest(!laptop.hasErrors);
    alarm(0);
    return 0;
}
