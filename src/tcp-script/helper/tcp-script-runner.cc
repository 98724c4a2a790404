// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-runner.h"

#include "tcp-script-execution.h"
#include "tcp-script-kernel.h"
#include "tcp-script-settings.h"
#include "tcp-script-socket-system.h"
#include "tcp-script-system.h"

#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScriptRunner");

namespace
{

/// packetdrill's tolerance_percent if none is written.
constexpr double PACKETDRILL_TOLERANCE_SHARE = 0.125;

/// Ends the simulation, however the script ends.
struct SimulationEnd
{
    SimulationEnd() = default;
    SimulationEnd(const SimulationEnd&) = delete;
    SimulationEnd& operator=(const SimulationEnd&) = delete;

    ~SimulationEnd()
    {
        Simulator::Destroy();
    }
};

/// @return the node's factory of the type; if it has none, a new one
Ptr<SocketFactory>
GetFactory(Ptr<Node> node, TypeId type)
{
    // The internet stack has put stock factories on the node, and the user's installer perhaps
    // more. GetObject casts without a check to what the caller names.
    const bool isFactory = type.IsChildOf(SocketFactory::GetTypeId());
    if (const auto present = isFactory ? node->GetObject<SocketFactory>(type) : nullptr)
    {
        return present;
    }
    if (!isFactory || !type.HasConstructor())
    {
        throw TcpScriptError(type.GetName() +
                             ": expected a socket factory that the node has or can be given");
    }
    // Its sockets find the node, and so the stack, by aggregation.
    const auto made = ObjectFactory(type.GetName()).Create<SocketFactory>();
    node->AggregateObject(made);
    return made;
}

} // namespace

std::string
FormatTcpScriptMismatch(const TcpScriptMismatch& mismatch, const std::string& fileName)
{
    // As compilers print errors, so that editors find the line.
    std::string text = fileName + ":" + std::to_string(mismatch.line) + ": " + mismatch.reason;
    if (!mismatch.expected.empty())
    {
        text += "; expected " + mismatch.expected;
    }
    if (!mismatch.actual.empty())
    {
        text += "; got " + mismatch.actual;
    }
    return text;
}

TcpScriptRunner::TcpScriptRunner(TypeId factory)
    : m_factory(factory),
      m_kernel(std::make_shared<TcpScriptKernel>())
{
}

TcpScriptRunner::TcpScriptRunner(SystemMaker maker)
    : m_maker(std::move(maker))
{
}

TcpScriptRunner::~TcpScriptRunner() = default;

void
TcpScriptRunner::SetTolerance(Time tolerance)
{
    m_tolerance = tolerance;
}

void
TcpScriptRunner::SetKernel(std::shared_ptr<const TcpScriptKernel> kernel)
{
    m_kernel = std::move(kernel);
}

void
TcpScriptRunner::SetStateResolver(StateResolver resolver)
{
    m_resolver = std::move(resolver);
}

void
TcpScriptRunner::SetNodeInstaller(NodeInstaller installer)
{
    m_installer = std::move(installer);
}

void
TcpScriptRunner::SetPacketdrill(bool isPacketdrill)
{
    m_isPacketdrill = isPacketdrill;
}

void
TcpScriptRunner::SetLeniency(const TcpScriptLeniency& leniency)
{
    m_leniency = leniency;
}

std::vector<std::string>
TcpScriptRunner::GetIgnored(const TcpScript& script) const
{
    return TcpScriptSettings(script, GetSysctlRules()).GetIgnored();
}

const TcpScriptSysctlRules*
TcpScriptRunner::GetSysctlRules() const
{
    return m_maker ? nullptr : &m_kernel->GetSysctlRules(m_factory);
}

std::vector<TcpScriptMismatch>
TcpScriptRunner::Run(const TcpScript& script) const
{
    NS_LOG_INFO(
        "Script " << script.fileName << ", " << script.events.size() << " events, "
                  << (m_maker ? "a system of its own" : "sockets of " + m_factory.GetName()));
    // Before anything is made, so that a wrong setting leaves no simulation behind. At the end the
    // simulation goes first: its objects still see the script's defaults.
    const TcpScriptSettings settings(script, GetSysctlRules());
    const SimulationEnd end;
    const Time tolerance = settings.GetTolerance().value_or(m_tolerance);
    // packetdrill compares timestamps only if the script tells their tick (run_packet.c,
    // verify_outbound_tcp_option), and with the tolerance that packets have. In virtual time they
    // are exact, so that here they count unless packetdrill's ways are asked for.
    TcpScriptPeer::Options options = settings.GetPeerOptions();
    const auto tick = settings.GetTimestampTick();
    options.numbers.areTimestampsCompared = tick ? *tick > 0 : !m_isPacketdrill;
    options.areLastPacketsFree = m_isPacketdrill;
    options.hasStack = !m_maker;
    options.numbers.timestampTolerance =
        tick && *tick > 0 ? static_cast<uint32_t>(tolerance.GetMicroSeconds() / *tick) : 0;
    const double share =
        settings.GetToleranceShare().value_or(m_isPacketdrill ? PACKETDRILL_TOLERANCE_SHARE : 0);
    TcpScriptExecution execution(script, options, tolerance, share, m_leniency);
    return m_maker ? RunSystem(script, execution) : RunSockets(execution);
}

std::vector<TcpScriptMismatch>
TcpScriptRunner::RunSockets(TcpScriptExecution& execution) const
{
    // The user's preparation comes before the factory, which it may bring along.
    const Ptr<Node> node = execution.GetPeer().GetNode();
    if (m_installer)
    {
        m_installer(node);
    }
    TcpScriptSocketSystem system(execution.GetPeer(),
                                 GetFactory(node, m_factory),
                                 *m_kernel,
                                 m_resolver);
    return execution.Run(system);
}

std::vector<TcpScriptMismatch>
TcpScriptRunner::RunSystem(const TcpScript& script, TcpScriptExecution& execution) const
{
    const TcpScriptPeer& peer = execution.GetPeer();
    std::unique_ptr<TcpScriptSystem> system;
    try
    {
        system =
            m_maker({.device = peer.GetNode()->GetDevice(0),
                     .local = peer.GetLocalAddress(),
                     .peer = peer.GetPeerAddress(),
                     .mtu = peer.GetNode()->GetDevice(0)->GetMtu(),
                     .folder = std::filesystem::absolute(script.fileName).parent_path().string()});
    }
    catch (const TcpScriptError& error)
    {
        // An error that names a setting belongs to the line of this setting.
        const std::string text = error.what();
        const auto setting = std::ranges::find_if(script.settings, [&text](const auto& one) {
            return text.starts_with("--" + one.name + "=");
        });
        const bool isSet = setting != script.settings.end();
        throw TcpScriptError(script.fileName + ":" +
                             (isSet ? std::to_string(setting->line) + ": " : " ") + text);
    }
    return execution.Run(*system);
}

} // namespace ns3
