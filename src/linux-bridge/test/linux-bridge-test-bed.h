// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_BRIDGE_TEST_BED_H
#define LINUX_BRIDGE_TEST_BED_H

#include "ns3/linux-bridge-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/queue-disc.h"
#include "ns3/traffic-control-helper.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/// A device that only notes what comes in.
struct BridgeTestHost
{
    /// A frame that came in.
    struct Frame
    {
        Ptr<Packet> packet;
        uint16_t protocol;
        Mac48Address source;
        Mac48Address destination;
    };

    Ptr<NetDevice> device;
    std::vector<Frame> received; ///< also those for others

    /// Note from now on what comes in.
    /// @param newDevice of this host, which must stay in its place
    void Listen(Ptr<NetDevice> newDevice);
    /// @return its address
    Mac48Address GetAddress() const;
    /// @param uid of a packet
    /// @return how often it came in
    std::size_t Count(uint64_t uid) const;
    /// Send a packet at once.
    /// @return its uid
    uint64_t Send(Ptr<Packet> packet, Mac48Address destination, uint16_t protocol) const;
};

/**
 * A bridge with one Ethernet segment on each port, and a host on each segment. The segments have
 * two devices and full-duplex links at 10 Mb/s without delay.
 */
class LinuxBridgeTestBed
{
  public:
    /// @param ports number of them
    /// @param maxLearned attribute MaxLearned of the bridge
    explicit LinuxBridgeTestBed(uint32_t ports, const std::string& maxLearned = "0");
    /// Runs Simulator::Destroy().
    ~LinuxBridgeTestBed();

    /// Put a queue disc on a port.
    /// @param port its number
    /// @param helper that makes it
    /// @return the root
    Ptr<QueueDisc> InstallQueueDisc(uint32_t port, TrafficControlHelper helper);
    /// @param action done at an instant, in the context of a host's node
    void At(Time time, uint32_t host, std::function<void()> action);
    /// Send a frame between two hosts at an instant.
    /// @param bytes after the Ethernet header
    void SendAt(Time time, uint32_t from, Mac48Address destination, uint32_t bytes = 500);
    /// Run until an instant.
    static void RunUntil(Time time);
    /// @param reason a reason
    /// @return how often the Drop trace gave it
    uint64_t GetTraced(LinuxBridgeDropReason reason) const;

    Ptr<Node> node;           ///< of the bridge
    NetDeviceContainer ports; ///< of the bridge
    Ptr<LinuxBridgeNetDevice> bridge;
    std::vector<BridgeTestHost> hosts; ///< by number of the port

  private:
    std::map<LinuxBridgeDropReason, uint64_t> m_traced;
};

/**
 * An IPv4 packet with a UDP payload.
 * @param source address
 * @param destination address
 * @param sourcePort of the datagram
 * @param bytes of its payload
 * @param ecn bits of the DS field
 * @return the packet
 */
Ptr<Packet> MakeUdpPacket(const std::string& source,
                          const std::string& destination,
                          uint16_t sourcePort,
                          uint32_t bytes,
                          uint8_t ecn = 0);

/// @param packet any
/// @return its bytes
std::vector<uint8_t> GetBytes(Ptr<const Packet> packet);

} // namespace ns3

#endif // LINUX_BRIDGE_TEST_BED_H
