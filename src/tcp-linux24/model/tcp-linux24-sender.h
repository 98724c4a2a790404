// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_H
#define TCP_LINUX24_SENDER_H

#include "tcp-linux24-options.h"
#include "tcp-linux24-rtt-estimator.h"
#include "tcp-linux24-segment.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/// @ingroup tcp-linux24
/// States of congestion control, in the kernel's order (include/linux/tcp.h, enum tcp_ca_state).
enum class TcpLinux24State
{
    OPEN,     ///< nothing suspicious
    DISORDER, ///< duplicate ACKs or SACKs
    CWR,      ///< window is being reduced without a loss
    RECOVERY, ///< fast retransmission
    LOSS,     ///< after a retransmission timeout
};

/// @ingroup tcp-linux24
/// Why the state changed.
enum class TcpLinux24Reason
{
    DUBIOUS_ACK,        ///< "try to open" found something outstanding
    NOTHING_SUSPICIOUS, ///< "try to open" found nothing
    LOCAL_DROP,         ///< the link queue refused a packet
    CONGESTION_ECHO,    ///< ECE
    LOST_SEGMENT,       ///< recovery test 1: a segment is marked lost
    FORWARD_ACK,        ///< recovery test 2: fackets_out, or duplicates without SACK
    HEAD_TIMED_OUT,     ///< recovery test 3: the head is older than the RTO
    FEW_OUTSTANDING,    ///< recovery test 4: early retransmission
    TIMEOUT,            ///< RTO
    RENEGING,           ///< the head turned out to be SACKed
    MTU_REDUCED,        ///< path MTU shrank
    HIGH_SEQ_REACHED,   ///< the episode's last segment is acknowledged
    UNDO,               ///< the reduction was a mistake
    FRTO,               ///< F-RTO decided that the timeout was genuine
};

/// @ingroup tcp-linux24
/// Which rule took a reduction back (3.9 of the module's documentation).
enum class TcpLinux24Undo
{
    LOSS,     ///< on an ACK in Loss
    FULL,     ///< when high_seq was reached
    PARTIAL,  ///< on a partial ACK in Recovery
    DSACK,    ///< every retransmission was reported needless
};

/// @ingroup tcp-linux24
/// Why a segment was sent again.
enum class TcpLinux24Retransmission
{
    TIMEOUT,   ///< head, at the RTO
    LOST,      ///< marked lost, in Recovery
    GO_BACK_N, ///< marked lost, in Loss
    FORWARD,   ///< not marked, in Recovery with nothing new to send
};

/// @ingroup tcp-linux24
/// What became of a segment that was handed down.
enum class TcpLinux24Transmit
{
    SENT,       ///< accepted
    LOCAL_DROP, ///< the link queue refused it (NET_XMIT_DROP)
};

/// @ingroup tcp-linux24
/// The layer below the sender, and those who watch it.
class TcpLinux24SenderHost
{
  public:
    virtual ~TcpLinux24SenderHost() = default;
    /**
     * Send a segment, now.
     * @param segment what
     * @param retransmission why, if it is one
     * @return whether the link queue took it
     */
    virtual TcpLinux24Transmit Transmit(
        const TcpLinux24Segment& segment,
        std::optional<TcpLinux24Retransmission> retransmission) = 0;
    /// @return memory of this socket's packets that wait below TCP, bytes (sk_wmem_alloc)
    virtual uint32_t GetMemoryBelow() const = 0;
    /// @return true while the application sleeps for space in the send buffer
    virtual bool IsWriterSleeping() const = 0;
    /// The state changed. @param from, to states @param reason why
    virtual void StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason) = 0;
    /// A reduction was taken back; cwnd and ssthresh are the new ones. @param undo by which rule
    virtual void Undone(TcpLinux24Undo undo) = 0;
    /// Too many timeouts: the connection is dead. The sender does nothing more.
    virtual void GaveUp() = 0;
};

/**
 * @ingroup tcp-linux24
 * The sending half of a TCP connection as Linux 2.4 has it, in plain C++: write queue with
 * scoreboard, congestion state machine, retransmission timer, undo. It knows ticks and positions in
 * the byte stream, nothing of packets, sockets or the simulator.
 *
 * Every call may send segments through the host. After a call the host arms its retransmission
 * timer for GetTimer() and calls OnTimer() at the start of that tick.
 */
class TcpLinux24Sender
{
  public:
    /// @param options the kernel @param host below, outlives the sender
    TcpLinux24Sender(const TcpLinux24Options& options, TcpLinux24SenderHost& host);

    /// @name Connection
    /// @{
    /**
     * Active open: the SYN leaves (through Transmit()).
     * @param now the present
     */
    void Connect(TcpTick now);
    /**
     * Passive open: the SYN-ACK leaves (through Transmit()).
     * @param now the present
     */
    void Accept(TcpTick now);
    /// What the handshake agreed on. @param sack, timestamps both sides have it @param mss data
    /// bytes of a full segment
    void Negotiated(bool sack, bool timestamps, uint32_t mss);
    /// @param mss new size of a full segment, after path MTU discovery @param now the present
    void SetMss(uint32_t mss, TcpTick now);
    /// Queue a FIN behind the data. @param now the present
    void Close(TcpTick now);
    /// @}

    /// @name Data
    /// @{
    /// The application writes. @param bytes more data @param now the present
    void Write(uint32_t bytes, TcpTick now);
    /// @param noDelay TCP_NODELAY
    void SetNoDelay(bool noDelay);
    /// An acceptable segment with ACK came. @param ack what it says @param now the present
    void OnAck(const TcpLinux24Ack& ack, TcpTick now);
    /// The retransmission (or probe) timer fired. @param now the present
    void OnTimer(TcpTick now);
    /// @return tick at whose start the timer fires, if it runs
    std::optional<TcpTick> GetTimer() const;
    /// @}

    /// @name State, by the kernel's names
    /// @{
    TcpLinux24State GetState() const;      ///< @return ca_state
    uint32_t GetCwnd() const;              ///< @return snd_cwnd, segments
    uint32_t GetCwndCount() const;         ///< @return snd_cwnd_cnt
    uint32_t GetSsthresh() const;          ///< @return snd_ssthresh, segments
    uint32_t GetPriorSsthresh() const;     ///< @return prior_ssthresh, segments; 0: no undo
    uint32_t GetPacketsOut() const;        ///< @return packets_out, segments
    uint32_t GetSackedOut() const;         ///< @return sacked_out, segments
    uint32_t GetLostOut() const;           ///< @return lost_out, segments
    uint32_t GetRetransOut() const;        ///< @return retrans_out, segments
    uint32_t GetFacketsOut() const;        ///< @return fackets_out, segments
    uint32_t GetInFlight() const;          ///< @return tcp_packets_in_flight(), segments
    uint32_t GetReordering() const;        ///< @return reordering, segments
    bool IsFack() const;                   ///< @return true while FACK is in force
    TcpOffset GetSndUna() const;           ///< @return snd_una
    TcpOffset GetSndNxt() const;           ///< @return snd_nxt
    TcpOffset GetHighSeq() const;          ///< @return high_seq
    TcpOffset GetWriteEnd() const;         ///< @return write_seq: end of what was written
    uint32_t GetSndWnd() const;            ///< @return snd_wnd, bytes
    TcpTick GetRetransStamp() const;       ///< @return retrans_stamp; 0: none
    std::optional<TcpOffset> GetUndoMarker() const; ///< @return undo_marker
    int32_t GetUndoRetrans() const;        ///< @return undo_retrans
    uint32_t GetFrtoPhase() const;         ///< @return 1 or 2 while F-RTO decides, else 0
    uint32_t GetQueueMemory() const;       ///< @return memory of the write queue, bytes
    const TcpLinux24RttEstimator& GetRtt() const; ///< @return srtt, rttvar, rto
    const std::deque<TcpLinux24Segment>& GetQueue() const; ///< @return write queue, unsent included
    /// @}

  private:
    friend class TcpLinux24SenderPeer; // tests set states that no short history leads to
    class Impl;
};

} // namespace ns3

#endif // TCP_LINUX24_SENDER_H
