// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "device-queues.h"

#include "ns3/abort.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-disc.h"

namespace ns3
{

void
CheckDeviceQueues(const QueueDisc& disc)
{
    // ns-3 gives the callback to the discs that it wakes: a root, or the children of MqQueueDisc.
    NS_ABORT_MSG_IF(disc.GetSendCallback() && !disc.GetNetDeviceQueueInterface(),
                    disc.GetInstanceTypeId().GetName()
                        << ": the device has no queues with flow control, so that nothing would "
                           "wait in the disc: expected a helper without DisableFlowControl()");
}

} // namespace ns3
