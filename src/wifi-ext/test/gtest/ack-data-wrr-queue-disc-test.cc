// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Settings of AckDataWrrQueueDisc that exclude each other, each refused with one error.

#include "ns3/ack-data-wrr-queue-disc.h"
#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{

namespace
{

/// @param isAdaptive AdaptiveWeights
/// @return a disc that has started
Ptr<AckDataWrrQueueDisc>
Start(bool isAdaptive)
{
    const auto disc = CreateObject<AckDataWrrQueueDisc>();
    disc->SetAttribute("AdaptiveWeights", BooleanValue(isAdaptive));
    disc->Initialize();
    return disc;
}

TEST(AckDataWrrQueueDiscDeathTest, FixedWeightsBesideAdaptiveOnes)
{
    for (const std::string weight : {"DataWeight", "AckWeight"})
    {
        const auto disc = CreateObject<AckDataWrrQueueDisc>();
        disc->SetAttribute("AdaptiveWeights", BooleanValue(true));
        disc->SetAttribute(weight, UintegerValue(5));
        EXPECT_DEATH(disc->Initialize(), weight + "=5.*: AdaptiveWeights sets the weights");
        EXPECT_DEATH(Start(true)->SetAttribute(weight, UintegerValue(5)),
                     weight + "=5: AdaptiveWeights sets the weights");
        disc->SetAttribute("AdaptiveWeights", BooleanValue(false));
        disc->Initialize();
        disc->SetAttribute(weight, UintegerValue(7));
    }
}

// They would have no effect.
TEST(AckDataWrrQueueDiscDeathTest, ValuesThatAreReadWhenTheDiscStarts)
{
    const auto disc = Start(true);
    EXPECT_DEATH(disc->SetAttribute("IdleTimeout", StringValue("1s")),
                 "IdleTimeout must be set before the disc starts");
    EXPECT_DEATH(disc->SetAttribute("ActiveBytes", UintegerValue(100)),
                 "ActiveBytes must be set before the disc starts");
    EXPECT_DEATH(disc->SetAttribute("MaxFlows", UintegerValue(8)),
                 "MaxFlows must be set before the disc starts");
    EXPECT_DEATH(disc->SetAttribute("DisplaceAcks", BooleanValue(false)),
                 "DisplaceAcks must be set before the disc starts");
}

TEST(AckDataWrrQueueDiscDeathTest, UnitsThatChangeWhilePacketsWait)
{
    for (const bool isAdaptive : {false, true})
    {
        const auto disc = Start(isAdaptive);
        EXPECT_DEATH(disc->SetAttribute("AdaptiveWeights", BooleanValue(!isAdaptive)),
                     "AdaptiveWeights must be set before the disc starts");
        EXPECT_DEATH(disc->SetAttribute("WeightUnit", StringValue("Bytes")),
                     "WeightUnit must be set before the disc starts");
    }
}

} // namespace

} // namespace ns3
