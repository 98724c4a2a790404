// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// TV36 and TV49 of the module's documentation: what the link queue does to a go-back-N burst, and
// to a capture taken behind it.

#include "tcp-linux24-sender-table.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t RELEASE = 20500;  ///< when the held ACKs come, ms
constexpr int64_t ACK_SPACING = 200; ///< us
constexpr int64_t SERVICE = 2000;    ///< of the device, for a packet, us

/// A packet or an ACK at the moment at which a tap sees it.
struct Sighting
{
    int64_t time;    ///< after the release of the ACKs, us
    uint32_t number; ///< segment, or acknowledgment number
    bool operator==(const Sighting&) const = default;
};

/// A device that takes a packet off its queue when it is done with the one before.
class Device
{
  public:
    void Enqueue(int64_t time, uint32_t segment)
    {
        const int64_t start =
            dequeued.empty() ? time : std::max(time, dequeued.back().time + SERVICE);
        dequeued.push_back({start, segment});
        const auto waiting = std::ranges::count_if(dequeued, [time](const Sighting& packet) {
            return packet.time > time;
        });
        peak = std::max(peak, waiting);
    }

    std::vector<Sighting> dequeued; ///< the capture
    std::ptrdiff_t peak{0};         ///< most packets that waited at once
};

/// @return retransmissions that a tap sees after the ACK that covers them
std::ptrdiff_t
CountAfterTheirAck(const std::vector<Sighting>& packets, const std::vector<Sighting>& acks)
{
    return std::ranges::count_if(packets, [&acks](const Sighting& packet) {
        return std::ranges::any_of(acks, [&packet](const Sighting& ack) {
            return ack.time <= packet.time && ack.number > packet.number;
        });
    });
}

TcpLinux24BenchSetup
MakeSixteen()
{
    auto setup = MakeTcpLinux24Setup(16);
    setup.window = 16;
    return setup;
}

} // namespace

TEST(TcpLinux24SenderCapture, Tv36RetransmissionsOfAcknowledgedData)
{
    TcpLinux24SenderBench bench{MakeSixteen()};
    bench.StartFlight();
    bench.Expire(20210);
    std::vector<Sighting> acks;
    std::vector<Sighting> sent;
    Device device;
    for (uint32_t ack = 2; ack <= 10; ack += 2)
    {
        const int64_t time = (ack / 2 - 1) * ACK_SPACING;
        acks.push_back({time, ack});
        bench.Acknowledge(RELEASE, {.ack = ack, .echo = 20000});
        for (const auto& label : bench.GetTransmissions())
        {
            ASSERT_EQ(label[0], 'R') << label;
            const auto segment = static_cast<uint32_t>(std::stoul(label.substr(1)));
            sent.push_back({time, segment});
            device.Enqueue(time, segment);
        }
    }
    EXPECT_EQ(CountAfterTheirAck(sent, acks), 0);
    EXPECT_EQ(CountAfterTheirAck(device.dequeued, acks), 7);
    EXPECT_EQ(device.peak, 13);
    ASSERT_EQ(device.dequeued.size(), 14u);
    EXPECT_EQ(device.dequeued.front(), (Sighting{0, 2}));
    EXPECT_EQ(device.dequeued[7], (Sighting{14000, 9}));
    EXPECT_EQ(device.dequeued.back(), (Sighting{26000, 15}));
}

namespace
{

/// What the ACKs of TV49 make the sender send.
const std::vector<std::string>
    TV49{"R2 R3", "R4 R5 R6", "R7 R8 R9", "R10 R11 R12", "D16 D17", "-", "-", "-"};

/// The same with room below TCP (TV12w, with eighteen segments to send).
const std::vector<std::string>
    WITH_ROOM{"R2 R3", "R4 R5 R6", "R7 R8 R9", "R10 R11 R12", "R13 R14 R15", "D16 D17", "-", "-"};

void
RunMemoryTest(bool test, const std::vector<std::string>& expected)
{
    auto setup = MakeSixteen();
    setup.data = 18;
    setup.options.sendBuffer = 32768;
    setup.options.segmentOverhead = 452;
    setup.options.retransmitMemoryTest = test;
    TcpLinux24SenderBench bench{setup};
    bench.StartFlight();
    EXPECT_EQ(bench.sender.GetQueueMemory(), 18u * 1900);
    bench.Expire(20210);
    bench.memoryPerSent = 1900;
    for (uint32_t i = 0; i < expected.size(); ++i)
    {
        const uint32_t ack = 2 * (i + 1);
        bench.Acknowledge(RELEASE, {.ack = ack, .echo = 20000});
        EXPECT_EQ(bench.GetSent(), expected[i]) << "A" << ack;
    }
}

} // namespace

TEST(TcpLinux24SenderCapture, Tv49MemoryBelowTcpCutsTheBurst)
{
    RunMemoryTest(true, TV49);
}

TEST(TcpLinux24SenderCapture, Tv49WithoutTheTest)
{
    RunMemoryTest(false, WITH_ROOM);
}
