// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LONG_FLOWS_H
#define LONG_FLOWS_H

#include "ns3/bulk-transfer.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-probe.h"
#include "ns3/study.h"
#include "ns3/timeout-probe.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * Long connections of a cell of malone2008, and what is counted of them: -remedies and -mixes.
 */

namespace ns3
{

/**
 * @return what makes the testbed of -remedies and -mixes: the host has the stations' TCP and offers
 * windows of 64 kB, the default of the paper's host, with which the access point's queue overflows;
 * places are drawn in a room of 8 by 6 m, so that some stations are nearer than others
 */
ObjectFactory MakeOpenCell();

/// When connections run, and from when on they count.
struct FlowSpan
{
    Time start;   ///< of the connection
    Time counted; ///< when counting begins
    Time end;     ///< of the run
};

/// A long connection and what is counted of it.
class LongFlow
{
  public:
    /**
     * @param sender, receiver of the data
     * @param address, port of the receiver
     * @param span of time
     * @param timeouts of connections to the receiver
     */
    LongFlow(Ptr<Node> sender,
             Ptr<Node> receiver,
             Ipv4Address address,
             uint16_t port,
             const FlowSpan& span,
             std::shared_ptr<TimeoutProbe> timeouts);

    /// @return goodput, Mb/s
    double GetGoodput() const;
    /// @return timeouts of the sender per minute
    double GetTimeouts() const;
    /// @return those of them that were spurious, per minute
    double GetSpuriousTimeouts() const;
    /// @return round-trip times with the paper's timeout beside them
    std::vector<RttProbe::Sample> GetSamples() const;

  private:
    BulkTransfer m_transfer; ///< of data
    Ptr<RttProbe> m_rtts;    ///< at its sender
    /// @param number of events while the flow counted
    /// @return their number per minute
    double GetPerMinute(double number) const;

    FlowSpan m_span;                          ///< see the constructor
    std::shared_ptr<TimeoutProbe> m_timeouts; ///< see the constructor
    std::size_t m_number;                     ///< of the connection in m_timeouts
    uint64_t m_bytesBefore{0};                ///< received before counting began
};

/// Connections of one direction.
using LongFlows = std::vector<std::unique_ptr<LongFlow>>;

/**
 * The long connections of a cell: uploads from the first stations, downloads to those that the
 * testbed has for them. They begin as those of the paper, and count after the first quarter.
 */
class LongConnections
{
  public:
    /**
     * @param testbed in which they are; it is given its random streams
     * @param duration of the run, from the first connection on
     * @param uploads, downloads number of long connections, at most as many as the testbed has
     */
    LongConnections(Malone2008Testbed& testbed,
                    Time duration,
                    uint32_t uploads,
                    uint32_t downloads);

    /// @return when the run ends
    Time GetEnd() const;
    /// @return those from stations to the host
    const LongFlows& GetUploads() const;
    /// @return those from the host to stations
    const LongFlows& GetDownloads() const;

  private:
    LongFlows m_uploads;   ///< see GetUploads
    LongFlows m_downloads; ///< see GetDownloads
    Time m_end;            ///< see GetEnd
};

/**
 * Add what some connections did: goodput, Jain's index, share of the slowest one, timeouts, the
 * distribution of round-trip times, and how near the paper's timeout came to them.
 * @param result takes the metrics
 * @param prefix of their names
 * @param flows at least one
 * @throws std::runtime_error if no round-trip time was measured
 */
void AddFlowMetrics(RunResult& result, const std::string& prefix, const LongFlows& flows);

} // namespace ns3

#endif // LONG_FLOWS_H
