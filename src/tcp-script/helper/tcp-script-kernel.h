// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_KERNEL_H
#define TCP_SCRIPT_KERNEL_H

#include "tcp-script-sysctls.h"

#include "ns3/socket.h"
#include "ns3/tcp-script-expression.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-script
 * What packet scripts ask of a socket beside the interface that all sockets of ns-3 have: settings
 * of the kernel, options, state variables and flags. This class answers for ns-3's own TCP sockets,
 * by their attributes; one derived from it answers for others, and hands on what it does not know.
 */
class TcpScriptKernel
{
  public:
    TcpScriptKernel() = default;
    TcpScriptKernel(const TcpScriptKernel&) = delete;
    TcpScriptKernel& operator=(const TcpScriptKernel&) = delete;
    virtual ~TcpScriptKernel() = default;

    /**
     * @param factory of the sockets
     * @return what settings of a kernel mean to them, beside what they mean to every TCP socket
     */
    virtual const TcpScriptSysctlRules& GetSysctlRules(TypeId factory) const;

    /**
     * Sets an option of a socket as setsockopt() does.
     * @param socket to set the option of
     * @param isFresh whether it neither listens nor has begun a connection; only then ns-3's
     * sockets let the segment size change
     * @param option by its C name
     * @param value for it
     * @return name of errno; empty if the option is set
     */
    virtual std::string SetOption(Ptr<Socket> socket,
                                  bool isFresh,
                                  const std::string& option,
                                  uint32_t value) const;

    /**
     * @param socket to ask
     * @param option by its C name
     * @return the value that getsockopt() gives; none if the socket has no such option
     */
    virtual std::optional<uint32_t> GetOption(Ptr<Socket> socket, const std::string& option) const;

    /**
     * @param socket to ask
     * @param name of a state variable
     * @return its value; none if it is for TcpScriptSocketProbe to know
     */
    virtual std::optional<TcpScriptValue> GetState(Ptr<Socket> socket,
                                                   const std::string& name) const;

    /**
     * @param socket to send by
     * @return the flag of Socket::Send() that MSG_MORE means; none if the socket has no such flag
     */
    virtual std::optional<uint32_t> GetMoreFlag(Ptr<Socket> socket) const;

  protected:
    /// @param socket to change
    /// @param attribute of it, or not
    /// @param value of the attribute
    /// @return name of errno; empty if the attribute has the value
    static std::string SetAttribute(Ptr<Socket> socket,
                                    const std::string& attribute,
                                    const AttributeValue& value);
    /// @param socket to ask
    /// @param attribute of it, or not
    /// @return a number or a switch; none if it has no such attribute
    static std::optional<uint32_t> GetAttribute(Ptr<const Socket> socket,
                                                const std::string& attribute);
};

} // namespace ns3

#endif // TCP_SCRIPT_KERNEL_H
