// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_INTERFACE_H
#define LINUX_KERNEL_INTERFACE_H

#include "linux-kernel-drop-reason.h"
#include "unsent-frames.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * ns3::LinuxKernelInterface declaration.
 */

namespace ns3
{

class VhostUserCard;
struct VirtioNetHeader;

/// @ingroup linux-kernel
/// Packets between a kernel and a NetDevice.
struct LinuxKernelInterfaceCounters
{
    uint64_t taken{0};        ///< from the kernel: of a packet that the card has cut, each segment
    uint64_t sent{0};         ///< of these, accepted by the NetDevice
    uint64_t txDropped{0};    ///< of these, dropped; those that are neither wait (GetNWaiting())
    uint64_t cut{0};          ///< packets of the kernel of which the card has made several segments
    uint64_t offered{0};      ///< to the kernel
    uint64_t delivered{0};    ///< of these, put into a receive buffer
    uint64_t rxDropped{0};    ///< of these, dropped
    uint64_t mssAdded{0};     ///< of these, SYNs that got an MSS option
    uint64_t dsackRemoved{0}; ///< segments of the kernel that have lost a D-SACK block
};

/**
 * @ingroup linux-kernel
 * Joins a virtio network card of a kernel to a NetDevice of the same node. The kernel's frames
 * leave through the NetDevice, and the packets that the NetDevice receives go to the kernel.
 *
 * While the NetDevice has stopped its queue (NetDeviceQueueInterface), frames stay in the card's
 * ring, so that the kernel's own queues fill, as above a real driver.
 *
 * With ChecksumOffload and SegmentationOffload, the card completes checksums and cuts large TCP
 * packets. The kernel's buffer of a packet is returned when the NetDevice has accepted all of its
 * segments or, with CompleteWhenSent, when all have been sent. Until then, the kernel's TCP small
 * queues count all bytes of the packet.
 *
 * Every packet is accounted for: taken = sent + txDropped + GetNWaiting(), and offered = delivered
 * + rxDropped. With SegmentationOffload, these are numbers of segments, not of the packets from
 * which they were cut. The card has the address and the MTU of the NetDevice; an MTU below 68 bytes
 * (RFC 791) ends the simulation. Frames for other stations are not passed to the kernel.
 *
 * LinuxKernel::AddInterface() creates the object. Set attributes before the simulation starts.
 */
class LinuxKernelInterface : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxKernelInterface();
    ~LinuxKernelInterface() override;

    /// TracedCallback signature for dropped packets.
    /// @param packet without link-layer header
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, LinuxKernelDropReason reason);

    /**
     * Fatal if the device is null, on no node, or has no 48-bit address.
     * @param device on a node, with 48-bit addresses
     * @param address of the kernel's interface; 0.0.0.0 for none
     * @param mask of its network
     */
    void SetDevice(Ptr<NetDevice> device, Ipv4Address address, Ipv4Mask mask);
    /// @return the address of the kernel's interface; 0.0.0.0 if a command sets it
    Ipv4Address GetAddress() const;
    /// @return the NetDevice
    Ptr<NetDevice> GetDevice() const;
    /**
     * @param name of the interface in the kernel
     * @return commands for /bin/sh that set it up there; `arp off` on a link without ARP
     */
    std::vector<std::string> GetCommands(const std::string& name) const;
    /// @return the counters of the packets up to now
    const LinuxKernelInterfaceCounters& GetCounters() const;
    /// @return number of packets that were taken from the kernel and wait for a stopped queue of
    /// the NetDevice: at most one, or the segments of one packet that the card has cut
    std::size_t GetNWaiting() const;

    /**
     * Connect the interface to the card's driver, and receive from the NetDevice from now on.
     * Replaces the wake callbacks of the device's queues.
     * @param fd connected socket of vhost-user, which belongs to the card from now on
     * @param call lets the card call the kernel because of returned buffers of a queue
     * @param fail ends the simulation with a reason; does not return
     */
    void Connect(int fd,
                 std::function<void(VhostUserCard& card, uint32_t queue)> call,
                 std::function<void(const std::string& reason)> fail);
    /// @return the card; null before Connect() and after disposal
    VhostUserCard* GetCard() const;
    /**
     * Let frames of the kernel pass that wait in the card's ring, until the NetDevice stops its
     * queue.
     */
    void Transmit();

  protected:
    /**
     * The card is gone, and with it the frames that wait in it. Neither handler of Connect() is
     * called any more.
     */
    void DoDispose() override;

  private:
    /// A frame of the kernel, which may wait for a stopped queue of the NetDevice.
    struct Held
    {
        Ptr<Packet> packet;   ///< behind the Ethernet header
        Mac48Address to;      ///< its receiver
        uint16_t protocol{0}; ///< its EtherType
        uint16_t buffer{0};   ///< of the card
        uint8_t dsField{0};   ///< of its IP header; 0 without one
    };

    /**
     * The node's protocol handler; the parameters are those of Node::ProtocolHandler.
     * @param device not used
     * @param packet for the kernel
     * @param protocol EtherType
     * @param from sender
     * @param to receiver
     * @param type not used
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);
    /**
     * The NetDevice has woken its queue, maybe in the middle of its own work: go on in an event of
     * the same time.
     */
    void Wake();
    /**
     * End the simulation if the kernel's driver makes a mistake (std::runtime_error).
     * @param action what is done with the card
     */
    void Attempt(const std::function<void()>& action);
    /**
     * Pass frames while there are some and none is held, then notify the kernel of returned
     * buffers.
     */
    void TakeFrames();
    /**
     * @param packet for the kernel, dropped as NO_BUFFER if it has given the card no receive buffer
     * @param protocol EtherType
     * @param from sender
     * @param to receiver
     */
    void PutPacket(Ptr<const Packet> packet,
                   uint16_t protocol,
                   const Address& from,
                   const Address& to);
    /**
     * @param frame to be sent
     * @return the device's queue for it; null without flow control
     */
    Ptr<NetDeviceQueue> GetQueue(const Held& frame) const;
    /**
     * @param packet that is dropped
     * @param reason why
     * @param counter of such drops
     */
    void Drop(Ptr<const Packet> packet, LinuxKernelDropReason reason, uint64_t& counter);
    /// @param queue with returned buffers, of which the kernel is notified
    void Call(uint32_t queue);
    /// @param buffer one of whose frames is done; it goes back when all are
    void Finish(uint16_t buffer);
    /// @param buffer that goes back to the driver, which is notified later
    void Return(uint16_t buffer);
    /// Notify the kernel if buffers have been returned.
    void CallIfReturned();
    /// @param buffer of a frame that the MAC no longer has
    void NoteSent(uint16_t buffer);

    /**
     * @param header of virtio-net, which names the offloads of the packet
     * @param bytes of the packet; dropped as MALFORMED unless it is of Ethernet II
     * @param buffer of the packet
     */
    void Pass(const VirtioNetHeader& header, const std::vector<uint8_t>& bytes, uint16_t buffer);
    /**
     * @param frame as on the wire, which waits until the NetDevice takes it
     * @param buffer of the frame
     */
    void Hold(const std::vector<uint8_t>& frame, uint16_t buffer);
    /// @return whether all frames that waited have been given to the NetDevice
    bool SendHeld();
    /// @param frame given to the NetDevice
    void Send(const Held& frame);

    /// @tparam Flag attribute
    /// @param value of it; fatal once the card is connected
    template <bool LinuxKernelInterface::* Flag>
    void SetEarly(bool value);
    /// @tparam Flag attribute
    /// @return its value
    template <bool LinuxKernelInterface::* Flag>
    bool GetEarly() const;
    /**
     * Add an MSS option to a SYN for the kernel that has none, and remember its sender.
     * @param frame bytes that begin with an IP header
     */
    void CompleteSyn(std::vector<uint8_t>& frame);
    /**
     * End the simulation if a segment may be marked with congestion (ECN).
     * @param packet for a host whose SYN had no MSS option; begins with an IP header
     */
    void RequireNoEcn(std::span<const uint8_t> packet) const;
    /**
     * Remove the D-SACK block of a segment for a host whose SYN had no MSS option, and end the
     * simulation if the segment is one that ns-3's TCP does not understand.
     * @param frame with its Ethernet header
     * @return the frame
     */
    std::vector<uint8_t> AdaptToStockTcp(const std::vector<uint8_t>& frame);
    /// End the simulation if the NetDevice has another MTU than the card.
    void RequireMtu() const;

    bool m_addsMss{true};                  ///< attribute AddMss
    bool m_removesDsack{true};             ///< attribute RemoveDsack
    bool m_completesWhenSent{false};       ///< attribute CompleteWhenSent
    bool m_offloadsChecksums{false};       ///< attribute ChecksumOffload
    bool m_offloadsSegments{false};        ///< attribute SegmentationOffload
    uint16_t m_mtu{0};                     ///< of card and NetDevice, bytes
    std::set<uint32_t> m_withoutMss;       ///< IPv4 addresses of hosts whose SYN had no MSS option
    Ptr<NetDevice> m_device;               ///< see GetDevice
    Ipv4Address m_address;                 ///< see GetAddress
    Ipv4Mask m_mask;                       ///< of m_address
    std::unique_ptr<VhostUserCard> m_card; ///< see GetCard
    std::function<void(VhostUserCard&, uint32_t)> m_call; ///< see Connect
    std::function<void(const std::string&)> m_fail;       ///< see Connect
    std::deque<Held> m_held;                              ///< segments of one buffer at most
    std::map<uint16_t, std::size_t> m_unfinished;         ///< frames of each buffer, see Finish
    UnsentFrames m_unsent;                                ///< that the MAC has
    bool m_hasReturned{false};                            ///< buffers unknown to the kernel yet
    EventId m_completion;                                 ///< notifies it
    LinuxKernelInterfaceCounters m_counters;              ///< see GetCounters
    TracedCallback<Ptr<const Packet>> m_txTrace;          ///< FromKernel
    TracedCallback<Ptr<const Packet>> m_rxTrace;          ///< ToKernel
    TracedCallback<Ptr<const Packet>, LinuxKernelDropReason> m_dropTrace; ///< Drop
};

} // namespace ns3

#endif // LINUX_KERNEL_INTERFACE_H
