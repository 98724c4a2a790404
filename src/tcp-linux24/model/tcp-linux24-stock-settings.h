// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_STOCK_SETTINGS_H
#define TCP_LINUX24_STOCK_SETTINGS_H

#include "tcp-linux24-options.h"
#include "tcp-linux24-receiver-options.h"

#include "ns3/nstime.h"
#include "ns3/object-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Attributes of TcpSocket and TcpSocketBase, as a user has set them on a TcpLinux24Socket. The
 * kernel uses some of them within limits, in units of its own, and others not at all. The values
 * here are the defaults of ns-3.
 */
struct TcpLinux24StockSettings
{
    /// @name What the kernel uses
    /// @{
    Time minRto{Seconds(1)};              ///< MinRto, a tick to 120 s
    Time connTimeout{Seconds(3)};         ///< ConnTimeout, a tick to 120 s
    uint32_t delAckCount{2};              ///< DelAckCount, segments, 1 or more
    uint32_t maxWindow{65535};            ///< MaxWindowSize, bytes, 1 to 65535
    bool sack{true};                      ///< Sack
    bool timestamps{true};                ///< Timestamp
    bool windowScaling{true};             ///< WindowScaling
    uint32_t initialCwnd{10};             ///< InitialCwnd, segments
    uint32_t initialSsthresh{UINT32_MAX}; ///< InitialSlowStartThreshold, bytes; UINT32_MAX: none
    uint32_t segmentSize{536};            ///< SegmentSize, data bytes, 36 or more
    bool noDelay{true};                   ///< TcpNoDelay
    uint32_t connCount{6};                ///< ConnCount: times a SYN is sent
    uint32_t dataRetries{6};              ///< DataRetries: times a segment is sent again
    /// @}

    /// @name What the kernel decides by itself
    /// @{
    Time persistTimeout{Seconds(6)};                   ///< PersistTimeout
    Time delAckTimeout{MilliSeconds(200)};             ///< DelAckTimeout
    bool limitedTransmit{true};                        ///< LimitedTransmit
    TcpSocketState::UseEcn_t ecn{TcpSocketState::Off}; ///< UseEcn
    Time clockGranularity{MilliSeconds(1)};            ///< ClockGranularity
    uint32_t reTxThreshold{3};                         ///< ReTxThreshold, duplicate ACKs
    TypeId congestionOps{};                            ///< class of CongestionOps; 0: none
    TypeId recoveryOps{};                              ///< class of RecoveryOps; 0: none
    bool pacing{false};                                ///< EnablePacing of TcpSocketState
    uint64_t maxPacingRate{4000000000};                ///< MaxPacingRate of TcpSocketState, bit/s
    /// @}

    /**
     * Stop the program with one line if an attribute has a value that the kernel cannot have. If
     * the value is a default, which is for stock sockets as well, the line is a warning.
     * @param socket whose attributes these are
     * @param state of the base, which has those of pacing
     * @param tick length of a tick of the host's clock
     * @param generation of the kernel
     */
    void Check(const ObjectBase& socket,
               const ObjectBase& state,
               Time tick,
               TcpLinuxGeneration generation) const;
    /**
     * @param taken what a connection of this socket has taken
     * @return name of an attribute that has changed since, though its value is taken only when a
     * connection starts; null: none. InitialCwnd, InitialSlowStartThreshold and SegmentSize are
     * the base's business, and TcpNoDelay may change
     */
    const char* FindChange(const TcpLinux24StockSettings& taken) const;
    /// @param options of the kernel and the host
    /// @return the same with what the user has set, in the units of the kernel
    TcpLinux24Options ApplyTo(TcpLinux24Options options) const;
};

} // namespace ns3

#endif // TCP_LINUX24_STOCK_SETTINGS_H
