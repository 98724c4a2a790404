// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// DcfNetDevice and WifiNetDevice with the same random numbers do the same at the same instants.

#include "radio-cell.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/dcf-net-device.h"
#include "ns3/error-model.h"
#include "ns3/fast-wifi-compatibility.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <algorithm>
#include <sstream>

using namespace ns3;

namespace
{

/// What a cell is offered.
using Load = void (*)(RadioCell& cell);

/// Devices that always have frames for the first.
void
Saturate(RadioCell& cell)
{
    for (uint32_t i = 1; i < cell.devices.GetN(); ++i)
    {
        cell.Offer(i, 0, Seconds(1), 800);
    }
}

/// Packets at random times, to one and to all.
void
Scatter(RadioCell& cell)
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(77);
    const uint32_t devices = cell.devices.GetN();
    for (int i = 0; i < 300; ++i)
    {
        const auto from = static_cast<uint32_t>(random->GetInteger(0, devices - 1));
        const auto to = static_cast<uint32_t>(random->GetInteger(0, devices - 1));
        cell.Offer(from,
                   to,
                   NanoSeconds(1'000'000'000 + random->GetInteger(0, 700'000'000)),
                   random->GetInteger(1, 3),
                   random->GetInteger(1, 2000));
    }
}

/// A packet each way, far apart.
void
Exchange(RadioCell& cell)
{
    cell.Offer(0, 1, MicroSeconds(1'000'000));
    cell.Offer(1, 0, MicroSeconds(1'010'000), 2, 40);
}

/// Transfers of all devices to the first, over IP.
void
Transfer(RadioCell& cell, const std::string& factory)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(cell.nodes);
    internet.AssignStreams(cell.nodes, 5000);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    TrafficControlHelper queue;
    queue.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
    queue.Install(cell.devices);
    const Ipv4InterfaceContainer addresses =
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(cell.devices);
    const InetSocketAddress receiver(addresses.GetAddress(0), 9);
    PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), 9))
        .Install(cell.nodes.Get(0));
    for (uint32_t i = 1; i < cell.nodes.GetN(); ++i)
    {
        ApplicationContainer application;
        if (factory == "ns3::TcpSocketFactory")
        {
            application = BulkSendHelper(factory, receiver).Install(cell.nodes.Get(i));
        }
        else
        {
            OnOffHelper constant(factory, receiver);
            constant.SetConstantRate(DataRate("3Mbps"), 1472);
            application = constant.Install(cell.nodes.Get(i));
        }
        application.Start(MilliSeconds(100) + MicroSeconds(100 * i));
    }
}

/// Loses frames for a device, and none else: WifiPhy asks about all that it hears.
class AddressedErrorModel : public ErrorModel
{
  public:
    /// @param stream of random numbers
    /// @param rate at which frames are lost
    AddressedErrorModel(int64_t stream, double rate)
        : m_random(CreateObject<UniformRandomVariable>()),
          m_rate(rate)
    {
        m_random->SetStream(stream);
    }

    /// @param device whose frames WifiPhy shall ask about
    void Watch(Ptr<WifiNetDevice> device)
    {
        const Mac48Address address = device->GetMac()->GetAddress();
        const auto model = Ptr<AddressedErrorModel>(this);
        device->GetPhy()->TraceConnectWithoutContext(
            "PhyRxBegin",
            Callback<void, Ptr<const Packet>, RxPowerWattPerChannelBand>(
                [model, address](Ptr<const Packet> frame, const RxPowerWattPerChannelBand&) {
                    WifiMacHeader header;
                    frame->PeekHeader(header);
                    model->m_isAsked = header.GetAddr1() == address || header.GetAddr1().IsGroup();
                }));
        device->GetPhy()->SetPostReceptionErrorModel(model);
    }

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return m_isAsked && m_random->GetValue() < m_rate;
    }

    void DoReset() override
    {
    }

    Ptr<UniformRandomVariable> m_random;
    double m_rate;
    bool m_isAsked{true};
};

/// Let the devices of a cell lose a fifth of the frames for them.
void
LoseFrames(RadioCell& cell)
{
    for (uint32_t i = 0; i < cell.devices.GetN(); ++i)
    {
        const auto model = CreateObject<AddressedErrorModel>(900 + i, 0.2);
        if (const auto dcf = DynamicCast<DcfNetDevice>(cell.devices.Get(i)))
        {
            dcf->SetReceiveErrorModel(model);
        }
        else
        {
            model->Watch(DynamicCast<WifiNetDevice>(cell.devices.Get(i)));
        }
    }
}

void
ScatterLossy(RadioCell& cell)
{
    LoseFrames(cell);
    Scatter(cell);
}

void
SaturateLossy(RadioCell& cell)
{
    LoseFrames(cell);
    Saturate(cell);
}

/// Random packets, and some to an address that nobody has.
void
ScatterUnclaimed(RadioCell& cell)
{
    Scatter(cell);
    for (int i = 0; i < 20; ++i)
    {
        const Ptr<NetDevice> device = cell.devices.Get(i % cell.devices.GetN());
        Simulator::ScheduleWithContext(
            device->GetNode()->GetId(),
            MicroSeconds(1'000'100 + 30'007 * i),
            [device] {
                device->Send(Create<Packet>(700), Mac48Address("00:00:00:00:ee:ee"), 0x88b5);
            });
    }
}

void
TransferTcp(RadioCell& cell)
{
    Transfer(cell, "ns3::TcpSocketFactory");
}

void
TransferUdp(RadioCell& cell)
{
    Transfer(cell, "ns3::UdpSocketFactory");
}

class DcfWifiTestCase : public TestCase
{
  public:
    DcfWifiTestCase(const std::string& name, const RadioCellOptions& options, Load load, Time until)
        : TestCase(name),
          m_options(options),
          m_load(load),
          m_until(until)
    {
    }

  private:
    /// What happened in a cell.
    struct Record
    {
        std::vector<std::pair<Time, uint32_t>> begins;
        std::vector<std::pair<Time, uint32_t>> arrivals;
    };

    Record Play(bool wifi)
    {
        m_options.wifi = wifi;
        RadioCell cell(m_options);
        m_load(cell);
        cell.Watch();
        cell.Run(m_until);
        // The order at an instant is that of the simulator's events.
        std::sort(cell.begins.begin(), cell.begins.end());
        std::sort(cell.arrivals.begin(), cell.arrivals.end());
        return {cell.begins, cell.arrivals};
    }

    void Compare(const std::vector<std::pair<Time, uint32_t>>& dcf,
                 const std::vector<std::pair<Time, uint32_t>>& wifi,
                 const std::string& what)
    {
        const auto [first, second] =
            std::mismatch(dcf.begin(), dcf.end(), wifi.begin(), wifi.end());
        const auto tell = [&](auto entry, const auto& entries) {
            std::ostringstream text;
            if (entry != entries.end())
            {
                text << entry->first.GetNanoSeconds() << " ns, device " << entry->second;
            }
            return text.str();
        };
        NS_TEST_EXPECT_MSG_EQ(wifi.empty(), false, "no " << what);
        NS_TEST_EXPECT_MSG_EQ(tell(first, dcf),
                              tell(second, wifi),
                              what << " number " << first - dcf.begin() << " of " << dcf.size());
    }

    void DoRun() override
    {
        const Record dcf = Play(false);
        const Record wifi = Play(true);
        Compare(dcf.begins, wifi.begins, "attempts");
        if (!wifi.arrivals.empty())
        {
            Compare(dcf.arrivals, wifi.arrivals, "arrivals");
        }
    }

    RadioCellOptions m_options;
    Load m_load;
    Time m_until;
};

class DcfWifiTestSuite : public TestSuite
{
  public:
    DcfWifiTestSuite()
        : TestSuite("dcf-wifi", Type::SYSTEM)
    {
        for (const std::string rate : {"1", "2", "5.5", "11"})
        {
            for (const bool shortPreamble : {false, true})
            {
                Add("exchange",
                    {.rate = rate, .shortPreamble = shortPreamble},
                    &Exchange,
                    Seconds(1.1));
            }
        }
        for (const bool rts : {false, true})
        {
            for (const uint32_t stations : {2, 3, 6, 17})
            {
                Add("saturated", {.stations = stations, .rts = rts}, &Saturate, Seconds(1.3));
            }
            for (const uint32_t stations : {2, 5})
            {
                Add("scattered", {.stations = stations, .rts = rts}, &Scatter, Seconds(2.5));
            }
        }
        // At 1 Mb/s EIFS is the same in all releases.
        AddLossy("1");
        if (!HasEifsOfFrame<WifiTxVector>())
        {
            AddLossy("11");
        }
        for (const bool rts : {false, true})
        {
            Add("scattered, unclaimed",
                {.stations = 4, .rts = rts},
                &ScatterUnclaimed,
                Seconds(2.5));
        }
        for (const uint32_t stations : {2, 3, 9})
        {
            Add("TCP", {.stations = stations}, &TransferTcp, Seconds(0.6));
            Add("TCP", {.stations = stations, .rts = true}, &TransferTcp, Seconds(0.6));
            Add("UDP", {.stations = stations}, &TransferUdp, Seconds(0.6));
        }
        Add("TCP", {.stations = 33, .rts = true}, &TransferTcp, Seconds(0.4));
        Add("saturated", {.stations = 5, .qos = true}, &Saturate, Seconds(1.3));
        Add("scattered", {.stations = 5, .qos = true}, &Scatter, Seconds(2.5));
    }

  private:
    void AddLossy(const std::string& rate)
    {
        for (const bool rts : {false, true})
        {
            Add("scattered, lossy",
                {.stations = 4, .rate = rate, .rts = rts},
                &ScatterLossy,
                Seconds(2.5));
            Add("saturated, lossy",
                {.stations = 5, .rate = rate, .rts = rts},
                &SaturateLossy,
                Seconds(2.3));
        }
    }

    void Add(const std::string& load, const RadioCellOptions& options, Load offer, Time until)
    {
        const std::string name = load + ", " + std::to_string(options.stations) + " stations, " +
                                 options.rate + " Mbps" + (options.rts ? ", RTS" : "") +
                                 (options.shortPreamble ? ", short preamble" : "") +
                                 (options.qos ? ", EDCA" : "");
        AddTestCase(new DcfWifiTestCase(name, options, offer, until), TestCase::Duration::QUICK);
    }
};

DcfWifiTestSuite g_dcfWifiTestSuite;

} // namespace
