// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_TRANSLATOR_H
#define TCP_SCRIPT_TRANSLATOR_H

#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-script.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * Translates TCP headers into the numbers of a packet script and back.
 *
 * A script counts sequence numbers of each side from that side's initial one (ISN), except in
 * packets with a SYN, which have the numbers that the script gives the SYNs. It counts timestamps
 * of the socket from an origin that its first written timestamp fixes. Windows, flags and the
 * peer's own timestamps are the same on both sides of the translation. Ports, checksums and the IP
 * header are left to TcpScriptPeer.
 */
class TcpScriptTranslator
{
  public:
    /// What a script says about its numbers.
    struct Options
    {
        uint32_t peerIsn{0};              ///< ISN of the peer; the script's numbers are added to it
        bool areTimestampsCompared{true}; ///< whether the socket's timestamps must be as written
        uint32_t timestampTolerance{0};   ///< largest difference that is no mismatch, ticks
    };

    /// @param options what the script says about its numbers
    explicit TcpScriptTranslator(const Options& options);

    /// @param isn sequence number of the socket's SYN, from which the script counts
    void SetSocketIsn(SequenceNumber32 isn);
    /// @param number that the script gives the SYN of the peer
    void SetPeerSyn(uint32_t number);

    /**
     * @param number a sequence number of the socket in a script
     * @return the same on the wire
     */
    SequenceNumber32 ToSocketSequence(uint32_t number) const;

    /**
     * @param header of a segment of the socket
     * @return place of its first data byte in the socket's stream, from 0
     */
    uint32_t GetDataOffset(const TcpHeader& header) const;

    /**
     * @param packet of the peer, as in a script
     * @return its header, without ports and checksum
     */
    TcpHeader ToHeader(const TcpScriptPacket& packet) const;

    /**
     * Translates a segment of the socket. The first one that the script expects with a written
     * timestamp fixes the origin of all timestamps.
     *
     * @param header of the segment
     * @param length data bytes
     * @param expected what the script expects; null if it expects nothing
     * @return the segment in numbers of the script, without ECN field; a timestamp that differs
     * from the expected one by no more than the tolerance is given as expected
     */
    TcpScriptPacket ToScript(const TcpHeader& header,
                             uint32_t length,
                             const TcpScriptPacket* expected);

  private:
    /**
     * packetdrill: local_seq_script_to_live_offset().
     * @param isSyn whether the number is in a packet with SYN
     * @return number on the wire of the script's 0, for numbers of the socket
     */
    uint32_t GetSocketOrigin(bool isSyn) const;
    /**
     * @param isSyn whether the number is in a packet with SYN
     * @return number on the wire of the script's 0, for numbers of the peer
     */
    uint32_t GetPeerOrigin(bool isSyn) const;
    /**
     * @param header gets the option; a no-operation for each byte of one that ns-3 cannot append,
     * see TcpScriptHeader
     * @param option in the script's numbers
     */
    void AppendOption(TcpHeader& header, const TcpScriptOption& option) const;
    /**
     * @param header of the socket
     * @return its options in the script's numbers; one that ns-3 cannot name counts as the end of
     * the list
     */
    std::vector<TcpScriptOption> TranslateOptions(const TcpHeader& header) const;
    /**
     * packetdrill keeps a map of written and sent timestamps (run_packet.c, ts_val_map).
     * @param written timestamp of the socket in the script
     * @return the same on the wire
     */
    uint32_t ToSocketTimestamp(uint32_t written) const;
    /**
     * @param sent timestamp on the wire, which fixes the origin if it is the first one that the
     * script writes
     * @param written the same in the script
     */
    void FixTimestampOrigin(uint32_t sent, uint32_t written);
    /**
     * @param sent timestamp on the wire
     * @param written the same in the script
     * @param actual option whose value becomes the written one if the difference does not matter
     */
    void AdoptTimestamp(uint32_t sent, uint32_t written, TcpScriptOption& actual);

    Options m_options;                         ///< what the script says about its numbers
    uint32_t m_socketIsn{0};                   ///< see SetSocketIsn
    std::optional<uint32_t> m_socketSyn;       ///< number that the script gives that SYN
    uint32_t m_peerSyn{0};                     ///< see SetPeerSyn
    std::optional<uint32_t> m_timestampOrigin; ///< the socket's timestamp at the script's 0
    std::map<uint32_t, uint32_t> m_timestamps; ///< timestamps of the socket, by those written
};

} // namespace ns3

#endif // TCP_SCRIPT_TRANSLATOR_H
