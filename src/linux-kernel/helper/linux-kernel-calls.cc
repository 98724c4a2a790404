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
    m_kernel->SendOrder(std::to_string(m_made) + " " + call);
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
    Answer answer;
    words >> number >> answer.value >> answer.error >> std::ws;
    std::getline(words, answer.given);
    m_isReady = true;
    if (auto found = m_open.extract(number))
    {
        found.mapped()(answer);
    }
}

} // namespace ns3
