// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_NET_DEVICE_H
#define MEDIUM_NET_DEVICE_H

#include "medium-channel.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/traced-callback.h"

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumNetDevice declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The common part of the devices on a MediumChannel: address, node, channel, MTU, callbacks, and
 * the path of a packet down and up. Addresses are MAC-48, and ARP finds receivers.
 *
 * A device keeps its channel until it is disposed of. If it has no channel when the simulation
 * begins or when a packet is sent, the program ends with an error line. A derived class implements
 * Accept(), which queues or drops a packet, and the functions of MediumClient. While a sink is
 * connected, the trace sources that fire for every frame (Sniffer, PromiscSniffer) cost an event
 * for each frame sent.
 */
class MediumNetDevice : public NetDevice, protected MediumClient
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    /// @param leastMtu, mostMtu range of SetMtu(), bytes; another value is refused with false
    MediumNetDevice(uint16_t leastMtu, uint16_t mostMtu);
    ~MediumNetDevice() override;

    /**
     * The device becomes a station of the channel and gives it its address. The number of the
     * station is GetStation().
     * @param channel of this device; it cannot be replaced later. Fatal if it is null, or if the
     * device already has a channel or was disposed of
     */
    virtual void SetChannel(Ptr<MediumChannel> channel);

    void SetIfIndex(uint32_t index) override; ///< @param index of the device on its node
    uint32_t GetIfIndex() const override;     ///< @return the same; 0 at first
    /// @return the MediumChannel; null before SetChannel() and after disposal
    Ptr<Channel> GetChannel() const override;
    /**
     * Fatal if another station of the channel has the address, or if it is a group address. Frames
     * that have begun keep the former address.
     * @param address a Mac48Address
     */
    void SetAddress(Address address) override;
    /// @return a Mac48Address; 00:00:00:00:00:00 until one is set
    Address GetAddress() const override;
    /// @return true from SetChannel() until the device leaves the channel
    bool IsLinkUp() const override;
    /**
     * The callback is never called: the link is up as long as there is a channel, which a device
     * never changes.
     * @param callback not used
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
     * @param address of a group
     * @return 33:33 and the last 32 bits of the group (RFC 2464, 7)
     */
    Address GetMulticast(Ipv6Address address) const override;
    bool IsBridge() const override;       ///< @return false, also for an access point
    bool IsPointToPoint() const override; ///< @return false
    /**
     * @param mtu bytes
     * @return false, and nothing changes, outside of the range that the constructor was given
     */
    bool SetMtu(uint16_t mtu) override;
    uint16_t GetMtu() const override; ///< @return bytes
    /**
     * @param packet to be sent; not copied
     * @param dest link-layer destination, a Mac48Address
     * @param protocolNumber Ethertype
     * @return whether the packet waits; false if it was dropped, which the derived class traces.
     * Fatal before SetChannel()
     */
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    /**
     * Fatal unless SupportsSendFrom().
     * @param packet to be sent; not copied
     * @param source link-layer source, a Mac48Address
     * @param dest link-layer destination, a Mac48Address
     * @param protocolNumber Ethertype
     * @return whether the packet waits
     */
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override; ///< @return the node; null after disposal
    /**
     * @param node where the device is; a device that has a channel needs one before the channel has
     * anything for it (GetNetDevice())
     */
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override; ///< @return true: addresses are those of Ethernet
    /**
     * @param callback of the node, for packets to this device or to a group; null: they are only
     * traced
     */
    void SetReceiveCallback(NetDevice::ReceiveCallback callback) override;
    /**
     * From then on, the channel also delivers frames for other stations, each of which costs
     * processor time.
     * @param callback of a node or a bridge
     */
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback) override;
    /**
     * @return false: frames of a station carry its own address as the source. An access point
     * overrides it
     */
    bool SupportsSendFrom() const override;

  protected:
    /// Takes the NetDeviceQueueInterface, which a helper aggregates after it has made the device.
    void NotifyNewAggregate() override;
    /// Fatal without a channel, on which packets would wait for ever.
    void DoInitialize() override;
    /// Leaves the channel and drops all references.
    void DoDispose() override;

    /// @return this device; fatal if it has a channel, but is on no node
    Ptr<NetDevice> GetNetDevice() override;
    /**
     * @return whether somebody wants frames for other stations: a promiscuous handler, or a
     * listener of PromiscSniffer
     */
    bool IsPromiscuous() const override;

    /// @return the channel; null before SetChannel() and after LeaveChannel()
    const Ptr<MediumChannel>& GetMediumChannel() const;
    /// @return this device's station on the channel
    MediumStation GetStation() const;
    /// @return address of this device
    Mac48Address GetMacAddress() const;
    /**
     * @param index of a queue
     * @return what stops a queue disc above; null if there is no flow control or no such queue
     */
    Ptr<NetDeviceQueue> GetTxQueue(std::size_t index) const;
    /// Execute what has happened on the channel until now.
    void Advance() const;
    /// Be no station of the channel any longer. Frames that are on their way to this device are
    /// lost, see HasLeft().
    void LeaveChannel();
    /// @return whether the device has left its channel, as it is disposed of
    bool HasLeft() const;
    /// @param packet to be sent
    /// @return whether it has more than Mtu bytes
    bool IsTooLong(Ptr<const Packet> packet) const;
    /**
     * A packet is to be sent. Fires MacTx, then asks Accept().
     * @param payload the packet
     * @return whether it waits for that
     */
    bool Offer(const MediumPayload& payload);
    /// Queue a packet, or drop it with a reason.
    /// @param payload the packet
    /// @return whether it waits
    virtual bool Accept(const MediumPayload& payload) = 0;
    /// @param payload a packet
    /// @return whether it is addressed to this device, or to a group
    bool IsForThis(const MediumPayload& payload) const;
    /**
     * Hand a packet up that this device received. Fires MacRx and MacPromiscRx.
     * @param payload the packet; one for another station reaches promiscuous handlers only
     */
    void ForwardUp(const MediumPayload& payload);

    /// @return whether somebody wants the frames that this device sends or receives
    bool IsSniffed() const;
    /// Show a frame to sniffers.
    /// @param frame with its MAC header
    /// @param isOwn whether this device sent it, or it is for this device
    void Sniff(Ptr<const Packet> frame, bool isOwn);

  private:
    /// Fatal without a channel.
    void RequireChannel() const;
    /// Fatal without a node.
    void RequireNode() const;
    /// @return attribute Channel, by which paths of Config go on to the channel
    Ptr<MediumChannel> CopyChannel() const;

    Ptr<MediumChannel> m_channel;                       ///< Channel; null after it was left
    Ptr<Node> m_node;                                   ///< where it is
    Ptr<NetDeviceQueueInterface> m_queueInterface;      ///< flow control; null if there is none
    Mac48Address m_address;                             ///< of this device
    MediumStation m_station{MEDIUM_NOBODY};             ///< number on the channel
    uint32_t m_ifIndex{0};                              ///< on the node
    uint16_t m_mtu{0};                                  ///< Mtu, bytes
    uint16_t m_leastMtu;                                ///< see the constructor
    uint16_t m_mostMtu;                                 ///< see the constructor
    bool m_hasLeft{false};                              ///< see HasLeft()
    NetDevice::ReceiveCallback m_receive;               ///< of the node
    NetDevice::PromiscReceiveCallback m_promiscReceive; ///< of the node, or of a bridge

    TracedCallback<Ptr<const Packet>> m_macTx;          ///< MacTx
    TracedCallback<Ptr<const Packet>> m_macRx;          ///< MacRx
    TracedCallback<Ptr<const Packet>> m_macPromiscRx;   ///< MacPromiscRx
    TracedCallback<Ptr<const Packet>> m_sniffer;        ///< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSniffer; ///< PromiscSniffer
};

} // namespace ns3

#endif // MEDIUM_NET_DEVICE_H
