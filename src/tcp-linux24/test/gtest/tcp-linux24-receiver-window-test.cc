// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The window a receiver offers, and its memory.

#include "receiver-bench.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = ReceiverBench::MSS;
/// Memory of a full segment, bytes.
constexpr uint32_t TRUESIZE = 1900;

/// @param bench whose reader stops, and whose buffer then takes 30 segments
void
Fill(ReceiverBench& bench)
{
    bench.WarmUp();
    bench.SetReading(false);
    for (int k = 0; k < 30; ++k)
    {
        bench.Data(k, 20000);
    }
}

/// @param memory bytes taken of the default buffer
/// @return bytes of payload there is room for
uint32_t
GetFree(uint32_t memory)
{
    const uint32_t left = 87380 - memory;
    return left - left / 4;
}

} // namespace

TEST(TcpLinux24ReceiveWindow, FirstWindow)
{
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(1460, 87380), 5840u);
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(1448, 87380), 5792u);
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(4000, 87380), 12000u);
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(8960, 87380), 17920u);
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(1460, 4096), 2920u) << "3072 in whole segments";
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(40000, 174760), 32767u);
}

// include/net/tcp.h: "if (mss > (1<<*rcv_wscale))". In steps of 2048 bytes four segments would be
// two steps, and in steps of 8192 none.
TEST(TcpLinux24ReceiveWindow, FirstWindowIsNotLimitedIfAStepOfTheScaleIsLongerThanASegment)
{
    constexpr uint32_t LARGE = 400'000'000;
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(1460, LARGE, 10), 5840u);
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(1460, LARGE, 11), 32767u);
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(2048, LARGE, 11), 32767u) << "not greater";
    EXPECT_EQ(TcpLinux24Receiver::GetFirstWindow(1460, 4096, 13), 2920u) << "the buffer still does";
}

// __tcp_grow_window(): "while (tp->rcv_ssthresh <= window)", also if they are equal. Half of the
// space is the limit of 4000 bytes, and a segment of 700 bytes in 1600 bytes of memory passes one
// halving.
TEST(TcpLinux24ReceiveWindow, WasteIsBorneUpToHalfOfTheSpace)
{
    TcpLinux24ReceiverOptions options;
    options.rcvbuf = 15445;
    TcpLinux24ReceiveWindow window(options);
    ASSERT_EQ(window.GetRcvSsthresh(), 5792u);
    EXPECT_FALSE(window.Grow(599, 1600, 1000, 0));
    EXPECT_TRUE(window.Grow(700, 1600, 1000, 0));
    EXPECT_EQ(window.GetRcvSsthresh(), 7792u);
}

// include/net/tcp.h: tcp_select_initial_window(). Three quarters of the buffer in whole segments,
// then halved until they fit 16 bits; the last halving is taken back if half of the field is
// enough.
TEST(TcpLinux24ReceiveWindow, ScaleIsTakenBackIfHalfOfTheFieldIsEnough)
{
    const auto scale = [](uint32_t rcvbuf) {
        return TcpLinux24ReceiveWindow::GetScale(rcvbuf, MSS);
    };
    EXPECT_EQ(scale(87380), 0) << "45 segments, 65160 bytes";
    EXPECT_EQ(scale(89000), 0) << "46 segments, 66608 bytes: half, less half a segment, is 32580";
    EXPECT_EQ(scale(91000), 1) << "47 segments, 68056 bytes: 33304";
    EXPECT_EQ(scale(174760), 1) << "90 segments, 130320 bytes: 64436";
    EXPECT_EQ(scale(176000), 1) << "91 segments, 131768 bytes: a quarter less a quarter is 32580";
    EXPECT_EQ(scale(UINT32_MAX), 14);
}

TEST(TcpLinux24ReceiveWindow, WholeSegmentsUpToTheCap)
{
    ReceiverBench bench;
    uint32_t last = 5792;
    for (int k = 0; k < 60; ++k)
    {
        SCOPED_TRACE(k);
        if (const auto ack = bench.Data(k, 20000 + k))
        {
            EXPECT_EQ(ack->window % MSS, 0u);
            EXPECT_GE(ack->window, last);
            EXPECT_LE(ack->window, 63712u);
            last = ack->window;
        }
    }
    EXPECT_EQ(last, 44 * MSS);
}

TEST(TcpLinux24ReceiveWindow, KeptWithinOneSegment)
{
    TcpLinux24ReceiveWindow window({});
    EXPECT_EQ(window.Select(MSS, 0), 5792u);
    window.Offer(5000, 0);
    EXPECT_EQ(window.Select(MSS, 0), 5000u) << "in (5792 - 1448, 5792]: kept";
    window.Offer(4345, 0);
    EXPECT_EQ(window.Select(MSS, 0), 4345u);
    window.Offer(4344, 0);
    EXPECT_EQ(window.Select(MSS, 0), 5792u);
    window.Offer(6000, 0);
    EXPECT_EQ(window.Select(1000, 0), 5000u) << "above: rounded down anew";
}

// net/ipv4/tcp_output.c: __tcp_select_window() of 2.6.8. With a window scale segments do not
// matter: what is free is rounded up to a multiple of the unit.
TEST(TcpLinux24ReceiveWindow, Linux26RoundsUpToTheScale)
{
    constexpr uint32_t UNIT = 128;
    TcpLinux24ReceiverOptions options;
    options.windowUnit = 7;
    options.firstWindow = 5792;
    TcpLinux24ReceiveWindow window(options);
    EXPECT_EQ(window.Select(MSS, 0), 46 * UNIT) << "45.25 units of rcv_ssthresh";
    window.Offer(5000, 0);
    EXPECT_EQ(window.Select(MSS, 0), 46 * UNIT) << "not kept, though it is within a segment";
    const uint32_t memory = 87380 - 8 * UNIT / 3 * 4;
    EXPECT_EQ(window.Select(1000, memory), 8 * UNIT) << "1023 bytes, more than a segment";
    EXPECT_EQ(window.Select(MSS, memory), 0u) << "less than a segment";
}

// The window of a stream that is read at once grows without steps of whole segments.
TEST(TcpLinux24ReceiveWindow, Linux26OffersAllThatMayBeUsed)
{
    TcpLinux24ReceiverOptions options;
    options.windowUnit = 7;
    options.windowClamp = 65535U << 7;
    ReceiverBench bench(options);
    const auto ack = bench.Data(0, 20000);
    ASSERT_TRUE(ack);
    EXPECT_EQ(ack->window, (5792u + 2 * MSS + 127) / 128 * 128);
}

// net/ipv4/tcp_input.c: tcp_clamp_window(). If twice the buffer is in use, half of the payload
// counts.
TEST(TcpLinux24ReceiveWindow, TwiceTheBufferInUseHalvesTheLimit)
{
    constexpr uint32_t READABLE = 20000;
    TcpLinux24ReceiveWindow used({});
    used.Clamp(2 * used.GetRcvbuf() - 1, READABLE, 0, MSS);
    EXPECT_EQ(used.GetClamp(), READABLE - MSS) << "a byte less";
    TcpLinux24ReceiveWindow wasted({});
    wasted.Clamp(2 * wasted.GetRcvbuf(), READABLE, 0, MSS);
    EXPECT_EQ(wasted.GetClamp(), READABLE / 2 - MSS) << "exactly twice";
}

TEST(TcpLinux24ReceiveWindow, NeverShrinks)
{
    ReceiverBench bench;
    bench.WarmUp();
    bench.SetReading(false);
    TcpOffset edge = bench.Get().GetRcvWup() + bench.Get().GetRcvWnd();
    bool isZero = false;
    for (int k = 0; k < 60 && !isZero; ++k)
    {
        SCOPED_TRACE(k);
        bench.Data(k, 20000);
        ASSERT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED);
        EXPECT_EQ(bench.Get().GetMemory(), (k + 1) * TRUESIZE);
        const TcpOffset next = bench.Get().GetRcvNxt() + bench.Get().GetWindow();
        EXPECT_GE(next, edge);
        edge = next;
        isZero = bench.Acknowledge().window == 0;
    }
    EXPECT_TRUE(isZero);
    EXPECT_LT(GetFree(bench.Get().GetMemory()), MSS);
    // A probe of the closed window.
    bench.Arrive({.start = bench.Get().GetRcvNxt(), .length = 1}, 30000);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::OUT_OF_WINDOW);
    EXPECT_EQ(bench.Get().GetWindow(), 0u);
    // Reading everything opens it again, with an ACK.
    EXPECT_TRUE(bench.Get().Read(bench.Get().GetReadable()));
    EXPECT_EQ(bench.Get().GetMemory(), 0u);
    EXPECT_EQ(bench.Get().GetWindow(), 63712u);
}

TEST(TcpLinux24ReceiveWindow, ReaderAnnouncesADoubledWindow)
{
    ReceiverBench bench;
    Fill(bench);
    bench.Acknowledge();
    const uint32_t remaining = bench.Get().GetRcvWnd();
    ASSERT_EQ(remaining, GetFree(30 * TRUESIZE) / MSS * MSS);
    // 15 segments free 1425 bytes each.
    int read = 0;
    while (!bench.Get().Read(MSS))
    {
        ++read;
        ASSERT_LT(read, 30);
        EXPECT_LT(bench.Get().GetWindow(), 2 * remaining);
    }
    EXPECT_GE(bench.Get().GetWindow(), 2 * remaining);
}

// cleanup_rbuf() announces no window once RCV_SHUTDOWN is set: the peer sends no more.
TEST(TcpLinux24ReceiveWindow, ReaderAnnouncesNothingAfterAFin)
{
    ReceiverBench bench;
    Fill(bench);
    bench.Arrive({.start = bench.Get().GetRcvNxt(), .fin = true}, 20000);
    bench.Acknowledge();
    EXPECT_FALSE(bench.Get().Read(bench.Get().GetReadable())) << "the window more than doubles";
}

TEST(TcpLinux24ReceiveWindow, WastefulSegmentsOpenItSlowly)
{
    TcpLinux24ReceiverOptions options;
    options.segmentOverhead = 2048 - 1448 + 160;
    ReceiverBench bench(options);
    bench.Data(0, 20000);
    // 3/4 of 2208 is 1656, above 1448; half of it is not, and 5792 is below half the buffer.
    EXPECT_EQ(bench.Get().GetRcvSsthresh(), 5792u + 2 * MSS);
    for (int k = 1; k < 60; ++k)
    {
        bench.Data(k, 20000);
    }
    // Beyond half of 65535 there is no more growth.
    EXPECT_GT(bench.Get().GetRcvSsthresh(), 32767u);
    EXPECT_LE(bench.Get().GetRcvSsthresh(), 32767u + 2 * MSS);
}

TEST(TcpLinux24ReceiveWindow, ScarceMemoryEndsQuickAcks)
{
    ReceiverBench bench;
    Fill(bench);
    bench.Data(5, 20000); // enters quick mode, but the ACK finds the buffer half full
    EXPECT_EQ(bench.Get().GetQuick(), 0u);
}

TEST(TcpLinux24ReceiveWindow, SmallSegmentsAreCopiedTogether)
{
    constexpr uint32_t SMALL = 100;
    ReceiverBench bench;
    bench.WarmUp();
    bench.SetReading(false);
    const TcpOffset start = bench.Get().GetRcvNxt();
    const auto count = static_cast<int>(bench.Get().GetRcvWnd() / SMALL);
    int accepted = 0;
    for (int i = 0; i < count; ++i)
    {
        bench.Arrive({.start = start + i * SMALL, .length = SMALL}, 20000);
        accepted += bench.GetFate() == TcpLinux24Fate::ACCEPTED ? 1 : 0;
        EXPECT_LE(bench.Get().GetMemory(), 87380u + SMALL + 452);
    }
    EXPECT_EQ(accepted, count) << "without that 159 of them would fill the buffer";
    EXPECT_EQ(bench.Get().GetReadable(), count * SMALL);
}

// net/ipv4/tcp_input.c: tcp_prune_queue(). A buffer that cannot grow throws away what is out of
// order, and the SACK blocks with it.
TEST(TcpLinux24ReceiveWindow, FullBufferThrowsAwayWhatIsOutOfOrder)
{
    TcpLinux24ReceiverOptions options;
    options.rcvbuf = 8192;
    options.firstWindow = 5792;
    ReceiverBench bench(options);
    bench.SetReading(false);
    // Every second of the small segments: nothing can be copied together.
    constexpr uint32_t SMALL = 10;
    constexpr uint32_t MEMORY = SMALL + 452;
    for (int i = 0; i < 18; ++i)
    {
        bench.Arrive({.start = (2 * i + 1) * SMALL, .length = SMALL}, 20000);
        EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED);
    }
    EXPECT_EQ(bench.Get().GetMemory(), 18 * MEMORY) << "the first number above 8192";
    EXPECT_EQ(bench.Get().GetSacks().size(), 3u);
    bench.Arrive({.start = 37 * SMALL, .length = SMALL}, 20000);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED);
    EXPECT_EQ(bench.Get().GetMemory(), MEMORY) << "only the last one";
    const TcpLinux24SackList sacks = bench.Get().GetSacks();
    ASSERT_EQ(sacks.size(), 1u);
    EXPECT_EQ(sacks.front(), (TcpRange{37 * SMALL, 38 * SMALL}));
    bench.Arrive({.start = 0, .length = SMALL}, 20000);
    EXPECT_EQ(bench.Get().GetRcvNxt(), SMALL) << "what had come behind it must come again";
}

TEST(TcpLinux24ReceiveWindow, DataInOrderThrowsAwayWhatIsOutOfOrder)
{
    TcpLinux24ReceiverOptions options;
    options.rcvbuf = 8192;
    options.firstWindow = 5792;
    ReceiverBench bench(options);
    bench.SetReading(false);
    constexpr uint32_t SMALL = 10;
    for (int i = 0; i < 18; ++i)
    {
        bench.Arrive({.start = (2 * i + 1) * SMALL, .length = SMALL}, 20000);
    }
    bench.Arrive({.start = 0, .length = SMALL}, 20000);
    EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED);
    EXPECT_EQ(bench.Get().GetRcvNxt(), SMALL);
    EXPECT_FALSE(bench.Get().HasHoles());
}

// net/ipv4/tcp_input.c: tcp_clamp_window(). 2.6 lets a buffer grow instead that the user has not
// fixed.
TEST(TcpLinux24ReceiveWindow, BufferThatMayGrowKeepsWhatIsOutOfOrder)
{
    TcpLinux24ReceiverOptions options;
    options.rcvbuf = 8192;
    options.maxRcvbuf = 174760;
    options.firstWindow = 5792;
    ReceiverBench bench(options);
    bench.SetReading(false);
    constexpr uint32_t SMALL = 10;
    for (int i = 0; i < 20; ++i)
    {
        bench.Arrive({.start = (2 * i + 1) * SMALL, .length = SMALL}, 20000);
        EXPECT_EQ(bench.GetFate(), TcpLinux24Fate::ACCEPTED);
    }
    EXPECT_EQ(bench.Get().GetMemory(), 20 * (SMALL + 452));
    EXPECT_EQ(bench.Get().GetRcvbuf(), 19 * (SMALL + 452)) << "what was in use when it was full";
    bench.Arrive({.start = 0, .length = SMALL}, 20000);
    EXPECT_EQ(bench.Get().GetRcvNxt(), 2 * SMALL);
}
