// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_STREAM_H
#define LAPTOP_STREAM_H

#include "ns3/bulk-transfer.h"
#include "ns3/study.h"
#include "ns3/user-attribute.h"

namespace ns3
{

/**
 * What a sniffer sees of one bulk transfer from the laptop of kuang2003 to its wired host (4.3.1).
 *
 * Metrics of the run: throughput; data frames with the Retry bit over all data frames, of laptop
 * and access point (retry-rate); share of the laptop's retries that go back to a collision with a
 * frame of the access point which was retried, too (paired).
 *
 * @param transport of the transfer
 * @param values of the testbed that are not its defaults. It has queued bulk besides, since the
 * paper names no mode and a queueless bus is slower than the radio with UDP
 * @param options duration, captures and series (see LaptopProbes)
 * @return metrics, series and captures
 */
RunResult MeasureLaptopStream(BulkTransfer::Transport transport,
                              TestbedValues values,
                              const StudyOptions& options);

} // namespace ns3

#endif // LAPTOP_STREAM_H
