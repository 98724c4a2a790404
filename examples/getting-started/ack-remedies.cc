// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * How to give ACKs priority, or suppress them, in a simulation of your own: AckPriorityHelper and
 * AckSuppressionQueueDisc at an access point that routes or bridges, without a testbed or a study.
 * Stations of 802.11b upload through it, and its queue is full of their TCP ACKs (malone2008). What
 * the remedies give, and what others do, is the study malone2008-remedies.
 *
 * \verbatim
     host --- 10 ms --- router --- access point ~~~ --stations, each with an upload
   \endverbatim
 *
 * Buffers are those of table II of the paper: 19 packets in the interface's queue, 20 in the
 * driver's. An ACK can only be suppressed while it is in the queue disc; there the access point has
 * 38 packets in the disc and one in the driver.
 *
 * Prints the goodput of each upload, Jain's index of fairness, and the mean and the largest number
 * of packets at the access point.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-bridge-module.h"
#include "ns3/mobility-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"
#include "ns3/wifi-ext-module.h"
#include "ns3/wifi-module.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

using namespace ns3;

namespace
{

/// Start of the transfers, and of the measurement.
const Time START = Seconds(1);
const Time MEASURED = Seconds(10);
/// Between two looks at the access point's queue.
const Time SAMPLE = MilliSeconds(10);
/// Port of the first upload.
constexpr uint16_t PORT = 9;

const std::vector<std::string> REMEDIES{"none", "priority", "replace", "hold", "delay"};

/// What the user asks for.
struct Options
{
    std::string remedy{"priority"};     ///< one of REMEDIES
    std::string accessPoint{"routing"}; ///< routing or bridging
    std::string stationsText{"4"};      ///< number of uploads, as written
    Time duration{Seconds(20)};         ///< measured

    /// @return whether packets of the wire go through a bridge
    bool IsBridging() const
    {
        return accessPoint == "bridging";
    }

    /// @return whether the devices have 802.11e
    bool HasPriority() const
    {
        return remedy == "priority";
    }

    /// @return number of uploads; 0 if what was written is no whole number
    uint32_t GetStations() const
    {
        uint32_t stations = 0;
        const char* end = stationsText.data() + stationsText.size();
        const auto [rest, error] = std::from_chars(stationsText.data(), end, stations);
        return error == std::errc() && rest == end ? stations : 0;
    }

    /// @return what is wrong and what was expected; empty if nothing is
    std::string FindMistake() const
    {
        std::ostringstream text;
        if (std::ranges::find(REMEDIES, remedy) == REMEDIES.end())
        {
            text << "--remedy=" << remedy << ": expected none, priority, replace, hold or delay";
        }
        else if (accessPoint != "routing" && !IsBridging())
        {
            text << "--accessPoint=" << accessPoint << ": expected routing or bridging";
        }
        else if (GetStations() < 1 || GetStations() > 32)
        {
            text << "--stations=" << stationsText << ": expected a whole number, 1 to 32";
        }
        else if (duration < Seconds(1) || duration > Seconds(100000))
        {
            text << "--duration=" << duration.As(Time::S) << ": expected 1 to 100000 s";
        }
        return text.str();
    }
};

/// What a remedy leads to.
struct Result
{
    std::vector<double> goodputs; ///< of the uploads, Mb/s
    double meanQueue{0};          ///< packets at the access point
    uint32_t longestQueue{0};     ///< packets at the access point

    /// @return Jain's index: 1 if all are equal, 1/n if one has all
    double GetFairness() const
    {
        double sum = 0;
        double squares = 0;
        for (const double goodput : goodputs)
        {
            sum += goodput;
            squares += goodput * goodput;
        }
        return squares == 0 ? 0 : sum * sum / (squares * static_cast<double>(goodputs.size()));
    }
};

/// The cell, the wired host, and an upload of each station.
class UploadCell
{
  public:
    explicit UploadCell(const Options& options)
        : m_options(options),
          m_stations(options.GetStations())
    {
        InstallRadios();
        const NetDeviceContainer ethernet =
            CsmaHelper().Install(NodeContainer(m_wired.Get(1), m_wired.Get(2)));
        InternetStackHelper internet;
        internet.Install(NodeContainer(m_wired.Get(0), m_wired.Get(1)));
        internet.Install(m_stations);
        NetDeviceContainer cell = m_radios;
        if (options.IsBridging())
        {
            LinuxBridgeHelper().Install(
                m_wired.Get(2),
                NetDeviceContainer(NetDeviceContainer(ethernet.Get(1)), m_radios.Get(0)));
            // The router is in the subnet of the stations.
            cell = NetDeviceContainer(ethernet.Get(0));
            for (uint32_t i = 1; i < m_radios.GetN(); ++i)
            {
                cell.Add(m_radios.Get(i));
            }
        }
        else
        {
            internet.Install(m_wired.Get(2));
        }
        InstallQueues();
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const Ipv4Address host = addresses.Assign(ConnectHost()).GetAddress(0);
        if (!options.IsBridging())
        {
            addresses.NewNetwork();
            addresses.Assign(ethernet);
        }
        addresses.NewNetwork();
        addresses.Assign(cell);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        for (uint16_t i = 0; i < m_stations.GetN(); ++i)
        {
            const InetSocketAddress address(host, PORT + i);
            BulkSendHelper source("ns3::TcpSocketFactory", address);
            source.SetAttribute("MaxBytes", UintegerValue(0));
            source.Install(m_stations.Get(i)).Start(START);
            PacketSinkHelper sink("ns3::TcpSocketFactory", address);
            m_sinks.push_back(DynamicCast<PacketSink>(sink.Install(m_wired.Get(0)).Get(0)));
        }
    }

    ~UploadCell()
    {
        Simulator::Destroy();
    }

    Result Run()
    {
        Simulator::Stop(MEASURED);
        Simulator::Run();
        std::vector<uint64_t> before;
        for (const auto& sink : m_sinks)
        {
            before.push_back(sink->GetTotalRx());
        }
        Sample();
        Simulator::Stop(m_options.duration);
        Simulator::Run();
        Result result;
        for (std::size_t i = 0; i < m_sinks.size(); ++i)
        {
            const auto bytes = static_cast<double>(m_sinks[i]->GetTotalRx() - before[i]);
            result.goodputs.push_back(8e-6 * bytes / m_options.duration.GetSeconds());
        }
        result.meanQueue = static_cast<double>(m_sum) / static_cast<double>(m_samples);
        result.longestQueue = m_longest;
        return result;
    }

  private:
    Ptr<WifiMac> GetMac(uint32_t radio) const
    {
        return DynamicCast<WifiNetDevice>(m_radios.Get(radio))->GetMac();
    }

    /// Radios of the access point, the first, and of the stations: table II of malone2008.
    void InstallRadios()
    {
        MobilityHelper().Install(NodeContainer(NodeContainer(m_wired.Get(2)), m_stations));
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211b);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue("DsssRate11Mbps"));
        const BooleanValue hasQos(m_options.HasPriority());
        const UintegerValue retries(11);
        WifiMacHelper mac;
        mac.SetType("ns3::ApWifiMac", "QosSupported", hasQos, "FrameRetryLimit", retries);
        m_radios = wifi.Install(phy, mac, m_wired.Get(2));
        mac.SetType("ns3::StaWifiMac", "QosSupported", hasQos, "FrameRetryLimit", retries);
        m_radios.Add(wifi.Install(phy, mac, m_stations));
        WifiHelper::AssignStreams(m_radios, 1);
        // A MAC ACK is sent at the highest basic rate that is not above that of its frame.
        const auto manager = DynamicCast<WifiNetDevice>(m_radios.Get(0))->GetRemoteStationManager();
        for (const std::string rate : {"DsssRate1Mbps", "DsssRate2Mbps", "DsssRate11Mbps"})
        {
            manager->AddBasicMode(WifiMode(rate));
        }
    }

    /// @return devices of the host and the router
    NetDeviceContainer ConnectHost()
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("10ms"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100p"));
        return link.Install(NodeContainer(m_wired.Get(0), m_wired.Get(1)));
    }

    void InstallQueues()
    {
        if (m_options.HasPriority())
        {
            InstallPriority();
            return;
        }
        const auto accessPoint = m_radios.Get(0);
        TrafficControlHelper fifo;
        fifo.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("19p"));
        for (uint32_t i = 0; i < m_radios.GetN(); ++i)
        {
            const bool isSuppressing = i == 0 && m_options.remedy != "none";
            const auto driver = GetMac(i)->GetTxopQueue(AC_BE_NQOS);
            driver->SetMaxSize(QueueSize(isSuppressing ? "1p" : "20p"));
            driver->SetMaxDelay(Seconds(1000));
            if (!isSuppressing)
            {
                fifo.Install(m_radios.Get(i));
                continue;
            }
            std::string mode = m_options.remedy;
            mode[0] = static_cast<char>(std::toupper(mode[0]));
            TrafficControlHelper suppression;
            suppression.SetRootQueueDisc("ns3::AckSuppressionQueueDisc",
                                         "MaxSize",
                                         StringValue("38p"),
                                         "Mode",
                                         StringValue(mode));
            suppression.Install(accessPoint);
        }
    }

    /// Section V of malone2008: the access point's ACKs with CWmin 3, the stations' data with an
    /// AIFS that is 4 slots longer.
    void InstallPriority()
    {
        AckPriorityHelper priority;
        priority.SetQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("19p"));
        priority.SetDriverQueue(QueueSize("20p"));
        priority.Install(m_radios.Get(0));
        priority.SetOtherCategory(AC_BE, {.aifsn = 6});
        for (uint32_t i = 1; i < m_radios.GetN(); ++i)
        {
            priority.Install(m_radios.Get(i));
        }
    }

    void Sample()
    {
        const auto radio = m_radios.Get(0);
        const auto disc =
            radio->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(radio);
        // A disc counts the packets of its children, too.
        uint32_t waiting = disc->GetNPackets();
        for (const AcIndex category : {AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO})
        {
            const auto queue = GetMac(0)->GetTxopQueue(category);
            waiting += queue ? queue->GetNPackets() : 0;
        }
        m_sum += waiting;
        ++m_samples;
        m_longest = std::max(m_longest, waiting);
        Simulator::Schedule(SAMPLE, &UploadCell::Sample, this);
    }

    Options m_options;                    ///< of this run
    NodeContainer m_wired{3};             ///< host, router, access point
    NodeContainer m_stations;             ///< with an upload each
    NetDeviceContainer m_radios;          ///< of the access point, of the stations
    std::vector<Ptr<PacketSink>> m_sinks; ///< of the uploads
    uint64_t m_sum{0};                    ///< of the samples
    uint64_t m_samples{0};                ///< number of them
    uint32_t m_longest{0};                ///< largest of them
};

/// Linux of the testbed, as far as the sockets of ns-3 have it.
void
SetDefaults()
{
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpLinuxReno"));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    // A delayed ACK that came as late as the timeout would hold a connection at one segment.
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
}

void
Print(const std::string& remedy, const Result& result)
{
    std::cout << remedy << std::fixed << std::setprecision(2);
    double total = 0;
    for (const double goodput : result.goodputs)
    {
        std::cout << " " << goodput;
        total += goodput;
    }
    std::cout << "  total " << total << " Mb/s, Jain " << std::setprecision(4)
              << result.GetFairness() << ", access point's queue: mean " << std::setprecision(1)
              << result.meanQueue << ", most " << result.longestQueue << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    // Some wrong values are fatal errors to ns-3; they end with a message and an exit status too.
    std::set_terminate([] { std::_Exit(2); });
    SetDefaults();
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("remedy", "none, priority, replace, hold or delay", options.remedy);
    cmd.AddValue("accessPoint", "routing or bridging", options.accessPoint);
    cmd.AddValue("stations", "uploads, 1 to 32", options.stationsText);
    cmd.AddValue("duration", "measured time, 1 to 100000 s, after 10 s", options.duration);
    cmd.Parse(argc, argv);
    const std::string mistake =
        cmd.GetNExtraNonOptions() == 0 ? options.FindMistake() : "options are written --NAME=VALUE";
    if (!mistake.empty())
    {
        std::cerr << "ack-remedies: " << mistake << "\n";
        return 2;
    }
    Print(options.remedy, UploadCell(options).Run());
    return 0;
}
