// SPDX-License-Identifier: GPL-2.0-only

// Settings that AckSuppressionQueueDisc refuses, each with one error.

#include "ns3/ack-suppression-queue-disc.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/string.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

TEST(AckSuppressionQueueDiscDeathTest, RefusesWhatItCannotUse)
{
    const auto disc = CreateObject<AckSuppressionQueueDisc>();
    EXPECT_DEATH(disc->SetAttribute("MaxSize", StringValue("0p")),
                 "MaxSize=0p: expected at least 1p or 1B");
    EXPECT_DEATH(disc->SetAttribute("Mode", StringValue("Skip")), "Skip is not a valid enum value");
    EXPECT_DEATH(
        {
            disc->AddInternalQueue(CreateObject<DropTailQueue<QueueDiscItem>>());
            disc->Initialize();
        },
        "makes its own internal queue");
    EXPECT_DEATH(
        {
            const auto child = CreateObject<QueueDiscClass>();
            child->SetQueueDisc(CreateObject<FifoQueueDisc>());
            disc->AddQueueDiscClass(child);
            disc->Initialize();
        },
        "has no child queue discs");
}

} // namespace

} // namespace ns3
