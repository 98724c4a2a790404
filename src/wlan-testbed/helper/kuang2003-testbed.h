// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef KUANG2003_TESTBED_H
#define KUANG2003_TESTBED_H

#include "kuang2003-parameters.h"
#include "laptop-radio.h"

#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc.h"
#include "ns3/usb-host-controller.h"
#include "ns3/usb-net-device.h"
#include "ns3/usb-wifi-adapter.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The testbed of kuang2003, figure 1: a laptop with a USB Wi-Fi adapter, an access point that
 * bridges, a host on the wired LAN.
 *
 * \verbatim
      laptop                          access point                host
      UsbNetDevice                    BridgeNetDevice
         | bus                         |          |
      UsbWifiAdapter                   |          |
         |                             |          |
      WifiNetDevice  ~~~ 802.11b ~~~ WifiNetDevice  CsmaNetDevice === CsmaNetDevice
   \endverbatim
 *
 * The radios may be DcfNetDevices instead.
 */
class Kuang2003Testbed
{
  public:
    /// @param parameters values of the testbed
    explicit Kuang2003Testbed(const Kuang2003Parameters& parameters);

    /// @return the sender
    Ptr<Node> GetLaptop() const;
    /// @return the access point, which has no IP address
    Ptr<Node> GetAccessPoint() const;
    /// @return the wired host
    Ptr<Node> GetHost() const;
    /// @return the laptop's network interface
    Ptr<UsbNetDevice> GetUsbDevice() const;
    /// @return the adapter on the laptop's bus
    Ptr<UsbWifiAdapter> GetAdapter() const;
    /// @return the laptop's bus
    Ptr<UsbHostController> GetBus() const;
    /// @return the queue discipline of the laptop's interface
    Ptr<QueueDisc> GetInterfaceQueue() const;
    /// @return the radios of laptop and access point
    NetDeviceContainer GetRadios() const;
    /// @return the wired host's address
    Ipv4Address GetHostAddress() const;
    /// @return the values of the testbed
    const Kuang2003Parameters& GetParameters() const;

    /**
     * Fix the random streams of everything in the testbed.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);
    /**
     * Write captures: of the laptop's interface (as tcpdump there), of the host's, and of the air
     * as the access point hears it (radiotap).
     * @param prefix start of the names of the files
     * @return the files
     * @throws std::invalid_argument if the radios are no WifiNetDevices
     */
    std::vector<std::string> EnablePcap(const std::string& prefix);

  private:
    void BuildBus();
    void BuildWire();
    void BuildInternet();
    void InstallLaptopTcp();
    void InstallSunOs();

    Kuang2003Parameters m_parameters;   ///< values of the testbed
    NodeContainer m_nodes;              ///< laptop, access point, host
    std::optional<LaptopRadio> m_radio; ///< of laptop and access point
    NetDeviceContainer m_wire;          ///< of access point and host
    Ptr<UsbNetDevice> m_usbDevice;      ///< of the laptop
    Ptr<QueueDisc> m_interfaceQueue;    ///< of m_usbDevice
    Ipv4Address m_hostAddress;          ///< of the host
};

} // namespace ns3

#endif // KUANG2003_TESTBED_H
