// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef POOR_CHANNEL_UPLOAD_H
#define POOR_CHANNEL_UPLOAD_H

#include "ns3/study.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/user-attribute.h"

namespace ns3
{

/// @return values of the testbed in kuang2003, 4.3.2: poor channel, automatic rate, ten attempts
TestbedValues GetPoorChannel();

/// Add the times in which a connection waits for a delayed ACK (see FindDelayedAckIdles): their
/// number, mean length and share of the time.
/// @param result takes the metrics
/// @param tcp the connection at the sender
/// @param host the connection at the receiver
/// @param duration of the connection
void AddIdles(RunResult& result,
              const TcpTraceProbe& tcp,
              const TcpTraceProbe& host,
              Time duration);

/**
 * One bulk TCP transfer from the laptop of kuang2003 to its wired host, looked at by TCP, sniffer
 * and host.
 *
 * Metrics of the run, besides throughput: how often a segment is sent again and in what pattern
 * (see RetransmissionPattern; at the sniffer), frames on the air and their time per delivered
 * segment, and the times in which the connection waits for a delayed ACK (see FindDelayedAckIdles).
 * Without two segments sent again the spacing is the number of all segments.
 *
 * @param values of the testbed that are not its defaults
 * @param options duration, captures and series
 * @return metrics; series of TCP, of the sniffer and of the rates if asked for
 */
RunResult MeasurePoorChannelUpload(const TestbedValues& values, const StudyOptions& options);

} // namespace ns3

#endif // POOR_CHANNEL_UPLOAD_H
