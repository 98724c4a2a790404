// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SYSTEM_H
#define TCP_SCRIPT_SYSTEM_H

#include "ns3/nstime.h"
#include "ns3/tcp-script.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * The system that a packet script tests: it makes the calls of the script's application, and knows
 * the state of its sockets. TcpScriptSocketSystem has sockets of ns-3, whose calls return within
 * Execute(). A system with a real kernel needs events of the simulation for each answer.
 */
class TcpScriptSystem
{
  public:
    /// What a call returned.
    struct Result
    {
        int64_t value{0};       ///< return value
        std::string error{};    ///< name of errno if the value is -1
        bool wouldBlock{false}; ///< whether a call that blocks would not return yet
        std::string expected{}; ///< what the call should have given back besides; empty: it has
        std::string actual{};   ///< what the call gave back besides, if that is otherwise
        /// What recvmsg() gave back besides data, with times since the start of the simulation.
        TcpScriptMessage message{};
        bool sendsFile{false}; ///< whether a socket sends bytes of a file from now on
    };

    /// Called when a call returns.
    using Done = std::function<void(const Result& result)>;

    TcpScriptSystem() = default;
    TcpScriptSystem(const TcpScriptSystem&) = delete;
    TcpScriptSystem& operator=(const TcpScriptSystem&) = delete;
    virtual ~TcpScriptSystem() = default;

    /**
     * Get ready for calls, commands and packets.
     * @param ready called when the system is ready
     */
    virtual void Start(std::function<void()> ready);

    /**
     * Make a call.
     * @param id names the call for GiveUp()
     * @param call a call of the script
     * @param mayBlock whether the application waits until it returns; otherwise it returns at once
     * @param done called once when it returns, unless it is given up
     */
    virtual void Execute(uint32_t id, const TcpScriptCall& call, bool mayBlock, Done done) = 0;

    /// The script waits for a call no longer.
    /// @param id of the call
    virtual void GiveUp(uint32_t id) = 0;

    /**
     * Run a command of a shell. Systems without a shell do nothing.
     * @param command as the script has it
     * @param done called with the exit status when it has ended
     */
    virtual void RunCommand(const std::string& command, std::function<void(int status)> done);

    /// Bring the state that GetState() tells up to date.
    /// @param done called when it is
    virtual void Update(std::function<void()> done);

    /**
     * @param name of a state variable of the current socket: the one connected last, or else the
     * one created last
     * @return its value; none if there is none of that name
     */
    virtual std::optional<TcpScriptValue> GetState(const std::string& name) const = 0;

    /**
     * @param now when all commands before the first event have ended
     * @return when the script may begin at the earliest, so that the system's clock is at a known
     * place between two ticks
     */
    virtual Time GetBegin(Time now) const;

    /// @return the time that a call takes at most which does not block, and that a packet may be
    /// late because of the system's clock
    virtual Time GetDelay() const;
};

} // namespace ns3

#endif // TCP_SCRIPT_SYSTEM_H
