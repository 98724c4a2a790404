// SPDX-License-Identifier: GPL-2.0-only

// DcfNetDevice and WifiNetDevice with the same random numbers do the same at the same instants.

#include "radio-cell.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
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
