// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_TEST_BED_H
#define USB_TEST_BED_H

#include "stub-host-controller.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/usb-net-device.h"
#include "ns3/usb-wifi-adapter.h"
#include "ns3/wifi-helper.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The smallest surroundings of driver and adapter: a laptop with a radio behind a stub bus, and a
 * peer with a bare radio one metre away. Both radios are ad hoc, 802.11b at 11 Mb/s.
 */
class UsbTestBed
{
  public:
    /// What to change before the objects exist.
    struct Options
    {
        WifiStandard standard{WIFI_STANDARD_80211b};
        std::string mode{"DsssRate11Mbps"};
        std::string mac{"ns3::AdhocWifiMac"};                             ///< of the laptop
        std::vector<std::pair<std::string, Ptr<AttributeValue>>> device;  ///< of the driver
        std::vector<std::pair<std::string, Ptr<AttributeValue>>> adapter; ///< of the adapter
        bool attach{true}; ///< adapter to the bus and driver to the adapter
    };

    UsbTestBed();
    explicit UsbTestBed(const Options& options);
    /// Runs Simulator::Destroy().
    ~UsbTestBed();

    /// @return a packet that is known again
    static Ptr<Packet> MakePacket(uint32_t bytes = 500);
    /// Hand a packet to the driver.
    /// @return the result of Send()
    bool Send(Ptr<Packet> packet);
    /// Hand a packet to the driver, for an address.
    bool SendTo(Ptr<Packet> packet, const Address& destination);
    /// Give the driver @p number packets, each as soon as its queue runs, from the present on.
    void Offer(uint32_t number, uint32_t bytes = 500);
    /// The peer sends to the laptop's radio @p number frames of @p bytes, @p gap apart.
    void SendFromPeer(uint32_t number, Time gap, const Address& destination, uint32_t bytes = 500);
    /// Run until an instant.
    static void RunUntil(Time time);
    /// @return packets that the laptop's driver or adapter dropped, for any reason
    uint32_t GetDrops() const;
    /// @return whether driver and adapter account for every packet, both ways
    bool IsConserved() const;

    Ptr<Node> laptop;
    Ptr<Node> peer;
    Ptr<WifiNetDevice> radio;     ///< of the laptop
    Ptr<WifiNetDevice> peerRadio; ///< of the peer
    Ptr<StubHostController> bus;
    Ptr<UsbWifiAdapter> adapter;
    Ptr<UsbNetDevice> driver;
    Ptr<NetDeviceQueue> queue;        ///< the driver's
    Address destination;              ///< of offered packets; the peer at first
    uint32_t received{0};             ///< packets that reached the laptop's stack
    std::vector<uint32_t> sizes;      ///< of them
    uint32_t peerReceived{0};         ///< packets that reached the peer
    std::vector<UsbDropReason> drops; ///< of driver and adapter

  private:
    bool CountReceived(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&);
    bool CountPeerReceived(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&);
    void CountDrop(Ptr<const Packet>, UsbDropReason reason);
    void Feed();

    uint32_t m_toOffer{0}; ///< see Offer
    uint32_t m_bytes{0};   ///< see Offer
};

/**
 * Run something that must end the process with an error.
 * @param action what to do, in a process of its own
 * @return its standard error if it ended with a failure, an empty string otherwise
 */
std::string GetFatalError(const std::function<void()>& action);

} // namespace ns3

#endif // USB_TEST_BED_H
