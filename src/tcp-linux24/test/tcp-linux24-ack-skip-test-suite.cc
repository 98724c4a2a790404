// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// ACK skipping on a connection of TcpLinux24Socket: nothing is lost by it, and no sender waits for
// its timeout because of it.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// TCP_DELACK_MIN: what a delayed ACK waits.
const Time ACK_DELAY = MilliSeconds(40);

/// A transfer from client to server.
struct Transfer
{
    uint32_t bytes;           ///< of the client
    uint32_t skip{0};         ///< AckSkip
    bool adaptive{false};     ///< AdaptiveAckSkip
    bool delayedAcks{false};  ///< DelayedAcks
    bool timestamps{true};    ///< Timestamp
    int64_t milliseconds{10}; ///< one-way delay
    int64_t tick{1};          ///< TickInterval, ms
    uint32_t lossPeriod{0};   ///< one packet of so many is lost in each direction; 0: none

    /// @return what is special about it
    std::string GetName() const
    {
        return std::to_string(bytes) + " bytes, skip " + std::to_string(skip) +
               (adaptive ? ", adaptive" : "") + (delayedAcks ? ", delayed ACKs" : "") +
               (timestamps ? "" : ", no timestamps") + ", " + std::to_string(milliseconds) +
               " ms, tick " + std::to_string(tick) + " ms, loss " + std::to_string(lossPeriod);
    }
};

/// What came of a transfer.
struct Outcome
{
    uint32_t received; ///< bytes, undamaged
    bool isClosed;     ///< the server has seen the end
    uint32_t timeouts; ///< of the client
    uint32_t acks;     ///< to the client, after half of the data
    uint32_t segments; ///< to the server, after half of the data
    uint32_t decided;  ///< decisions that the trace tells
    Time lastData;     ///< when the server got data last
};

/// @param transfer to be run
/// @return what came of it
Outcome
Play(const Transfer& transfer)
{
    TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
    bed.SetLinuxAttribute("AckSkip", UintegerValue(transfer.skip));
    bed.SetLinuxAttribute("AdaptiveAckSkip", BooleanValue(transfer.adaptive));
    bed.SetLinuxAttribute("DelayedAcks", BooleanValue(transfer.delayedAcks));
    bed.SetLinuxAttribute("Timestamp", BooleanValue(transfer.timestamps));
    bed.SetLinuxAttribute("TickInterval", TimeValue(MilliSeconds(transfer.tick)));
    // A window of 90 segments; the channel and the device's queue hold more.
    bed.SetLinuxAttribute("SndBufSize", UintegerValue(262142));
    bed.SetLinuxAttribute("RcvBufSize", UintegerValue(174760));
    const auto channel = CreateObject<SimpleChannel>();
    bed.SetChannel(channel);
    channel->SetAttribute("Delay", TimeValue(MilliSeconds(transfer.milliseconds)));
    Outcome outcome{};
    uint32_t sent = 0;
    uint32_t count = 0;
    const auto isLost = [&count, &transfer] {
        return transfer.lossPeriod > 0 && ++count % transfer.lossPeriod == 0;
    };
    bed.LoseToServer([&](const TcpHeader&, uint32_t size) {
        sent += size;
        outcome.segments += size > 0 && sent > transfer.bytes / 2;
        outcome.lastData = size > 0 ? Simulator::Now() : outcome.lastData;
        return isLost();
    });
    bed.LoseToClient([&](const TcpHeader&, uint32_t size) {
        outcome.acks += size == 0 && sent > transfer.bytes / 2;
        return isLost();
    });
    bed.onAccept = [&] {
        bed.server.socket->TraceConnectWithoutContext(
            "AckSkipDecision",
            Callback<void, const TcpLinux24AckSkipDecision&>(
                [&outcome](const TcpLinux24AckSkipDecision&) { ++outcome.decided; }));
    };
    bed.client.halfClose = true;
    bed.Connect();
    Simulator::Schedule(Seconds(10.5), [&] { bed.client.Send(transfer.bytes, true); });
    bed.Run(Hours(24));
    outcome.received = bed.server.damaged ? 0 : bed.server.bytesReceived;
    outcome.isClosed = bed.server.closed;
    outcome.timeouts = bed.client.timeouts;
    return outcome;
}

/// Fixed and adaptive skipping of as many ACKs as studies ask for, and of all that are allowed.
/// @return transfers without their bytes
std::vector<Transfer>
GetSkips()
{
    std::vector<Transfer> skips;
    for (const bool adaptive : {false, true})
    {
        for (const uint32_t skip : {1, 4, 1000})
        {
            skips.push_back({.bytes = 0, .skip = skip, .adaptive = adaptive});
        }
    }
    return skips;
}

/// Every k-th packet is lost, data and ACKs: all data arrives.
class AckSkipLossTestCase : public TestCase
{
  public:
    AckSkipLossTestCase()
        : TestCase("with every k-th packet lost, all data arrives")
    {
    }

  private:
    void DoRun() override
    {
        for (Transfer transfer : GetSkips())
        {
            transfer.bytes = 120000;
            for (const uint32_t period : {3, 4, 5, 7, 11, 16, 25, 40, 60, 90})
            {
                transfer.lossPeriod = period;
                transfer.delayedAcks = period % 2 == 0;
                const Outcome outcome = Play(transfer);
                NS_TEST_EXPECT_MSG_EQ(outcome.received, transfer.bytes, transfer.GetName());
                NS_TEST_EXPECT_MSG_EQ(outcome.isClosed, true, transfer.GetName());
            }
        }
    }
};

/// Without loss, no timeout expires.
class AckSkipTimeoutTestCase : public TestCase
{
  public:
    AckSkipTimeoutTestCase()
        : TestCase("without loss, the sender does not wait for its timeout")
    {
    }

  private:
    void DoRun() override
    {
        for (Transfer transfer : GetSkips())
        {
            for (const uint32_t bytes : {1448, 3 * 1448, 10000, 200000})
            {
                transfer.bytes = bytes;
                for (const int64_t delay : {1, 60})
                {
                    transfer.milliseconds = delay;
                    Check(transfer);
                }
            }
        }
    }

    /// @param transfer with each clock, with and without delayed ACKs and timestamps
    void Check(Transfer transfer)
    {
        for (const int variant : {0, 1, 2, 3, 4})
        {
            transfer.tick = variant == 1 ? 10 : 1;
            transfer.delayedAcks = variant == 2 || variant == 4;
            transfer.timestamps = variant < 3;
            const Outcome outcome = Play(transfer);
            NS_TEST_EXPECT_MSG_EQ(outcome.received, transfer.bytes, transfer.GetName());
            NS_TEST_EXPECT_MSG_EQ(outcome.timeouts, 0U, transfer.GetName());
        }
    }
};

/// A short transfer is not slower than without skipping by more than the delay of an ACK.
class AckSkipShortTransferTestCase : public TestCase
{
  public:
    AckSkipShortTransferTestCase()
        : TestCase("adaptive: a short transfer loses one ACK delay at most")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t bytes : {20000U, 50000U, 100000U, 69 * 1448U, 200000U, 400000U})
        {
            for (const int64_t tick : {1, 10})
            {
                for (const bool delayedAcks : {false, true})
                {
                    Transfer transfer{.bytes = bytes, .delayedAcks = delayedAcks, .tick = tick};
                    const Time all = Play(transfer).lastData;
                    transfer.adaptive = true;
                    for (const uint32_t skip : {1, 4, 1000})
                    {
                        transfer.skip = skip;
                        const Time last = Play(transfer).lastData;
                        NS_TEST_EXPECT_MSG_LT_OR_EQ(last, all + ACK_DELAY, transfer.GetName());
                    }
                }
            }
        }
    }
};

/// Of a long transfer's ACKs as many are left out as was asked for.
class AckSkipLongTransferTestCase : public TestCase
{
  public:
    AckSkipLongTransferTestCase()
        : TestCase("the ACKs of a long transfer become as few as asked for")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool delayedAcks : {false, true})
        {
            Transfer transfer{.bytes = 5000 * 1448, .delayedAcks = delayedAcks};
            const Outcome all = Play(transfer);
            NS_TEST_EXPECT_MSG_EQ(all.decided, 0U, "without AckSkip nothing is decided");
            for (const bool adaptive : {false, true})
            {
                transfer.adaptive = adaptive;
                for (const uint32_t skip : {1, 2, 4})
                {
                    transfer.skip = skip;
                    Check(transfer, Play(transfer), all);
                }
            }
        }
    }

    /// @param transfer that skips ACKs
    /// @param outcome of it
    /// @param all outcome without skipping
    void Check(const Transfer& transfer, const Outcome& outcome, const Outcome& all)
    {
        const double due = transfer.delayedAcks ? 2 : 1; // segments for which an ACK is due
        const double expected = due * (transfer.skip + 1);
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(outcome.segments) / outcome.acks,
                                  expected,
                                  0.1 * expected, // PSH in mid-stream asks for a few more
                                  transfer.GetName());
        NS_TEST_EXPECT_MSG_GT(outcome.decided, 0.9 * 5000 / due, "each ACK that is due");
        if (transfer.adaptive)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(outcome.lastData,
                                        all.lastData + ACK_DELAY,
                                        transfer.GetName());
        }
    }
};

/// Suite of ACK skipping.
class TcpLinux24AckSkipTestSuite : public TestSuite
{
  public:
    TcpLinux24AckSkipTestSuite()
        : TestSuite("tcp-linux24-ack-skip", Type::UNIT)
    {
        AddTestCase(new AckSkipLossTestCase);
        AddTestCase(new AckSkipTimeoutTestCase);
        AddTestCase(new AckSkipShortTransferTestCase);
        AddTestCase(new AckSkipLongTransferTestCase);
    }
};

TcpLinux24AckSkipTestSuite g_suite; ///< registers itself

} // namespace
