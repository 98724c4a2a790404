// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef XYLOMENOS1999_TESTBED_H
#define XYLOMENOS1999_TESTBED_H

#include "testbed.h"
#include "xylomenos1999-hosts.h"
#include "xylomenos1999-plan.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/data-rate.h"
#include "ns3/ettcp-receiver.h"
#include "ns3/ettcp-sender.h"
#include "ns3/ide-writeback.h"
#include "ns3/loss-runs.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/receive-backlog.h"
#include "ns3/wavelan-net-device.h"

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Xylomenos1999Testbed declaration.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// Counters of one kind of packets at the cards, and where packets were lost.
struct Xylomenos1999Flow
{
    uint64_t sent{0};     ///< by the sender's card
    uint64_t received{0}; ///< by the receiver's card
    /// Lost on the air because both cards sent; in a user's room also because the signal was weak.
    uint64_t collided{0};
};

/**
 * @ingroup wlan-testbed
 * The testbed of xylomenos1999 (G. Xylomenos, G. C. Polyzos, "TCP and UDP performance over a
 * wireless LAN", INFOCOM 1999): two of three hosts with WaveLAN cards, and ettcp, which sends a
 * number of packets from one to the other.
 *
 * \verbatim
      sender                                 receiver
      EttcpSender or BulkSendApplication     EttcpReceiver or PacketSink
         |                                      |
      FifoQueueDisc                          ReceiveBacklog
         |                                      |
      WavelanNetDevice  ~~~ MediumChannel ~~~  WavelanNetDevice
   \endverbatim
 *
 * Each object is one test of section IV. The attributes Scenario, Forward, Tcp and PacketSize
 * select it. GetTypeId() gives the source of each value: table I, table II, figure 1, the sources
 * of Linux 2.0.32, and IEEE 802.3. "Calibrated" marks values that were chosen after seeing the
 * paper's results.
 */
class Xylomenos1999Testbed : public Testbed
{
  public:
    /// When the sender starts.
    static inline const Time START = MilliSeconds(100);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Xylomenos1999Testbed();
    ~Xylomenos1999Testbed() override;

    /// Run the test.
    /// @param limit time from START on after which it is cut off if it has not ended
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

    /// @return the sending program of UDP, with its counters; null for TCP
    Ptr<EttcpSender> GetEttcp() const;
    /// @return the receiving program of UDP, with its counters; null for TCP
    Ptr<EttcpReceiver> GetReceiver() const;
    /// @return runs of received and lost datagrams, of those that reached the interface
    LossRuns GetLossRuns() const;
    /// @return cards, or over Ethernet CSMA devices, of the sending and the receiving host
    const NetDeviceContainer& GetDevices() const;
    /// @return the sending and the receiving host
    const NodeContainer& GetNodes() const;
    /// @return the sending program
    Ptr<Application> GetSender() const;

    /// @param host 0: the sending one, 1: the receiving one
    /// @return what its disk took; nothing with DMA
    MaskedTransfersCounters GetDiskCounters(uint32_t host) const;

    /// @return whether TCP is tested, otherwise UDP
    bool IsTcp() const;
    /// @return whether the hosts have WaveLAN cards, otherwise Ethernet
    bool HasCards() const;
    /// @return number of packets that ettcp writes
    uint32_t GetPackets() const;
    /**
     * Fix the random streams of cards, hosts and sockets. Without a call they begin at 100.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// @tparam Path members, from the testbed down to a value
    template <auto... Path>
    using Value = std::remove_cvref_t<decltype((std::declval<Xylomenos1999Testbed&>().*....*Path))>;

    /// @tparam Path see Value
    /// @param value for it
    template <auto... Path>
    void SetValue(Value<Path...> value)
    {
        (*this.*....*Path) = value;
    }

    /// @tparam Path see Value
    /// @return it
    template <auto... Path>
    Value<Path...> GetValue() const
    {
        return (*this.*....*Path);
    }

    /// @param tid takes the attributes that choose a test
    /// @return it
    static TypeId AddTest(TypeId tid);
    /// @param tid takes the attributes of figure 1
    /// @return it
    static TypeId AddPlan(TypeId tid);
    /// @param tid takes the attributes of medium access
    /// @return it
    static TypeId AddAccess(TypeId tid);
    /// @param tid takes the attributes of the two kinds of cards
    /// @return it
    static TypeId AddCards(TypeId tid);
    /// @param tid takes the attributes of Linux 2.0.32 and Ethernet
    /// @return it
    static TypeId AddNetwork(TypeId tid);
    /// @tparam Host member with the times of a host
    /// @param tid takes these times
    /// @param name of the host, first part of the names
    /// @param times of the host
    /// @return it
    template <auto Host>
    static TypeId AddHost(TypeId tid, const std::string& name, const Xylomenos1999Times& times);

    void Build() override;
    /// @throws std::invalid_argument if attributes have values that exclude each other, or a user
    /// wants another kind of radio
    void CheckTogether() const;
    /// Give the hosts their WaveLAN cards, with the loss of figure 1 between them.
    void InstallCards();
    /// Give the hosts Ethernet cards, which hold one packet each.
    void InstallWire();
    /// Give the hosts IP, the TCP of Linux 2.0.32, a queue disc, and each other's addresses, so
    /// that ARP sends nothing.
    void InstallInternet();
    /// Let the hosts take time for what their cards receive, and with PioCycle for their disks. Not
    /// over Ethernet.
    void InstallHosts();
    /// Give a host the disk to which tcpdump writes what its card sends and receives. The card's
    /// driver waits for it.
    /// @param card of the host
    /// @return the disk
    Ptr<IdeWriteback> InstallDisk(Ptr<WavelanNetDevice> card);
    /// Install ettcp on both hosts. The sender starts at START.
    void InstallEttcp();
    /// Make the programs of a TCP test, and install that of the receiver.
    /// @param local where the receiver listens
    /// @param remote the same, for the sender
    void InstallTcpPrograms(const AddressValue& local, const AddressValue& remote);
    /// Make the programs of a UDP test, and install that of the receiver.
    /// @param local where the receiver listens
    /// @param remote the same, for the sender
    void InstallUdpPrograms(const AddressValue& local, const AddressValue& remote);
    /// Data and datagrams are counted by their frames, each of which must hold one.
    /// @throws std::invalid_argument if the MTU of the sender's card is too small
    void RequireMtu() const;
    /// With less memory than a datagram takes, ettcp would sleep for ever.
    /// @throws std::invalid_argument if SendBuffer is too small
    void RequireSendBuffer() const;
    /// @param host 0: the sending one, 1: the receiving one
    /// @return the times of its processor, which are attributes
    const Xylomenos1999Times& GetTimes(uint32_t host) const;
    /// The sender's interface has a datagram to send (trace MacTx).
    /// @param packet from the IP header on, or with Ethernet from its header on
    void NoteOffered(Ptr<const Packet> packet);
    /// The receiving program has read payload.
    /// @param packet the payload
    /// @param from not used
    void NoteRead(Ptr<const Packet> packet, const Address& from);
    /// The receiving program has read a datagram.
    /// @param packet payload, which begins with the number of the datagram
    void NoteDatagram(Ptr<const Packet> packet);
    /// Stop the simulator soon if the transfer has ended; else look again, in 200 ms.
    void CheckEnd();
    /// @return with TCP, whether all bytes have been read; with UDP, whether each datagram was
    /// dropped by the sender's host or has left its interface
    bool HasEnded() const;
    /// @param host 0: the sending one, 1: the receiving one
    /// @return its card
    /// @throws std::logic_error over Ethernet
    Ptr<WavelanNetDevice> GetCard(uint32_t host) const;
    /// @param from, to hosts, see GetCard()
    /// @return what their cards counted of the packets in this direction
    /// @throws std::logic_error over Ethernet
    Xylomenos1999Flow GetFlow(uint32_t from, uint32_t to) const;

    uint32_t m_scenario;          ///< attribute Scenario
    bool m_isForward;             ///< attribute Forward
    bool m_isTcp;                 ///< attribute Tcp
    bool m_isWired;               ///< attribute Ethernet
    uint32_t m_size;              ///< attribute PacketSize
    uint32_t m_packets;           ///< attribute Packets
    Xylomenos1999Plan m_plan;     ///< figure 1
    Time m_slot;                  ///< attribute Slot
    Time m_carrierSense;          ///< attribute CarrierSenseTime
    Time m_preamble;              ///< attribute Preamble
    uint32_t m_minCw;             ///< attribute MinCw
    uint32_t m_maxCw;             ///< attribute MaxCw
    uint32_t m_maxAttempts;       ///< attribute FrameRetryLimit
    bool m_backoffWhileBusy;      ///< attribute BackoffWhileBusy
    Time m_isaGap;                ///< attribute IsaGap
    Time m_pcmciaGap;             ///< attribute PcmciaGap
    uint32_t m_minOverrunAfter;   ///< attribute MinOverrunAfter
    uint32_t m_maxOverrunAfter;   ///< attribute MaxOverrunAfter
    Time m_resetTime;             ///< attribute ResetTime
    double m_signalStep;          ///< attribute SignalStep
    double m_isaReference;        ///< attribute IsaSignalReference
    double m_pcmciaReference;     ///< attribute PcmciaSignalReference
    double m_isaNoise;            ///< attribute IsaNoise
    double m_pcmciaNoise;         ///< attribute PcmciaNoise
    Xylomenos1999Times m_ios;     ///< attributes Ios...
    Xylomenos1999Times m_mykonos; ///< attributes Mykonos...
    Xylomenos1999Times m_syros;   ///< attributes Syros...
    uint32_t m_linkQueue;         ///< attribute LinkQueue
    uint32_t m_ring;              ///< attribute Ring
    uint32_t m_sendBuffer;        ///< attribute SendBuffer
    Time m_pioCycle;              ///< attribute PioCycle
    uint32_t m_pioSectors;        ///< attribute PioSectors
    Time m_pioGap;                ///< attribute PioGap
    uint32_t m_receiveWaiting;    ///< attribute ReceiveWaiting
    bool m_tcpNoDelay;            ///< attribute TcpNoDelay
    DataRate m_ethernetRate;      ///< attribute EthernetRate

    std::array<Xylomenos1999Seat, 2> m_seats;    ///< sender, receiver
    NodeContainer m_nodes;                       ///< sender, receiver
    NetDeviceContainer m_devices;                ///< of them
    std::vector<Ptr<ReceiveBacklog>> m_backlogs; ///< of the hosts; none over Ethernet
    std::vector<Ptr<IdeWriteback>> m_disks;      ///< of the hosts; none with DMA
    Ptr<Application> m_sender;                   ///< see GetSender
    Ptr<EttcpReceiver> m_receiver;               ///< of UDP
    std::vector<uint32_t> m_offered; ///< numbers of datagrams that reached the interface
    std::vector<bool> m_arrived;     ///< datagrams by number
    uint64_t m_bytes{0};             ///< payload that the receiving program has read
    Time m_start;                    ///< when the transfer begins, START
    Time m_lastArrival;              ///< when the receiving program last read; 0 before
};

} // namespace ns3

#endif // XYLOMENOS1999_TESTBED_H
