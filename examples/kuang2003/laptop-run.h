// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_RUN_H
#define LAPTOP_RUN_H

#include "ns3/laptop-transfer.h"
#include "ns3/study-results.h"
#include "ns3/study-runner.h"

namespace ns3
{

/**
 * Simulate a transfer as one run of a study.
 * @param transfer of the duration that the options have
 * @param options captures and series (see LaptopProbes)
 * @return its throughput as the only metric, series and captures
 */
RunResult RunLaptopTransfer(LaptopTransfer& transfer, const StudyOptions& options);

} // namespace ns3

#endif // LAPTOP_RUN_H
