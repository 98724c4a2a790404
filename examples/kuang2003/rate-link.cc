// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rate-link.h"

#include "../common/testbed-series.h"

#include "ns3/cell-radio.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/host-tcp.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/jakes-propagation-loss-model.h"
#include "ns3/kuang2003-testbed.h"
#include "ns3/level-sequence.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/pointer.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/rate-probe.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/uinteger.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

/// Path loss of ns-3's LogDistancePropagationLossModel unless set.
constexpr double EXPONENT = 3;
constexpr double REFERENCE_LOSS = 46.6777; ///< dB, over 1 m
/// Standard deviation of the fading channel's loss, dB.
constexpr double FADING_SIGMA = 4;
/// Doppler shift of a walker at 1.4 m/s, with a carrier of 2.4 GHz, Hz.
constexpr double WALKING_DOPPLER = 11.2;
/// The testbed of the paper, of whose attributes TCP, windows and attempts are here, too.
const std::string KUANG = "ns3::Kuang2003Testbed::";
/// Frames of the card's queue do not expire; ns-3 gives them half a second.
const Time NEVER = Days(1);

/// Station and access point.
class RateLink
{
  public:
    explicit RateLink(const RateLinkCase& linkCase);
    /// Capture the air as the access point hears it.
    /// @param prefix of the file
    /// @return its name
    std::vector<std::string> EnablePcap(const std::string& prefix) const;

    NodeContainer nodes;       ///< station, access point
    NetDeviceContainer radios; ///< of nodes
    Ipv4Address address;       ///< of the access point

  private:
    YansWifiPhyHelper MakePhy();
    void AddRayleighFading(Ptr<WifiNetDevice> radio);
    void BuildRadios();
    void BuildInternet();

    RateLinkCase m_case; ///< what is tried
    int64_t m_stream{1}; ///< next random stream
};

RateLink::RateLink(const RateLinkCase& linkCase)
    : m_case(linkCase)
{
    nodes.Create(2);
    auto positions = CreateObject<ListPositionAllocator>();
    positions->Add(Vector(m_case.distance, 0, 0));
    positions->Add(Vector(0, 0, 0));
    MobilityHelper mobility;
    mobility.SetPositionAllocator(positions);
    mobility.Install(nodes);
    BuildRadios();
    BuildInternet();
}

YansWifiPhyHelper
RateLink::MakePhy()
{
    RefuseUserValues({"ns3::LogDistancePropagationLossModel::Exponent",
                      "ns3::LogDistancePropagationLossModel::ReferenceLoss",
                      "ns3::ShadowingPropagationLossModel::StandardDeviation",
                      "ns3::ShadowingPropagationLossModel::CorrelationTime"});
    PoorChannelHelper poorChannel;
    poorChannel.SetPathLoss(EXPONENT, REFERENCE_LOSS);
    if (m_case.channel == RateChannel::FADING)
    {
        poorChannel.SetShadowing(FADING_SIGMA, Time(0));
    }
    const YansWifiPhyHelper phy = poorChannel.CreatePhy();
    m_stream += poorChannel.AssignStreams(m_stream);
    return phy;
}

void
RateLink::AddRayleighFading(Ptr<WifiNetDevice> radio)
{
    const std::string doppler = "ns3::JakesProcess::DopplerFrequencyHz";
    RefuseUserValues({doppler});
    Config::SetDefault(doppler, DoubleValue(WALKING_DOPPLER));
    auto fading = CreateObject<JakesPropagationLossModel>();
    m_stream += fading->AssignStreams(m_stream);
    PointerValue loss;
    radio->GetChannel()->GetAttribute("PropagationLossModel", loss);
    loss.Get<PropagationLossModel>()->SetNext(fading);
    // The fading's own processes hold a pointer to it, so that it would never be freed.
    Simulator::ScheduleDestroy(&JakesPropagationLossModel::Dispose, fading);
}

void
RateLink::BuildRadios()
{
    RequireWifi(GetCellRadioOption(), "rate adaptation");
    RefuseUserValues({"ns3::WifiMac::FrameRetryLimit"});
    RefuseReceiverThresholds();
    const YansWifiPhyHelper phy = MakePhy();
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    const RateManager& manager = m_case.manager;
    if (manager.mode.empty())
    {
        wifi.SetRemoteStationManager(manager.typeId);
    }
    else
    {
        wifi.SetRemoteStationManager(manager.typeId, "DataMode", StringValue(manager.mode));
    }
    WifiMacHelper mac;
    const UintegerValue attempts(GetDefault<UintegerValue>(KUANG + "RetryLimit"));
    mac.SetType("ns3::StaWifiMac", "FrameRetryLimit", attempts);
    radios = wifi.Install(phy, mac, nodes.Get(0));
    mac.SetType("ns3::ApWifiMac", "FrameRetryLimit", attempts);
    radios.Add(wifi.Install(phy, mac, nodes.Get(1)));
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        const auto radio = DynamicCast<WifiNetDevice>(radios.Get(i));
        radio->GetMac()->GetTxopQueue(AC_BE_NQOS)->SetMaxDelay(NEVER);
        radio->SetMtu(1500);
    }
    if (m_case.channel == RateChannel::WALKING)
    {
        AddRayleighFading(DynamicCast<WifiNetDevice>(radios.Get(0)));
    }
    m_stream += WifiHelper::AssignStreams(radios, m_stream);
}

void
RateLink::BuildInternet()
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    const TestbedAttribute segmentSize("SegmentSize", *GetDefaultValue(KUANG + "SegmentSize"));
    const auto sender = InstallHostTcp(nodes.Get(0), GetDefault<StringValue>(KUANG + "LaptopTcp"));
    SetTcpAttributes(sender, {segmentSize, {"SndBufSize", *GetDefaultValue(KUANG + "SendBuffer")}});
    TcpSocketFactoryHelper::InstallSunOs58(nodes.Get(1));
    const auto receiver = nodes.Get(1)->GetObject<TcpPresetSocketFactory>();
    SetTcpAttributes(receiver,
                     {segmentSize,
                      {"RcvBufSize", *GetDefaultValue(KUANG + "ReceiveBuffer")},
                      {"DelAckCount", *GetDefaultValue(KUANG + "DelayedAckSegments")},
                      {"DelAckTimeout", *GetDefaultValue(KUANG + "DelayedAckTimeout")}});
    const auto packets = static_cast<uint32_t>(GetDefault<UintegerValue>(KUANG + "InterfaceQueue"));
    LinuxBridgeHelper::InstallBuffer(radios.Get(0), packets);
    LinuxBridgeHelper::InstallBuffer(radios.Get(1), packets);
    address = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(radios).GetAddress(1);
    m_stream += InternetStackHelper().AssignStreams(nodes, m_stream);
    m_stream += TcpSocketFactoryHelper::AssignStreams(nodes, m_stream);
}

std::vector<std::string>
RateLink::EnablePcap(const std::string& prefix) const
{
    const std::string air = prefix + "-air.pcap";
    YansWifiPhyHelper phy;
    phy.SetPcapDataLinkType(WifiPhyHelper::DLT_IEEE802_11_RADIO);
    phy.EnablePcap(air, radios.Get(1), true, true);
    return {air};
}

} // namespace

RunResult
MeasureRateLink(const RateLinkCase& linkCase, const StudyOptions& options)
{
    RateLink link(linkCase);
    BulkTransfer transfer(linkCase.transport, link.nodes.Get(0), link.nodes.Get(1), link.address);
    const auto start = GetDefault<TimeValue>(KUANG + "Start");
    transfer.Schedule(start, options.duration);
    const auto rates = RateProbe::Connect(DynamicCast<WifiNetDevice>(link.radios.Get(0)));
    const auto tcp = options.trace ? TcpTraceProbe::AtIp(link.nodes.Get(0)) : nullptr;
    RunResult result;
    if (options.pcap)
    {
        result.captures = link.EnablePcap(options.prefix);
    }
    Simulator::Stop(start + options.duration);
    Simulator::Run();
    const bool isTcp = linkCase.transport == BulkTransfer::Transport::TCP;
    const uint64_t segmentSize = GetDefault<UintegerValue>(KUANG + "SegmentSize");
    const auto packetSize = static_cast<double>(isTcp ? segmentSize : BulkTransfer::DATAGRAM);
    result.metrics = {
        {"throughput", "Mb/s", transfer.GetThroughputMbps()},
        {"packets", "", static_cast<double>(transfer.GetReceivedBytes()) / packetSize},
        {"transmissions", "", static_cast<double>(rates->GetFrames())},
        {"airtime", "s", rates->GetAirtime().GetSeconds()},
    };
    if (options.trace)
    {
        AddTcpSeries(result.series, "tcp", "TCP", *tcp);
        AddLevelSeries(result.series, "rate", "rate of data frames", "Mb/s", rates->GetLevels());
    }
    return result;
}

} // namespace ns3
