// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ETTCP_TRACE_H
#define ETTCP_TRACE_H

#include "ns3/study.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/timeout-probe.h"
#include "ns3/xylomenos1999-testbed.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * What tcpdump shows of a test of xylomenos1999.
 */

namespace ns3
{

/// Shortest time without a packet of the sender that counts as a stall or pause: half of the least
/// timeout of Linux 2.0.32, and fifteen times a frame of 1500 bytes.
inline const Time ETTCP_PAUSE = MilliSeconds(100);

/// A TCP test, seen by sender and receiver (figures 5, 6 and 10).
class EttcpTcpTrace
{
  public:
    /// @param testbed with a TCP test, which has not run yet
    explicit EttcpTcpTrace(Xylomenos1999Testbed& testbed);

    /// @param result takes stalls and their causes
    /// @param isTraced takes both views, too
    void AddTo(RunResult& result, bool isTraced) const;

  private:
    const Xylomenos1999Testbed& m_testbed; ///< see the constructor
    Ptr<TcpTraceProbe> m_sender;           ///< its view
    Ptr<TcpTraceProbe> m_receiver;         ///< its view
    TimeoutProbe m_timeouts;               ///< watches the connection, as number 0
};

/// A UDP test, seen by the sender's card and the receiving program (figure 11).
class EttcpUdpTrace
{
  public:
    /// @param testbed with a UDP test, which has not run yet and lives longer
    explicit EttcpUdpTrace(Xylomenos1999Testbed& testbed);
    EttcpUdpTrace(const EttcpUdpTrace&) = delete;
    EttcpUdpTrace& operator=(const EttcpUdpTrace&) = delete;

    /// @param result takes pauses and what was lost at them
    /// @param isTraced takes the view, too
    void AddTo(RunResult& result, bool isTraced) const;

  private:
    /// A datagram that reached the card.
    struct Datagram
    {
        double offered;      ///< when, s
        uint32_t number;     ///< from 0, of those that reached the card
        bool arrived{false}; ///< at the receiving program
    };

    /// The sender's card gets a datagram (trace MacTx).
    /// @param packet whose uid it keeps up to the receiving program
    void NoteOffered(Ptr<const Packet> packet);
    /// The sender's card has sent a frame (trace PhyTxEnd).
    /// @param packet not used
    void NoteSent(Ptr<const Packet> packet);
    /// The receiving program has read a datagram.
    /// @param packet with the uid that it had at the card
    void NoteArrived(Ptr<const Packet> packet);
    /// @return rows with time (s) and number of the last datagram that the card has got, up to the
    /// present, so that a pause which the end cuts is seen; empty if there was none
    std::vector<std::vector<double>> GetLevel() const;

    const Xylomenos1999Testbed& m_testbed;     ///< see the constructor
    std::vector<Datagram> m_datagrams;         ///< by number
    std::map<uint64_t, std::size_t> m_indices; ///< of datagrams by uid
    std::vector<double> m_sent;                ///< when the card had sent a frame, s
};

} // namespace ns3

#endif // ETTCP_TRACE_H
