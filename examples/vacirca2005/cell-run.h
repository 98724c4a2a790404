// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef CELL_RUN_H
#define CELL_RUN_H

#include "ns3/object-factory.h"
#include "ns3/study.h"

namespace ns3
{

/**
 * One run of the testbed of vacirca2005.
 *
 * Metrics, of the part after the warm-up: goodput down and up (segments per second), their ratio,
 * the least goodput of a connection down and up, share of data segments sent again down and up, and
 * lost packets by cause, in percent of what was offered there: at the stations' and the access
 * point's MAC (retry limit), in the access point's buffer (data, ACKs), in the stations' buffers.
 * Of the frames that follow a MAC's acknowledgment, percent that begin in slot 0 after DIFS. With
 * series: data packets and ACKs in the access point's buffer.
 *
 * @param cell makes the Vacirca2005Testbed
 * @param options of the run; a duration below that of the paper shortens the warm-up in proportion
 * @return metrics and series
 */
RunResult MeasureCell(ObjectFactory cell, const StudyOptions& options);

} // namespace ns3

#endif // CELL_RUN_H
