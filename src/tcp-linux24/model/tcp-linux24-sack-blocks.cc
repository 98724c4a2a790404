// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-sack-blocks.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// tcp_sack_extend.
/// @param block grows
/// @param range if it touches
/// @return whether it does
bool
Join(TcpRange& block, const TcpRange& range)
{
    if (range.start > block.end || block.start > range.end)
    {
        return false;
    }
    block.start = std::min(block.start, range.start);
    block.end = std::max(block.end, range.end);
    return true;
}

} // namespace

TcpLinux24SackBlocks::TcpLinux24SackBlocks(const TcpLinux24ReceiverOptions& options)
    : m_sack(options.sack),
      m_dsack(options.sack && options.dsack),
      m_limit(options.timestamps ? 3 : 4)
{
}

// eff_sacks: as many blocks as the option has room for.
void
TcpLinux24SackBlocks::UpdateEffective()
{
    const auto blocks = static_cast<uint32_t>(m_blocks.size());
    m_effective = std::min(blocks + (m_hasDuplicate ? 1 : 0), m_limit);
}

// tcp_sack_new_ofo_skb: the newest block comes first (RFC 2018), whether it is new or has grown.
void
TcpLinux24SackBlocks::Add(TcpRange range)
{
    if (!m_sack)
    {
        return;
    }
    // Data next to a block makes it grow.
    const auto touched = std::find_if(m_blocks.begin(), m_blocks.end(), [&](TcpRange& block) {
        return Join(block, range);
    });
    if (touched != m_blocks.end())
    {
        std::rotate(m_blocks.begin(), touched, touched + 1);
        const size_t before = m_blocks.size();
        // As it grows the first block may come to touch others.
        for (auto other = m_blocks.begin() + 1; other != m_blocks.end();)
        {
            other = Join(m_blocks.front(), *other) ? m_blocks.erase(other) : other + 1;
        }
        if (m_blocks.size() != before)
        {
            UpdateEffective();
        }
        return;
    }
    // A new hole: the oldest block gives way, which the sender has been told of several times.
    if (m_blocks.size() == m_blocks.capacity())
    {
        m_blocks.pop_back();
    }
    m_blocks.insert(m_blocks.begin(), range);
    UpdateEffective();
}

// What the ACK number covers needs no block (tcp_sack_remove).
void
TcpLinux24SackBlocks::Remove(TcpOffset rcvNxt)
{
    const auto first =
        std::remove_if(m_blocks.begin(), m_blocks.end(), [rcvNxt](const TcpRange& block) {
            return block.start <= rcvNxt;
        });
    if (first != m_blocks.end())
    {
        m_blocks.erase(first, m_blocks.end());
        UpdateEffective();
    }
}

void
TcpLinux24SackBlocks::Clear()
{
    m_blocks.clear();
    m_hasDuplicate = false;
    m_effective = 0;
}

// A new report replaces one that was not sent yet (tcp_dsack_set).
void
TcpLinux24SackBlocks::SetDuplicate(TcpRange range)
{
    if (m_dsack)
    {
        m_hasDuplicate = true;
        m_duplicate = range;
        UpdateEffective();
    }
}

// One report covers everything that arrived twice, if it is one range (tcp_dsack_extend).
void
TcpLinux24SackBlocks::ExtendDuplicate(TcpRange range)
{
    if (m_hasDuplicate)
    {
        Join(m_duplicate, range);
    }
    else
    {
        SetDuplicate(range);
    }
}

// What comes next is the more important news (tcp_data_queue clears tp->dsack).
void
TcpLinux24SackBlocks::CancelDuplicate()
{
    if (m_hasDuplicate)
    {
        m_hasDuplicate = false;
        UpdateEffective();
    }
}

// The D-SACK comes first, by which the sender knows it (RFC 2883, 4).
TcpLinux24SackList
TcpLinux24SackBlocks::Get() const
{
    TcpLinux24SackList list;
    if (m_hasDuplicate)
    {
        list.push_back(m_duplicate);
    }
    const size_t room = m_effective - list.size();
    list.insert(list.end(), m_blocks.begin(), m_blocks.begin() + std::min(room, m_blocks.size()));
    return list;
}

uint32_t
TcpLinux24SackBlocks::GetOptionBytes() const
{
    return m_effective == 0 ? 0 : GetOptionBytes(m_effective);
}

uint32_t
TcpLinux24SackBlocks::GetOptionBytes(uint32_t blocks)
{
    constexpr uint32_t BASE_BYTES = 4;  // TCPOLEN_SACK_BASE_ALIGNED
    constexpr uint32_t BLOCK_BYTES = 8; // TCPOLEN_SACK_PERBLOCK
    return BASE_BYTES + BLOCK_BYTES * blocks;
}

void
TcpLinux24SackBlocks::Sent()
{
    if (m_hasDuplicate)
    {
        m_hasDuplicate = false;
        // The kernel takes one off even when the D-SACK had pushed a block out; that block stays
        // away until the list changes.
        --m_effective;
    }
}

} // namespace ns3
