// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The list layout of usb-uhci: which chain is visited in which frame, and in what order.

#include "../../model/uhci-skeleton.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Section = UhciSkeleton::Section;

/// @return TDs of a frame before the first QH, and that QH as the last element
std::vector<uint16_t>
GetPeriodicTds(UhciSkeleton& skeleton, uint32_t frame)
{
    const UhciMemory& memory = skeleton.GetMemory();
    std::vector<uint16_t> tds;
    UhciLink link = memory.frameList[frame % UhciMemory::FRAME_LIST_SIZE];
    while (!link.queueHead)
    {
        EXPECT_FALSE(link.terminate);
        tds.push_back(link.index);
        link = memory.tds[link.index].link;
    }
    return tds;
}

/// @return QHs of a frame in order, the end QH last
std::vector<uint16_t>
GetQueues(UhciSkeleton& skeleton)
{
    const UhciMemory& memory = skeleton.GetMemory();
    UhciLink link = memory.tds[GetPeriodicTds(skeleton, 0).back()].link;
    std::vector<uint16_t> queues{link.index};
    while (queues.back() != skeleton.GetEndQh())
    {
        link = memory.qhs[queues.back()].head;
        EXPECT_TRUE(link.queueHead && !link.terminate);
        queues.push_back(link.index);
    }
    return queues;
}

bool
IsVisited(UhciSkeleton& skeleton, uint16_t td, uint32_t frame)
{
    const auto tds = GetPeriodicTds(skeleton, frame);
    return std::find(tds.begin(), tds.end(), td) != tds.end();
}

} // namespace

class UhciSkeletonInterrupt : public testing::TestWithParam<uint32_t>
{
};

TEST_P(UhciSkeletonInterrupt, ChainOfItsPeriod)
{
    const uint32_t period = GetParam();
    UhciSkeleton skeleton;
    const uint16_t td = skeleton.AllocateTd();
    skeleton.InsertInterrupt(td, period);
    const uint32_t phase = period == 1 ? 0 : period / 2 - 1;
    for (uint32_t frame = 0; frame < 2 * UhciMemory::FRAME_LIST_SIZE; ++frame)
    {
        ASSERT_EQ(IsVisited(skeleton, td, frame), frame % period == phase) << "frame " << frame;
    }
    skeleton.RemoveInterrupt(td, period);
    for (uint32_t frame = 0; frame < UhciMemory::FRAME_LIST_SIZE; ++frame)
    {
        ASSERT_FALSE(IsVisited(skeleton, td, frame));
    }
}

INSTANTIATE_TEST_SUITE_P(Periods,
                         UhciSkeletonInterrupt,
                         testing::Values(1, 2, 4, 8, 16, 32, 64, 128),
                         testing::PrintToStringParamName());

TEST(UhciSkeleton, IntervalsAreRoundedDown)
{
    UhciSkeleton skeleton;
    const uint16_t three = skeleton.AllocateTd();
    const uint16_t many = skeleton.AllocateTd();
    skeleton.InsertInterrupt(three, 3);
    skeleton.InsertInterrupt(many, 255);
    for (uint32_t frame = 0; frame < 256; ++frame)
    {
        EXPECT_EQ(IsVisited(skeleton, three, frame), frame % 2 == 0);
        EXPECT_EQ(IsVisited(skeleton, many, frame), frame % 128 == 63);
    }
}

TEST(UhciSkeleton, OneSlowChainThenTheFastOne)
{
    UhciSkeleton skeleton;
    const uint16_t fast = skeleton.AllocateTd();
    skeleton.InsertInterrupt(fast, 1);
    std::vector<uint16_t> slow;
    for (uint32_t period = 2; period <= 128; period *= 2)
    {
        slow.push_back(skeleton.AllocateTd());
        skeleton.InsertInterrupt(slow.back(), period);
    }
    for (uint32_t frame = 0; frame < 256; ++frame)
    {
        const auto tds = GetPeriodicTds(skeleton, frame);
        const auto isSlow = [&](uint16_t td) {
            return std::find(slow.begin(), slow.end(), td) != slow.end();
        };
        EXPECT_EQ(std::count_if(tds.begin(), tds.end(), isSlow), frame % 128 == 127 ? 0 : 1);
        EXPECT_EQ(tds.back(), fast);
    }
}

TEST(UhciSkeleton, IsochronousComesFirstAndInItsFrameOnly)
{
    UhciSkeleton skeleton;
    const uint16_t interrupt = skeleton.AllocateTd();
    skeleton.InsertInterrupt(interrupt, 2);
    const uint16_t first = skeleton.AllocateTd();
    const uint16_t second = skeleton.AllocateTd();
    skeleton.InsertIsochronous(first, 1030);
    skeleton.InsertIsochronous(second, 1030);
    for (uint32_t frame = 0; frame < UhciMemory::FRAME_LIST_SIZE; ++frame)
    {
        EXPECT_EQ(IsVisited(skeleton, first, frame), frame == 6);
    }
    const auto tds = GetPeriodicTds(skeleton, 6);
    EXPECT_LT(std::find(tds.begin(), tds.end(), first),
              std::find(tds.begin(), tds.end(), interrupt));
    EXPECT_EQ(skeleton.GetMemory().GetPeriod(), 1024);
    skeleton.RemoveIsochronous(first, 1030);
    EXPECT_FALSE(IsVisited(skeleton, first, 6));
    EXPECT_TRUE(IsVisited(skeleton, second, 6));
    skeleton.RemoveIsochronous(second, 1030);
    EXPECT_EQ(skeleton.GetMemory().GetPeriod(), 128);
    skeleton.RemoveInterrupt(interrupt, 2);
    EXPECT_EQ(skeleton.GetMemory().GetPeriod(), 1);
}

TEST(UhciSkeleton, OrderOfSections)
{
    UhciSkeleton skeleton;
    const auto heads = GetQueues(skeleton); // low-speed control, control, bulk, end
    ASSERT_EQ(heads.size(), 4);
    uint16_t qh[6];
    constexpr Section SECTIONS[] = {Section::BULK,
                                    Section::CONTROL,
                                    Section::LOW_SPEED_CONTROL,
                                    Section::BULK,
                                    Section::CONTROL,
                                    Section::LOW_SPEED_CONTROL};
    for (size_t i = 0; i < 6; ++i)
    {
        qh[i] = skeleton.AllocateQh();
        skeleton.Insert(qh[i], SECTIONS[i]);
    }
    const std::vector<uint16_t>
        order{heads[0], qh[2], qh[5], heads[1], qh[1], qh[4], heads[2], qh[0], qh[3], heads[3]};
    EXPECT_EQ(GetQueues(skeleton), order);
}

TEST(UhciSkeleton, RemoveAndReplaceKeepTheOwnLinks)
{
    UhciSkeleton skeleton;
    const auto heads = GetQueues(skeleton);
    uint16_t qh[4];
    for (auto& q : qh)
    {
        q = skeleton.AllocateQh();
    }
    skeleton.Insert(qh[0], Section::BULK);
    skeleton.Insert(qh[1], Section::BULK);
    skeleton.InsertAfter(qh[2], qh[0]);
    EXPECT_EQ(GetQueues(skeleton),
              (std::vector<uint16_t>{heads[0], heads[1], heads[2], qh[0], qh[2], qh[1], heads[3]}));
    skeleton.Replace(qh[2], qh[3]);
    skeleton.Remove(qh[0]);
    EXPECT_EQ(GetQueues(skeleton),
              (std::vector<uint16_t>{heads[0], heads[1], heads[2], qh[3], qh[1], heads[3]}));
    // A controller that holds a latched pointer to one that left still finds its way.
    EXPECT_EQ(skeleton.GetMemory().qhs[qh[2]].head.index, qh[1]);
    EXPECT_TRUE(skeleton.GetMemory().qhs[qh[0]].head.queueHead);
}

TEST(UhciSkeleton, ReclamationIsTheTerminateBitOfTheEnd)
{
    UhciSkeleton skeleton;
    const uint16_t control = GetQueues(skeleton)[1];
    const UhciLink& loop = skeleton.GetMemory().qhs[skeleton.GetEndQh()].head;
    EXPECT_TRUE(loop.terminate);
    EXPECT_EQ(loop.index, control);
    skeleton.SetReclamation(true);
    EXPECT_FALSE(loop.terminate);
    EXPECT_TRUE(loop.queueHead);
    EXPECT_EQ(loop.index, control);
    skeleton.SetReclamation(false);
    EXPECT_TRUE(loop.terminate);
}

TEST(UhciSkeleton, NoQueueHeadIsUsedAgainInTheFrameItWasFreedIn)
{
    UhciSkeleton skeleton;
    const uint16_t qh = skeleton.AllocateQh();
    skeleton.FreeQh(qh, 5);
    skeleton.Reclaim(5);
    EXPECT_NE(skeleton.AllocateQh(), qh);
    skeleton.Reclaim(6);
    EXPECT_EQ(skeleton.AllocateQh(), qh);
}

TEST(UhciSkeleton, ADescriptorThatIsUsedAgainIsBlank)
{
    UhciSkeleton skeleton;
    const uint16_t td = skeleton.AllocateTd();
    skeleton.GetMemory().tds[td].active = true;
    skeleton.FreeTd(td);
    EXPECT_EQ(skeleton.AllocateTd(), td);
    EXPECT_FALSE(skeleton.GetMemory().tds[td].active);
}

TEST(UhciSkeleton, FrameTimer)
{
    UhciSkeleton skeleton;
    const UhciMemory& memory = skeleton.GetMemory();
    const UhciTd& timer = memory.tds[memory.qhs[skeleton.GetEndQh()].element.index];
    EXPECT_FALSE(timer.active);
    EXPECT_FALSE(timer.interruptOnComplete);
    skeleton.SetFrameTimer(true);
    EXPECT_TRUE(timer.interruptOnComplete);
    EXPECT_FALSE(timer.active);
}
