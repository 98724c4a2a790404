// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_PROFILE_SOCKET_FACTORY_H
#define TCP_PROFILE_SOCKET_FACTORY_H

#include "ns3/attribute.h"
#include "ns3/socket-factory.h"
#include "ns3/type-id.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Makes ns-3 TCP sockets with the settings of one host of a testbed, so that hosts may differ and
 * no global default is touched. Aggregate it to a node that has an internet stack and name its
 * TypeId in the `Protocol` attribute of an application.
 */
class TcpProfileSocketFactory : public SocketFactory
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// @param congestionControl congestion control of the sockets, such as "ns3::TcpLinuxReno"
    void SetCongestionControl(const std::string& congestionControl);
    /**
     * @param name attribute of ns3::TcpSocketBase
     * @param value its value in every socket made from now on
     */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

    Ptr<Socket> CreateSocket() override;

  private:
    TypeId m_congestionControl; ///< see SetCongestionControl
    std::vector<std::pair<std::string, Ptr<AttributeValue>>> m_attributes; ///< in order
};

} // namespace ns3

#endif // TCP_PROFILE_SOCKET_FACTORY_H
