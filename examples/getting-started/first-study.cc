// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The study of the chapter "Your first study in ten minutes": 1, 4 and 16 stations that upload to
 * one 802.11b access point.
 *
 * Must show: 16 stations together deliver less than 4, because more of their frames collide.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/fast-wifi-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/study.h"

#include <string>

using namespace ns3;

namespace
{

// One run of one point, whose name is the number of stations.
RunResult
MeasureCell(const StudyPoint& point, uint32_t, const StudyOptions& options)
{
    NodeContainer nodes(1 + std::stoul(point.name)); // the first one is the access point
    NodeContainer stations;
    for (uint32_t i = 1; i < nodes.GetN(); ++i)
    {
        stations.Add(nodes.Get(i));
    }
    DcfHelper dcf;
    NetDeviceContainer devices = dcf.InstallAccessPoint(nodes.Get(0));
    devices.Add(dcf.InstallStations(stations));
    InternetStackHelper internet;
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    NeighborCacheHelper().PopulateNeighborCache();

    PacketSinkHelper sink("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
    const auto received = DynamicCast<PacketSink>(sink.Install(nodes.Get(0)).Get(0));
    OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(interfaces.GetAddress(0), 9));
    source.SetConstantRate(DataRate("7Mbps"), 1472); // more than the channel can carry
    source.Install(stations);
    Simulator::Stop(options.duration);
    Simulator::Run();
    const double bits = 8.0 * received->GetTotalRx();
    Simulator::Destroy();

    RunResult result;
    result.metrics.push_back({"throughput", "Mb/s", 1e-6 * bits / options.duration.GetSeconds()});
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("first-study", "1, 4 and 16 stations at one access point", MeasureCell);
    study.AddPoint({"1", "1 station"});
    study.AddPoint({"4", "4 stations"});
    study.AddPoint({"16", "16 stations"});
    study.SetDefaultRuns(5, Seconds(5));
    study.AddClaim({.id = "F1",
                    .cell = "throughput of 1 station",
                    .paper = 6.26,
                    .unit = "Mb/s",
                    .band = Interval::Within(6.26, 0.02),
                    .estimate = MeanOf("1", "throughput"),
                    .group = "Throughput",
                    .label = "1 station",
                    .quantity = "throughput"});
    study.AddClaim({.id = "F2",
                    .cell = "throughput of 16 stations, minus that of 4",
                    .unit = "Mb/s",
                    .band = Interval::AtMost(0),
                    .estimate = DifferenceOf("throughput", "16", "4")});
    return study.Main(argc, argv);
}
