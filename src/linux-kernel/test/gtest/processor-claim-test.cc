// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "../../model/processor-claim.h"

#include <gtest/gtest.h>
#include <memory>
#include <sched.h>
#include <vector>

using namespace ns3;

namespace
{

cpu_set_t
GetProcessors()
{
    cpu_set_t processors;
    EXPECT_EQ(sched_getaffinity(0, sizeof(processors), &processors), 0);
    return processors;
}

} // namespace

TEST(ProcessorClaim, IsOneProcessorThatIsGivenBack)
{
    const cpu_set_t before = GetProcessors();
    {
        const auto claim = ProcessorClaim::Get();
        EXPECT_EQ(ProcessorClaim::Get(), claim) << "kernels of a simulation share it";
        cpu_set_t now = GetProcessors();
        // All may be claimed by others.
        EXPECT_TRUE(CPU_COUNT(&now) == 1 || CPU_EQUAL(&now, &before));
        CPU_AND(&now, &now, &before);
        EXPECT_GE(CPU_COUNT(&now), 1) << "one that it might use before";
    }
    const cpu_set_t after = GetProcessors();
    EXPECT_TRUE(CPU_EQUAL(&after, &before));
}

// The thread of this test plays several simulations.
TEST(ProcessorClaim, NoneIsClaimedTwice)
{
    const cpu_set_t before = GetProcessors();
    std::vector<std::unique_ptr<ProcessorClaim>> claims;
    cpu_set_t claimed;
    CPU_ZERO(&claimed);
    for (int i = 0; i <= CPU_COUNT(&before); ++i)
    {
        EXPECT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
        claims.push_back(std::make_unique<ProcessorClaim>());
        cpu_set_t now = GetProcessors();
        if (CPU_COUNT(&now) < CPU_COUNT(&before))
        {
            cpu_set_t both;
            CPU_AND(&both, &now, &claimed);
            EXPECT_EQ(CPU_COUNT(&both), 0);
            CPU_OR(&claimed, &claimed, &now);
        }
    }
    claims.clear();
    EXPECT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}
