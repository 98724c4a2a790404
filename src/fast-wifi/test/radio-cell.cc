// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "radio-cell.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/data-rate.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/mobility-helper.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/qos-txop.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

namespace ns3
{

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments

} // namespace

RadioCell::RadioCell(const RadioCellOptions& options)
    : m_wifi(options.wifi)
{
    nodes.Create(options.stations);
    if (options.wifi)
    {
        InstallWifi(options);
    }
    else
    {
        InstallDcf(options);
    }
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        nodes.Get(i)->RegisterProtocolHandler(
            [this, i](Ptr<NetDevice>,
                      Ptr<const Packet>,
                      uint16_t,
                      const Address&,
                      const Address&,
                      NetDevice::PacketType) { arrivals.emplace_back(Simulator::Now(), i); },
            PROTOCOL,
            nullptr);
    }
}

RadioCell::~RadioCell()
{
    Simulator::Destroy();
}

void
RadioCell::InstallDcf(const RadioCellOptions& options)
{
    DcfHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue(options.rate + "Mbps"));
    helper.SetDeviceAttribute("ShortPreamble", BooleanValue(options.shortPreamble));
    helper.SetDeviceAttribute("QosSupported", BooleanValue(options.qos));
    helper.SetDeviceAttribute("MaxPackets", UintegerValue(10'000));
    if (options.rts)
    {
        helper.SetDeviceAttribute("RtsCtsThreshold", UintegerValue(0));
    }
    devices = helper.Install(nodes);
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        DcfHelper::AssignStreams(NetDeviceContainer(devices.Get(i)), 10 * i);
    }
}

void
RadioCell::InstallWifi(const RadioCellOptions& options)
{
    MobilityHelper().Install(nodes);
    const auto channel = CreateObject<YansWifiChannel>();
    channel->SetPropagationLossModel(
        CreateObjectWithAttributes<FixedRssLossModel>("Rss", DoubleValue(-50)));
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
    YansWifiPhyHelper phy;
    phy.SetChannel(channel);
    phy.Set("ShortPlcpPreambleSupported", BooleanValue(options.shortPreamble));
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211b);
    const std::string rate = options.rate == "5.5" ? "5_5" : options.rate;
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("DsssRate" + rate + "Mbps"),
                                 "ControlMode",
                                 StringValue("DsssRate1Mbps"),
                                 "RtsCtsThreshold",
                                 UintegerValue(options.rts ? 0 : 4692480));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac", "QosSupported", BooleanValue(options.qos));
    Config::SetDefault("ns3::WifiMacQueue::MaxSize", StringValue("10000p"));
    Config::SetDefault("ns3::WifiMacQueue::MaxDelay", TimeValue(Hours(1)));
    devices = wifi.Install(phy, mac, nodes);
    Config::SetDefault("ns3::WifiMacQueue::MaxSize", StringValue("500p"));
    Config::SetDefault("ns3::WifiMacQueue::MaxDelay", TimeValue(MilliSeconds(500)));
    WifiHelper::AssignStreams(devices, 1000);
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const Ptr<WifiMac> device = DynamicCast<WifiNetDevice>(devices.Get(i))->GetMac();
        device->GetWifiRemoteStationManager()->SetShortPreambleEnabled(options.shortPreamble);
        if (!options.qos)
        {
            device->GetTxop()->AssignStreams(10 * i);
            continue;
        }
        int64_t stream = 10 * i;
        for (const AcIndex category : {AC_VO, AC_VI, AC_BE, AC_BK})
        {
            device->GetQosTxop(category)->AssignStreams(stream++);
            device->GetQosTxop(category)->SetTxopLimit(Time(0));
        }
    }
}

void
RadioCell::Offer(uint32_t from, uint32_t to, Time at, uint32_t count, uint32_t bytes)
{
    const Ptr<NetDevice> device = devices.Get(from);
    const Address receiver = from == to ? device->GetBroadcast() : devices.Get(to)->GetAddress();
    Simulator::ScheduleWithContext(nodes.Get(from)->GetId(), at, [device, receiver, count, bytes] {
        for (uint32_t i = 0; i < count; ++i)
        {
            device->Send(Create<Packet>(bytes), receiver, PROTOCOL);
        }
    });
}

void
RadioCell::NoteWifiBegin(uint32_t device, Ptr<const Packet> frame)
{
    WifiMacHeader header;
    frame->PeekHeader(header);
    // After CTS a frame of data is a part of the attempt that its RTS began.
    const bool isProtected = !begins.empty() && begins.back().second == device &&
                             Simulator::Now() - begins.back().first == MicroSeconds(676);
    if (header.IsRts() || (header.IsData() && !isProtected))
    {
        begins.emplace_back(Simulator::Now(), device);
    }
}

void
RadioCell::Watch()
{
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        if (m_wifi)
        {
            const Ptr<WifiPhy> phy = DynamicCast<WifiNetDevice>(devices.Get(i))->GetPhy();
            phy->TraceConnectWithoutContext(
                "PhyTxBegin",
                Callback<void, Ptr<const Packet>, double>(
                    [this, i](Ptr<const Packet> frame, double) { NoteWifiBegin(i, frame); }));
            continue;
        }
        devices.Get(i)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [this, i](Ptr<const Packet>) { begins.emplace_back(Simulator::Now(), i); }));
    }
}

void
RadioCell::Run(Time until)
{
    Simulator::Stop(until);
    Simulator::Run();
}

} // namespace ns3
