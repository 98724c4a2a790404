// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_SETTINGS_H
#define TCP_SCRIPT_SETTINGS_H

#include "tcp-script-peer.h"

#include "ns3/attribute.h"
#include "ns3/tcp-script.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * The settings at the head of a packet script. Defaults of ns-3 attributes that a script sets are
 * as before when this object ends.
 */
class TcpScriptSettings
{
  public:
    /**
     * @param script the script
     * @throws TcpScriptError if a setting is unknown or its value is out of range
     */
    explicit TcpScriptSettings(const TcpScript& script);

    TcpScriptSettings(const TcpScriptSettings&) = delete;
    TcpScriptSettings& operator=(const TcpScriptSettings&) = delete;
    ~TcpScriptSettings();

    /// @return what the network is like
    const TcpScriptPeer::Options& GetPeerOptions() const;
    /// @return how much sooner or later a packet may come, if the script says so
    std::optional<Time> GetTolerance() const;

  private:
    /// A default to be restored, to the very object: another one, though equal, counts as a user's.
    struct ChangedDefault
    {
        TypeId type;                      ///< class of the attribute
        std::size_t index;                ///< of the attribute in its class
        Ptr<const AttributeValue> before; ///< default before the script
    };

    /// @return empty, or what is expected of the value
    std::string Apply(const TcpScriptSetting& setting);
    std::string ApplyAttribute(const std::string& name, const std::string& value);

    TcpScriptPeer::Options m_peer;          ///< what the network is like
    std::optional<Time> m_tolerance;        ///< of packet times
    std::vector<ChangedDefault> m_defaults; ///< in the order of the script
};

} // namespace ns3

#endif // TCP_SCRIPT_SETTINGS_H
