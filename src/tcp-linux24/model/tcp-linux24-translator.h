// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_TRANSLATOR_H
#define TCP_LINUX24_TRANSLATOR_H

#include "tcp-linux-sender.h"
#include "tcp-linux24-minisocks.h"
#include "tcp-linux24-receiver.h"
#include "tcp-linux24-segment.h"

#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// Which TCP options segments carry: in a SYN those that are offered, then those that were agreed
/// on.
struct TcpLinux24WireOptions
{
    bool sack{false};        ///< SACK
    bool timestamps{false};  ///< timestamps
    bool windowScale{false}; ///< window scaling
    uint8_t sendShift{0};    ///< of windows that the peer offers
    uint8_t receiveShift{0}; ///< of windows that we offer
};

/// @ingroup tcp-linux24
/// What the options of a SYN say.
struct TcpLinux24SynOptions
{
    std::optional<uint32_t> mss{};      ///< MSS, bytes; 0 is possible
    bool sack{false};                   ///< SACK permitted
    std::optional<TcpTick> timestamp{}; ///< TSval
    std::optional<uint8_t> shift{};     ///< window scale
};

/**
 * @ingroup tcp-linux24
 * Translates between TCP headers of ns-3 and what sender and receiver understand: sequence numbers
 * of 32 bits to positions in the byte streams, which do not wrap around, scaled windows to bytes,
 * options to lists. It knows both initial sequence numbers and the options agreed on, and decides
 * nothing.
 */
class TcpLinux24Translator
{
  public:
    /**
     * A connection starts; nothing is known of the peer.
     * @param initialSequenceNumber of our SYN
     * @param options that our SYN may offer
     * @param sender whose positions are translated; outlives the use of this
     */
    void Start(uint32_t initialSequenceNumber,
               const TcpLinux24WireOptions& options,
               const TcpLinuxSender* sender);
    /**
     * The peer's SYN has come.
     * @param initialSequenceNumber of the peer's SYN
     * @param options agreed on
     */
    void Agree(SequenceNumber32 initialSequenceNumber, const TcpLinux24WireOptions& options);
    /// @param receiver whose positions are translated from now on; outlives the use of this
    void SetReceiver(const TcpLinux24Receiver* receiver);
    /// @param shift of windows that we offer, for the SYN
    void SetReceiveShift(uint8_t shift);

    /// @name Positions in the byte streams
    /// @{
    /**
     * @param offset in our stream
     * @return sequence number
     */
    SequenceNumber32 ToSequence(TcpOffset offset) const;
    /// @param sequence number of ours
    /// @return position nearest to snd_una
    TcpOffset ToSentOffset(SequenceNumber32 sequence) const;
    /// @param offset in the peer's stream
    /// @return sequence number
    SequenceNumber32 ToPeerSequence(TcpOffset offset) const;
    /// @param sequence number of the peer
    /// @return position nearest to rcv_nxt
    TcpOffset ToReceivedOffset(SequenceNumber32 sequence) const;
    /// @}

    /// @name Headers that come in
    /// @{
    /**
     * @param header of a SYN
     * @return its options
     */
    static TcpLinux24SynOptions ReadSynOptions(const TcpHeader& header);
    /// @param header of a segment
    /// @return TSval, if timestamps are used
    std::optional<TcpTick> ReadTimestamp(const TcpHeader& header) const;
    /// @param header of a segment
    /// @return TSecr, if timestamps are used
    std::optional<TcpTick> ReadEcho(const TcpHeader& header) const;
    /// @param header of a segment without SYN
    /// @return window, bytes
    uint32_t ReadWindow(const TcpHeader& header) const;
    /// @param size of the data, bytes
    /// @param header of a segment
    /// @return for the receiver
    TcpLinux24Arrival ReadArrival(uint32_t size, const TcpHeader& header) const;
    /// @param header of a segment with ACK
    /// @param hasData whether it carries data or FIN
    /// @return for the sender
    TcpLinux24Ack ReadAck(const TcpHeader& header, bool hasData) const;
    /// @param size of the data, bytes
    /// @param header of a segment
    /// @param now the present
    /// @return for CheckRequest() and CheckTimeWait()
    TcpLinux24MiniSegment ReadMiniSegment(uint32_t size,
                                          const TcpHeader& header,
                                          TcpTick now) const;
    /// @}

    /// @name Headers that go out
    /// @{
    /**
     * Options of a SYN, timestamps excepted.
     * @param header to extend
     * @param mss to offer, bytes
     */
    void WriteSynOptions(TcpHeader& header, uint32_t mss) const;
    /// TSval, and TSecr if the peer is known.
    /// @param header to extend
    /// @param now the present
    void WriteTimestamp(TcpHeader& header, TcpTick now) const;
    /// SACK blocks, if there are any.
    /// @param header to extend
    void WriteSackBlocks(TcpHeader& header) const;
    /// @}

  private:
    TcpLinux24WireOptions m_options;               ///< offered or agreed on
    uint32_t m_initialSequenceNumber{0};           ///< of our SYN
    SequenceNumber32 m_peerSequenceNumber;         ///< of the peer's SYN
    const TcpLinuxSender* m_sender{nullptr};       ///< snd_una, snd_wnd
    const TcpLinux24Receiver* m_receiver{nullptr}; ///< rcv_nxt; null before the peer's SYN
};

} // namespace ns3

#endif // TCP_LINUX24_TRANSLATOR_H
