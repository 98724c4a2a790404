// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SOCKET_SETTINGS_H
#define TCP_LINUX24_SOCKET_SETTINGS_H

#include "tcp-linux24-clock.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-receiver-options.h"

#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

class TcpLinux24Socket;

/**
 * @ingroup tcp-linux24
 * What a user can set on a TcpLinux24Socket beside the attributes of TcpSocketBase: the kernel, its
 * faults and the host. It is a part of the socket, and each member is an attribute of the socket,
 * or has them. A connection that a listening socket accepts takes them over.
 */
struct TcpLinux24SocketSettings
{
    /// @param tid type of the socket
    /// @param settings the part of the socket
    /// @return tid, with these attributes
    static TypeId AddAttributes(TypeId tid, TcpLinux24SocketSettings TcpLinux24Socket::* settings);

    TcpLinuxGeneration generation{TcpLinuxGeneration::LINUX24}; ///< Generation
    TcpLinux24Options senderOptions;                            ///< kernel and host, as a sender
    TcpLinux24ReceiverOptions receiverOptions;                  ///< kernel and host, as a receiver
    TcpLinux24Clock clock;                                      ///< TickInterval, TickOffset
    bool localDropFeedback{true};                               ///< LocalDropFeedback
    bool partialWrites{false};                                  ///< PartialWrites
    bool pathMtuDiscovery{true};                                ///< PathMtuDiscovery
    bool probeWithGarbageByte{false};                           ///< ProbeWithGarbageByte
    Time finTimeout{Seconds(60)};                               ///< FinTimeout; 0: none
    uint32_t maxSynBacklog{1024};                               ///< MaxSynBacklog, handshakes
    uint32_t initialSndBufSize{0};                              ///< InitialSndBufSize, bytes
    uint8_t leastWindowScale{0};                                ///< LeastWindowScale, 0 to 14
    bool windowInScaleUnits{false};                             ///< WindowInScaleUnits
    uint16_t maxUnscaledWindow{UINT16_MAX};                     ///< MaxUnscaledWindow, bytes
    bool lastAckReads{false};                                   ///< LastAckReads
    bool requestChecksAckFirst{false};                          ///< RequestChecksAckFirst
    uint32_t initialSequenceNumber{0};                          ///< InitialSequenceNumber
};

} // namespace ns3

#endif // TCP_LINUX24_SOCKET_SETTINGS_H
