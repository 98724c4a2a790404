// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "stub-host-controller.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(StubHostController);

const Time StubHostController::COMPLETION_DELAY = MicroSeconds(50);
const Time StubHostController::REPEAT_DELAY = MilliSeconds(1);

TypeId
StubHostController::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StubHostController")
                            .SetParent<UsbHostController>()
                            .SetGroupName("UsbBus")
                            .AddConstructor<StubHostController>();
    return tid;
}

void
StubHostController::Fail(bool in, uint32_t k, UsbTransferStatus status, FailurePoint point)
{
    m_pipes[in].failures[k] = {status, point};
}

void
StubHostController::LoseAck(uint32_t k)
{
    m_pipes[0].lostEnds.insert(k);
}

void
StubHostController::LoseData(uint32_t k)
{
    m_pipes[1].lostEnds.insert(k);
}

uint32_t
StubHostController::GetSubmitted(bool in) const
{
    return m_pipes[in].submitted;
}

uint32_t
StubHostController::GetHaltsCleared(bool in) const
{
    return m_pipes[in].haltsCleared;
}

Time
StubHostController::GetBlocked() const
{
    return m_blocked;
}

bool
StubHostController::SubmitUrb(Ptr<Urb> urb)
{
    bool accepted = false;
    Update([&] { accepted = AcceptUrb(urb); });
    return accepted;
}

bool
StubHostController::AcceptUrb(const Ptr<Urb>& urb)
{
    Pipe& pipe = m_pipes[urb->request.endpoint.in];
    urb->actualLength = 0;
    if (!GetPeripheral(urb->request.endpoint.address))
    {
        UrbRefused(*urb, UsbTransferStatus::NO_DEVICE);
        return false;
    }
    if (!pipe.urbs.empty() && !(urb->request.queueBulk && pipe.urbs.back()->request.queueBulk))
    {
        UrbRefused(*urb, UsbTransferStatus::BUSY);
        return false;
    }
    urb->status = UsbTransferStatus::IN_PROGRESS;
    urb->submitted = Simulator::Now();
    pipe.urbs.push_back(urb);
    pipe.numbers.push_back(++pipe.submitted);
    UrbAccepted(urb);
    return true;
}

void
StubHostController::UnlinkUrb(Ptr<Urb> /* urb */)
{
}

void
StubHostController::ClearHalt(const UsbEndpoint& endpoint)
{
    m_pipes[endpoint.in].toggle = false;
    ++m_pipes[endpoint.in].haltsCleared;
}

void
StubHostController::Suspend()
{
}

void
StubHostController::Resume()
{
}

uint32_t
StubHostController::GetMaxBulkPacket() const
{
    return 64;
}

UsbBitTime
StubHostController::GetBitTime() const
{
    return UsbTiming::FullSpeed().FromNanoSeconds(Simulator::Now().GetNanoSeconds());
}

UsbBitTime
StubHostController::ToBits(Time duration) const
{
    return UsbTiming::FullSpeed().FromNanoSeconds(duration.GetNanoSeconds());
}

UsbBusStatistics
StubHostController::GetStatistics()
{
    return {};
}

void
StubHostController::BlockInterrupts(Time duration)
{
    m_blocked += duration;
}

int64_t
StubHostController::AssignStreams(int64_t /* stream */)
{
    return 0;
}

void
StubHostController::DoDispose()
{
    m_event.Cancel();
    for (auto& pipe : m_pipes)
    {
        pipe.urbs.clear();
    }
    UsbHostController::DoDispose();
}

void
StubHostController::Synchronize()
{
}

void
StubHostController::Replan()
{
    m_event.Cancel();
    m_event = Simulator::ScheduleNow(&StubHostController::Act, this);
}

void
StubHostController::PlugFunction(uint8_t /* address */, UsbFunction* /* function */)
{
    for (auto& pipe : m_pipes)
    {
        pipe.toggle = false;
        pipe.repeatAt = Time(0);
    }
}

void
StubHostController::AbortUrbs(uint8_t /* address */)
{
    for (auto& pipe : m_pipes)
    {
        while (!pipe.urbs.empty())
        {
            Finish(pipe, UsbTransferStatus::NO_DEVICE);
        }
    }
}

void
StubHostController::Act()
{
    const Ptr<UsbPeripheral> device = GetPeripheral(1);
    if (!device)
    {
        return;
    }
    UsbFunction& function = device->GetFunction();
    if (function.GetNextWake() <= GetBitTime())
    {
        device->Wake(); // ends in Replan()
        return;
    }
    Move(m_pipes[0]);
    Move(m_pipes[1]);
    const UsbBitTime now = GetBitTime();
    const UsbBitTime next = std::min(function.GetNextChange(std::max(now, m_wireFree)),
                                     std::max(function.GetNextWake(), now));
    if (next != USB_NEVER)
    {
        const Time at = NanoSeconds(UsbTiming::FullSpeed().ToNanoSeconds(next));
        m_event = Simulator::Schedule(Max(at - Simulator::Now(), Time(0)),
                                      &StubHostController::Act,
                                      this);
    }
}

void
StubHostController::Move(Pipe& pipe)
{
    if (pipe.urbs.empty() || pipe.completing || Simulator::Now() < pipe.repeatAt)
    {
        return;
    }
    Urb& urb = *pipe.urbs.front();
    const auto failure = pipe.failures.find(pipe.numbers.front());
    const bool fails = failure != pipe.failures.end();
    uint32_t limit = UINT32_MAX;
    if (fails && failure->second.point != FailurePoint::AFTER)
    {
        limit = failure->second.point == FailurePoint::BEFORE ? 0 : urb.request.length / 2;
    }
    bool moved = true;
    bool over = urb.actualLength >= limit;
    while (!over && moved)
    {
        const uint32_t before = urb.actualLength;
        moved = MovePacket(pipe, urb);
        const bool isShort = moved && urb.actualLength - before < 64;
        over = isShort || urb.actualLength >= std::min(limit, urb.request.length);
    }
    if (over)
    {
        pipe.completing = true;
        Simulator::Schedule(COMPLETION_DELAY,
                            &StubHostController::Complete,
                            this,
                            urb.request.endpoint.in,
                            fails ? failure->second.status : UsbTransferStatus::COMPLETE);
    }
}

bool
StubHostController::MovePacket(Pipe& pipe, Urb& urb)
{
    const Ptr<UsbPeripheral> device = GetPeripheral(1);
    const UsbEndpoint& endpoint = urb.request.endpoint;
    UsbToken token{};
    token.pid = endpoint.in ? UsbPid::IN : UsbPid::OUT;
    token.address = 1;
    token.endpoint = endpoint.number;
    token.toggle = pipe.toggle;
    token.bytes = std::min(64U, urb.request.length - urb.actualLength);
    token.offset = urb.actualLength;
    token.messageSize = urb.request.length;
    token.start = std::max(GetBitTime(), m_wireFree);
    token.end = token.start + UsbTiming::FullSpeed().GetDataBits(token.bytes);
    const UsbAnswer answer = device->GetFunction().Answer(token);
    if (answer.handshake != UsbHandshake::ACK)
    {
        return false;
    }
    m_wireFree = token.end;
    if (answer.message > 0 && pipe.lostEnds.erase(pipe.numbers.front()) > 0)
    {
        pipe.repeatAt = Simulator::Now() + REPEAT_DELAY;
        Simulator::Schedule(REPEAT_DELAY, &StubHostController::Replan, this);
        return false;
    }
    pipe.toggle = !pipe.toggle;
    urb.actualLength += endpoint.in ? answer.bytes : token.bytes;
    if (answer.message > 0)
    {
        const Time end = NanoSeconds(UsbTiming::FullSpeed().ToNanoSeconds(token.end));
        endpoint.in ? device->TransferSent(&urb, answer.message, end)
                    : device->TransferReceived(&urb, answer.message, end);
    }
    return true;
}

void
StubHostController::Complete(bool in, UsbTransferStatus status)
{
    Update([&] {
        Pipe& pipe = m_pipes[in];
        if (pipe.completing && !pipe.urbs.empty())
        {
            Finish(pipe, status);
        }
    });
}

void
StubHostController::Finish(Pipe& pipe, UsbTransferStatus status)
{
    const Ptr<Urb> urb = pipe.urbs.front();
    pipe.urbs.erase(pipe.urbs.begin());
    pipe.numbers.erase(pipe.numbers.begin());
    pipe.completing = false;
    urb->status = status;
    GiveBackUrb(urb);
}

} // namespace ns3
