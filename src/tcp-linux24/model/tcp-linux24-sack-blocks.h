// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SACK_BLOCKS_H
#define TCP_LINUX24_SACK_BLOCKS_H

#include "tcp-linux24-receiver-options.h"
#include "tcp-linux24-segment.h"

#include <boost/container/static_vector.hpp>
#include <cstdint>

namespace ns3
{

/// @ingroup tcp-linux24
/// SACK blocks in the order of the option; four at most, three beside timestamps.
using TcpLinux24SackList = boost::container::static_vector<TcpRange, 4>;

/**
 * @ingroup tcp-linux24
 * SACK blocks of a receiver, newest first, and one D-SACK block in front of them that is sent once
 * (net/ipv4/tcp_input.c: tcp_sack_new_ofo_skb, tcp_sack_remove, tcp_dsack_set;
 * net/ipv4/tcp_output.c: tcp_build_and_update_options).
 */
class TcpLinux24SackBlocks
{
  public:
    /// @param options sack, dsack and timestamps count
    explicit TcpLinux24SackBlocks(const TcpLinux24ReceiverOptions& options);

    /**
     * A segment is in the out-of-order queue. Its block comes first (RFC 2018); blocks that it
     * joins go, and the oldest of four gives way.
     * @param range where, joined with what it touches
     */
    void Add(TcpRange range);
    /// @param rcvNxt next position expected: blocks below it go
    void Remove(TcpOffset rcvNxt);
    /// Forget everything.
    void Clear();

    /**
     * Report a duplicate with the next ACK. It replaces a report that was not sent yet
     * (tcp_dsack_set).
     * @param range what came twice
     */
    void SetDuplicate(TcpRange range);
    /**
     * As SetDuplicate(), but join a report that touches (tcp_dsack_extend). One that does not touch
     * is lost.
     * @param range what came twice
     */
    void ExtendDuplicate(TcpRange range);
    /// Forget a report that was not sent yet.
    void CancelDuplicate();

    /**
     * @return blocks for the next segment, the D-SACK first, by which the sender knows it (RFC
     * 2883, 4)
     */
    TcpLinux24SackList Get() const;
    /// @return option bytes of these blocks, padding included; 0 without any
    uint32_t GetOptionBytes() const;
    /// @param blocks in an option
    /// @return its bytes, padding included: 4 + 8 for each
    static uint32_t GetOptionBytes(uint32_t blocks);
    /**
     * The blocks were sent: the D-SACK block is used up. As in the kernel, a block that it had
     * pushed out stays away until the list changes.
     */
    void Sent();

  private:
    /// eff_sacks: as many blocks as the option has room for.
    void UpdateEffective();

    bool m_sack;                 ///< blocks are made
    bool m_dsack;                ///< duplicates are reported
    uint32_t m_limit;            ///< blocks that the option has room for
    TcpLinux24SackList m_blocks; ///< selective_acks
    bool m_hasDuplicate{false};  ///< dsack
    TcpRange m_duplicate{0, 0};  ///< duplicate_sack
    uint32_t m_effective{0};     ///< eff_sacks: blocks in the next segment
};

} // namespace ns3

#endif // TCP_LINUX24_SACK_BLOCKS_H
