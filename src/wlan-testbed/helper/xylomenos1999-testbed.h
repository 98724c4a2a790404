// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef XYLOMENOS1999_TESTBED_H
#define XYLOMENOS1999_TESTBED_H

#include "xylomenos1999-parameters.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/ettcp-receiver.h"
#include "ns3/ettcp-sender.h"
#include "ns3/loss-runs.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/receive-backlog.h"
#include "ns3/wavelan-net-device.h"

#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Xylomenos1999Testbed declaration.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// What a card counted of one kind of packets, and where they were lost.
struct Xylomenos1999Flow
{
    uint64_t sent{0};     ///< by the sender's card
    uint64_t received{0}; ///< by the receiver's card
    uint64_t collided{0}; ///< lost because both cards sent
};

/**
 * @ingroup wlan-testbed
 * The two hosts of a test, and ettcp on them.
 *
 * A user's value for an attribute wins over that of the parameters, unless hosts or cards differ in
 * it or the testbed computes with it; then it is refused.
 */
class Xylomenos1999Testbed
{
  public:
    /// When the sender starts.
    static inline const Time START = MilliSeconds(100);

    /// @param parameters of the testbed
    /// @param test to be made
    /// @throws std::invalid_argument if a value is one that the testbed cannot have, or a user has
    /// set an attribute that the study sets itself
    Xylomenos1999Testbed(const Xylomenos1999Parameters& parameters, const Xylomenos1999Test& test);

    /// Make the test.
    /// @param limit time at which it is cut off if it has not ended
    void Run(Time limit);

    /// @return payload of the transfer over its time, Mb/s
    double GetThroughput() const;
    // What the cards counted, which throws std::logic_error over Ethernet.

    /// @return data, or datagrams, from the sender to the receiver
    Xylomenos1999Flow GetData() const;
    /// @return acknowledgments from the receiver to the sender
    Xylomenos1999Flow GetAcks() const;
    /// @return resets of the sender's controller
    uint64_t GetResets() const;
    /// @return whether each packet was delivered, waits, or was dropped with a reason
    bool IsConserved() const;

    /// @return what became of the datagrams; null for TCP
    Ptr<EttcpSender> GetEttcp() const;
    /// @return what became of the datagrams at the receiver; null for TCP
    Ptr<EttcpReceiver> GetReceiver() const;
    /// @return runs of received and lost datagrams, of those that reached the interface
    LossRuns GetLossRuns() const;
    /// @return cards of the sending and the receiving host; not over Ethernet
    const NetDeviceContainer& GetDevices() const;
    /// @return the sending and the receiving host
    const NodeContainer& GetNodes() const;
    /// @return the sending program
    Ptr<Application> GetSender() const;

  private:
    void InstallCards();
    void InstallWire();
    void InstallInternet();
    void InstallHosts();
    void InstallEttcp();
    void InstallTcpPrograms(const AddressValue& local, const AddressValue& remote);
    void InstallUdpPrograms(const AddressValue& local, const AddressValue& remote);
    void RequireMtu() const;
    void RequireSendBuffer() const;
    void NoteOffered(Ptr<const Packet> packet);
    void NoteRead(Ptr<const Packet> packet, const Address& from);
    void NoteDatagram(Ptr<const Packet> packet);
    void CheckEnd();
    bool HasEnded() const;
    Ptr<WavelanNetDevice> GetCard(uint32_t host) const;
    Xylomenos1999Flow GetFlow(uint32_t from, uint32_t to) const;

    Xylomenos1999Parameters m_parameters;
    Xylomenos1999Test m_test;
    std::vector<Xylomenos1999Host> m_hosts; ///< sender, receiver
    std::vector<uint32_t> m_locations;      ///< of them
    NodeContainer m_nodes;                  ///< sender, receiver
    NetDeviceContainer m_devices;           ///< of them
    std::vector<Ptr<ReceiveBacklog>> m_backlogs;
    Ptr<Application> m_sender;
    Ptr<EttcpReceiver> m_receiver;   ///< of UDP
    std::vector<uint32_t> m_offered; ///< numbers of datagrams that reached the interface
    std::vector<bool> m_arrived;     ///< datagrams by number
    uint64_t m_bytes{0};             ///< payload that the receiving program has read
    Time m_start;
    Time m_lastArrival;
};

} // namespace ns3

#endif // XYLOMENOS1999_TESTBED_H
