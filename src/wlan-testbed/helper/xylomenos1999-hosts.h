// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef XYLOMENOS1999_HOSTS_H
#define XYLOMENOS1999_HOSTS_H

#include "ns3/nstime.h"
#include "ns3/wavelan-helper.h"

#include <array>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * Hosts and scenarios of xylomenos1999 (tables I and II).
 */

namespace ns3
{

/// @ingroup wlan-testbed
/// A host of table I.
enum class Xylomenos1999Host : uint8_t
{
    IOS,     ///< ISA card, 200 MHz
    MYKONOS, ///< ISA card, 166 MHz
    SYROS,   ///< PCMCIA card, "roughly equivalent" to MYKONOS
};

/// @ingroup wlan-testbed
/// @param host of table I
/// @return its name in the paper
std::string GetName(Xylomenos1999Host host);

/// @ingroup wlan-testbed
/// @param host of table I
/// @return its card
WavelanCard GetCard(Xylomenos1999Host host);

/// @ingroup wlan-testbed
/// How long the processor of a host takes.
struct Xylomenos1999Times
{
    Time write;      ///< to write a datagram to a UDP socket
    Time read;       ///< to read a datagram from a UDP socket
    Time readByte;   ///< additional, for each byte of payload
    Time driver;     ///< between card and protocols, either way
    Time driverByte; ///< additional, for each byte of an IP packet
};

/// @ingroup wlan-testbed
/// @param host of table I
/// @return its times in the testbed, unless attributes change them
Xylomenos1999Times GetProcessorTimes(Xylomenos1999Host host);

/// @ingroup wlan-testbed
/// A host and its place.
struct Xylomenos1999Seat
{
    Xylomenos1999Host host; ///< which host
    uint32_t location;      ///< 1 to 3 in figure 1
};

/// @ingroup wlan-testbed
/// A row of table II.
struct Xylomenos1999Scenario
{
    Xylomenos1999Seat a; ///< the sender of forward tests
    Xylomenos1999Seat b; ///< the receiver of forward tests
};

/// @ingroup wlan-testbed
/// Table II; scenario 1 is the first element.
inline constexpr std::array<Xylomenos1999Scenario, 6> XYLOMENOS1999_SCENARIOS{{
    {{Xylomenos1999Host::IOS, 1}, {Xylomenos1999Host::MYKONOS, 1}},
    {{Xylomenos1999Host::IOS, 1}, {Xylomenos1999Host::SYROS, 1}},
    {{Xylomenos1999Host::IOS, 1}, {Xylomenos1999Host::MYKONOS, 2}},
    {{Xylomenos1999Host::IOS, 1}, {Xylomenos1999Host::SYROS, 2}},
    {{Xylomenos1999Host::MYKONOS, 2}, {Xylomenos1999Host::SYROS, 3}},
    {{Xylomenos1999Host::IOS, 1}, {Xylomenos1999Host::SYROS, 3}},
}};

} // namespace ns3

#endif // XYLOMENOS1999_HOSTS_H
