// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SOCKET_SETTINGS_H
#define TCP_LINUX24_SOCKET_SETTINGS_H

#include "tcp-linux24-clock.h"
#include "tcp-linux24-options.h"
#include "tcp-linux24-receiver-options.h"

#include "ns3/object-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/// @ingroup tcp-linux24
/// Settings of TcpSocketBase that a kernel has use for within limits, or not at all.
struct TcpLinux24StockSettings
{
    Time minRto;                  ///< MinRto
    Time connTimeout;             ///< ConnTimeout
    Time persistTimeout;          ///< PersistTimeout
    Time delAckTimeout;           ///< DelAckTimeout
    uint32_t delAckCount;         ///< DelAckCount
    uint32_t maxWindow;           ///< MaxWindowSize
    bool limitedTransmit;         ///< LimitedTransmit
    TcpSocketState::UseEcn_t ecn; ///< UseEcn
};

/**
 * @ingroup tcp-linux24
 * What a user can set on a TcpLinux24Socket beside the attributes of TcpSocketBase: the kernel, its
 * faults and the host. A connection that a listening socket accepts takes them over. The attributes
 * belong to the type of the socket, of which this is a base.
 */
class TcpLinux24SocketSettings
{
  public:
    /// @param tid type of the socket
    /// @return the same, with these attributes
    static TypeId AddAttributes(TypeId tid);

  protected:
    TcpLinux24SocketSettings() = default;
    ~TcpLinux24SocketSettings() = default;
    /// @param settings of a listening socket
    TcpLinux24SocketSettings(const TcpLinux24SocketSettings& settings) = default;

    /**
     * Stops the program with one line if an attribute of the base has a value that the kernel
     * cannot have. If it is a default, which stock sockets may have use for, the line is a warning.
     * @param socket this
     * @param stock attributes of its base
     */
    void CheckStock(const ObjectBase& socket, const TcpLinux24StockSettings& stock) const;

    TcpLinuxGeneration m_generation{TcpLinuxGeneration::LINUX24}; ///< Generation
    TcpLinux24Options m_options;                                  ///< kernel and host, as a sender
    TcpLinux24ReceiverOptions m_receiverOptions; ///< kernel and host, as a receiver
    TcpLinux24Clock m_clock;                     ///< ticks of the host
    bool m_localDropFeedback{true};              ///< LocalDropFeedback
    bool m_partialWrites{false};                 ///< PartialWrites
    bool m_pathMtuDiscovery{true};               ///< PathMtuDiscovery
    bool m_probeWithGarbageByte{false};          ///< ProbeWithGarbageByte
    Time m_finTimeout{Seconds(60)};              ///< FinTimeout
    uint32_t m_maxSynBacklog{1024};              ///< MaxSynBacklog
    uint32_t m_initialSndBufSize{0};             ///< InitialSndBufSize
    uint8_t m_leastWindowScale{0};               ///< LeastWindowScale
    bool m_windowInScaleUnits{false};            ///< WindowInScaleUnits
    bool m_lastAckReads{false};                  ///< LastAckReads
    bool m_requestChecksAckFirst{false};         ///< RequestChecksAckFirst
    uint32_t m_initialSequenceNumber{0};         ///< InitialSequenceNumber

  private:
    /// Type of a member of an option structure.
    /// @tparam Options the structure
    /// @tparam Value the type
    template <typename Options, typename Value>
    static Value GetOptionType(Value Options::*);
    /// Type of a member of an option structure.
    /// @tparam field the member
    template <auto field>
    using OptionOf = decltype(GetOptionType(field));

    static TypeId AddFaultAttributes(TypeId tid);      ///< @param tid to extend @return tid
    static TypeId AddMechanismAttributes(TypeId tid);  ///< @param tid to extend @return tid
    static TypeId AddReceiverAttributes(TypeId tid);   ///< @param tid to extend @return tid
    static TypeId AddHostAttributes(TypeId tid);       ///< @param tid to extend @return tid
    static TypeId AddConnectionAttributes(TypeId tid); ///< @param tid to extend @return tid

    /// @tparam field of TcpLinux24Options
    /// @param value for it
    template <auto field>
    void SetSenderOption(OptionOf<field> value);
    /// @tparam field of TcpLinux24Options
    /// @return its value
    template <auto field>
    OptionOf<field> GetSenderOption() const;
    /// @tparam field of TcpLinux24ReceiverOptions
    /// @param value for it
    template <auto field>
    void SetReceiverOption(OptionOf<field> value);
    /// @tparam field of TcpLinux24ReceiverOptions
    /// @return its value
    template <auto field>
    OptionOf<field> GetReceiverOption() const;
    void SetTickInterval(Time interval); ///< @param interval see TickInterval
    Time GetTickInterval() const;        ///< @return see TickInterval
    void SetTickOffset(Time offset);     ///< @param offset see TickOffset
    Time GetTickOffset() const;          ///< @return see TickOffset
};

} // namespace ns3

#endif // TCP_LINUX24_SOCKET_SETTINGS_H
