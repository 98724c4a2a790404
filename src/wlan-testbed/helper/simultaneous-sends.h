// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SIMULTANEOUS_SENDS_H
#define SIMULTANEOUS_SENDS_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::SimultaneousSends declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Repeatedly gives each of several 802.11b stations one frame while the medium is busy, and counts
 * how often first transmissions collide (gopal2005, slide "TCP Simultaneous-send problem").
 *
 * Each round begins with a broadcast frame of a node that does not take part. While it is on the
 * air, each station gets a frame for that node, so that all draw a backoff of the smallest
 * contention window and count it down from the same instant. First transmissions that begin at the
 * same instant were drawn into the same slot. The round goes on until all frames are delivered;
 * retransmissions are not counted. All nodes are at one place and hear each other.
 */
class SimultaneousSends
{
  public:
    /**
     * @param stations how many contend, 1 to 2007
     * @throws std::invalid_argument for another number
     */
    explicit SimultaneousSends(uint32_t stations);
    SimultaneousSends(const SimultaneousSends&) = delete;
    SimultaneousSends& operator=(const SimultaneousSends&) = delete;
    ~SimultaneousSends();

    /// @param stream first random stream
    /// @return number of streams used
    int64_t AssignStreams(int64_t stream);
    /// Run the simulator, once.
    /// @param duration of all rounds together; the last one is completed
    void Run(Time duration);

    /// @return rounds so far
    uint64_t GetRounds() const;
    /// @return of them, those in which first transmissions have collided
    uint64_t GetCollidedRounds() const;
    /// @return slots of the smallest contention window of the stations
    uint32_t GetContentionWindow() const;

  private:
    /// Install ad hoc radios of 802.11b, so that no beacon takes part.
    /// @throws std::invalid_argument if a user wants radios that are no WifiNetDevices
    void Install();
    /// Begin a round with the broadcast frame, or stop the simulator if the time is over.
    void BeginRound();
    /// Give each station its frame, a slot after the broadcast frame began, so that all of them
    /// sense it.
    void Offer();
    /// A radio begins a frame. The broadcast has the stations' frames offered a slot later. First
    /// transmissions that begin at the same instant have collided. Other frames do not count.
    /// @param station node of the radio, see m_nodes
    /// @param packet frame with its MAC header
    /// @param power not used
    void NoteTxBegin(uint32_t station, Ptr<const Packet> packet, double power);
    /// A station's frame has been acknowledged. The last one of a round begins the next round.
    /// @param mpdu the frame
    void NoteAcked(Ptr<const WifiMpdu> mpdu);
    /// @param node index in m_nodes
    /// @return its radio
    Ptr<WifiNetDevice> GetRadio(uint32_t node) const;

    NodeContainer m_nodes;        ///< the stations, and last the node that they send to
    NetDeviceContainer m_radios;  ///< of m_nodes
    Time m_end;                   ///< no round begins then or later
    Time m_lastFirst;             ///< when a first transmission last began
    uint32_t m_pending{0};        ///< frames of this round that are not acknowledged yet
    bool m_collided{false};       ///< first transmissions have collided in this round
    uint64_t m_rounds{0};         ///< see GetRounds
    uint64_t m_collidedRounds{0}; ///< see GetCollidedRounds
};

} // namespace ns3

#endif // SIMULTANEOUS_SENDS_H
