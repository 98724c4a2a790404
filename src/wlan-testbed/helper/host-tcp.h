// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef HOST_TCP_H
#define HOST_TCP_H

#include "ns3/attribute.h"
#include "ns3/node.h"
#include "ns3/tcp-preset-socket-factory.h"
#include "ns3/user-attribute.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * The TCP of a testbed's host, by its name.
 */

namespace ns3
{

/// Name of the receiver of FreeBSD 6.2, see TcpFreeBsd62SocketFactory.
constexpr const char* FREEBSD_6_2 = "FreeBsd6_2";

/// Name of the receiver of SunOS 5.8, see TcpSunOs58SocketFactory.
constexpr const char* SUN_OS_5_8 = "SunOs5_8";

/// Name of a real kernel (LinuxKernel), where a testbed offers one.
constexpr const char* REAL_KERNEL = "LinuxKernel";

/**
 * @ingroup wlan-testbed
 * Give a host a TCP by its name.
 *
 * @param node with an internet stack
 * @param tcp value of TcpLinux24SocketFactory's attribute Kernel, such as Linux24_18;
 * FREEBSD_6_2 or SUN_OS_5_8; or the congestion control of stock sockets, such as ns3::TcpCubic
 * @return the factory of the host's sockets
 * @throws std::invalid_argument if there is no such TCP, or a user has set another by an attribute
 * of a factory
 */
Ptr<TcpPresetSocketFactory> InstallHostTcp(Ptr<Node> node, const std::string& tcp);

/// @ingroup wlan-testbed
/// @param tcp a name
/// @return whether it is a kernel of Linux
bool IsLinuxKernel(const std::string& tcp);

/**
 * @ingroup wlan-testbed
 * Refuse segments that leave as two fragments: SegmentSize does not count TCP's options, of which
 * timestamps are in every segment.
 * @param segmentSize bytes of data
 * @param tcp name of the TCP at one end of the connections, as for InstallHostTcp(), or REAL_KERNEL
 * @param peer the same at the other end
 * @throws std::invalid_argument if both ends have timestamps, with which the datagram would exceed
 * the MTU of Ethernet
 */
void RequireDatagramFits(uint32_t segmentSize, const std::string& tcp, const std::string& peer);

/// @ingroup wlan-testbed
/// @param mayBeReal whether it takes REAL_KERNEL, too
/// @return checker of a StringValue that InstallHostTcp() takes
Ptr<const AttributeChecker> MakeHostTcpChecker(bool mayBeReal = false);

/**
 * @ingroup wlan-testbed
 * Set attributes of ns3::TcpSocket in the sockets that a host makes from now on.
 * @param sockets factory of the host's sockets
 * @param table the attributes
 * @throws std::invalid_argument as SetAttributes()
 */
void SetTcpAttributes(Ptr<TcpPresetSocketFactory> sockets,
                      const std::vector<TestbedAttribute>& table);

} // namespace ns3

#endif // HOST_TCP_H
