// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * The pictures of the chapters on models. Each point is a short run of one model, and its --trace
 * draws what the model does. There is no claim.
 */

#include "ns3/applications-module.h"
#include "ns3/csma-helper.h"
#include "ns3/dcf-helper.h"
#include "ns3/dcf-net-device.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/laptop-transfer.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/study.h"
#include "ns3/uinteger.h"
#include "ns3/usb-host-controller.h"
#include "ns3/usb-timing.h"
#include "ns3/usb-transaction-host-controller.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-mpdu.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The rows of a panel of spans, which lie in a part of the run.
class SpanPanel
{
  public:
    /**
     * @param title of the panel
     * @param rows their labels, from the top
     * @param begin of the part
     * @param end of the part
     */
    SpanPanel(const std::string& title,
              const std::vector<std::string>& rows,
              const Time& begin,
              const Time& end)
        : m_begin(begin),
          m_end(end)
    {
        for (const auto& row : rows)
        {
            m_series.push_back({.name = "row-" + std::to_string(m_series.size() + 1),
                                .label = row,
                                .unit = "",
                                .columns = {"time", "end"},
                                .rows = {},
                                .kind = "spans",
                                .panel = title});
        }
    }

    /// Add a span, unless it lies outside the part.
    void Add(size_t row, const Time& begin, const Time& end)
    {
        if (end >= m_begin && begin <= m_end)
        {
            m_series[row].rows.push_back(
                {Max(begin, m_begin).GetSeconds(), Min(end, m_end).GetSeconds()});
        }
    }

    /// @return a run with the panel, and with the number of spans as its metric
    RunResult GetResult() const
    {
        size_t spans = 0;
        for (const auto& series : m_series)
        {
            spans += series.rows.size();
        }
        return {.metrics = {{"spans", "", static_cast<double>(spans)}}, .series = m_series};
    }

  private:
    Time m_begin;                 ///< of the part
    Time m_end;                   ///< of the part
    std::vector<Series> m_series; ///< one for each row
};

/// @return the middle of the transfer of a laptop, in whole frames of its bus
Time
GetMiddle(const StudyOptions& options)
{
    const auto start = GetDefault<TimeValue>("ns3::Kuang2003Testbed::Start");
    return MilliSeconds((start + options.duration / 2).GetMilliSeconds());
}

/// Let a laptop send through its USB bus, and connect to a trace of the host controller.
template <typename... Args>
void
Transfer(const ObjectFactory& laptop,
         const StudyOptions& options,
         const std::string& trace,
         const Callback<void, Args...>& sink)
{
    LaptopTransfer transfer(BulkTransfer::Transport::TCP, laptop, options.duration);
    const auto bus = transfer.GetTestbed().GetBus();
    bus->TraceConnectWithoutContext(trace, sink);
    transfer.Run();
    bus->TraceDisconnectWithoutContext(trace, sink); // its end is traced as well
}

/// @return the transactions of six frames of the bus
RunResult
DrawFrames(bool fsbr, const StudyOptions& options)
{
    ObjectFactory laptop("ns3::Kuang2003Testbed");
    Vary(laptop, "Fsbr", BooleanValue(fsbr), "DepthFirst", BooleanValue(false));
    const Time begin = GetMiddle(options);
    SpanPanel panel("transactions on the bus",
                    {"OUT, data", "OUT, refused", "IN, data", "IN, refused"},
                    begin,
                    begin + MilliSeconds(6));
    const Callback<void, Time, const UsbToken&, const UsbAnswer&> note(
        [&panel](Time end, const UsbToken& token, const UsbAnswer& answer) {
            const bool refused = answer.handshake == UsbHandshake::NAK;
            const size_t row = (token.pid == UsbPid::IN ? 2 : 0) + (refused ? 1 : 0);
            panel.Add(row, NanoSeconds(UsbTiming::FullSpeed().ToNanoSeconds(token.start)), end);
        });
    Transfer(laptop, options, "Transaction", note);
    return panel.GetResult();
}

/// @return how far the controller looks ahead, and which of its plans last
RunResult
DrawPlans(const StudyOptions& options)
{
    const Time begin = GetMiddle(options);
    SpanPanel panel("plans of the host controller",
                    {"carried out", "given up"},
                    begin,
                    begin + MilliSeconds(10));
    Time made;
    Time next = Time::Max();
    const Callback<void, Time> note([&](Time planned) {
        const Time now = Simulator::Now();
        if (next != Time::Max())
        {
            panel.Add(0, made, Min(now, next));
            panel.Add(1, Min(now, next), next); // what is left if something came before
        }
        made = now;
        next = planned;
    });
    Transfer(ObjectFactory("ns3::Kuang2003Testbed"), options, "Plan", note);
    return panel.GetResult();
}

/// @return the frames of five saturated stations
RunResult
DrawBusyPeriods(const StudyOptions& options)
{
    constexpr uint32_t STATIONS = 5;
    NodeContainer nodes(STATIONS + 1);
    InternetStackHelper().Install(nodes);
    DcfHelper dcf;
    NetDeviceContainer devices = dcf.InstallAccessPoint(nodes.Get(0));
    for (uint32_t i = 1; i <= STATIONS; ++i)
    {
        devices.Add(dcf.InstallStations(nodes.Get(i)));
    }
    DcfHelper::AssignStreams(devices, 1);
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const Time start = MilliSeconds(100);
    const Time begin = start + options.duration / 2;
    SpanPanel panel(
        "frames on the medium",
        {"station 1", "station 2", "station 3", "station 4", "station 5", "ACK received"},
        begin,
        begin + MilliSeconds(20));
    std::map<uint32_t, Time> begins;
    for (uint32_t i = 1; i <= STATIONS; ++i)
    {
        OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(interfaces.GetAddress(0), 9));
        source.SetConstantRate(DataRate("10Mbps"), 1000);
        source.Install(nodes.Get(i)).Start(start);
        const auto device = DynamicCast<DcfNetDevice>(devices.Get(i));
        const Callback<void, Ptr<const Packet>> beginning(
            [&begins, i](Ptr<const Packet>) { begins[i] = Simulator::Now(); });
        const Callback<void, Ptr<const Packet>> ending([&begins, &panel, i](Ptr<const Packet>) {
            panel.Add(i - 1, begins[i], Simulator::Now());
        });
        const Callback<void, Ptr<const WifiMpdu>> acknowledged([&panel](Ptr<const WifiMpdu>) {
            panel.Add(STATIONS, Simulator::Now(), Simulator::Now());
        });
        device->TraceConnectWithoutContext("PhyTxBegin", beginning);
        device->TraceConnectWithoutContext("PhyTxEnd", ending);
        device->TraceConnectWithoutContext("AckedMpdu", acknowledged);
    }
    PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
        .Install(nodes.Get(0));
    Simulator::Stop(start + options.duration);
    Simulator::Run();
    Simulator::Destroy();
    return panel.GetResult();
}

/// @return the packets in the buffer of a bridge's port, and those that it drops
RunResult
DrawBridgePort(const StudyOptions& options)
{
    NodeContainer nodes(3); // host, access point, station
    InternetStackHelper internet;
    internet.Install(NodeContainer(nodes.Get(0), nodes.Get(2)));
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
    const auto wire = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
    DcfHelper dcf;
    NetDeviceContainer radios = dcf.InstallAccessPoint(nodes.Get(1));
    radios.Add(dcf.InstallStations(nodes.Get(2)));
    DcfHelper::AssignStreams(radios, 1);
    LinuxBridgeHelper().Install(nodes.Get(1), NetDeviceContainer(wire.Get(1), radios.Get(0)));
    const auto disc = LinuxBridgeHelper::InstallBuffer(radios.Get(0), 50).Get(0);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(wire.Get(0));
    const auto station = addresses.Assign(radios.Get(1)).GetAddress(0);
    OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(station, 9));
    source.SetAttribute("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=0.1]"));
    source.SetAttribute("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=0.15]"));
    source.SetAttribute("DataRate", StringValue("16Mbps"));
    source.SetAttribute("PacketSize", UintegerValue(1472));
    source.Install(nodes.Get(0)).Start(MilliSeconds(100));
    PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
        .Install(nodes.Get(2));
    const std::string panel = "buffer of the port to the radio";
    Series waiting{"waiting", "waiting in the queue disc", "packets", {"time", "value"}, {}};
    waiting.kind = "level";
    waiting.panel = panel;
    Series dropped{"dropped", "dropped", "packets", {"time", "value"}, {}};
    dropped.kind = "crosses";
    dropped.panel = panel;
    disc->TraceConnectWithoutContext(
        "PacketsInQueue",
        Callback<void, uint32_t, uint32_t>([&waiting](uint32_t, uint32_t packets) {
            waiting.rows.push_back({Simulator::Now().GetSeconds(), static_cast<double>(packets)});
        }));
    disc->TraceConnectWithoutContext(
        "Drop",
        Callback<void, Ptr<const QueueDiscItem>>([&dropped, disc](Ptr<const QueueDiscItem>) {
            dropped.rows.push_back(
                {Simulator::Now().GetSeconds(), static_cast<double>(disc->GetNPackets())});
        }));
    Simulator::Stop(MilliSeconds(100) + options.duration);
    Simulator::Run();
    Simulator::Destroy();
    return {.metrics = {{"dropped", "packets", static_cast<double>(dropped.rows.size())}},
            .series = {waiting, dropped}};
}

/// A picture.
struct Picture
{
    std::string name;                                   ///< of its point
    std::string label;                                  ///< what it shows
    std::function<RunResult(const StudyOptions&)> draw; ///< makes the run
};

const std::vector<Picture> PICTURES{
    {"usb-fsbr-off",
     "USB bus, FSBR off",
     [](const StudyOptions& options) { return DrawFrames(false, options); }},
    {"usb-fsbr-on",
     "USB bus, FSBR on",
     [](const StudyOptions& options) { return DrawFrames(true, options); }},
    {"usb-look-ahead", "look-ahead of the USB bus", DrawPlans},
    {"busy-period", "five saturated stations", DrawBusyPeriods},
    {"bridge-port", "a port of a bridge under bursts", DrawBridgePort},
};

} // namespace

int
main(int argc, char* argv[])
{
    Study study("model-pictures", "what the models do in a short run");
    for (const auto& picture : PICTURES)
    {
        study.AddPoint({picture.name, picture.label}, picture.draw);
    }
    study.SetDefaultRuns(1, Seconds(1));
    study.SetFullRuns(1, Seconds(1));
    return study.Main(argc, argv);
}
