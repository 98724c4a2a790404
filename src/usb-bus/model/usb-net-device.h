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
#include <type_traits>
#include <utility>

namespace ns3
{

/**
 * @defgroup usb-bus USB bus
 * Host controllers, a network driver and a Wi-Fi adapter: the bus between a host and its radio.
 */

class NetDeviceQueueInterface;

/**
 * @ingroup usb-bus
 * The driver of a USB Wi-Fi adapter (linux-wlan's prism2_usb): the network device that IP and the
 * traffic-control layer see. Address, channel and link are those of the adapter's radio.
 *
 * Each packet is one OUT transfer. The device queue is stopped while all URBs are in progress and
 * woken some microseconds after one has come back (TxResubmitDelay). The driver never learns when
 * the frame is on the air. In the other direction, one or several URBs wait for frames. Flow
 * control needs an aggregated NetDeviceQueueInterface, which UsbHelper provides. It has one queue,
 * because the bus is one pipe. If the radio has QoS, the driver gives each packet the priority that
 * it would have on the bare radio.
 *
 * The driver starts when the simulation has begun and the adapter is on a bus, in either order. It
 * stops when the adapter is unplugged, and starts again when the adapter is attached again. When it
 * starts, it reads all attributes except Mtu, which then cannot change until it stops. A receive
 * buffer (InUrbSize) smaller than a packet of the bus is a fatal error, and so is an IP address on
 * the radio.
 *
 * Every packet is accounted for: offered = delivered + held + dropped in GetTxCounters() and
 * GetRxCounters(). Each drop fires Drop with a reason, and MacTxDrop or MacRxDrop.
 *
 * Not modelled: the command and information messages of the adapter, which share its pipes, and the
 * timeout of their URBs.
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
     * Attach the driver to an adapter, and notify the link listeners. Fatal if the adapter is null,
     * has no radio, is on no bus or on the bus of another node, or already has a driver, or if this
     * driver is running.
     * @param adapter on a bus
     */
    void Attach(Ptr<UsbWifiAdapter> adapter);
    /**
     * @return the adapter, even if it is unplugged; null before Attach() and after disposal
     */
    Ptr<UsbWifiAdapter> GetAdapter() const;

    /**
     * @return counters of the packets from the stack: delivered when the adapter has them, held
     * while they are in a URB
     */
    UsbPacketCounters GetTxCounters() const;
    /**
     * @return counters of the packets from the adapter: delivered when the stack has them, held
     * while they are in a URB or on their way to the stack
     */
    UsbPacketCounters GetRxCounters() const;
    /// @return number of IN URBs that came back with a failure
    uint64_t GetRxFailures() const;

    void SetIfIndex(const uint32_t index) override; ///< @param index of the device on its node
    uint32_t GetIfIndex() const override;           ///< @return the same; 0 at first
    /// @return the channel of the radio, null without an adapter. Its devices are radios, also
    /// those that are on USB
    Ptr<Channel> GetChannel() const override;
    /**
     * The driver has no address of its own. Fatal before Attach().
     * @param address for the radio
     */
    void SetAddress(Address address) override;
    /// @return the address of the radio, an invalid one without an adapter
    Address GetAddress() const override;
    /**
     * @param mtu bytes of the largest packet, 68 (RFC 791) to 2296 (largest MSDU of 802.11 less LLC
     * and SNAP)
     * @return false, and nothing changes, outside of this range
     */
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override; ///< @return bytes
    /// @return true if the adapter is on a bus and its radio has a link
    bool IsLinkUp() const override;
    /**
     * @param callback called when an adapter is attached or unplugged, and when its radio is
     * associated or disassociated; IsLinkUp() tells the new state. It cannot be removed
     */
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;     ///< @return true
    Address GetBroadcast() const override; ///< @return ff:ff:ff:ff:ff:ff
    bool IsMulticast() const override;     ///< @return true
    /**
     * @param multicastGroup address of a group
     * @return 01:00:5e and the last 23 bits of the group (RFC 1112, 6.4)
     */
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    /**
     * @param addr address of a group
     * @return 33:33 and the last 32 bits of the group (RFC 2464, 7)
     */
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;       ///< @return false
    bool IsPointToPoint() const override; ///< @return false
    /**
     * @param packet to be sent; not copied
     * @param dest link-layer destination, a Mac48Address
     * @param protocolNumber Ethertype
     * @return false if it was dropped: TOO_LONG, DESTINATION_ADDRESS, LINK_DOWN or QUEUE_STOPPED. A
     * later loss is not reported
     */
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    /**
     * For a bridge. The radio must support it, see SupportsSendFrom().
     * @param packet to be sent; not copied
     * @param source link-layer source, a Mac48Address
     * @param dest link-layer destination, a Mac48Address
     * @param protocolNumber Ethertype
     * @return false if it was dropped, for the reasons of Send() or with SOURCE_ADDRESS
     */
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;    ///< @return the node; null after disposal
    void SetNode(Ptr<Node> node) override; ///< @param node whose bus the adapter is on
    bool NeedsArp() const override;        ///< @return true: addresses are those of Ethernet
    /**
     * @param cb of the node, for packets to this device or to a group. Without this and a
     * promiscuous one, received packets are dropped as NO_RECEIVER
     */
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    /**
     * Makes the radio promiscuous, which cannot be undone.
     * @param cb receives every frame
     */
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    /// @return what the radio says; false without an adapter
    bool SupportsSendFrom() const override;

    /// Signature of Drop.
    /// @param packet the packet
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, UsbDropReason reason);

  protected:
    /// The simulation begins: starts the driver if it has an adapter on a bus.
    void DoInitialize() override;
    /// Counts held packets as DISPOSED, and disposes of the adapter.
    void DoDispose() override;
    /// Takes the NetDeviceQueueInterface, if that was aggregated.
    void NotifyNewAggregate() override;

  private:
    /// What the adapter calls. It is not a second base class of the device, because DynamicCast,
    /// which IP uses on the device for each packet, is slower with several bases.
    struct Driver : public UsbAdapterDriver
    {
        UsbNetDevice* device; ///< whose driver it is

        /// @param owner lives longer than this object, which is a member of it
        explicit Driver(UsbNetDevice* owner);
        /// @param urb whose packet counts as delivered from now on
        void FrameTaken(Ptr<Urb> urb) override;
        /// See UsbNetDevice::LinkChanged().
        void LinkChanged() override;
    };

    /**
     * @param tid this type
     * @return the same with its attributes
     */
    static TypeId AddAttributes(TypeId tid);
    /**
     * @param tid this type
     * @return the same with its trace sources
     */
    static TypeId AddTraces(TypeId tid);

    /// Type of an attribute's member, such as &UsbNetDevice::m_inUrbs.
    template <auto MEMBER>
    using StartValue = std::remove_reference_t<decltype(std::declval<UsbNetDevice&>().*MEMBER)>;
    /**
     * Set an attribute that the driver reads when it starts. Fatal if it changes while it runs.
     * @tparam MEMBER the attribute's member
     * @tparam NAME of the attribute
     * @param value for it
     */
    template <auto MEMBER, const char* NAME>
    void SetStartValue(StartValue<MEMBER> value);
    /**
     * @tparam MEMBER the attribute's member
     * @return its value
     */
    template <auto MEMBER>
    StartValue<MEMBER> GetStartValue() const;

    /**
     * Give the packet its priority if the radio has QoS, and fire MacTx: tcpdump sees a packet when
     * it leaves the device queue (kuang2003, 4.2.2).
     * @param frame that was not refused
     */
    void Transmit(UsbNetFrame frame);
    /// The adapter has gone, or its radio was associated or disassociated.
    void LinkChanged();
    /**
     * What the probe function of a USB driver does: open the pipes, post the IN URBs, run the
     * queue.
     */
    void Start();
    /**
     * @param packet to be sent
     * @param dest its destination
     * @return why the driver cannot take it, in the order of Send(); none if it can
     */
    std::optional<UsbDropReason> GetRefusal(Ptr<const Packet> packet, const Address& dest) const;
    /**
     * @param packet from the stack
     * @param reason none if the adapter has it
     */
    void TxDone(Ptr<const Packet> packet, std::optional<UsbDropReason> reason);
    /**
     * @param packet from the stack
     * @param reason why it is given up
     */
    void DropTx(Ptr<const Packet> packet, UsbDropReason reason);
    /**
     * @param packet from the adapter
     * @param reason why it is given up
     */
    void DropRx(Ptr<const Packet> packet, UsbDropReason reason);
    /**
     * netif_wake_queue() and netif_stop_queue().
     * @param run wake the device queue, otherwise stop it; nothing happens without a
     * NetDeviceQueueInterface
     */
    void RunQueue(bool run);
    /**
     * A frame goes up the stack. One for others reaches promiscuous receivers only.
     * @param frame from the adapter; dropped as NO_RECEIVER if nobody receives
     */
    void Deliver(const UsbNetFrame& frame);
    /**
     * @param promiscuousOnly look at the trace PromiscSniffer alone
     * @return true if somebody listens
     */
    bool IsSniffed(bool promiscuousOnly) const;
    /**
     * @param frame shown with an Ethernet header, which is made on a copy
     * @param promiscuousOnly fire PromiscSniffer alone
     */
    void Sniff(const UsbNetFrame& frame, bool promiscuousOnly);

    Driver m_driver{this};                      ///< see Driver
    Ptr<Node> m_node;                           ///< where it is
    Ptr<UsbWifiAdapter> m_adapter;              ///< what it drives
    Ptr<NetDeviceQueueInterface> m_queue;       ///< flow control, may be null
    Ptr<NetDeviceQueueInterface> m_radioQueues; ///< see GetQosQueues()
    uint32_t m_ifIndex{0};                      ///< on the node
    bool m_started{false};                      ///< URBs are posted
    bool m_initialized{false};                  ///< the simulation has begun
    UsbNetTransmitter m_transmitter;            ///< OUT
    UsbNetReceiver m_receiver;                  ///< IN

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
