// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_PAIR_H
#define USB_PAIR_H

#include "ns3/mobility-helper.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/usb-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <string>
#include <vector>

namespace ns3
{

/// A laptop behind USB and a peer with a bare radio, both in one ad hoc cell.
class UsbPair
{
  public:
    /// @param controller type of the bus
    explicit UsbPair(const std::string& controller = "ns3::UhciHostController")
        : laptop(CreateObject<Node>()),
          peer(CreateObject<Node>())
    {
        channel = YansWifiChannelHelper::Default().Create();
        peerRadio = InstallRadio(peer);
        UsbHelper usb;
        usb.SetControllerType(controller);
        usb.SetDeviceAttribute("QueueMode", StringValue("Queued"));
        driver = DynamicCast<UsbNetDevice>(usb.Install(InstallRadio(laptop)).Get(0));
        adapter = driver->GetAdapter();
        bus = adapter->GetHostController();
        driver->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                contexts.push_back(Simulator::GetContext());
                return true;
            }));
        peerRadio->SetReceiveCallback(NetDevice::ReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                ++peerReceived;
                return true;
            }));
    }

    /// Runs Simulator::Destroy().
    ~UsbPair()
    {
        Simulator::Destroy();
    }

    /// @param node gets a radio
    /// @return the radio
    Ptr<NetDevice> InstallRadio(Ptr<Node> node)
    {
        YansWifiPhyHelper phy;
        phy.SetChannel(channel);
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211a);
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                     "DataMode",
                                     StringValue("OfdmRate54Mbps"));
        WifiMacHelper mac;
        mac.SetType("ns3::AdhocWifiMac");
        MobilityHelper mobility;
        mobility.Install(node);
        const auto radios = wifi.Install(phy, mac, node);
        stream += WifiHelper::AssignStreams(radios, stream);
        return radios.Get(0);
    }

    /// The peer sends.
    /// @param number frames
    /// @param start of the first
    /// @param gap between them
    void SendFromPeer(uint32_t number, Time start, Time gap = MilliSeconds(1))
    {
        for (uint32_t i = 0; i < number; ++i)
        {
            Simulator::ScheduleWithContext(peer->GetId(), start + gap * i, [this] {
                peerRadio->Send(Create<Packet>(300), driver->GetAddress(), 0x0800);
            });
        }
    }

    /// The laptop sends a frame every ten milliseconds.
    /// @param number frames
    /// @param context of it
    void SendFromLaptop(uint32_t number, uint32_t context)
    {
        for (uint32_t i = 0; i < number; ++i)
        {
            Simulator::ScheduleWithContext(context, MilliSeconds(100 + 10 * i), [this] {
                driver->Send(Create<Packet>(1500), peerRadio->GetAddress(), 0x0800);
            });
        }
    }

    /// @param time to stop at
    static void Run(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    Ptr<Node> laptop;
    Ptr<Node> peer;
    Ptr<YansWifiChannel> channel;
    Ptr<NetDevice> peerRadio;
    Ptr<UsbNetDevice> driver;
    Ptr<UsbWifiAdapter> adapter;
    Ptr<UsbHostController> bus;
    std::vector<uint32_t> contexts; ///< in which the laptop received
    uint32_t peerReceived{0};       ///< frames that reached the peer
    int64_t stream{10};             ///< next random stream
};

} // namespace ns3

#endif // USB_PAIR_H
