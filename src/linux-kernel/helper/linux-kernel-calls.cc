// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-calls.h"

#include "../agent/linux-kernel-calls.h"

#include "ns3/callback.h"
#include "ns3/fatal-error.h"
#include "ns3/nstime.h"

#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

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
    std::string rest;
    words >> number >> std::ws;
    std::getline(words, rest);
    if (rest.starts_with(MORE))
    {
        m_begun[number] += rest.substr(MORE.size());
        return;
    }
    std::istringstream last(rest);
    Answer answer;
    std::string end;
    last >> answer.value >> answer.error;
    std::getline(last, end);
    std::istringstream given(m_begun[number] + end);
    std::getline(given >> std::ws, answer.given);
    m_begun.erase(number);
    m_isReady = true;
    if (auto found = m_open.extract(number))
    {
        found.mapped()(answer);
    }
}

} // namespace ns3
