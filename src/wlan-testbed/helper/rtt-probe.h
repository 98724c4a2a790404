// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RTT_PROBE_H
#define RTT_PROBE_H

#include "ns3/application.h"
#include "ns3/malone2008-rto.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-linux24-socket.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RttProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Records the round-trip times of a TCP sender and the timeout that malone2008 computes from them
 * (IV, figures 3, 5, 6 and 9 to 12), and counts the sender's timeouts. The round-trip times are
 * those that the sender itself measures, including that of the SYN.
 */
class RttProbe : public SimpleRefCount<RttProbe>
{
  public:
    /// A round-trip time, and the timeout that was computed before it.
    struct Sample
    {
        double time; ///< when the ACK came, s
        double rtt;  ///< round-trip time, s
        double rto;  ///< the paper's timeout by the samples before this one, s
    };

    /**
     * Record from the application's start on. A sender of another kind, one that has not started
     * then, and sockets that are not those of Linux end the program with one line.
     * @param sender a BulkSendApplication whose node has sockets of Linux
     * @param start when it begins, the present or later
     * @return the probe, which lives as long as the sender's socket or longer
     */
    static Ptr<RttProbe> Connect(Ptr<Application> sender, Time start);

    /// @return the round-trip times, without the first, for which there was no timeout yet
    const std::vector<Sample>& GetSamples() const;
    /// @return the times of timeouts after which the first segment was retransmitted, s
    const std::vector<double>& GetTimeouts() const;

  private:
    /// Connect to the sender's socket, 1 ns after the start. Fatal as Connect() says.
    /// @param sender see Connect()
    void Listen(Ptr<Application> sender);
    /// The sender has measured a round trip (trace RttSample). All but the first become a Sample.
    /// @param sample round-trip time
    /// @param rto the sender's own timeout, not used
    void NoteRtt(Time sample, Time rto);
    /// The sender has sent a segment again (trace SegmentRetransmission).
    /// @param range of its bytes
    /// @param reason of which only TIMEOUT counts
    /// @param packet not used
    void NoteRetransmission(TcpRange range,
                            TcpLinux24Retransmission reason,
                            Ptr<const Packet> packet);

    Malone2008Rto m_rto;            ///< of the samples so far
    std::vector<Sample> m_samples;  ///< see GetSamples
    std::vector<double> m_timeouts; ///< see GetTimeouts
};

} // namespace ns3

#endif // RTT_PROBE_H
