// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef VARY_ACK_PRIORITY_H
#define VARY_ACK_PRIORITY_H

#include "ns3/object-factory.h"

namespace ns3
{

/**
 * Vary whether ACKs have priority. A point without it keeps the defaults of what describes the
 * priority, so that a user may vary them in the points with priority.
 * @param cell makes the Malone2008Testbed; call this after other values are set
 * @param isPrioritised whether ACKs have priority
 */
void VaryAckPriority(ObjectFactory& cell, bool isPrioritised);

} // namespace ns3

#endif // VARY_ACK_PRIORITY_H
