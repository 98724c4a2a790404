// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SOCKET_FACTORY_H
#define TCP_LINUX24_SOCKET_FACTORY_H

#include "tcp-preset-socket-factory.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// A Linux kernel whose TCP a socket models.
enum class TcpLinux24Kernel
{
    LINUX20_32, ///< 2.0.32
    LINUX24_18, ///< 2.4.18
    LINUX24_19, ///< 2.4.19
    LINUX26_8,  ///< 2.6.8.1
};

/**
 * @ingroup tcp-linux24
 * Makes sockets of class TcpLinux24Socket. Aggregate it to a node (TcpSocketFactoryHelper does) and
 * name "ns3::TcpLinux24SocketFactory" in the `Protocol` attribute of an application. Other
 * applications of the node keep their stock sockets.
 *
 * `Kernel` presets these attributes of the sockets: Generation, TickInterval, TickOffset,
 * RetransStampFromSyn, RttSeqFromUna, SynWindowScaled, FirstDeviation, FinalCutPush, Bic,
 * BicMaximumFault, Frto, RetransTrim, CautiousRestart, FullSegmentPush, Sack, Dsack, ForwardAck,
 * Timestamp, WindowScaling, LocalDropFeedback, InitialCwnd, SegmentSize, MinRto, ConnTimeout,
 * TcpNoDelay, ConnCount, DataRetries, RequestChecksAckFirst, LastAckReads, MaxSynBacklog,
 * SndBufSize, RcvBufSize, MaxRcvBufSize (of 2.6.8, unless RcvBufSize is set), LeastWindowScale,
 * WindowInScaleUnits, MaxUnscaledWindow, MaxSegLifetime. SegmentSize 0 stands for the size that
 * the MTU allows.
 */
class TcpLinux24SocketFactory : public TcpPresetSocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Create a socket of the node. Its settings are checked at once, so a wrong value ends the
     * program with one line. If TcpL4Protocol::SocketType was set to a congestion control that the
     * kernel does not have, one warning per program says that it has no effect here. The program
     * also ends if the node has no internet stack.
     * @return the socket, which TcpL4Protocol keeps until it is closed
     */
    Ptr<Socket> CreateSocket() override;

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    /// @return that of TcpLinux24Socket
    TypeId GetSocketTypeId() const override;

  private:
    std::vector<Preset> GetPresets(); ///< @return of the kernel and the host

    TcpLinux24Kernel m_kernel{TcpLinux24Kernel::LINUX24_18}; ///< Kernel
    Ptr<RandomVariableStream> m_uptime;                      ///< Uptime
    std::optional<Time> m_tickOffset;                        ///< drawn once per host
};

} // namespace ns3

#endif // TCP_LINUX24_SOCKET_FACTORY_H
