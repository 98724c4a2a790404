// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "time-travel-link.h"

#include "../agent/linux-kernel-page.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <linux/futex.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

/// A kernel without a timer asks for this time (S64_MAX in time_travel_sleep()).
constexpr uint64_t NEVER = std::numeric_limits<int64_t>::max();

} // namespace

TimeTravelLink::TimeTravelLink(kernel_page& page, Clock now, uint64_t boot)
    : m_page(page),
      m_now(std::move(now))
{
    m_page.turn = KERNEL_PAGE_KERNEL;
    m_page.request = NEVER;
    m_page.reached = boot;
    m_page.now = std::max(m_now(), boot);
}

void
TimeTravelLink::Await(std::chrono::milliseconds patience)
{
    const std::atomic_ref<uint32_t> turn(m_page.turn);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience);
    const timespec most{seconds.count(), std::chrono::nanoseconds(patience - seconds).count()};
    if (turn.load() == KERNEL_PAGE_KERNEL)
    {
        syscall(SYS_futex, &m_page.turn, FUTEX_WAIT, KERNEL_PAGE_KERNEL, &most, nullptr, 0);
    }
    uint32_t message = KERNEL_PAGE_MESSAGE;
    turn.compare_exchange_strong(message, KERNEL_PAGE_KERNEL);
}

bool
TimeTravelLink::TakeMessage()
{
    return std::atomic_ref(m_page.has_message).exchange(0) != 0;
}

/// A kernel that is ahead of the simulation must not go back.
uint64_t
TimeTravelLink::GetTime() const
{
    return std::max(m_now(), m_page.now);
}

void
TimeTravelLink::Run(uint64_t freeUntil)
{
    m_isCalled = false;
    ++m_turns;
    m_page.now = GetTime();
    m_page.free_until = freeUntil;
    std::atomic_ref(m_page.turn).store(KERNEL_PAGE_KERNEL);
    syscall(SYS_futex, &m_page.turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void
TimeTravelLink::Call(std::size_t card, uint32_t queue)
{
    if (m_page.call_count >= std::size(m_page.calls))
    {
        throw std::runtime_error("it does not handle the calls of its cards");
    }
    m_page.calls[m_page.call_count++] = static_cast<uint8_t>(2 * card + queue);
    m_isCalled = true;
    m_page.now = GetTime();
}

uint64_t
TimeTravelLink::GetReached() const
{
    return m_page.reached;
}

bool
TimeTravelLink::IsWaiting() const
{
    return std::atomic_ref(m_page.turn).load() == KERNEL_PAGE_SIMULATION;
}

std::optional<uint64_t>
TimeTravelLink::GetRequest() const
{
    const uint64_t request = m_isCalled ? std::min(m_page.request, GetTime()) : m_page.request;
    return request < NEVER ? std::optional<uint64_t>(request) : std::nullopt;
}

bool
TimeTravelLink::TakeKick(std::size_t card)
{
    return std::exchange(m_page.has_frames[card], 0) != 0;
}

void
TimeTravelLink::SetMailbox(uint64_t offset)
{
    m_page.mailbox = offset;
}

bool
TimeTravelLink::TakeWritten()
{
    return std::exchange(m_page.has_written, 0) != 0;
}

uint64_t
TimeTravelLink::GetTurns() const
{
    return m_turns;
}

} // namespace ns3
