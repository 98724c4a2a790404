// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-script-system.h"

#include "script-answer.h"
#include "script-order.h"
#include "tcp-info-fields.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/linux-kernel-helper.h"
#include "ns3/linux-kernel-interface.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstring>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxKernelScriptSystem");

namespace
{

using Function = TcpScriptCall::Function;

/// First descriptor after standard input, output and error, as packetdrill's own process has them.
constexpr int32_t FIRST_DESCRIPTOR = 3;
/// Largest MTU of a network card of virtio.
constexpr uint16_t LONGEST_PACKET = 65535;
/// No kernel gives a file this number; poll() would ignore a negative one.
constexpr int64_t NO_FILE = 1 << 20;
/// The name that packetdrill gives its interface; commands of scripts use it.
constexpr const char* INTERFACE = "tun0";
/// The name that a kernel gives its first network card.
constexpr const char* CARD = "eth0";

} // namespace

LinuxKernelScriptSystem::Checksums::Checksums()
    : m_before(Node::ChecksumEnabled())
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
}

LinuxKernelScriptSystem::Checksums::~Checksums()
{
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_before));
}

TcpScriptRunner::SystemMaker
LinuxKernelScriptSystem::GetMaker(const std::string& kernel)
{
    return [kernel](const TcpScriptNetwork& network) {
        return std::make_unique<LinuxKernelScriptSystem>(network, kernel);
    };
}

LinuxKernelScriptSystem::LinuxKernelScriptSystem(const TcpScriptNetwork& network,
                                                 const std::string& kernel)
    : m_network(network)
{
    if (!InetSocketAddress::IsMatchingType(network.local))
    {
        throw TcpScriptError("--ip_version=ipv6: expected ipv4, since the kernel has no IPv6");
    }
    // The peer's packets may be longer than the MTU, as they may be for packetdrill's TUN device.
    network.device->SetMtu(LONGEST_PACKET);
    LinuxKernelHelper helper;
    if (!kernel.empty())
    {
        helper.SetKernel(kernel);
    }
    // There is no other kernel, with which this one could be in phase.
    helper.SetAttribute("BootTime", StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    const auto linux = helper.Install(network.device->GetNode());
    // The script's SYNs are as the script says.
    linux->AddInterface(network.device, InetSocketAddress::ConvertFrom(network.local).GetIpv4())
        ->SetAttribute("AddMss", BooleanValue(false));
    // The card carries the packets of the TUN device, which has the address. The kernel takes none
    // from the card itself, since its route to their sender is another one (rp_filter).
    linux->SetUp(std::string("ip addr flush dev ") + CARD);
    linux->SetSysctl(std::string("net.ipv4.conf.") + CARD + ".rp_filter", "1");
    m_calls = std::make_unique<LinuxKernelCalls>(linux);
}

LinuxKernelScriptSystem::~LinuxKernelScriptSystem() = default;

void
LinuxKernelScriptSystem::Start(std::function<void()> ready)
{
    const std::string tunnel = INTERFACE;
    std::ostringstream setUp;
    setUp << "run ip addr add " << InetSocketAddress::ConvertFrom(m_network.local).GetIpv4()
          << "/24 dev " << tunnel << " && ip link set " << tunnel << " mtu " << m_network.mtu
          << " up && ip route add default dev " << tunnel;
    m_calls->Start(
        [this,
         orders =
             std::vector{"enter " + m_network.folder, "tunnel " + tunnel + " " + CARD, setUp.str()},
         ready = std::move(ready)] { Prepare(orders, 0, ready); });
}

void
LinuxKernelScriptSystem::Prepare(const std::vector<std::string>& orders,
                                 std::size_t index,
                                 const std::function<void()>& ready)
{
    if (index == orders.size())
    {
        m_calls->Make("clock", [this, ready](const Answer& now) {
            m_clockOffset = now.value - Simulator::Now().GetNanoSeconds();
            ready();
        });
        return;
    }
    m_calls->Make(orders[index], [this, orders, index, ready](const Answer& answer) {
        if (answer.value != 0)
        {
            NS_FATAL_ERROR("LinuxKernelScriptSystem: the kernel cannot do \""
                           << orders[index] << "\": " << std::strerror(answer.error)
                           << "; expected a kernel that ./ns3 kernel builds now");
        }
        Prepare(orders, index + 1, ready);
    });
}

Time
LinuxKernelScriptSystem::GetBegin(Time now) const
{
    // packetdrill begins 250 us behind a multiple of 10 ms (run.c, schedule_start_time_usecs), and
    // scripts have the times of timers from such a begin.
    const Time unit = MilliSeconds(10);
    return (now.GetNanoSeconds() / unit.GetNanoSeconds() + 1) * unit + MicroSeconds(250);
}

Time
LinuxKernelScriptSystem::GetDelay() const
{
    // Each reading of the clock takes 256 ns, and the kernel reads it for each packet.
    return MicroSeconds(10);
}

void
LinuxKernelScriptSystem::RunCommand(const std::string& command,
                                    std::function<void(int status)> done)
{
    // packetdrill sets this variable; its folder of scripts has commands that use it.
    const std::string prefix = "export PACKETDRILL_PID=$PPID\n";
    m_calls->Make("run " + prefix + command, [done = std::move(done)](const Answer& answer) {
        done(static_cast<int>(answer.value));
    });
}

void
LinuxKernelScriptSystem::Update(std::function<void()> done)
{
    m_calls->Make("info " + std::to_string(m_current),
                  [this, done = std::move(done)](const Answer& answer) {
                      m_state = ReadTcpInfo(answer.given);
                      done();
                  });
}

std::optional<TcpScriptValue>
LinuxKernelScriptSystem::GetState(const std::string& name) const
{
    const auto found = m_state.find(name);
    return found == m_state.end() ? std::nullopt : std::optional(found->second);
}

/// The thread of the call stays in the kernel, as that of a program would.
void
LinuxKernelScriptSystem::GiveUp(uint32_t)
{
}

void
LinuxKernelScriptSystem::Execute(uint32_t, const TcpScriptCall& call, bool, Done done)
{
    const std::string text =
        FormatScriptOrder(call, {m_network.local, m_network.peer, [this](int32_t descriptor) {
                                     return GetFile(descriptor);
                                 }});
    NS_LOG_DEBUG("order: " << text);
    m_calls->Make(text, [this, &call, done = std::move(done)](const Answer& answer) {
        NS_LOG_DEBUG("answer: " << answer.value << ", errno " << answer.error << ", "
                                << answer.given);
        done(MakeResult(call, answer));
    });
}

/// A descriptor that the script has not got is refused by the kernel.
int64_t
LinuxKernelScriptSystem::GetFile(int32_t descriptor) const
{
    const auto found = m_files.find(descriptor);
    return found == m_files.end() ? NO_FILE : found->second;
}

TcpScriptSystem::Result
LinuxKernelScriptSystem::Insert(const TcpScriptCall& call, int64_t fd)
{
    // A script chooses the numbers of its descriptors by the results that it expects; packetdrill
    // maps them to those of its process.
    int32_t descriptor = FIRST_DESCRIPTOR;
    if (call.result >= 0 && call.result <= INT32_MAX)
    {
        descriptor = static_cast<int32_t>(call.result);
    }
    else
    {
        while (m_files.contains(descriptor))
        {
            ++descriptor;
        }
    }
    Result result{.value = descriptor};
    // packetdrill lets accept() give a number again whose socket the script has left open.
    if (call.function == Function::ACCEPT)
    {
        m_files.erase(descriptor);
    }
    InsertAs(descriptor, fd, result);
    return result;
}

void
LinuxKernelScriptSystem::InsertAs(int32_t descriptor, int64_t fd, Result& result)
{
    if (descriptor < 0 || m_files.contains(descriptor))
    {
        result.expected = "a descriptor from 0 on that is not open";
        result.actual = std::to_string(descriptor);
        return;
    }
    m_files[descriptor] = fd;
}

TcpScriptSystem::Result
LinuxKernelScriptSystem::MakeResult(const TcpScriptCall& call, const Answer& answer)
{
    if (answer.value < 0)
    {
        const char* name = strerrorname_np(answer.error);
        return {.value = answer.value,
                .error = name ? name : "errno " + std::to_string(answer.error)};
    }
    switch (call.function)
    {
    case Function::SOCKET:
    case Function::ACCEPT:
        m_current = answer.value;
        m_sockets.insert(answer.value);
        return Insert(call, answer.value);
    case Function::OPEN:
    case Function::EPOLL_CREATE:
        return Insert(call, answer.value);
    case Function::PIPE: {
        std::istringstream words(answer.given);
        Result result{.value = answer.value};
        for (const int32_t descriptor : {call.descriptor, call.second})
        {
            int64_t fd = 0;
            words >> fd;
            InsertAs(descriptor, fd, result);
        }
        return result;
    }
    case Function::SENDFILE:
        return {.value = answer.value,
                .sendsFile = answer.value > 0 && m_sockets.contains(GetFile(call.descriptor))};
    case Function::SPLICE:
        return {.value = answer.value,
                .sendsFile = answer.value > 0 && m_sockets.contains(GetFile(call.second))};
    case Function::READ:
        return call.message ? MakeMessageResult(call, answer, m_clockOffset)
                            : Result{.value = answer.value};
    case Function::CLOSE:
        m_sockets.erase(GetFile(call.descriptor));
        m_files.erase(call.descriptor);
        break;
    case Function::GETSOCKOPT:
    case Function::IOCTL:
        if (answer.given != std::to_string(static_cast<int32_t>(call.number)))
        {
            return {.value = answer.value,
                    .expected = std::to_string(call.number),
                    .actual = answer.given};
        }
        break;
    case Function::POLL:
        return MakePollResult(call, answer);
    case Function::EPOLL_WAIT:
        return MakeEpollResult(call, answer);
    default:
        break;
    }
    return {.value = answer.value};
}

} // namespace ns3
