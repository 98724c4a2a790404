// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SEND_BUFFER_H
#define TCP_LINUX24_SEND_BUFFER_H

#include "tcp-linux-sender.h"

#include <cstdint>

namespace ns3
{

/// @ingroup tcp-linux24
/// What the user has set for a send buffer.
struct TcpLinux24SendBufferLimits
{
    uint32_t initial;         ///< bytes of memory at first; 0: all of it, and it does not grow
    uint32_t most;            ///< bytes of memory (SO_SNDBUF)
    uint32_t segmentOverhead; ///< memory of a segment beside its data, bytes
};

/**
 * @ingroup tcp-linux24
 * Room for what the application writes: how much memory the write queue may take now, and when a
 * writer that found no space is woken (net/ipv4/tcp.c: tcp_sendmsg, tcp_write_space;
 * include/net/tcp.h: tcp_wspace, tcp_min_write_space). What is written before the connection is
 * there counts, too.
 */
class TcpLinux24SendBuffer
{
  public:
    /// A connection starts, whose queue fills this buffer.
    /// @param sender outlives the use of this
    void Start(const TcpLinuxSender* sender);

    /// @param limits see there
    /// @return bytes of memory that it may take at first
    static uint32_t GetFirstSize(const TcpLinux24SendBufferLimits& limits);
    /// @param limits see there
    /// @return bytes of memory that it may take now
    uint32_t GetSize(const TcpLinux24SendBufferLimits& limits) const;
    /// @param limits see there
    /// @param fullSegment data bytes of a full segment
    /// @return data bytes that can be written now
    uint32_t GetRoom(const TcpLinux24SendBufferLimits& limits, uint32_t fullSegment) const;
    /// @param limits see there
    /// @return whether free space is worth waking a writer for, see
    /// TcpLinuxSender::IsSpaceWorthWaking()
    bool IsWorthWaking(const TcpLinux24SendBufferLimits& limits) const;

    /// @param sleeping a write was refused for want of space, or the writer is woken
    void SetWriterSleeping(bool sleeping);
    /// @return whether the application waits for space
    bool IsWriterSleeping() const;

    /// The application writes before the connection is there.
    /// @param bytes how much
    void WriteEarly(uint32_t bytes);
    /// @return bytes written before the connection was there, and not handed to the sender
    uint32_t GetEarly() const;
    /// The connection is there.
    /// @return as GetEarly(), which is 0 from now on
    uint32_t TakeEarly();

  private:
    const TcpLinuxSender* m_sender{nullptr}; ///< whose queue takes the memory
    uint32_t m_early{0};                     ///< see GetEarly
    bool m_writerSleeping{false};            ///< see IsWriterSleeping
};

} // namespace ns3

#endif // TCP_LINUX24_SEND_BUFFER_H
