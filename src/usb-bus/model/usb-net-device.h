// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_NET_DEVICE_H
#define USB_NET_DEVICE_H

#include "usb-drop-reason.h"
#include "usb-net-receiver.h"
#include "usb-net-transmitter.h"
#include "usb-wifi-adapter.h"

#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <optional>

namespace ns3
{

/**
 * @defgroup usb-bus USB bus
 * Host controllers, a driver and a Wi-Fi adapter: the bus between a radio and its host.
 */

class NetDeviceQueueInterface;

/**
 * @ingroup usb-bus
 * The driver of a USB Wi-Fi adapter (linux-wlan's prism2_usb): the network device that IP and the
 * traffic-control layer see. Address, channel and link are those of the adapter's radio.
 *
 * Each packet is one OUT transfer. The device queue is stopped while all URBs are in progress and
 * woken some microseconds after one has come back (TxResubmitDelay). The driver never learns when
 * the frame is on the air. In the other direction one or several URBs wait for frames. For flow
 * control a NetDeviceQueueInterface must be aggregated, which UsbHelper does.
 */
class UsbNetDevice : public NetDevice
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    UsbNetDevice();
    ~UsbNetDevice() override;

    /// How many packets the driver gives to the bus at a time.
    enum class QueueMode : uint8_t
    {
        QUEUELESS, ///< one: the next follows the completion of the last
        QUEUED,    ///< MaxTxUrbs, chained on the endpoint
    };

    /**
     * Drive an adapter. Fatal if it has no radio, no bus, or a driver already.
     * @param adapter on a bus
     */
    void Attach(Ptr<UsbWifiAdapter> adapter);
    /// @return the adapter, null if there never was one
    Ptr<UsbWifiAdapter> GetAdapter() const;

    /// @return packets from the stack: delivered when the adapter has them
    UsbPacketCounters GetTxCounters() const;
    /// @return packets from the adapter: delivered when the stack has them
    UsbPacketCounters GetRxCounters() const;
    /// @return URBs that came back with a failure, IN
    uint64_t GetRxFailures() const;

    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

    /// Signature of Drop.
    /// @param packet the packet
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, UsbDropReason reason);

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    void NotifyNewAggregate() override;

  private:
    /// What the adapter calls. It is not a second base class of the device, because DynamicCast,
    /// which IP uses on the device for each packet, is slower with several bases.
    struct Driver : public UsbAdapterDriver
    {
        UsbNetDevice* device; ///< whose driver it is

        explicit Driver(UsbNetDevice* owner);
        void FrameTaken(Ptr<Urb> urb) override;
        void LinkChanged() override;
    };

    static TypeId AddAttributes(TypeId tid);
    static TypeId AddTraces(TypeId tid);

    void Transmit(UsbNetFrame frame);
    void LinkChanged();
    void Start();
    std::optional<UsbDropReason> GetRefusal(Ptr<const Packet> packet, const Address& dest) const;
    void TxDone(Ptr<const Packet> packet, std::optional<UsbDropReason> reason);
    void DropTx(Ptr<const Packet> packet, UsbDropReason reason);
    void DropRx(Ptr<const Packet> packet, UsbDropReason reason);
    void RunQueue(bool run);
    void Deliver(const UsbNetFrame& frame);
    bool IsSniffed(bool promiscuousOnly) const;
    void Sniff(const UsbNetFrame& frame, bool promiscuousOnly);

    Driver m_driver{this};                ///< see Driver
    Ptr<Node> m_node;                     ///< where it is
    Ptr<UsbWifiAdapter> m_adapter;        ///< what it drives
    Ptr<NetDeviceQueueInterface> m_queue; ///< flow control, may be null
    uint32_t m_ifIndex{0};                ///< on the node
    bool m_started{false};                ///< URBs are posted
    bool m_initialized{false};            ///< the simulation has begun
    UsbNetTransmitter m_transmitter;      ///< OUT
    UsbNetReceiver m_receiver;            ///< IN

    uint16_t m_mtu;         ///< attribute
    QueueMode m_queueMode;  ///< attribute
    uint32_t m_maxTxUrbs;   ///< attribute
    uint32_t m_inUrbs;      ///< attribute
    uint32_t m_inUrbSize;   ///< attribute
    Time m_txResubmitDelay; ///< attribute
    Time m_rxResubmitDelay; ///< attribute
    Time m_rxDeliverDelay;  ///< attribute
    Time m_haltDelay;       ///< attribute
    Time m_errorPause;      ///< attribute

    UsbPacketCounters m_txCounters;                     ///< from the stack
    UsbPacketCounters m_rxCounters;                     ///< to the stack
    NetDevice::ReceiveCallback m_receive;               ///< node
    NetDevice::PromiscReceiveCallback m_promiscReceive; ///< node

    TracedCallback<> m_linkChanges;                               ///< link listeners
    TracedCallback<Ptr<const Packet>> m_macTxTrace;               ///< to the adapter
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;           ///< given up on the way out
    TracedCallback<Ptr<const Packet>> m_macRxTrace;               ///< to the stack
    TracedCallback<Ptr<const Packet>> m_macRxDropTrace;           ///< given up on the way in
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;        ///< to the stack, any address
    TracedCallback<Ptr<const Packet>> m_snifferTrace;             ///< Ethernet frames
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;      ///< Ethernet frames, any address
    TracedCallback<Ptr<const Packet>, UsbDropReason> m_dropTrace; ///< given up, and why
};

} // namespace ns3

#endif // USB_NET_DEVICE_H
