// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-freebsd62-window-update.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint32_t BUFFER = 46 * MSS;

} // namespace

TEST(TcpFreeBsd62WindowUpdate, TwoSegmentsBeyondWhatThePeerKnows)
{
    TcpFreeBsd62WindowUpdate update(MSS, BUFFER);
    update.NoteAdvertised(1, BUFFER);
    EXPECT_FALSE(update.IsDue(1 + MSS, BUFFER)) << "segment 1 is read: the window grows by one";
    // Segment 2 is acknowledged before it is read.
    update.NoteAdvertised(1 + 2 * MSS, BUFFER - MSS);
    EXPECT_FALSE(update.IsDue(1 + 2 * MSS, BUFFER)) << "segment 2 is read";
    EXPECT_TRUE(update.IsDue(1 + 3 * MSS, BUFFER)) << "segment 3 is read";
    update.NoteAdvertised(1 + 3 * MSS, BUFFER);
    EXPECT_FALSE(update.IsDue(1 + 4 * MSS, BUFFER)) << "segment 4 is read: as segment 1";
}

TEST(TcpFreeBsd62WindowUpdate, HalfOfTheBuffer)
{
    TcpFreeBsd62WindowUpdate update(MSS, 2 * MSS);
    update.NoteAdvertised(1, 2 * MSS);
    EXPECT_FALSE(update.IsDue(MSS, 2 * MSS)) << "one byte less than half";
    EXPECT_TRUE(update.IsDue(1 + MSS, 2 * MSS));
    EXPECT_FALSE(update.IsDue(1 + 2 * MSS, 0)) << "there is no window to tell of";
}

TEST(TcpFreeBsd62WindowUpdate, SmallerWindowIsNotTakenBack)
{
    TcpFreeBsd62WindowUpdate update(MSS, BUFFER);
    update.NoteAdvertised(1, BUFFER);
    update.NoteAdvertised(1 + MSS, BUFFER - 4 * MSS);
    EXPECT_FALSE(update.IsDue(1 + MSS, BUFFER)) << "the peer knows of all but one segment";
}

TEST(TcpFreeBsd62WindowUpdate, SequenceNumbersWrapAround)
{
    TcpFreeBsd62WindowUpdate update(MSS, BUFFER);
    const uint32_t next = std::numeric_limits<uint32_t>::max() - MSS;
    update.NoteAdvertised(next, BUFFER - MSS);
    EXPECT_FALSE(update.IsDue(next, BUFFER));
    EXPECT_TRUE(update.IsDue(next + MSS, BUFFER));
    EXPECT_TRUE(update.IsDue(next + 2 * MSS, BUFFER));
}
