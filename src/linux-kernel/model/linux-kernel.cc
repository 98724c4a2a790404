// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel.h"

#include "../agent/linux-kernel-page.h"
#include "linux-kernel-process.h"
#include "linux-kernel-scheduler.h"
#include "linux-kernel-socket-factory.h"
#include "linux-kernel-socket.h"
#include "linux-kernel-sockets.h"
#include "message-files.h"
#include "processor-claim.h"
#include "socket-io.h"
#include "time-travel-link.h"
#include "vhost-user-card.h"

#include "ns3/fatal-error.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxKernel");

NS_OBJECT_ENSURE_REGISTERED(LinuxKernel);

namespace
{

/// The agent's buffer also holds the start of the line.
constexpr std::size_t LONGEST_LINE = 8000;
/// Programs of Run() for which the agent has room (MOST_RUNS).
constexpr std::size_t MOST_PROGRAMS = 1000;
/// An order is a frame of the card over which the agent serves sockets.
constexpr std::size_t LONGEST_ORDER = 1400;
/// User-mode Linux has 64 interrupts. Each card takes one, and a few are its own.
constexpr std::size_t MOST_INTERFACES = 48;
static_assert(MOST_INTERFACES < KERNEL_PAGE_CARDS, "sockets have a card, too");
/// Real time after which the end of a kernel is seen, at the latest.
constexpr std::chrono::milliseconds SLICE{20};
/// Longest end of all processes of a kernel that has been killed, real time, ms.
constexpr int MOST_END_MS = 200;
/// Latest boot, s after the start of the simulation.
constexpr int LATEST_BOOT = 1;
/// Longest that the commands of SetUp() may take, s after the boot.
constexpr int LONGEST_SET_UP = 1;
/// Name in the kernel of the card over which the agent serves sockets.
constexpr const char* SOCKETS = "sockets";
/// Beside the kernel, and in the folder of a run: the kernel's first process.
constexpr const char* AGENT = "linux-kernel-agent";
/// Beside the agent: stands between the kernel and the host's C library.
constexpr const char* HOST = "linux-kernel-host.so";

/// @return where ./ns3 kernel puts the kernel that it builds
std::string
GetDefaultFolder()
{
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    // The XDG Base Directory Specification wants a relative path ignored, as ./ns3 kernel does.
    const bool isAbsolute = cache && *cache == '/';
    const std::string parent = isAbsolute ? cache : std::string(home ? home : "") + "/.cache";
    return parent + "/lasthop/linux-kernel/default";
}

} // namespace

TypeId
LinuxKernel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxKernel")
            .SetParent<Object>()
            .SetGroupName("LinuxKernel")
            .AddConstructor<LinuxKernel>()
            .AddAttribute("Kernel",
                          "Program of the kernel: User-mode Linux with time travel, hostfs and "
                          "virtio. Empty: the one that ./ns3 kernel has built.",
                          StringValue(),
                          MakeStringAccessor(&LinuxKernel::m_kernel),
                          MakeStringChecker())
            .AddAttribute("Agent",
                          "Program that the kernel runs as its first process. Empty: "
                          "linux-kernel-agent in the kernel's folder.",
                          StringValue(),
                          MakeStringAccessor(&LinuxKernel::m_agent),
                          MakeStringChecker())
            .AddAttribute("Parameters",
                          "Additional parameters for the kernel's command line, separated by "
                          "spaces, such as virtio_net.napi_tx=0.",
                          StringValue(),
                          MakeStringAccessor(&LinuxKernel::m_parameters),
                          MakeStringChecker())
            .AddAttribute(
                "Memory",
                "Memory of the kernel and its programs, MiB. Linux sizes the buffers of "
                "TCP by it (tcp_rmem, tcp_wmem, tcp_mem). From 1024 on, they are those of "
                "a usual host; with 64, windows have at most 222 KiB.",
                UintegerValue(1024),
                MakeUintegerAccessor(&LinuxKernel::m_memory),
                MakeUintegerChecker<uint32_t>(32, 8192))
            .AddAttribute("TimeOfDay",
                          "The kernel's clock at the start of the simulation, since 1970. The "
                          "default is 1 January 2026.",
                          TimeValue(Seconds(1767225600)),
                          MakeTimeAccessor(&LinuxKernel::SetTimeOfDay, &LinuxKernel::GetTimeOfDay),
                          MakeTimeChecker(Seconds(0), Seconds(int64_t{4102444800})))
            .AddAttribute("Patience",
                          "Real time without a message after which the kernel counts as hanging.",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&LinuxKernel::m_patience),
                          MakeTimeChecker(MilliSeconds(1), Hours(24)))
            .AddAttribute("Lookahead",
                          "How far the kernel may run ahead of the simulation while nothing in "
                          "the simulation can reach it. It changes the speed, but no result. 0: "
                          "the kernel never runs ahead.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&LinuxKernel::m_lookahead),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("BootTime",
                          "When the kernel boots, s after the start of the simulation, 0 to 1. "
                          "Its ticks follow in steps of 1 ms. Kernels that tick at the same "
                          "instant send packets at the same instant when timers expire, so that "
                          "these collide on a radio channel, again and again.",
                          StringValue("ns3::UniformRandomVariable[Min=0|Max=0.001]"),
                          MakePointerAccessor(&LinuxKernel::m_boot),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("End",
                            "A program has ended.",
                            MakeTraceSourceAccessor(&LinuxKernel::m_endTrace),
                            "ns3::LinuxKernel::EndTracedCallback");
    return tid;
}

LinuxKernel::LinuxKernel()
    : m_seed(CreateObject<UniformRandomVariable>()),
      m_sockets(std::make_shared<LinuxKernelSockets>()),
      m_files(std::make_unique<MessageFiles>())
{
}

LinuxKernel::~LinuxKernel() = default;

int64_t
LinuxKernel::AssignStreams(int64_t stream)
{
    m_seed->SetStream(stream);
    m_boot->SetStream(stream + 1);
    return 2;
}

void
LinuxKernel::NotifyNewAggregate()
{
    if (const auto node = GetObject<Node>())
    {
        m_node = node->GetId();
    }
    Object::NotifyNewAggregate();
}

Ptr<LinuxKernelInterface>
LinuxKernel::AddInterface(Ptr<NetDevice> device, Ipv4Address address, Ipv4Mask mask)
{
    NS_ABORT_MSG_IF(m_process,
                    "LinuxKernel: an interface must be added before the simulation starts");
    const auto interface = CreateObject<LinuxKernelInterface>();
    interface->SetDevice(device, address, mask);
    if (device->GetNode() != GetObject<Node>())
    {
        NS_FATAL_ERROR("LinuxKernel: the device is on node "
                       << device->GetNode()->GetId() << ": expected one of node " << m_node);
    }
    for (std::size_t i = 0; i < m_interfaces.size(); ++i)
    {
        NS_ABORT_MSG_IF(m_interfaces[i]->GetDevice() == device,
                        "LinuxKernel: node " << m_node << ": the device is that of eth" << i
                                             << " already");
    }
    m_interfaces.push_back(interface);
    return interface;
}

const std::vector<Ptr<LinuxKernelInterface>>&
LinuxKernel::GetInterfaces() const
{
    return m_interfaces;
}

/// The plan has a line for each, and the agent reads it at the start.
void
LinuxKernel::RequireLine(const std::string& text) const
{
    NS_ABORT_MSG_IF(m_process,
                    "LinuxKernel: node " << m_node << ": '" << text
                                         << "' comes after the start of the simulation: expected "
                                            "it before");
    NS_ABORT_MSG_IF(text.empty() || text.find('\n') != std::string::npos ||
                        text.size() > LONGEST_LINE,
                    "LinuxKernel: '" << text.substr(0, 80) << "': expected one line of 1 to "
                                     << LONGEST_LINE << " bytes");
}

void
LinuxKernel::SetSysctl(const std::string& name, const std::string& value)
{
    RequireLine(name);
    RequireLine(value);
    // The plan has the value behind the name.
    NS_ABORT_MSG_IF(name.find_first_of(" \t\r\v\f") != std::string::npos,
                    "LinuxKernel: '" << name.substr(0, 80)
                                     << "': expected the name of a sysctl, without blanks");
    std::string path = name;
    std::ranges::replace(path, '.', '/');
    m_sysctls.emplace_back(path, value);
}

void
LinuxKernel::SetUp(const std::string& command)
{
    RequireLine(command);
    m_setUp.push_back(command);
}

uint32_t
LinuxKernel::Run(Time start, const std::string& command, const std::string& output)
{
    RequireLine(command);
    NS_ABORT_MSG_IF(start.IsStrictlyNegative(),
                    "LinuxKernel: '" << command << "' starts at " << start.As(Time::S)
                                     << ": expected 0 s or more");
    NS_ABORT_MSG_IF(m_programs.size() == MOST_PROGRAMS,
                    "LinuxKernel: node " << m_node << ": '" << command << "' is one program more "
                                         << "than the " << MOST_PROGRAMS << " of Run()");
    m_programs.push_back({start, command, output});
    return static_cast<uint32_t>(m_programs.size() - 1);
}

std::pair<bool, int>
LinuxKernel::GetEnd(uint32_t program) const
{
    const Program& found = m_programs.at(program);
    return {found.hasEnded, found.status};
}

Ptr<Socket>
LinuxKernel::CreateSocket()
{
    const auto node = GetObject<Node>();
    if (!node || !m_sockets)
    {
        NS_FATAL_ERROR(
            "LinuxKernel: a socket was created without a node, or after the end of the kernel");
    }
    const auto socket = CreateObject<LinuxKernelSocket>();
    socket->SetKernel(node, m_sockets);
    return socket;
}

void
LinuxKernel::SetTimeOfDay(Time timeOfDay)
{
    NS_ABORT_MSG_IF(m_process,
                    "LinuxKernel: TimeOfDay is set after the start of the simulation: expected it "
                    "before");
    m_timeOfDay = timeOfDay;
}

Time
LinuxKernel::GetTimeOfDay() const
{
    return m_timeOfDay;
}

std::string
LinuxKernel::GetOutputFile(std::size_t program) const
{
    return m_process->GetFolder() + "/" + std::to_string(program) + ".out";
}

std::string
LinuxKernel::GetOutput(uint32_t program) const
{
    NS_ABORT_MSG_UNLESS(m_process && m_programs.at(program).hasEnded,
                        "LinuxKernel: node " << m_node << ": program " << program
                                             << " has no output: expected one that has ended, "
                                                "before the end of the simulation");
    std::ifstream file(GetOutputFile(program));
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string
LinuxKernel::GetConsole() const
{
    return m_process ? m_process->ReadConsole() : "";
}

void
LinuxKernel::SendOrder(const std::string& order)
{
    NS_ABORT_MSG_UNLESS(m_sockets && m_sockets->GetCard(),
                        "LinuxKernel: node " << m_node << ": the order '" << order
                                             << "' comes before the start of the simulation or "
                                                "after its end");
    NS_ABORT_MSG_IF(order.empty() || order.size() > LONGEST_ORDER,
                    "LinuxKernel: '" << order.substr(0, 80) << "': expected one line of 1 to "
                                     << LONGEST_ORDER << " bytes");
    m_sockets->SendOrder(order);
}

void
LinuxKernel::SetAnswerHandler(std::function<void(const std::string& answer)> handler)
{
    // At the end of the simulation there is nobody to answer.
    if (m_sockets)
    {
        m_sockets->SetAnswerHandler(std::move(handler));
    }
}

uint64_t
LinuxKernel::GetTurns() const
{
    return m_link ? m_link->GetTurns() : 0;
}

void
LinuxKernel::DoInitialize()
{
    Object::DoInitialize();
    const auto node = GetObject<Node>();
    if (!node)
    {
        NS_FATAL_ERROR("LinuxKernel: the kernel is on no node");
    }
    if (node->GetObject<Ipv4>())
    {
        NS_FATAL_ERROR("LinuxKernel: node " << m_node
                                            << " has an internet stack: expected none beside "
                                               "the kernel");
    }
    if (!Simulator::Now().IsZero())
    {
        NS_FATAL_ERROR("LinuxKernel: the kernel of node "
                       << m_node << " starts at " << Simulator::Now().As(Time::S)
                       << ": expected the start of the simulation");
    }
    if (Time::GetResolution() != Time::NS)
    {
        NS_FATAL_ERROR("LinuxKernel: the resolution of time is not 1 ns: expected no call of "
                       "Time::SetResolution(), as the kernel of node "
                       << m_node << " counts nanoseconds");
    }
    RequireChecksums();
    if (m_lookahead.IsStrictlyPositive())
    {
        LinuxKernelScheduler::Install();
    }
    std::string mistake;
    try
    {
        Boot();
    }
    catch (const std::runtime_error& error)
    {
        mistake = error.what();
    }
    // Within the handler, std::terminate() would add a line of its own.
    if (!mistake.empty())
    {
        Fail(mistake);
    }
    m_setUpCheck =
        Simulator::Schedule(m_bootTime + Seconds(LONGEST_SET_UP), &LinuxKernel::RequireSetUp, this);
    Continue();
}

/// Programs and sockets wait for the end of these commands.
void
LinuxKernel::RequireSetUp() const
{
    if (!m_isSetUp)
    {
        Fail("a command of SetUp() has not ended " + std::to_string(LONGEST_SET_UP) +
             " s after the boot: expected Run() for programs that take time");
    }
}

/// ns-3 leaves checksums out by default. A kernel drops such packets without a word.
void
LinuxKernel::RequireChecksums() const
{
    if (Node::ChecksumEnabled())
    {
        return;
    }
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if ((*node)->GetObject<Ipv4>() || (*node)->GetObject<Ipv6>())
        {
            NS_FATAL_ERROR("LinuxKernel: ChecksumEnabled=false: expected true, since the kernel of "
                           "node "
                           << m_node << " drops packets without checksums, as node "
                           << (*node)->GetId() << " would send them");
        }
    }
}

void
LinuxKernel::DoDispose()
{
    m_event.Cancel();
    m_setUpCheck.Cancel();
    for (const auto& interface : m_interfaces)
    {
        interface->Dispose();
    }
    m_interfaces.clear();
    for (std::size_t i = 0; m_process && i < m_programs.size(); ++i)
    {
        if (!m_programs[i].hasEnded)
        {
            KeepOutput(i);
        }
    }
    m_files->Clear();
    m_cards.clear();
    m_sockets.reset();
    m_link.reset();
    if (m_calendar >= 0)
    {
        close(std::exchange(m_calendar, -1));
    }
    m_process.reset();
    m_processor.reset();
    for (int& fd : m_listeners)
    {
        close(fd);
    }
    m_listeners.clear();
    Object::DoDispose();
}

std::string
LinuxKernel::FindKernel() const
{
    const std::string path = m_kernel.empty() ? GetDefaultFolder() + "/linux" : m_kernel;
    if (access(path.c_str(), X_OK) != 0 || std::filesystem::is_directory(path))
    {
        throw std::runtime_error(path + " is not a program: expected a kernel" +
                                 (m_kernel.empty() ? ", which ./ns3 kernel builds" : ""));
    }
    return std::filesystem::absolute(path);
}

void
LinuxKernel::WritePlan() const
{
    std::ofstream plan(m_process->GetFolder() + "/plan");
    plan << "seed ";
    for (int i = 0; i < 32; ++i)
    {
        plan << std::hex << std::setw(2) << std::setfill('0') << m_seed->GetInteger(0, 255);
    }
    plan << std::dec << "\n"
         << "setup ip link set lo up\n";
    for (const auto& [name, value] : m_sysctls)
    {
        plan << "sysctl " << name << " " << value << "\n";
    }
    for (std::size_t i = 0; i < m_interfaces.size(); ++i)
    {
        for (const auto& command : m_interfaces[i]->GetCommands("eth" + std::to_string(i)))
        {
            plan << "setup " << command << "\n";
        }
    }
    plan << "setup ip link set eth" << m_interfaces.size() << " name " << SOCKETS << "\n"
         << "setup ip link set " << SOCKETS << " up arp off\n";
    for (const auto& command : m_setUp)
    {
        plan << "setup " << command << "\n";
    }
    plan << "sockets " << SOCKETS << "\n";
    for (std::size_t i = 0; i < m_programs.size(); ++i)
    {
        // The agent's clock, which nobody can set, begins at the boot.
        const Time start = Max(m_programs[i].start - m_bootTime, Time(0));
        plan << "run " << start.GetNanoSeconds() << " " << i << " " << m_programs[i].command
             << "\n";
    }
    if (!plan.flush())
    {
        throw std::runtime_error(m_process->GetFolder() + "/plan cannot be written");
    }
}

/// Start the process, and accept its connections in the order in which it makes them.
void
LinuxKernel::Boot()
{
    const std::string kernel = FindKernel();
    const std::string agent = m_agent.empty() ? std::filesystem::path(kernel).parent_path() / AGENT
                                              : std::filesystem::absolute(m_agent);
    if (access(agent.c_str(), X_OK) != 0)
    {
        throw std::runtime_error(agent + " is not a program: expected the agent that ./ns3 kernel "
                                         "builds beside the kernel");
    }
    const std::string host = std::filesystem::path(agent).parent_path() / HOST;
    if (access(host.c_str(), R_OK) != 0)
    {
        throw std::runtime_error(host + " cannot be read: expected it beside the agent, where "
                                        "./ns3 kernel builds it");
    }
    if (m_interfaces.size() > MOST_INTERFACES)
    {
        throw std::runtime_error(std::to_string(m_interfaces.size()) + " interfaces: expected " +
                                 std::to_string(MOST_INTERFACES) + " or fewer");
    }
    m_processor = ProcessorClaim::Get();
    const double boot = m_boot->GetValue();
    if (!(boot >= 0 && boot <= LATEST_BOOT))
    {
        throw std::runtime_error("BootTime " + std::to_string(boot) + " s: expected 0 to " +
                                 std::to_string(LATEST_BOOT));
    }
    m_bootTime = Seconds(boot);
    m_process = std::make_unique<LinuxKernelProcess>();
    m_process->GetPage().time_of_day = static_cast<uint64_t>(m_timeOfDay.GetNanoSeconds());
    // Programs of the kernel find it there as well, wherever it has come from.
    std::filesystem::copy_file(agent, m_process->GetFolder() + "/" + AGENT);
    WritePlan();
    const std::string& folder = m_process->GetFolder();
    // The kernel hashes its command line into its random pool, so that paths are relative to the
    // folder, whose name is another in each run.
    std::vector<std::string> command{kernel,
                                     "mem=" + std::to_string(m_memory) + "M",
                                     "time-travel=ext:" KERNEL_PAGE_CALENDAR,
                                     "root=/dev/root",
                                     "rootfstype=hostfs",
                                     "rootflags=/",
                                     "ro",
                                     std::string("init=/proc/self/cwd/") + AGENT,
                                     "uml_dir=./",
                                     "con=null",
                                     "con0=null,fd:1",
                                     "norandmaps",
                                     "quiet",
                                     "panic=-1"};
    m_listeners.push_back(Listen(folder + "/" KERNEL_PAGE_CALENDAR));
    for (std::size_t i = 0; i <= m_interfaces.size(); ++i)
    {
        const std::string card = KERNEL_PAGE_CARD + std::to_string(i);
        m_listeners.push_back(Listen(folder + "/" + card));
        command.push_back("virtio_uml.device=" + card + ":1");
    }
    std::istringstream parameters(m_parameters);
    command.insert(command.end(),
                   std::istream_iterator<std::string>(parameters),
                   std::istream_iterator<std::string>());
    std::ostringstream seed;
    seed << "LASTHOP_SEED=" << std::hex << m_seed->GetInteger(0, UINT32_MAX);
    const std::vector<std::string> environment{"LD_PRELOAD=" + host, seed.str()};
    NS_LOG_INFO("node " << m_node << ": start " << kernel);
    m_link = std::make_unique<TimeTravelLink>(
        m_process->GetPage(),
        [] { return static_cast<uint64_t>(Simulator::Now().GetNanoSeconds()); },
        static_cast<uint64_t>(m_bootTime.GetNanoSeconds()));
    m_process->Start(command, environment);
    m_cards.resize(m_interfaces.size() + 1);
    for (std::size_t i = 0; i < m_listeners.size(); ++i)
    {
        m_files->Add(m_listeners[i], [this, i] { Connect(i); });
    }
}

/// The simulation's time stands still meanwhile.
void
LinuxKernel::Serve()
{
    std::string mistake;
    try
    {
        using Clock = std::chrono::steady_clock;
        const std::chrono::milliseconds patience(m_patience.GetMilliSeconds());
        auto heard = Clock::now();
        for (;;)
        {
            m_link->Await(std::min(SLICE, patience));
            // A kernel that waits has sent its messages before.
            const bool isWaiting = m_link->IsWaiting();
            const bool hasMessage = m_link->TakeMessage();
            if (isWaiting && !hasMessage)
            {
                break;
            }
            bool hasRead = false;
            while (m_files->Read())
            {
                hasRead = true;
            }
            if (hasRead || hasMessage)
            {
                heard = Clock::now();
                continue;
            }
            // A kernel that has ended does not say so.
            RequireMessage(!m_process->HasEnded(0));
            if (Clock::now() - heard >= patience)
            {
                std::ostringstream silence;
                silence << m_patience.GetSeconds() << " s";
                Fail("the kernel hangs: no message for " + silence.str() + " of real time");
            }
        }
    }
    catch (const std::runtime_error& error)
    {
        mistake = error.what();
    }
    if (!mistake.empty())
    {
        // When a kernel is killed, its programs run on for a moment as processes of the host, and
        // may write to its sockets.
        Fail(mistake + (m_process->HasEnded(MOST_END_MS) ? "; the kernel has ended" : ""));
    }
}

/// The kernel connects to one of the sockets that listen.
void
LinuxKernel::Connect(std::size_t listener)
{
    const int fd = accept4(m_listeners[listener], nullptr, nullptr, SOCK_CLOEXEC);
    m_files->Remove(m_listeners[listener]);
    close(std::exchange(m_listeners[listener], -1));
    if (listener == 0)
    {
        m_calendar = fd;
        m_files->Add(fd, [this] { ReadCalendar(); });
        return;
    }
    const auto call = [this](VhostUserCard& card, uint32_t queue) { Call(card, queue); };
    const auto fail = [this](const std::string& reason) { Fail(reason); };
    VhostUserCard*& card = m_cards[listener - 1];
    if (listener <= m_interfaces.size())
    {
        m_interfaces[listener - 1]->Connect(fd, call, fail);
        card = m_interfaces[listener - 1]->GetCard();
    }
    else
    {
        m_sockets->Connect(fd, call, fail);
        card = m_sockets->GetCard();
    }
    m_files->Add(fd, [this, card] { RequireMessage(card->Read()); });
}

/// The library beside the agent lets no message through.
void
LinuxKernel::ReadCalendar() const
{
    uint32_t message[4]; // struct um_timetravel_msg, which begins with an operation
    RequireMessage(ReadWhole(m_calendar, message, sizeof(message)));
    throw std::runtime_error(m_process->GetPage().is_attached
                                 ? "it sent the calendar operation " + std::to_string(message[0])
                                 : "it has not loaded the library beside the agent: expected a "
                                   "program that is linked dynamically");
}

void
LinuxKernel::RequireMessage(bool isThere) const
{
    if (!isThere)
    {
        Fail("the kernel has ended");
    }
}

void
LinuxKernel::HandleReport(const std::string& report)
{
    std::istringstream words(report);
    std::string kind;
    std::size_t program;
    int status;
    words >> kind;
    if (kind == "end" && words >> program >> status && program < m_programs.size())
    {
        // The kernel may be ahead of the simulation, and has reached out when it reported this.
        const Time at = NanoSeconds(static_cast<int64_t>(m_link->GetReached()));
        const Time wait = Max(at - Simulator::Now(), Time(0));
        Simulator::Schedule(wait, &LinuxKernel::NoteEnd, this, program, status);
    }
    else if (kind == "ready")
    {
        m_isSetUp = true;
    }
    else if (kind == "error")
    {
        Fail(report.substr(kind.size() + 1));
    }
}

void
LinuxKernel::NoteEnd(std::size_t program, int status)
{
    m_programs[program].hasEnded = true;
    m_programs[program].status = status;
    KeepOutput(program);
    NS_LOG_INFO("node " << m_node << ": program " << program << " has ended with status "
                        << status);
    m_endTrace(static_cast<uint32_t>(program), status);
}

void
LinuxKernel::KeepOutput(std::size_t program) const
{
    const std::string& output = m_programs[program].output;
    const std::string file = GetOutputFile(program);
    if (output.empty() || !std::filesystem::exists(file))
    {
        return;
    }
    std::error_code error;
    std::filesystem::copy_file(file,
                               output,
                               std::filesystem::copy_options::overwrite_existing,
                               error);
    if (error)
    {
        Fail(output + " cannot be written: " + error.message());
    }
}

/// Let the kernel compute until it waits. Its frames are passed at the time at which it has made
/// them, and then comes its next turn.
void
LinuxKernel::Continue()
{
    Serve();
    if (m_link->TakeWritten())
    {
        for (const std::string& report : m_process->ReadReports())
        {
            HandleReport(report);
        }
    }
    Plan();
}

void
LinuxKernel::Plan()
{
    // A cancelled event would still limit how far the kernel may run ahead.
    m_event.Remove();
    const Time reached = NanoSeconds(static_cast<int64_t>(m_link->GetReached()));
    if (reached > Simulator::Now())
    {
        m_event = Simulator::Schedule(reached - Simulator::Now(), &LinuxKernel::PassFrames, this);
        return;
    }
    PassFrames();
}

void
LinuxKernel::PassFrames()
{
    if (const auto request = m_link->GetRequest())
    {
        const Time at = Max(NanoSeconds(static_cast<int64_t>(*request)), Simulator::Now());
        m_event = Simulator::Schedule(at - Simulator::Now(), &LinuxKernel::Wake, this);
    }
    for (std::size_t i = 0; i < m_cards.size(); ++i)
    {
        if (m_cards[i] && i < m_interfaces.size() && m_link->TakeKick(i))
        {
            m_interfaces[i]->Transmit();
        }
    }
    const std::size_t sockets = m_interfaces.size();
    if (m_cards[sockets] && (m_link->TakeKick(sockets) || m_sockets->HasMail()))
    {
        m_sockets->Receive();
    }
}

void
LinuxKernel::Call(VhostUserCard& card, uint32_t queue)
{
    // The kernel reads the time when it sees the call. Calls of one instant reach it in their
    // order, on which its random numbers depend; other cards may call it while the turn is planned.
    const auto number = std::ranges::find(m_cards, &card) - m_cards.begin();
    m_link->Call(static_cast<std::size_t>(number), queue);
    card.NoteCall(static_cast<VhostUserCard::Queue>(queue));
    Plan();
}

void
LinuxKernel::Wake()
{
    for (VhostUserCard* card : m_cards)
    {
        if (card)
        {
            card->NotifyRun();
        }
    }
    m_link->SetMailbox(m_sockets->GetMailboxOffset());
    m_link->Run(GetFreeUntil());
    Continue();
}

/// @return the time, ns, up to which the kernel may run without asking
uint64_t
LinuxKernel::GetFreeUntil() const
{
    const auto next = LinuxKernelScheduler::GetNext();
    const Time until = next ? Min(*next, Simulator::Now() + m_lookahead) : Simulator::Now();
    return static_cast<uint64_t>(until.GetNanoSeconds());
}

std::string
LinuxKernel::GetLastWords() const
{
    std::istringstream lines(GetConsole());
    std::string line;
    std::string last;
    while (std::getline(lines, line))
    {
        std::erase(line, '\r');
        if (line.find("Kernel panic") != std::string::npos)
        {
            return line;
        }
        if (line.find_first_not_of(" \t") != std::string::npos)
        {
            last = line;
        }
    }
    return last;
}

void
LinuxKernel::Fail(const std::string& reason) const
{
    const std::string words = GetLastWords();
    // SIGBUS: the file of the kernel's memory cannot grow.
    const bool isFull = words.find("Kernel mode signal 7") != std::string::npos;
    NS_FATAL_ERROR("LinuxKernel: node "
                   << m_node << ", " << Simulator::Now().As(Time::S) << ": " << reason
                   << (words.empty() ? "" : "; its console: " + words)
                   << (isFull ? "; expected more space in /dev/shm, or a smaller Memory" : ""));
}

} // namespace ns3
