// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_RUNNER_H
#define TCP_SCRIPT_RUNNER_H

#include "tcp-script-sysctls.h"

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"
#include "ns3/tcp-script.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @defgroup tcp-script Packet scripts
 * Scripts in the language of packetdrill, played against any TCP socket of ns-3.
 */

class TcpScriptExecution;
class TcpScriptKernel;
class TcpScriptSystem;

/**
 * @ingroup tcp-script
 * Something a script expected that did not happen, or the reverse.
 */
struct TcpScriptMismatch
{
    uint32_t line{0};     ///< line of the script
    std::string reason;   ///< what differs
    std::string expected; ///< in script notation; empty if nothing was expected
    std::string actual;   ///< in script notation; empty if nothing came
};

/**
 * @ingroup tcp-script
 * @param mismatch a mismatch
 * @param fileName the script's name
 * @return one line, `file:line: reason: expected ..., got ...`
 */
std::string FormatTcpScriptMismatch(const TcpScriptMismatch& mismatch, const std::string& fileName);

/**
 * @ingroup tcp-script
 * Differences that do not matter, so that a script says something about a socket that never sends
 * what the script expects everywhere.
 */
struct TcpScriptLeniency
{
    bool isPshFree{false};      ///< whether packets may lack the PSH flag, or have it
    bool mayLackOptions{false}; ///< whether packets may lack options; those that they have count
};

/**
 * @ingroup tcp-script
 * The network of a system under test: a device without delay to the peer.
 */
struct TcpScriptNetwork
{
    Ptr<NetDevice> device; ///< on the node of the system, which has no internet stack
    Address local;         ///< address and port of the system's sockets
    Address peer;          ///< address and port of the peer
    uint16_t mtu;          ///< that the system has to keep to; the peer may send longer packets
    std::string folder;    ///< of the script, absolute
};

/**
 * @ingroup tcp-script
 * Runs packet scripts against the sockets of one factory, each on a node of its own in a simulation
 * of its own. Simulator::Destroy is called at the end of each, so no other simulation can be under
 * way.
 *
 * @code
 *   TcpScriptRunner runner(TypeId::LookupByName("ns3::TcpSocketFactory"));
 *   const auto mismatches = runner.Run(ReadTcpScript("handshake.pkt"));
 * @endcode
 */
class TcpScriptRunner
{
  public:
    /// Gives the value of a state variable of a socket; none if there is none of that name.
    using StateResolver =
        std::function<std::optional<TcpScriptValue>(Ptr<Socket>, const std::string& name)>;
    /// Prepares a node, which has an internet stack, such as by adding a socket factory.
    using NodeInstaller = std::function<void(Ptr<Node>)>;

    /// Makes the system under test.
    using SystemMaker =
        std::function<std::unique_ptr<TcpScriptSystem>(const TcpScriptNetwork& network)>;

    /// @param factory TypeId of a SocketFactory; if the node has none, one is made and aggregated
    explicit TcpScriptRunner(TypeId factory);
    /**
     * A system that is not made of ns-3's sockets. It runs the commands of a script in its own
     * shell. Kernel, state resolver and node installer do not apply to it.
     * @param maker makes the system for each run
     */
    explicit TcpScriptRunner(SystemMaker maker);
    /// Nothing of a run is left: each ends its simulation itself.
    ~TcpScriptRunner();

    /**
     * @param tolerance how much sooner or later a packet may come, at least 0; 0 at first. The
     * script's own setting prevails, and TcpScriptSystem::GetDelay() counts if it is longer
     */
    void SetTolerance(Time tolerance);
    /// @param isPacketdrill whether to be as lenient as packetdrill; false at first. Then a packet
    /// may be early or late by an eighth of the time since the event before, timestamps of the
    /// socket are compared only if the script has the setting `tcp_ts_tick_usecs`, and packets that
    /// come after the last expected one do not matter.
    void SetPacketdrill(bool isPacketdrill);
    /// @param leniency what does not matter; at first everything matters
    void SetLeniency(const TcpScriptLeniency& leniency);
    /// @param kernel answers what the interface of all sockets does not; at first that of ns-3's
    /// own sockets
    void SetKernel(std::shared_ptr<const TcpScriptKernel> kernel);
    /// @param resolver asked before the kernel and the names of TcpScriptSocketProbe
    void SetStateResolver(StateResolver resolver);
    /// @param installer called with the node before the script starts
    void SetNodeInstaller(NodeInstaller installer);

    /**
     * @param script what would be run
     * @return commands and settings in it that have no effect, as written, in order
     * @throws TcpScriptError if the script has a wrong setting
     */
    std::vector<std::string> GetIgnored(const TcpScript& script) const;

    /**
     * @param script what to run
     * @return all that was not as the script says, in the order of its discovery; empty if the
     * script passes
     * @throws TcpScriptError if the script has a wrong setting, or the factory makes no TCP sockets
     */
    std::vector<TcpScriptMismatch> Run(const TcpScript& script) const;

  private:
    /// @return what settings of a kernel mean; null for a system that runs commands itself
    const TcpScriptSysctlRules* GetSysctlRules() const;
    /**
     * @param execution of the script
     * @return mismatches of the factory's sockets
     */
    std::vector<TcpScriptMismatch> RunSockets(TcpScriptExecution& execution) const;
    /**
     * @param script of the run, whose folder the system gets
     * @param execution of the script
     * @return mismatches of the system of SystemMaker
     */
    std::vector<TcpScriptMismatch> RunSystem(const TcpScript& script,
                                             TcpScriptExecution& execution) const;

    TypeId m_factory;             ///< of the sockets
    SystemMaker m_maker;          ///< of the system; none: sockets of the factory
    Time m_tolerance;             ///< of packet times
    bool m_isPacketdrill{false};  ///< see SetPacketdrill
    TcpScriptLeniency m_leniency; ///< see SetLeniency
    StateResolver m_resolver;     ///< none: only names of the kernel and TcpScriptSocketProbe
    NodeInstaller m_installer;    ///< none: nothing to prepare
    std::shared_ptr<const TcpScriptKernel> m_kernel; ///< see SetKernel
};

} // namespace ns3

#endif // TCP_SCRIPT_RUNNER_H
