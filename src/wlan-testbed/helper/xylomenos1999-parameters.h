// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef XYLOMENOS1999_PARAMETERS_H
#define XYLOMENOS1999_PARAMETERS_H

#include "ns3/indoor-loss.h"
#include "ns3/nstime.h"
#include "ns3/wavelan-helper.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * Hosts, cards and seats of xylomenos1999.
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// A host of the paper (table I), and the times that its processor takes.
struct Xylomenos1999Host
{
    std::string name;
    WavelanCard card;
    /// To write a datagram to a UDP socket. It is calibrated: on Ethernet the host drops half of
    /// those of 100 bytes (V.A).
    Time writeTime;
    Time readTime; ///< to read a datagram from a UDP socket; calibrated by the loss (V.B)
    /// Additional, for each byte of payload; whole nanoseconds, as the simulator has them
    Time readByteTime;
    Time driverTime;     ///< between card and protocols, either way
    Time driverByteTime; ///< additional, for each byte of an IP packet
};

/// @ingroup wlan-testbed
/// Where a host stands, and with whom (table II).
struct Xylomenos1999Seat
{
    std::string host;
    uint32_t location;
};

/// @ingroup wlan-testbed
/// A scenario of the paper (table II).
struct Xylomenos1999Scenario
{
    Xylomenos1999Seat a;
    Xylomenos1999Seat b;
};

/// @ingroup wlan-testbed
/// What a test consists of (IV).
struct Xylomenos1999Test
{
    uint32_t scenario{1};    ///< 1 to 6
    bool isForward{true};    ///< A sends to B
    bool isTcp{false};       ///< otherwise UDP
    uint32_t size{1500};     ///< of IP packets, bytes
    uint32_t packets{10000}; ///< that ettcp writes
    bool isWired{false};     ///< over the Ethernet of V.A, 10 Mb/s; with UDP, for X4 only

    /// @return name of the test as a point of a study: scenario, direction, protocol, size
    std::string GetName() const;
    /// @throws std::invalid_argument if a value is one that a test cannot have
    void Check() const;
};

/// @ingroup wlan-testbed
/// What the radio of a card reads, in its units. The paper tells of figure 13 only which card reads
/// more, so that the differences are calibrated by it.
struct Xylomenos1999Readings
{
    double reference; ///< power that has signal level 0, dBm
    double noise;     ///< mean noise level
};

/// @ingroup wlan-testbed
/// Ways between the locations of figure 1, which is not in scale.
struct Xylomenos1999Plan
{
    /// Between hosts at one location, which are "next to each other": assumed.
    double adjacentFeet{6};
    double nearFeet{45}; ///< between locations 1 and 2, and 2 and 3 (III.C)
    double farFeet{60};  ///< between locations 1 and 3 (III.C)
    uint32_t walls12{2}; ///< between locations 1 and 2 (V.D)
    /// Between locations 2 and 3. The paper tells of more obstacles than between 1 and 2 from
    /// the levels that it read (V.D): calibrated by them.
    uint32_t walls23{3};
    uint32_t walls13{3}; ///< between locations 1 and 3: assumed
    IndoorLoss signal;   ///< over distance and walls

    /// @param a, b locations, 1 to 3
    /// @return loss between hosts there, dB
    double GetLoss(uint32_t a, uint32_t b) const;
};

/// @ingroup wlan-testbed
/// Everything about the testbed that does not depend on the test.
struct Xylomenos1999Parameters
{
    Time slot{MicroSeconds(20)};         ///< of the contention window
    Time carrierSense{NanoSeconds(500)}; ///< see MediumChannel::CarrierSenseTime
    Time preamble{MicroSeconds(450)}; ///< all of a frame that is no data; calibrated by UDP's peak
    uint32_t minCw{0};                ///< slots: 2^0 - 1, as IEEE 802.3 before the first failure
    uint32_t maxCw{1023};             ///< slots: 2^10 - 1, as IEEE 802.3
    Time isaGap{MicroSeconds(16)};    ///< 32 bit times (V.C)
    Time pcmciaGap{MicroSeconds(48)}; ///< 96 bit times (V.C)
    uint32_t linkQueue{100};          ///< packets (Linux 2.0.32: tx_queue_len)
    uint32_t sendBuffer{65535};       ///< of a UDP socket, bytes (Linux 2.0.32)
    uint32_t receiveWaiting{1};       ///< datagrams that a UDP socket holds; see readTime
    uint32_t ring{20};                ///< packets that a card holds for its host
    /// Least and largest WavelanNetDevice::OverrunAfter of a PCMCIA card; calibrated by UDP's peak
    std::array<uint32_t, 2> overrunAfter{900, 2700};
    Time resetTime{MilliSeconds(5120)};             ///< see WavelanNetDevice::ResetTime
    std::vector<Xylomenos1999Host> hosts;           ///< table I
    std::array<Xylomenos1999Scenario, 6> scenarios; ///< table II
    Xylomenos1999Plan plan;                         ///< figure 1
    double signalStep{2}; ///< power of a unit of the signal level, dB: assumed
    /// Linux's wavelan and wavelan_cs call a noise of 8 the average (avg_qual.noise).
    Xylomenos1999Readings isaReadings{-100, 8};
    Xylomenos1999Readings pcmciaReadings{-104, 10}; ///< PCMCIA cards read more of both (V.C)

    /// Set hosts and scenarios of the paper.
    Xylomenos1999Parameters();
    /// @param name of a host
    /// @return it
    /// @throws std::invalid_argument if there is none of that name
    const Xylomenos1999Host& FindHost(const std::string& name) const;
    /// @throws std::invalid_argument if a value is one that the testbed cannot have
    void Check() const;
};

} // namespace ns3

#endif // XYLOMENOS1999_PARAMETERS_H
