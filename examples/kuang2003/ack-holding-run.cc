// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ack-holding-run.h"

#include "laptop-run.h"

#include "ns3/bulk-send-application.h"
#include "ns3/cell-radio.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-linux24-socket.h"
#include "ns3/urb.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/// When the holds begin, s after the start of the transfer. By the first one the window is open; by
/// the second one the timeout has come down again, for which it takes about 30 ACKs.
constexpr std::array HOLD_STARTS{3.0, 6.0};
/// How long the adapter holds ACKs, s: "for a long time (e.g., hundreds of milliseconds)" (4.2),
/// and longer than a timeout of 210 ms with the delay of a queue in it.
constexpr double HOLD = 0.5;
/// The shortest run that has all of what follows the second hold, which is a few tenths of a
/// second.
const Time LEAST_DURATION = Seconds(HOLD_STARTS.back() + 2 * HOLD);
/// An ACK on the air within this time is timely, s: SunOS acknowledges an odd last segment after
/// 100 ms, and the ACK then has to get to the air.
constexpr double TIMELY = 0.11;
/// The application makes its socket when it starts; this much later the socket is there.
const Time SOCKET_DELAY = MicroSeconds(1);

double
GetNow()
{
    return Simulator::Now().GetSeconds();
}

/// @param values of the testbed that are not its defaults
/// @return what makes it
ObjectFactory
MakeLaptop(const TestbedValues& values)
{
    ObjectFactory laptop("ns3::Kuang2003Testbed");
    Vary(laptop, values);
    return laptop;
}

/// @param options of a run
/// @return the same, with series, from which the account is made
StudyOptions
Traced(StudyOptions options)
{
    options.trace = true;
    return options;
}

} // namespace

std::array<AckHoldingWindow, 2>
GetHoldWindows(const Kuang2003Testbed& testbed, const StudyOptions& options)
{
    RequireDuration(options, LEAST_DURATION, "for two holds");
    const double start = testbed.GetStart().GetSeconds();
    const double end = start + options.duration.GetSeconds();
    return {AckHoldingWindow{start + HOLD_STARTS[0], start + HOLD_STARTS[1]},
            AckHoldingWindow{start + HOLD_STARTS[1], end}};
}

void
ScheduleHolds(const Kuang2003Testbed& testbed, const std::array<AckHoldingWindow, 2>& windows)
{
    const auto adapter = testbed.GetAdapter();
    PointerValue fault;
    adapter->GetAttribute("RxHold", fault);
    // A user may have given the adapter the fault with other values.
    if (!fault.GetObject())
    {
        fault.SetObject(CreateObject<UsbFault>());
        adapter->SetAttribute("RxHold", fault);
    }
    for (const AckHoldingWindow& window : windows)
    {
        fault.Get<UsbFault>()->ScheduleAt(Seconds(window.begin), Seconds(HOLD));
    }
}

void
SetHoldParts(RunResult& result, const std::array<AckHoldingWindow, 2>& windows)
{
    const double first = windows.front().begin;
    result.parts = {{first - 0.05, first + HOLD + 0.15}};
    for (const AckHoldingWindow& window : windows)
    {
        const double end = window.begin + HOLD;
        result.parts.push_back({end - 0.01, end + 0.06});
    }
    result.partTitles = {"first hold (figure 2)",
                         "repair after the first hold (figure 3)",
                         "after the second hold (figure 4)"};
}

AckHoldingRun::AckHoldingRun(const TestbedValues& values, const StudyOptions& options, bool holds)
    : m_options(options),
      m_transfer(BulkTransfer::Transport::TCP, MakeLaptop(values), options.duration)
{
    const Kuang2003Testbed& testbed = m_transfer.GetTestbed();
    const auto windows = GetHoldWindows(testbed, options);
    // An adapter has no fault that never strikes.
    if (holds)
    {
        ScheduleHolds(testbed, windows);
    }
    for (size_t i = 0; i < windows.size(); ++i)
    {
        m_episodes[i].window = windows[i];
    }
    WatchOthers();
    Simulator::Schedule(testbed.GetStart() + SOCKET_DELAY, &AckHoldingRun::WatchSender, this);
}

RunResult
AckHoldingRun::Run()
{
    RunResult result = RunLaptopTransfer(m_transfer, Traced(m_options));
    m_series.swap(result.series);
    AddEpisodeMetrics(result, 0);
    AddEpisodeMetrics(result, 1);
    AddViewMetrics(result);
    if (m_options.trace)
    {
        result.series = m_series;
        SetHoldParts(result, {m_episodes[0].window, m_episodes[1].window});
    }
    return result;
}

void
AckHoldingRun::WatchSender()
{
    const auto application = DynamicCast<BulkSendApplication>(m_transfer.GetTransfer().GetSender());
    const auto socket = application->GetSocket();
    if (!DynamicCast<TcpLinux24Socket>(socket))
    {
        socket->TraceConnectWithoutContext("CongState",
                                           MakeCallback(&AckHoldingRun::NoteStockState, this));
        return;
    }
    socket->TraceConnectWithoutContext("CaState", MakeCallback(&AckHoldingRun::NoteState, this));
    socket->TraceConnectWithoutContext("SegmentRetransmission",
                                       MakeCallback(&AckHoldingRun::NoteRetransmission, this));
    socket->TraceConnectWithoutContext("Undo", MakeCallback(&AckHoldingRun::NoteUndo, this));
}

void
AckHoldingRun::WatchOthers()
{
    const NetDeviceContainer radios = m_transfer.GetTestbed().GetRadios();
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        CellRadio::Of(radios.Get(i))
            ->FindMacTraces()
            ->TraceConnectWithoutContext("DroppedMpdu",
                                         MakeCallback(&AckHoldingRun::NoteAirLoss, this));
    }
    CellRadio::Of(radios.Get(1))
        ->ConnectTxBegin({MakeCallback(&AckHoldingRun::NoteAirAck, this),
                          MakeCallback(&AckHoldingRun::NotePhyAck, this)});
    m_transfer.GetTestbed().GetBus()->TraceConnectWithoutContext(
        "UrbCompleted",
        MakeCallback(&AckHoldingRun::NoteUrb, this));
    m_transfer.GetTestbed().GetHost()->GetDevice(0)->TraceConnectWithoutContext(
        "MacRx",
        MakeCallback(&AckHoldingRun::NoteArrival, this));
}

AckHoldingRun::Episode*
AckHoldingRun::GetEpisode()
{
    const double now = GetNow();
    const auto episode = std::find_if(m_episodes.begin(), m_episodes.end(), [now](const auto& e) {
        return now >= e.window.begin && now < e.window.end;
    });
    return episode == m_episodes.end() ? nullptr : &*episode;
}

void
AckHoldingRun::NoteState(TcpLinux24State, TcpLinux24State to, TcpLinux24Reason)
{
    if (Episode* episode = GetEpisode())
    {
        episode->recoveries += to == TcpLinux24State::RECOVERY;
    }
}

void
AckHoldingRun::NoteRetransmission(TcpRange, TcpLinux24Retransmission reason, Ptr<const Packet>)
{
    if (Episode* episode = GetEpisode())
    {
        episode->timeouts += reason == TcpLinux24Retransmission::TIMEOUT;
        // The sender of Linux 2.0.32 has no state of recovery that NoteState() could count.
        episode->recoveries += reason == TcpLinux24Retransmission::DUPLICATE;
    }
}

void
AckHoldingRun::NoteStockState(TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t to)
{
    if (Episode* episode = GetEpisode())
    {
        episode->timeouts += to == TcpSocketState::CA_LOSS;
        episode->recoveries += to == TcpSocketState::CA_RECOVERY;
    }
}

void
AckHoldingRun::NoteUndo(TcpLinux24Undo, uint32_t, uint32_t)
{
    if (Episode* episode = GetEpisode())
    {
        ++episode->undos;
    }
}

void
AckHoldingRun::NotePhyAck(Ptr<const Packet> packet, double)
{
    NoteAirAck(packet);
}

void
AckHoldingRun::NoteAirAck(Ptr<const Packet> packet)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    if (header.IsData())
    {
        m_airAcks.push_back(GetNow());
    }
}

void
AckHoldingRun::NoteAirLoss(WifiMacDropReason, Ptr<const WifiMpdu>)
{
    ++m_airLosses;
}

void
AckHoldingRun::NoteUrb(Ptr<const Urb> urb)
{
    if (urb->request.endpoint.in)
    {
        m_inUrbs.push_back(GetNow());
    }
}

void
AckHoldingRun::NoteArrival(Ptr<const Packet>)
{
    m_arrivals.push_back(GetNow());
}

void
AckHoldingRun::AddEpisodeMetrics(RunResult& result, size_t index) const
{
    const Episode& episode = m_episodes[index];
    const AckHoldingAccount tcp = CountAckHolding(m_series.at(0), episode.window);
    const AckHoldingAccount device = CountAckHolding(m_series.at(1), episode.window);
    const std::string number = "-" + std::to_string(index + 1);
    const std::vector<Metric> metrics{
        {"timeouts" + number, "", static_cast<double>(episode.timeouts)},
        {"undos" + number, "", static_cast<double>(episode.undos)},
        {"recoveries" + number, "", static_cast<double>(episode.recoveries)},
        {"retransmissions" + number, "segments", static_cast<double>(tcp.retransmissions)},
        {"duplicate-acks" + number, "", static_cast<double>(tcp.duplicateAcks)},
        {"covered-at-tcp" + number, "segments", static_cast<double>(tcp.covered)},
        {"covered-at-device" + number, "segments", static_cast<double>(device.covered)},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
}

void
AckHoldingRun::AddViewMetrics(RunResult& result) const
{
    const AckHoldingWindow& first = m_episodes[0].window;
    const double tcpGap = GetLongestGap(GetTimes(m_series.at(0), false), first);
    const double busGap = GetLongestGap(m_inUrbs, first);
    const double silence = GetLongestGap(GetTimes(m_series.at(1), true), first);
    const double arrivalGap = GetLongestGap(m_arrivals, first);
    const double timeout = GetFirstRetransmission(m_series.at(0), first);
    const double ackDelay = GetLastBefore(m_airAcks, timeout) - GetLastBefore(m_arrivals, timeout);
    const size_t lateAcks = CountUnanswered(m_arrivals, m_airAcks, {first.begin, timeout}, TIMELY);
    const std::vector<Metric> metrics{
        {"air-losses", "frames", static_cast<double>(m_airLosses)},
        {"late-acks", "segments", static_cast<double>(lateAcks)},
        {"ack-delay-on-air", "ms", 1e3 * ackDelay},
        {"tcp-gap", "ms", 1e3 * tcpGap},
        {"bus-gap-less-tcp-gap", "ms", 1e3 * (busGap - tcpGap)},
        {"arrival-gap-less-silence", "ms", 1e3 * (arrivalGap - silence)},
    };
    result.metrics.insert(result.metrics.end(), metrics.begin(), metrics.end());
}

} // namespace ns3
