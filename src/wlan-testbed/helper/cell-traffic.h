// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CELL_TRAFFIC_H
#define CELL_TRAFFIC_H

#include "bulk-transfer.h"
#include "vacirca2005-testbed.h"

#include "ns3/random-variable-stream.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::CellFlow and ns3::CellTraffic declarations.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Counters of the segments that a TCP sender has passed to IP since Restart(), and of the data that
 * has arrived.
 */
struct CellFlowCounters
{
    uint64_t segments{0};        ///< with data
    uint64_t retransmissions{0}; ///< of these, with data that was sent before
    uint64_t bytesReceived{0};   ///< read by the receiver
};

/**
 * @ingroup wlan-testbed
 * A bulk TCP connection of a Vacirca2005Testbed, whose counters begin at a call of Restart().
 */
class CellFlow
{
  public:
    /// @param sender, receiver of the data
    /// @param address, port of the receiver
    CellFlow(Ptr<Node> sender, Ptr<Node> receiver, Ipv4Address address, uint16_t port);
    CellFlow(const CellFlow&) = delete;
    CellFlow& operator=(const CellFlow&) = delete;

    /// Called when the last byte has been read.
    using OverCallback = Callback<void>;

    /**
     * @param start when it begins
     * @param stop when the sender has written all it will ever write
     * @param horizon when nothing is read any more
     * @param over called unless the horizon comes before
     */
    void Schedule(Time start, Time stop, Time horizon, OverCallback over);
    /// Count from now on.
    void Restart();
    /// @return what was counted
    CellFlowCounters GetCounters() const;
    /// @param from an instant
    /// @return how long after it there is data to send or to read
    Time GetActive(Time from) const;

  private:
    /// @return bytes read by the receiver since the connection began
    uint64_t GetReceivedBytes() const;
    /// The sender's socket has taken data (trace Tx of the application).
    /// @param packet the data
    void NoteWritten(Ptr<const Packet> packet);
    /// The receiver has read data, perhaps the last (trace Rx of the application).
    /// @param packet, from not used
    void NoteRead(Ptr<const Packet> packet, const Address& from);
    /// End the connection if the stop has passed and all that was written has been read. It ends
    /// only once.
    void EndWhenRead();
    /// Count segments from now on: those of the sender's socket, or those at the interface of its
    /// real kernel. Runs 1 ns after the start, when the socket exists.
    void WatchSender();
    /// The sender's socket has sent a segment, or a pure ACK, which does not count.
    /// @param packet data of the segment
    /// @param header its TCP header
    /// @param socket not used
    void NoteSegment(Ptr<const Packet> packet,
                     const TcpHeader& header,
                     Ptr<const TcpSocketBase> socket);
    /// The sender's kernel has sent a packet, which may belong to another connection or be no IP.
    /// @param packet from its IP header on
    void NoteDatagram(Ptr<const Packet> packet);
    /// Count a segment. It is a retransmission if its first byte has been sent before.
    /// @param begin sequence number of its first byte
    /// @param size bytes, at least 1
    void NoteData(SequenceNumber32 begin, uint32_t size);

    uint16_t m_port;               ///< of the receiver
    BulkTransfer m_transfer;       ///< the connection
    std::string m_name;            ///< for log messages: sending node, address and port
    OverCallback m_over;           ///< see Schedule; null when it has been called
    Time m_start;                  ///< see Schedule
    Time m_stop;                   ///< see Schedule
    Time m_end;                    ///< when the last byte was read, or the horizon
    uint64_t m_writtenBytes{0};    ///< taken by the sender's socket
    CellFlowCounters m_counters;   ///< see GetCounters; bytes are those before Restart()
    SequenceNumber32 m_highest{0}; ///< behind the last byte sent
    bool m_begun{false};           ///< m_highest counts
};

/**
 * @ingroup wlan-testbed
 * The connections of vacirca2005: one from each of the first stations to the host, and some from
 * the host to the stations behind them, in turn. After the warm-up, it measures the quantities of
 * the figures, as the paper defines them (III): goodput is the data that the receivers read
 * (figures 2, 3, 6 and 7), and the loss probability is the share of data segments that are
 * retransmitted (figures 4 and 8).
 */
class CellTraffic
{
  public:
    /// One direction of all connections, in the counted part.
    struct Direction
    {
        double goodput{0};   ///< segments of full size per second that were read
        double lossRate{0};  ///< share of segments that were sent again
        double contested{0}; ///< goodput while both directions had connections
        /// The value of `contested` if, at every instant, each connection had the same goodput.
        double fairContested{0};
        double least{0}; ///< goodput of the slowest connection, over the time it was there
    };

    /**
     * Schedule the connections.
     * @param testbed where
     * @param duration of the whole
     * @param stream first of two random streams, of the start times and of what comes and goes
     */
    CellTraffic(Ptr<Vacirca2005Testbed> testbed, Time duration, int64_t stream);

    /// @return the connections from stations to the host
    Direction GetUplink() const;
    /// @return the connections from the host to stations
    Direction GetDownlink() const;
    /// @return length of the counted part
    Time GetCounted() const;
    /// @return when the counted part begins
    Time GetCountedStart() const;

  private:
    using Flows = std::vector<std::unique_ptr<CellFlow>>; ///< of one direction
    using Period = std::pair<Time, Time>;                 ///< begin and end of a connection

    /// Draw when one connection exists. One that comes and goes exists at the start with the
    /// probability that it has in the long run.
    /// @return its periods in order, until the end of the run: one if connections last, none if it
    /// never begins
    std::vector<Period> DrawPeriods();

    /// One direction, as it was when the number of connections last changed.
    struct Share
    {
        uint32_t connections{0};   ///< existing since the change
        uint64_t bytesReceived{0}; ///< until the change
        double bytes{0};           ///< until the change, see Direction::contested
        double fairBytes{0};       ///< until the change, see Direction::fairContested
    };

    /// Schedule a connection. It counts in its direction from its start until its last byte has
    /// been read.
    /// @param flow the connection
    /// @param share of its direction
    /// @param period when its sender writes
    void Schedule(CellFlow& flow, Share& share, const Period& period);
    /// The warm-up is over: everything counts from now on.
    void Restart();
    /// A connection begins or ends.
    /// @param share of its direction
    /// @param connections 1 if it begins, -1 if it ends
    void Change(Share* share, int connections);
    /// Bring both shares up to the present, while the old numbers of connections still hold.
    void Account();
    /// @return shares of uplinks and downlinks, brought up to the present
    std::pair<Share, Share> GetShares() const;
    /// @param flows of one direction
    /// @return bytes read by their receivers since the warm-up
    static uint64_t GetReceivedBytes(const Flows& flows);
    /// @param flows of one direction
    /// @param share of it, brought up to the present
    /// @return what the figures show of it; zeros without flows
    Direction Sum(const Flows& flows, const Share& share) const;

    Ptr<Vacirca2005Testbed> m_testbed;        ///< where
    Time m_duration;                          ///< of the whole
    Ptr<UniformRandomVariable> m_jitter;      ///< of the start times
    Ptr<ExponentialRandomVariable> m_sojourn; ///< of connections that come and go, mean 1
    Flows m_uplinks;                          ///< see GetUplink
    Flows m_downlinks;                        ///< see GetDownlink
    Share m_uplinkShare;                      ///< of m_uplinks
    Share m_downlinkShare;                    ///< of m_downlinks
};

} // namespace ns3

#endif // CELL_TRAFFIC_H
