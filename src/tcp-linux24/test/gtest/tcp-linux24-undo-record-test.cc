// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/tcp-linux24-undo-record.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

// tcp_may_undo(): the echo must be older than the first retransmission, and not of the same tick.
TEST(TcpLinux24UndoRecord, EchoOlderThanTheRetransmissionProvesTheMistake)
{
    TcpLinux24UndoRecord record;
    record.Begin(5000, 0);
    record.Retransmitted(2000);
    record.Retransmitted(2040);
    EXPECT_EQ(record.GetStamp(), 2000u) << "the first one counts";
    EXPECT_TRUE(record.MayUndo(1999U));
    EXPECT_FALSE(record.MayUndo(2000U));
    EXPECT_FALSE(record.MayUndo(0U)) << "0 means no timestamp";
    EXPECT_FALSE(record.MayUndo({}));
}

TEST(TcpLinux24UndoRecord, TicksWrapAround)
{
    TcpLinux24UndoRecord record;
    record.Begin(0, 0);
    record.Retransmitted(3);
    EXPECT_TRUE(record.MayUndo(UINT32_MAX));
}

// The fault of 2.4.18: the SYN's time stays, and every echo is younger.
TEST(TcpLinux24UndoRecord, TimeOfTheSynHidesTheMistake)
{
    TcpLinux24UndoRecord record;
    record.StampSyn(1000);
    record.Begin(0, 0);
    record.Retransmitted(2020);
    EXPECT_EQ(record.GetStamp(), 1000u);
    EXPECT_FALSE(record.MayUndo(2000U));
    record.ForgetStamp();
    record.Begin(0, 0);
    record.Retransmitted(2060);
    EXPECT_TRUE(record.MayUndo(2000U));
}

TEST(TcpLinux24UndoRecord, DsackOfEachRetransmissionProvesTheMistake)
{
    TcpLinux24UndoRecord record;
    record.Begin(0, 1);
    record.Retransmitted(2000);
    EXPECT_EQ(record.GetRetrans(), 2);
    record.Needless(1);
    EXPECT_FALSE(record.IsAllNeedless());
    EXPECT_FALSE(record.MayUndo(2000U));
    record.Needless(1);
    EXPECT_TRUE(record.IsAllNeedless());
    EXPECT_TRUE(record.MayUndo(2000U)) << "whatever the echo says";
}

TEST(TcpLinux24UndoRecord, NothingIsUndoneOutsideAnEpisode)
{
    TcpLinux24UndoRecord record;
    EXPECT_FALSE(record.MayUndo(1U));
    EXPECT_FALSE(record.IsAllNeedless());
    record.Begin(0, 0);
    EXPECT_TRUE(record.MayUndo({})) << "nothing was sent again yet";
    record.Forget();
    EXPECT_FALSE(record.MayUndo({}));
    EXPECT_FALSE(record.GetMarker().has_value());
}

} // namespace

} // namespace ns3
