// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_PRESET_SOCKET_FACTORY_H
#define TCP_PRESET_SOCKET_FACTORY_H

#include "ns3/attribute.h"
#include "ns3/socket-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Creates the TCP sockets of a host, with the attribute values of its operating system and those of
 * the user. Hosts may differ; no global default changes. A user's value overrides that of the
 * operating system, whether it was set here or with Config::SetDefault().
 */
class TcpPresetSocketFactory : public SocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Set an attribute in every socket created from now on. Ends the program with one line if there
     * is no such attribute or it cannot have the value.
     * @param name of the attribute
     * @param value for it
     */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

  protected:
    /// An attribute and its value, as text.
    using Preset = std::pair<std::string, std::string>;

    /// @return type of the sockets
    virtual TypeId GetSocketTypeId() const = 0;
    /// @param name of an attribute
    /// @return true if a user has set it, here or as a default
    bool IsSet(const std::string& name) const;
    /**
     * Set the presets and the user's values in a socket. A preset is omitted if a user has changed
     * the default of the attribute. The values of SetSocketAttribute() come last, in the order of
     * its calls.
     * @param socket just made
     * @param presets of the operating system
     */
    void SetAttributes(Ptr<Object> socket, const std::vector<Preset>& presets) const;
    /**
     * Stops the program with one line if the node has no internet stack.
     * @param congestionControl class of TcpCongestionOps
     * @param presets of the operating system
     * @return a TcpSocketBase of this node
     */
    Ptr<Socket> MakeStockSocket(TypeId congestionControl, const std::vector<Preset>& presets) const;

  private:
    std::vector<std::pair<std::string, Ptr<AttributeValue>>> m_attributes; ///< in order
};

} // namespace ns3

#endif // TCP_PRESET_SOCKET_FACTORY_H
