// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Where ns-3 3.44 to 3.48 differ for a socket derived from TcpSocketBase.

#ifndef TCP_LINUX24_COMPATIBILITY_H
#define TCP_LINUX24_COMPATIBILITY_H

#include "ns3/tcp-socket-base.h"

#include <type_traits>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * True where TcpSocketBase names itself in GetInstanceTypeId(), so that a derived class must do
 * the same or stays without attributes. Later releases do it in Object, once for all.
 */
inline constexpr bool TCP_SOCKET_BASE_NAMES_ITSELF =
    std::is_same_v<decltype(&TcpSocketBase::GetInstanceTypeId), TypeId (TcpSocketBase::*)() const>;

/**
 * @ingroup tcp-linux24
 * Base of a socket class derived from TcpSocketBase.
 * @tparam Socket the derived class, with a static GetTypeId()
 * @tparam Base TcpSocketBase
 * @tparam namesItself whether Base overrides GetInstanceTypeId()
 */
template <typename Socket,
          typename Base = TcpSocketBase,
          bool namesItself = TCP_SOCKET_BASE_NAMES_ITSELF>
class TcpSocketBaseOf : public Base
{
};

/// @ingroup tcp-linux24
/// As the general form, for releases in which the base overrides GetInstanceTypeId().
template <typename Socket, typename Base>
class TcpSocketBaseOf<Socket, Base, true> : public Base
{
  public:
    /// @return that of the derived class
    TypeId GetInstanceTypeId() const override
    {
        return Socket::GetTypeId();
    }
};

} // namespace ns3

#endif // TCP_LINUX24_COMPATIBILITY_H
