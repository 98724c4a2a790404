// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SETTINGS_H
#define TCP_SCRIPT_SETTINGS_H

#include "tcp-script-kernel.h"
#include "tcp-script-peer.h"

#include "ns3/attribute.h"
#include "ns3/tcp-script-shell.h"
#include "ns3/tcp-script.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-script
 * The settings at the head of a packet script. Defaults of ns-3 attributes that a script sets are
 * as before when this object ends.
 * The order is: settings of a kernel (sysctls in the commands before the first event), then the
 * settings in the script's head, so that what is said of ns-3 itself prevails. One object at a time
 * may exist for the same attributes, because it changes global defaults.
 */
class TcpScriptSettings
{
  public:
    /**
     * Settings of a kernel come first. They leave alone what the user has set.
     *
     * @param script the script
     * @param rules what settings of a kernel mean to the sockets; null: the system under test runs
     * the commands of the script itself
     * @throws TcpScriptError if a setting is unknown or its value is out of range
     */
    TcpScriptSettings(const TcpScript& script, const TcpScriptSysctlRules* rules);

    TcpScriptSettings(const TcpScriptSettings&) = delete;
    TcpScriptSettings& operator=(const TcpScriptSettings&) = delete;
    /// Restores the defaults, the last one first.
    ~TcpScriptSettings();

    /// @return what the network is like
    const TcpScriptPeer::Options& GetPeerOptions() const;
    /**
     * @return how much sooner or later a packet may come (tolerance_usecs), 0 to 10 s, if the
     * script says so
     */
    std::optional<Time> GetTolerance() const;
    /**
     * @return the tolerance as a share of the time since the event before (tolerance_percent), 0 to
     * 1, if the script says so
     */
    std::optional<double> GetToleranceShare() const;
    /// @return tick of the socket's timestamps, microseconds, if the script has it; 0: not compared
    std::optional<uint32_t> GetTimestampTick() const;
    /// @return what the script wants done that has no effect here, as written
    const std::vector<std::string>& GetIgnored() const;

  private:
    /// A default to be restored, to the very object: another one, though equal, counts as a user's.
    struct ChangedDefault
    {
        TypeId type;                      ///< class of the attribute
        std::size_t index;                ///< of the attribute in its class
        Ptr<const AttributeValue> before; ///< default before the script
    };

    /**
     * @param setting of the script's head
     * @return empty, or what is expected of the value
     */
    std::string Apply(const TcpScriptSetting& setting);
    /**
     * @param setting local_ip or remote_ip
     * @return empty, or what is expected of the value
     */
    std::string ApplyAddress(const TcpScriptSetting& setting);
    /**
     * @param name of an attribute of ns-3
     * @param value its default until this object ends
     * @return empty, or what is expected of the value
     */
    std::string ApplyAttribute(const std::string& name, const std::string& value);
    /**
     * Collect commands without effect.
     * @param script the script
     * @throws TcpScriptError if an ICMP error is not one of the IP version
     */
    void CheckEvents(const TcpScript& script);
    /**
     * @param command before the first event; sysctls are applied, all else is ignored and noted
     * @param fileName of the script
     * @throws TcpScriptError if a value is out of range
     */
    void ApplyShell(const TcpScriptCommand& command, const std::string& fileName);
    /**
     * @param sysctl a setting of a kernel; one without a counterpart in ns-3 is ignored and noted
     * @return empty, or what is expected of the value
     */
    std::string ApplySysctl(const TcpScriptSysctl& sysctl);
    /**
     * @param attribute of ns-3
     * @return whether its default differs from the class's own, and no setting of a kernel has
     * changed it: the command line has the last word
     */
    bool IsUsers(const std::string& attribute) const;

    const TcpScriptSysctlRules* m_sysctls;  ///< see the constructor
    TcpScriptPeer::Options m_peer;          ///< what the network is like
    std::optional<Time> m_tolerance;        ///< of packet times
    std::optional<double> m_toleranceShare; ///< see GetToleranceShare
    std::optional<uint32_t> m_tick;         ///< of the socket's timestamps, microseconds
    std::vector<ChangedDefault> m_defaults; ///< in the order of the script
    std::set<std::string> m_fromSysctls;    ///< attributes that settings of a kernel changed
    std::vector<std::string> m_ignored;     ///< see GetIgnored
};

} // namespace ns3

#endif // TCP_SCRIPT_SETTINGS_H
