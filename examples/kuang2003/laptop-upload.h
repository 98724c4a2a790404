// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_UPLOAD_H
#define LAPTOP_UPLOAD_H

#include "ns3/study.h"
#include "ns3/user-attribute.h"

namespace ns3
{

/**
 * One bulk TCP transfer from the laptop of kuang2003 to its wired host.
 *
 * Metrics of the run: throughput; how long the radio had nothing to send although the laptop had
 * (radio-starved); mean packets in the interface queue and mean frames in the adapter; bus frames
 * per TCP segment; share of bus time with data.
 *
 * @param values of the testbed that are not its defaults
 * @param options duration, captures and series (see LaptopProbes)
 * @return metrics, series and captures
 */
RunResult MeasureLaptopUpload(const TestbedValues& values, const StudyOptions& options);

} // namespace ns3

#endif // LAPTOP_UPLOAD_H
