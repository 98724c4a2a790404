// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-calls.h"

#include "ns3/callback.h"
#include "ns3/fatal-error.h"
#include "ns3/nstime.h"

#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/// What is longer goes in several frames, see agent/linux-kernel-calls.c.
constexpr std::size_t LONGEST_PART = 1300;
const std::string MORE = "more "; ///< begin of a part that is not the last

} // namespace

LinuxKernelCalls::LinuxKernelCalls(Ptr<LinuxKernel> kernel)
    : m_kernel(kernel)
{
    // The agent's own path may be hidden by the kernel's /tmp.
    m_program = m_kernel->Run(Time(0), "exec /proc/1/exe calls sockets");
    m_kernel->TraceConnectWithoutContext("End", MakeCallback(&LinuxKernelCalls::NoteEnd, this));
    m_kernel->SetAnswerHandler([this](const std::string& text) { Handle(text); });
}

LinuxKernelCalls::~LinuxKernelCalls()
{
    m_kernel->TraceDisconnectWithoutContext("End", MakeCallback(&LinuxKernelCalls::NoteEnd, this));
    m_kernel->SetAnswerHandler(nullptr);
}

void
LinuxKernelCalls::Start(std::function<void()> ready)
{
    if (m_isReady)
    {
        ready();
        return;
    }
    m_open[0] = [ready = std::move(ready)](const Answer&) { ready(); };
}

void
LinuxKernelCalls::Make(const std::string& call, Done done)
{
    m_open[++m_made] = std::move(done);
    const std::string number = std::to_string(m_made) + " ";
    std::size_t begin = 0;
    for (; call.size() - begin > LONGEST_PART; begin += LONGEST_PART)
    {
        m_kernel->SendOrder(number + MORE + call.substr(begin, LONGEST_PART));
    }
    m_kernel->SendOrder(number + call.substr(begin));
}

void
LinuxKernelCalls::NoteEnd(uint32_t program, int status) const
{
    // An agent that an older version has built knows no calls.
    if (program == m_program)
    {
        NS_FATAL_ERROR(
            "LinuxKernelCalls: the program that makes system calls has ended with status "
            << status << ": expected the agent that ./ns3 kernel builds now");
    }
}

void
LinuxKernelCalls::Handle(const std::string& text)
{
    std::istringstream words(text);
    uint32_t number = 0;
    words >> number >> std::ws;
    if (const auto place = static_cast<std::size_t>(words.tellg());
        text.substr(place).starts_with(MORE))
    {
        m_begun[number] += text.substr(place + MORE.size());
        return;
    }
    Answer answer;
    words >> answer.value >> answer.error;
    std::getline(words, answer.given);
    answer.given = m_begun[number] + answer.given;
    m_begun.erase(number);
    answer.given.erase(0, answer.given.find_first_not_of(' '));
    m_isReady = true;
    if (auto found = m_open.extract(number))
    {
        found.mapped()(answer);
    }
}

} // namespace ns3
