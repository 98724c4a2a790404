// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the instant of a trace says. The bus is computed lazily, so that the same traffic is traced
// twice: once as it comes, and once with somebody who looks at the bus every few microseconds. Each
// trace must tell the same instants in both, by Simulator::Now() or by its first argument.

#include "usb-pair.h"

#include "ns3/config.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usb-transaction-host-controller.h"

#include <algorithm>
#include <tuple>

using namespace ns3;

namespace
{

/// From one look at the bus to the next.
const Time LOOK = MicroSeconds(2);
/// When frame 0 begins.
const Time PHASE = MicroSeconds(300);
/// Pause of the firmware after a message; the adapter may learn of the message at its end only.
const Time COMMIT_GAP = MicroSeconds(100);
/// The first frames are sent 100 ms after the start.
const Time BEGIN = MilliSeconds(95);
const Time END = MilliSeconds(200);

/// What a trace told.
struct Report
{
    std::string trace; ///< its name
    Time at;           ///< the instant that it told
    uint64_t detail;   ///< size of its packet, or number of bytes

    auto operator<=>(const Report& other) const
    {
        return std::tie(at, trace, detail) <=> std::tie(other.at, other.trace, other.detail);
    }

    bool operator==(const Report&) const = default;
};

/// The reports of all trace sources of a bus, its driver and its adapter.
class Record
{
  public:
    /// @param pair with the bus; this object outlives it
    /// @param frame time of a frame
    /// @param isWatched whether single transactions are traced, too
    void Connect(UsbPair& pair, Time frame, bool isWatched)
    {
        const auto note = [this](const std::string& trace, Time at, uint64_t detail) {
            reports.push_back({trace, at, detail});
        };
        for (const auto* trace : {"TxCommitted", "TxFreed", "RxQueued"})
        {
            pair.adapter->TraceConnectWithoutContext(
                trace,
                Callback<void, Ptr<const Packet>>([=](Ptr<const Packet> packet) {
                    note(trace, Simulator::Now(), packet->GetSize());
                }));
        }
        for (const auto* trace : {"MacTx", "MacRx", "MacTxDrop", "MacRxDrop", "Sniffer"})
        {
            pair.driver->TraceConnectWithoutContext(
                trace,
                Callback<void, Ptr<const Packet>>([=](Ptr<const Packet> packet) {
                    note(trace, Simulator::Now(), packet->GetSize());
                }));
        }
        const Callback<void, Ptr<const Packet>, UsbDropReason> drop(
            [=](Ptr<const Packet>, UsbDropReason reason) {
                note("Drop", Simulator::Now(), static_cast<uint64_t>(reason));
            });
        pair.adapter->TraceConnectWithoutContext("Drop", drop);
        pair.driver->TraceConnectWithoutContext("Drop", drop);
        for (const auto* trace : {"UrbSubmitted", "UrbCompleted"})
        {
            pair.bus->TraceConnectWithoutContext(
                trace,
                Callback<void, Ptr<const Urb>>(
                    [=](Ptr<const Urb> urb) { note(trace, Simulator::Now(), urb->actualLength); }));
        }
        pair.bus->TraceConnectWithoutContext("Interrupt", Callback<void, Time>([=](Time raised) {
                                                 note("Interrupt", Simulator::Now(), 0);
                                                 note("its line", raised, 0);
                                             }));
        for (const auto* trace : {"TxAccepted", "RxSent"})
        {
            pair.adapter->TraceConnectWithoutContext(
                trace,
                Callback<void, Time, Ptr<const Packet>>(
                    [=, this](Time at, Ptr<const Packet> packet) {
                        note(trace, at, packet->GetSize());
                        NoteLag(at);
                    }));
        }
        for (const auto* trace : {"TxInUse", "RxInUse"})
        {
            pair.adapter->TraceConnectWithoutContext(
                trace,
                Callback<void, Time, uint32_t, uint32_t>(
                    [=](Time at, uint32_t, uint32_t after) { note(trace, at, after); }));
        }
        pair.bus->TraceConnectWithoutContext(
            "Frame",
            Callback<void, Time, const UsbFrameRecord&>(
                [=, this](Time start, const UsbFrameRecord& record) {
                    areFramesRight = areFramesRight && start == PHASE + frame * record.frame &&
                                     Simulator::Now() >= start + frame * record.frames;
                    // Idle frames are reported together, as many as somebody looks at.
                    if (record.transactions > record.naks)
                    {
                        note("Frame", start, record.bytesIn + record.bytesOut);
                    }
                }));
        if (isWatched)
        {
            pair.bus->TraceConnectWithoutContext(
                "Transaction",
                Callback<void, Time, const UsbToken&, const UsbAnswer&>(
                    [=, this](Time end, const UsbToken& token, const UsbAnswer& answer) {
                        if (answer.handshake == UsbHandshake::ACK)
                        {
                            note("Transaction", end, token.bytes);
                            NoteLag(end);
                        }
                    }));
            pair.bus->TraceConnectWithoutContext(
                "Nak",
                Callback<void, Time, const UsbToken&>(
                    [this](Time end, const UsbToken&) { NoteLag(end); }));
        }
    }

    std::vector<Report> reports;
    bool areFramesRight{true}; ///< start and number of each frame agree, and it is over
    Time mostLate;             ///< by which a trace fired after the instant that it told
    Time mostEarly;            ///< by which one fired before

  private:
    void NoteLag(Time at)
    {
        if (at < BEGIN)
        {
            return; // Nobody looks yet.
        }
        mostLate = std::max(mostLate, Simulator::Now() - at);
        mostEarly = std::max(mostEarly, at - Simulator::Now());
    }
};

/// Traffic both ways over one kind of controller.
class UsbTraceTimeTest : public TestCase
{
  public:
    /// @param controller its type
    /// @param frame time of a frame
    /// @param transaction longest time of a transaction
    /// @param isWatched whether single transactions are traced, too
    UsbTraceTimeTest(const std::string& controller, Time frame, Time transaction, bool isWatched)
        : TestCase(controller + (isWatched ? " with" : " without") +
                   " a listener for each transaction: traces tell when things happened"),
          m_controller(controller),
          m_frame(frame),
          m_transaction(transaction),
          m_isWatched(isWatched)
    {
    }

  private:
    /// @param looks whether somebody looks at the bus all the time
    /// @param record gets what the traces tell
    void Run(bool looks, Record& record) const
    {
        const std::string phase = m_controller + "::FramePhase";
        Config::SetDefault(phase, TimeValue(PHASE));
        UsbPair pair(m_controller);
        Config::SetDefault(phase, TimeValue(Time(0)));
        pair.adapter->SetAttribute("CommitGap", TimeValue(COMMIT_GAP));
        pair.adapter->SetAttribute("RxBuffers", UintegerValue(1)); // some frames are dropped
        record.Connect(pair, m_frame, m_isWatched);
        pair.SendFromLaptop(8, 0);
        pair.SendFromPeer(100, MilliSeconds(103), MicroSeconds(700));
        for (Time at = BEGIN; looks && at < END; at += LOOK)
        {
            Simulator::Schedule(at, [&pair] { pair.bus->GetStatistics(); });
        }
        UsbPair::Run(END);
        pair.bus->GetStatistics(); // reports the last frames
        std::sort(record.reports.begin(), record.reports.end());
    }

    void DoRun() override
    {
        Record lazy;
        Run(false, lazy);
        Record looked;
        Run(true, looked);
        NS_TEST_ASSERT_MSG_GT(lazy.reports.size(), 500, "there was traffic");
        NS_TEST_ASSERT_MSG_EQ(lazy.reports.size(), looked.reports.size(), "as many reports");
        for (std::size_t i = 0; i < lazy.reports.size(); ++i)
        {
            const Report& report = lazy.reports[i];
            NS_TEST_ASSERT_MSG_EQ((report == looked.reports[i]),
                                  true,
                                  report.trace << " at " << report.at.As(Time::US)
                                               << " is not what somebody who looked has seen");
        }
        NS_TEST_EXPECT_MSG_EQ(lazy.areFramesRight, true, "start and number of frames");
        NS_TEST_EXPECT_MSG_EQ(looked.areFramesRight, true, "start and number of frames");
        // Who looks learns it at once, or while the transaction is on the wire.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(looked.mostLate, LOOK, "from one look to the next");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(looked.mostEarly, m_transaction, "of one transaction");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(lazy.mostLate, COMMIT_GAP / 2, "others learn it late");
    }

    std::string m_controller; ///< type
    Time m_frame;             ///< time of a frame
    Time m_transaction;       ///< longest time of a transaction
    bool m_isWatched;         ///< single transactions are traced
};

class UsbTraceTimeTestSuite : public TestSuite
{
  public:
    UsbTraceTimeTestSuite()
        : TestSuite("usb-trace-time", Type::UNIT)
    {
        for (const bool isWatched : {false, true})
        {
            // 64 bytes at 12 Mb/s and 512 at 480 Mb/s, with 13 and 55 bytes around them.
            AddTestCase(new UsbTraceTimeTest("ns3::UhciHostController",
                                             MilliSeconds(1),
                                             NanoSeconds(51334),
                                             isWatched),
                        Duration::QUICK);
            AddTestCase(new UsbTraceTimeTest("ns3::EhciHostController",
                                             MicroSeconds(125),
                                             NanoSeconds(9450),
                                             isWatched),
                        Duration::QUICK);
        }
    }
};

UsbTraceTimeTestSuite g_usbTraceTimeTestSuite; ///< registers itself

} // namespace
