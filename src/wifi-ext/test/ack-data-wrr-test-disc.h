// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_DATA_WRR_TEST_DISC_H
#define ACK_DATA_WRR_TEST_DISC_H

#include "ns3/ack-data-wrr-queue-disc.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Names and values.
using WrrAttributes = std::vector<std::pair<std::string, std::string>>;

/// @param attributes that differ from their defaults
/// @return a disc that has started
Ptr<AckDataWrrQueueDisc> MakeDisc(const WrrAttributes& attributes = {});

} // namespace ns3

#endif // ACK_DATA_WRR_TEST_DISC_H
