// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RECEIVE_TAP_H
#define RECEIVE_TAP_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::TappedPacket and ns3::ReceiveTap declarations.
 */

namespace ns3
{

class BridgeNetDevice;
class NodeEntrance;
class Object;

/// @ingroup linux-bridge
/// A packet between a device and its node.
struct TappedPacket
{
    /// Callback by which a device gives a packet to the node.
    enum class Receiver : uint8_t
    {
        HOST, ///< NetDevice::ReceiveCallback, packets for the host
        ALL,  ///< NetDevice::PromiscReceiveCallback, all packets
    };

    Ptr<NetDevice> device;            ///< that received it
    Ptr<const Packet> packet;         ///< payload of the link layer
    uint16_t protocol;                ///< Ethertype
    Address from;                     ///< source
    Address to;                       ///< destination; known to Receiver::ALL only
    NetDevice::PacketType type;       ///< known to Receiver::ALL only
    Receiver first;                   ///< callback of the first call
    std::optional<Receiver> second{}; ///< callback of the second call for the same packet

    /// The device has made a second call for the packet.
    /// @param other what that call says
    void AddCall(const TappedPacket& other);
};

/**
 * @ingroup linux-bridge
 * Takes the packets that devices give to their node, once each, and gives them to the node when it
 * is asked to.
 *
 * It replaces the node's receive callbacks in each device: addresses, queue discs, bridges and
 * captures stay with the device. A device makes two calls for a packet that both protocols and a
 * bridge receive. A node gives its receive callbacks to its devices only, so the tap adds a device
 * without channel and address (NodeEntrance) in order to learn them.
 */
class ReceiveTap
{
  public:
    /// Takes a packet of a device, and returns whether it will be delivered.
    using TakeFunction = std::function<bool(const TappedPacket&)>;
    /// Called with the second call for the packet that was taken last, if it will be delivered.
    using RepeatFunction = std::function<void(const TappedPacket&)>;

    /**
     * @param owner that is aggregated to the node; has the tap as a member
     * @param take takes each packet, once
     * @param repeat is called with second calls
     */
    ReceiveTap(Object& owner, TakeFunction take, RepeatFunction repeat);
    ~ReceiveTap();

    /**
     * @param device any device
     * @return why it cannot be added; empty if it can
     */
    std::string GetRefusal(Ptr<NetDevice> device) const;
    /// @param device that can be added; its packets are taken from now on, or from Start() on
    void Add(Ptr<NetDevice> device);
    /// Take the packets of the devices from now on: as late as this, because a device may have
    /// become the port of a bridge since it was added.
    void Start();
    /// Ignore the packets of the devices from now on.
    void Stop();
    /// Fatal if it changes after Start().
    /// @param isPromiscuous whether packets for promiscuous handlers are taken where no bridge
    /// makes this necessary
    void SetPromiscuous(bool isPromiscuous);
    /// @return see SetPromiscuous
    bool IsPromiscuous() const;
    /// Give a packet to the node, by the callbacks and in the order in which the device called.
    /// @param packet that was taken
    void Deliver(const TappedPacket& packet) const;

  private:
    /// The previous call of a device. A second call for the same packet brings no new packet.
    struct Call
    {
        const NetDevice* device{nullptr}; ///< device that called; null: none
        uint64_t uid{0};                  ///< of the packet
        Time time;                        ///< instant of the call
        TappedPacket::Receiver receiver{TappedPacket::Receiver::HOST}; ///< callback that was called
        bool isTaken{false};                                           ///< it will be delivered
    };

    /// Replace the receive callbacks of a device by those of this object.
    /// @param device just added, or just made the port of a bridge
    void Attach(Ptr<NetDevice> device);
    /// @param device that the node has, or has just got: a bridge may get ports from now on
    void NotifyDeviceAdded(Ptr<NetDevice> device);
    /// @return number of ports of all bridges of the node
    uint32_t CountPorts() const;
    /// Attach the devices again if a bridge has got ports since.
    void UpdatePorts();
    /// Learn the receive callbacks of the node, which it gives to its devices only.
    void LearnEntrance();
    /// A device has a packet for the host. Parameters as of NetDevice::ReceiveCallback.
    /// @param device that received it
    /// @param packet payload of the link layer
    /// @param protocol Ethertype
    /// @param from source
    /// @return true
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);
    /// A device has a packet for whoever listens. Parameters as of
    /// NetDevice::PromiscReceiveCallback.
    /// @param device that received it
    /// @param packet payload of the link layer
    /// @param protocol Ethertype
    /// @param from, to addresses
    /// @param type of the destination
    /// @return true
    bool PromiscReceive(Ptr<NetDevice> device,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address& from,
                        const Address& to,
                        NetDevice::PacketType type);
    /// @param packet that a device has
    void Take(const TappedPacket& packet);
    /// @param packet that a device has
    /// @return whether the call before it was for the same packet
    bool IsSecondCall(const TappedPacket& packet) const;
    /// @param packet that was taken
    /// @param receiver callback of the node that gets it
    void Deliver(const TappedPacket& packet, TappedPacket::Receiver receiver) const;

    Object& m_owner;                             ///< see the constructor
    TakeFunction m_take;                         ///< see the constructor
    RepeatFunction m_repeat;                     ///< see the constructor
    bool m_isPromiscuous{false};                 ///< see SetPromiscuous
    bool m_isStarted{false};                     ///< after Start
    std::vector<Ptr<NetDevice>> m_devices;       ///< in the order of Add()
    std::vector<Ptr<BridgeNetDevice>> m_bridges; ///< of the node
    uint32_t m_nPorts{0};                        ///< see CountPorts, when the devices were attached
    Ptr<NodeEntrance> m_entrance;                ///< of the node
    Call m_lastCall;                             ///< see Call
};

} // namespace ns3

#endif // RECEIVE_TAP_H
