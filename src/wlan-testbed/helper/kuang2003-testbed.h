// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef KUANG2003_TESTBED_H
#define KUANG2003_TESTBED_H

#include "laptop-radio.h"
#include "testbed.h"

#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/linux-kernel.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/usb-host-controller.h"
#include "ns3/usb-net-device.h"
#include "ns3/usb-wifi-adapter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Kuang2003Testbed declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The testbed of kuang2003 (T. Kuang, F. Xiao, C. Williamson, "Diagnosing Wireless TCP Performance
 * Problems: A Case Study", 2003), figure 1: a laptop with a USB Wi-Fi adapter, a bridging access
 * point, and a host on the wired LAN.
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
 * The radios may be DcfNetDevices instead. The defaults of the attributes serve every row of every
 * table. GetTypeId() names the sentence of the paper that gives each value, or says that the paper
 * leaves it open, and what was chosen instead; "fitted" and "calibrated" mark values that were
 * chosen after seeing the paper's results. Values without an attribute here are the defaults of the
 * other classes, which give their sources.
 */
class Kuang2003Testbed : public Testbed
{
  public:
    /// How long the laptop sends. The paper does not say; netperf's default.
    static inline const Time DURATION = Seconds(10);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Kuang2003Testbed();
    ~Kuang2003Testbed() override;

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
    /// @return the laptop's kernel, with LaptopTcp=LinuxKernel; otherwise null
    Ptr<LinuxKernel> GetKernel() const;
    /// @return the queue discipline of the laptop's interface
    /// @throws std::invalid_argument with LaptopTcp=LinuxKernel, whose queue is the kernel's
    Ptr<QueueDisc> GetInterfaceQueue() const;
    /// @return the radios of laptop and access point
    NetDeviceContainer GetRadios() const;
    /// @return the wired host's address
    Ipv4Address GetHostAddress() const;
    /// @return when the laptop begins
    Time GetStart() const;
    /// @return bytes of data in a full segment
    uint32_t GetSegmentSize() const;

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
    /// @tparam Value member of LaptopRadioValues
    template <auto Value>
    using RadioValue = std::remove_reference_t<decltype(std::declval<LaptopRadioValues&>().*Value)>;

    /// Set a value of the radios.
    /// @tparam Value see RadioValue
    /// @param value of it
    template <auto Value>
    void SetRadio(RadioValue<Value> value)
    {
        m_radioValues.*Value = value;
    }

    /// @tparam Value see RadioValue
    /// @return a value of the radios
    template <auto Value>
    RadioValue<Value> GetRadio() const
    {
        return m_radioValues.*Value;
    }

    /// @param tid takes the attributes of the bus and the adapter
    /// @return it
    static TypeId AddBus(TypeId tid);
    /// @param tid takes the attributes of the radios
    /// @return it
    static TypeId AddRadio(TypeId tid);
    /// @param tid takes the attributes of rate adaptation
    /// @return it
    static TypeId AddRates(TypeId tid);
    /// @param tid takes the attributes of the poor channel
    /// @return it
    static TypeId AddPoorChannel(TypeId tid);
    /// @param tid takes the attributes of the hosts, the wire and the measurement
    /// @return it
    static TypeId AddHosts(TypeId tid);

    void Build() override;
    /// @throws std::invalid_argument if attributes have values that exclude each other
    void CheckTogether() const;
    /// @throws std::invalid_argument as CheckTogether(), for the radios, their rates and the
    /// channel
    void CheckRadioTogether() const;
    /// Put the bus and the adapter between the laptop and its radio.
    /// @throws std::invalid_argument if a user has set what the tables vary or what was fitted
    void BuildBus();
    /// Lay the Ethernet, and join it to the access point's radio by ns-3's plain bridge.
    void BuildWire();
    /// Give laptop and host TCP and addresses of one subnet, and the laptop its interface queue.
    void BuildInternet();
    /// Give the laptop the TCP of attribute LaptopTcp. Stock sockets take neither SendBuffer nor
    /// RetransStampFault.
    void InstallLaptopTcp();
    /// Give the laptop a real kernel. Of its queues only the interface queue is the testbed's.
    /// @param address of the laptop
    void InstallKernel(Ipv4Address address);
    /// Give the host the TCP of attribute HostTcp.
    /// @throws std::invalid_argument if it is Linux, which decides by itself when to delay an ACK,
    /// and a user has set DelayedAckSegments or DelayedAckTimeout
    void InstallHost();

    bool m_fsbr;                        ///< attribute Fsbr
    bool m_depthFirst;                  ///< attribute DepthFirst
    bool m_queuedBulk;                  ///< attribute QueuedBulk
    Time m_headerGap;                   ///< attribute HeaderGap
    Time m_commitGap;                   ///< attribute CommitGap
    uint32_t m_txBuffers;               ///< attribute TxBuffers
    uint32_t m_rxBuffers;               ///< attribute RxBuffers
    uint32_t m_interfacePackets;        ///< attribute InterfaceQueue
    LaptopRadioValues m_radioValues;    ///< attributes of radios, rates and poor channel
    DataRate m_ethernetRate;            ///< attribute EthernetRate
    Time m_ethernetDelay;               ///< attribute EthernetDelay
    std::string m_laptopTcp;            ///< attribute LaptopTcp
    std::string m_hostTcp;              ///< attribute HostTcp
    uint32_t m_segmentSize;             ///< see GetSegmentSize
    uint32_t m_sendBuffer;              ///< attribute SendBuffer
    uint32_t m_receiveBuffer;           ///< attribute ReceiveBuffer
    uint32_t m_delayedAckSegments;      ///< attribute DelayedAckSegments
    Time m_delayedAckTimeout;           ///< attribute DelayedAckTimeout
    bool m_retransStampFault;           ///< attribute RetransStampFault
    Time m_start;                       ///< see GetStart
    Time m_startJitter;                 ///< attribute StartJitter
    NodeContainer m_nodes;              ///< laptop, access point, host
    std::optional<LaptopRadio> m_radio; ///< of laptop and access point
    NetDeviceContainer m_wire;          ///< of access point and host
    Ptr<UsbNetDevice> m_usbDevice;      ///< of the laptop
    Ptr<LinuxKernel> m_kernel;          ///< see GetKernel
    Ptr<QueueDisc> m_interfaceQueue;    ///< of m_usbDevice
    Ipv4Address m_hostAddress;          ///< of the host
};

} // namespace ns3

#endif // KUANG2003_TESTBED_H
