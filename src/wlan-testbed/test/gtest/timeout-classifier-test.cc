// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/timeout-classifier.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// A sender of segments of 100 bytes, whose packets are numbered as they are named here.
class TimeoutClassifierTest : public testing::Test
{
  protected:
    /// @param id of the packet
    /// @param segment number
    /// @param time s
    void Send(uint64_t id, uint32_t segment, double time = 0)
    {
        m_classifier.Send(time, id, 100 * segment, 100 * (segment + 1));
    }

    /// A timeout.
    /// @param id of the packet
    /// @param segment that is sent again
    /// @param time s
    void TimeOut(uint64_t id, uint32_t segment, double time = 1)
    {
        Send(id, segment, time);
        m_classifier.NoteTimeout();
    }

    /// @param id of the packet
    /// @param segments that the receiver has
    void Acknowledge(uint64_t id, uint32_t segments)
    {
        m_classifier.Acknowledge(id, 100 * segments);
    }

    /// The receiver gets packet 1 and answers with packet 11.
    /// @param start first byte of packet 1
    /// @param end byte behind its last one
    void Exchange(uint32_t start, uint32_t end)
    {
        m_classifier.Send(0, 1, start, end);
        m_classifier.Deliver(1);
        m_classifier.Acknowledge(11, end);
    }

    /// @return cause of the only timeout
    TimeoutCause GetCause() const
    {
        const auto timeouts = m_classifier.Classify();
        EXPECT_EQ(timeouts.size(), 1);
        return timeouts.at(0).cause;
    }

    TimeoutClassifier m_classifier; ///< under test
};

} // namespace

TEST_F(TimeoutClassifierTest, LateAckMakesATimeoutSpurious)
{
    Exchange(0, 100);
    TimeOut(2, 0, 1.5);
    m_classifier.Return(11);
    m_classifier.Deliver(2);
    const auto timeouts = m_classifier.Classify();
    ASSERT_EQ(timeouts.size(), 1);
    EXPECT_EQ(timeouts[0].time, 1.5);
    EXPECT_EQ(timeouts[0].start, 0);
    EXPECT_EQ(timeouts[0].cause, TimeoutCause::SPURIOUS);
}

TEST_F(TimeoutClassifierTest, DataThatIsStillUnderWayAtTheTimeoutMakesItSpurious)
{
    Send(1, 0);
    TimeOut(2, 0);
    m_classifier.Deliver(1);
    Acknowledge(11, 1);
    m_classifier.Deliver(2);
    Acknowledge(12, 1);
    m_classifier.Return(11);
    EXPECT_EQ(GetCause(), TimeoutCause::SPURIOUS);
}

TEST_F(TimeoutClassifierTest, LostDataIsNoSpuriousTimeout)
{
    Send(1, 0);
    TimeOut(2, 0);
    m_classifier.Deliver(2);
    Acknowledge(11, 1);
    m_classifier.Return(11);
    EXPECT_EQ(GetCause(), TimeoutCause::DATA_LOST);
}

TEST_F(TimeoutClassifierTest, LossOfAllAcksIsNoSpuriousTimeout)
{
    for (uint32_t i = 0; i < 4; ++i)
    {
        Send(i, i);
        m_classifier.Deliver(i);
    }
    Acknowledge(11, 2);
    Acknowledge(12, 4);
    TimeOut(5, 0);
    m_classifier.Deliver(5);
    Acknowledge(13, 4);
    m_classifier.Return(13);
    EXPECT_EQ(GetCause(), TimeoutCause::ACKS_LOST) << "what answers the timeout does not count";
}

TEST_F(TimeoutClassifierTest, OneAckOfTheFlightIsEnough)
{
    for (uint32_t i = 0; i < 4; ++i)
    {
        Send(i, i);
        m_classifier.Deliver(i);
    }
    Acknowledge(11, 2);
    Acknowledge(12, 4);
    TimeOut(5, 0);
    m_classifier.Return(12);
    m_classifier.Deliver(5);
    EXPECT_EQ(GetCause(), TimeoutCause::SPURIOUS);
}

TEST_F(TimeoutClassifierTest, DuplicateAckDoesNotCoverTheSegment)
{
    // The segment is lost, the next one arrives: the receiver still expects the first.
    Send(1, 0);
    Send(2, 1);
    m_classifier.Deliver(2);
    Acknowledge(11, 0);
    m_classifier.Return(11);
    TimeOut(3, 0);
    m_classifier.Deliver(3);
    EXPECT_EQ(GetCause(), TimeoutCause::DATA_LOST);
}

TEST_F(TimeoutClassifierTest, DelayedAckMakesATimeoutSpurious)
{
    Send(1, 0);
    m_classifier.Deliver(1);
    TimeOut(2, 0);
    m_classifier.Deliver(2);
    Acknowledge(11, 1);
    m_classifier.Return(11);
    EXPECT_EQ(GetCause(), TimeoutCause::SPURIOUS);
}

TEST_F(TimeoutClassifierTest, NewDataAfterTheTimeoutAnswersItToo)
{
    // The retransmission is lost as well; the ACK of a segment that was sent after it does not tell
    // what would have come without the timeout.
    Exchange(0, 100);
    TimeOut(2, 0);
    Send(3, 1);
    m_classifier.Deliver(3);
    Acknowledge(12, 2);
    m_classifier.Return(12);
    EXPECT_EQ(GetCause(), TimeoutCause::ACKS_LOST);
}

TEST_F(TimeoutClassifierTest, SecondTimeoutOfASegmentHasACauseOfItsOwn)
{
    Send(1, 0);
    TimeOut(2, 0);
    m_classifier.Deliver(2);
    Acknowledge(11, 1);
    TimeOut(3, 0);
    m_classifier.Deliver(3);
    Acknowledge(12, 1);
    m_classifier.Return(12);
    const auto timeouts = m_classifier.Classify();
    ASSERT_EQ(timeouts.size(), 2);
    EXPECT_EQ(timeouts[0].cause, TimeoutCause::DATA_LOST);
    EXPECT_EQ(timeouts[1].cause, TimeoutCause::ACKS_LOST);
}

TEST_F(TimeoutClassifierTest, WhatIsUnderWayAtTheEndIsUnknown)
{
    Send(1, 0);
    TimeOut(2, 0);
    EXPECT_EQ(GetCause(), TimeoutCause::UNKNOWN);
    m_classifier.Deliver(1);
    Acknowledge(11, 1);
    EXPECT_EQ(GetCause(), TimeoutCause::UNKNOWN);
    m_classifier.Return(11);
    EXPECT_EQ(GetCause(), TimeoutCause::SPURIOUS);
}

TEST_F(TimeoutClassifierTest, SequenceNumbersWrap)
{
    Exchange(0xffffffb0, 0x14);
    m_classifier.Send(1, 2, 0xffffffb0, 0x14);
    m_classifier.NoteTimeout();
    m_classifier.Return(11);
    m_classifier.Deliver(2);
    EXPECT_EQ(GetCause(), TimeoutCause::SPURIOUS);
}

TEST_F(TimeoutClassifierTest, SegmentMayBeCutInAnotherWay)
{
    // The first transmission had two segments in one packet.
    Exchange(0, 200);
    m_classifier.Return(11);
    m_classifier.Send(1, 2, 200, 400);
    m_classifier.Send(2, 3, 200, 300);
    m_classifier.NoteTimeout();
    m_classifier.Deliver(3);
    EXPECT_EQ(GetCause(), TimeoutCause::DATA_LOST);
}

TEST_F(TimeoutClassifierTest, CausesHaveNames)
{
    EXPECT_EQ(ToString(TimeoutCause::SPURIOUS), "spurious");
    EXPECT_EQ(ToString(TimeoutCause::DATA_LOST), "data lost");
    EXPECT_EQ(ToString(TimeoutCause::ACKS_LOST), "ACKs lost");
    EXPECT_EQ(ToString(TimeoutCause::UNKNOWN), "unknown");
}
