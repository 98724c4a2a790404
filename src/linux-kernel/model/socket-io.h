// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SOCKET_IO_H
#define SOCKET_IO_H

#include <cstddef>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup linux-kernel
 * Whole messages over Unix sockets.
 */

namespace ns3
{

/**
 * @ingroup linux-kernel
 * @param fd connected socket
 * @param data takes the bytes
 * @param size bytes
 * @return whether all of them came; false if the other end is gone
 */
bool ReadWhole(int fd, void* data, std::size_t size);

/**
 * @ingroup linux-kernel
 * @param fd connected socket
 * @param data takes the bytes
 * @param size bytes
 * @param fds takes file descriptors that came with them
 * @return as ReadWhole()
 */
bool ReadWithFds(int fd, void* data, std::size_t size, std::vector<int>& fds);

/**
 * @ingroup linux-kernel
 * Write all bytes. Nothing happens if the other end is gone, which the next read tells.
 * @param fd connected socket
 * @param data the bytes
 * @param size bytes
 */
void WriteWhole(int fd, const void* data, std::size_t size);

/**
 * @ingroup linux-kernel
 * @param path of a socket that does not exist yet
 * @return the socket, which accepts one connection
 * @throws std::runtime_error with the reason if there can be none
 */
int Listen(const std::string& path);

} // namespace ns3

#endif // SOCKET_IO_H
