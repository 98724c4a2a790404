// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the instant of a trace says. The engine computes an exchange when somebody asks or something
// ends, so that the same traffic is traced twice: once as it comes, and once with somebody who asks
// every few microseconds. Each trace must fire at the same instants in both.

#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
/// From one question to the next.
const Time LOOK = MicroSeconds(7);
const Time START = MilliSeconds(1);
const Time END = MilliSeconds(400);
const Mac48Address NOBODY("00:00:00:00:99:99");

/// What a trace told.
struct Report
{
    std::string trace; ///< its name, and the number of the device
    Time at;           ///< when it fired
    uint32_t bytes;    ///< size of its packet

    auto operator<=>(const Report& other) const
    {
        return std::tie(at, trace, bytes) <=> std::tie(other.at, other.trace, other.bytes);
    }

    bool operator==(const Report&) const = default;
};

/// Devices of one kind with random traffic between them.
class Cell
{
  public:
    virtual ~Cell() = default;
    /// Make the devices.
    virtual void Build() = 0;
    /// @return traces of one packet that cost no event
    virtual std::vector<std::string> GetTraces() const = 0;
    /// Connect the traces that have other arguments.
    /// @param device any
    /// @param note takes the name of a trace, and the size of its packet
    virtual void ConnectOthers(Ptr<NetDevice> device,
                               const std::function<void(const std::string&, uint32_t)>& note) = 0;

    NetDeviceContainer devices;
};

class DcfCell : public Cell
{
  public:
    void Build() override
    {
        DcfHelper dcf;
        dcf.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(900));
        dcf.SetDeviceAttribute("FrameRetryLimit", UintegerValue(3));
        dcf.SetDeviceAttribute("MaxPackets", UintegerValue(6));
        const NodeContainer stations(3);
        devices = dcf.InstallAccessPoint(CreateObject<Node>());
        devices.Add(dcf.InstallStations(stations));
        DcfHelper::AssignStreams(devices, 1);
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(0.2);
        errors->AssignStreams(50);
        DynamicCast<DcfNetDevice>(devices.Get(0))->SetReceiveErrorModel(errors);
    }

    std::vector<std::string> GetTraces() const override
    {
        return {"MacTx", "MacRx", "MacPromiscRx", "MacTxDrop", "PhyRxDrop"};
    }

    void ConnectOthers(Ptr<NetDevice> device,
                       const std::function<void(const std::string&, uint32_t)>& note) override
    {
        device->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, DcfDropReason>(
                [note](Ptr<const Packet> packet, DcfDropReason reason) {
                    note(GetDcfDropReasonName(reason), packet->GetSize());
                }));
        device->TraceConnectWithoutContext(
            "AckedMpdu",
            Callback<void, Ptr<const WifiMpdu>>([note](Ptr<const WifiMpdu> mpdu) {
                note("AckedMpdu", mpdu->GetPacket()->GetSize());
            }));
        device->TraceConnectWithoutContext("DroppedMpdu",
                                           Callback<void, WifiMacDropReason, Ptr<const WifiMpdu>>(
                                               [note](WifiMacDropReason, Ptr<const WifiMpdu> mpdu) {
                                                   note("DroppedMpdu",
                                                        mpdu->GetPacket()->GetSize());
                                               }));
    }
};

class WavelanCell : public Cell
{
  public:
    void Build() override
    {
        WavelanHelper wavelan;
        wavelan.SetDeviceAttribute("CopyTime", TimeValue(MicroSeconds(33)));
        wavelan.SetDeviceAttribute("ResetTime", TimeValue(MilliSeconds(20)));
        devices = wavelan.Install(NodeContainer(2), WavelanCard::ISA);
        devices.Add(wavelan.Install(NodeContainer(2), WavelanCard::PCMCIA));
        WavelanHelper::AssignStreams(devices, 1);
    }

    std::vector<std::string> GetTraces() const override
    {
        return {"MacTx",
                "MacRx",
                "MacPromiscRx",
                "MacTxDrop",
                "PhyRxDrop",
                "PhyTxDrop",
                "PhyTxEnd"};
    }

    void ConnectOthers(Ptr<NetDevice> device,
                       const std::function<void(const std::string&, uint32_t)>& note) override
    {
        device->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>, WavelanDropReason>(
                [note](Ptr<const Packet> packet, WavelanDropReason reason) {
                    note(GetWavelanDropReasonName(reason), packet->GetSize());
                }));
        device->TraceConnectWithoutContext(
            "Signal",
            Callback<void, Ptr<const Packet>, const WavelanSignal&>(
                [note](Ptr<const Packet> packet, const WavelanSignal& signal) {
                    note("Signal " + std::to_string(signal.level), packet->GetSize());
                }));
    }
};

/// The same random traffic, with and without somebody who asks all the time.
template <typename T>
class MediumTraceTimeTest : public TestCase
{
  public:
    /// @param name of the devices
    /// @param tracesBegins whether the traces that cost an event at each start are connected, too
    MediumTraceTimeTest(const std::string& name, bool tracesBegins)
        : TestCase(name + (tracesBegins ? " with" : " without") +
                   " a listener for each begin: traces fire when things happen"),
          m_tracesBegins(tracesBegins)
    {
    }

  private:
    /// Connect all trace sources of the devices.
    void Connect(T& cell, std::vector<Report>& reports) const
    {
        for (uint32_t i = 0; i < cell.devices.GetN(); ++i)
        {
            const std::function<void(const std::string&, uint32_t)> note =
                [&reports, i](const std::string& trace, uint32_t bytes) {
                    reports.push_back(
                        {trace + " of " + std::to_string(i), Simulator::Now(), bytes});
                };
            std::vector<std::string> traces = cell.GetTraces();
            if (m_tracesBegins)
            {
                traces.insert(traces.end(), {"PhyTxBegin", "Sniffer", "PromiscSniffer"});
                // The end of a WaveLAN frame is seen without that of its start.
                if (std::find(traces.begin(), traces.end(), "PhyTxEnd") == traces.end())
                {
                    traces.emplace_back("PhyTxEnd");
                }
            }
            const Ptr<NetDevice> device = cell.devices.Get(i);
            for (const std::string& trace : traces)
            {
                device->TraceConnectWithoutContext(
                    trace,
                    Callback<void, Ptr<const Packet>>([note, trace](Ptr<const Packet> packet) {
                        note(trace, packet->GetSize());
                    }));
            }
            cell.ConnectOthers(device, note);
        }
    }

    /// @param looks whether somebody asks all the time
    /// @return what the traces told
    std::vector<Report> Run(bool looks) const
    {
        std::vector<Report> reports;
        T cell;
        cell.Build();
        Connect(cell, reports);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(99);
        for (uint32_t i = 0; i < 300; ++i)
        {
            const uint32_t from = random->GetInteger(0, 3);
            const uint32_t to = random->GetInteger(0, 5);
            const Ptr<NetDevice> device = cell.devices.Get(from);
            const Address destination = to < 4    ? cell.devices.Get(to)->GetAddress()
                                        : to == 4 ? Address(NOBODY)
                                                  : device->GetBroadcast();
            Simulator::ScheduleWithContext(
                device->GetNode()->GetId(),
                START + NanoSeconds(random->GetInteger(0, 300'000'000)),
                [device, destination, i] {
                    device->Send(Create<Packet>(100 + 4 * i), destination, PROTOCOL);
                });
            device->SetPromiscReceiveCallback(
                NetDevice::PromiscReceiveCallback([](Ptr<NetDevice>,
                                                     Ptr<const Packet>,
                                                     uint16_t,
                                                     const Address&,
                                                     const Address&,
                                                     NetDevice::PacketType) { return true; }));
        }
        const auto channel = DynamicCast<MediumChannel>(cell.devices.Get(0)->GetChannel());
        for (Time at = START; looks && at < END; at += LOOK)
        {
            Simulator::Schedule(at, &MediumChannel::Advance, channel);
        }
        Simulator::Stop(END);
        Simulator::Run();
        std::sort(reports.begin(), reports.end());
        Simulator::Destroy();
        return reports;
    }

    void DoRun() override
    {
        const std::vector<Report> lazy = Run(false);
        const std::vector<Report> looked = Run(true);
        std::set<std::string> traces;
        for (const Report& report : lazy)
        {
            traces.insert(report.trace);
        }
        NS_TEST_EXPECT_MSG_GT(traces.size(), 20, "many things happened");
        NS_TEST_ASSERT_MSG_EQ(lazy.size(), looked.size(), "as many reports");
        for (std::size_t i = 0; i < lazy.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ((lazy[i] == looked[i]),
                                  true,
                                  lazy[i].trace << " at " << lazy[i].at.As(Time::US)
                                                << " is not what somebody who asked has seen");
        }
    }

    bool m_tracesBegins; ///< see the constructor
};

class MediumTraceTimeTestSuite : public TestSuite
{
  public:
    MediumTraceTimeTestSuite()
        : TestSuite("medium-trace-time", Type::UNIT)
    {
        for (const bool tracesBegins : {false, true})
        {
            AddTestCase(new MediumTraceTimeTest<DcfCell>("DcfNetDevice", tracesBegins),
                        Duration::QUICK);
            AddTestCase(new MediumTraceTimeTest<WavelanCell>("WavelanNetDevice", tracesBegins),
                        Duration::QUICK);
        }
    }
};

MediumTraceTimeTestSuite g_mediumTraceTimeTestSuite; ///< registers itself

} // namespace
