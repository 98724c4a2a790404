// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "socket-io.h"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

namespace ns3
{

bool
ReadWhole(int fd, void* data, std::size_t size)
{
    std::vector<int> none;
    return ReadWithFds(fd, data, size, none);
}

bool
ReadWithFds(int fd, void* data, std::size_t size, std::vector<int>& fds)
{
    constexpr std::size_t MOST_FDS = 8;
    auto* next = static_cast<std::byte*>(data);
    while (size > 0)
    {
        alignas(cmsghdr) std::byte control[CMSG_SPACE(MOST_FDS * sizeof(int))];
        iovec part{next, size};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control;
        message.msg_controllen = sizeof(control);
        const ssize_t count = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        if (count <= 0)
        {
            return false;
        }
        for (cmsghdr* header = CMSG_FIRSTHDR(&message); header;
             header = CMSG_NXTHDR(&message, header))
        {
            if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
            {
                const std::size_t bytes = header->cmsg_len - CMSG_LEN(0);
                const std::size_t old = fds.size();
                fds.resize(old + bytes / sizeof(int));
                std::memcpy(fds.data() + old, CMSG_DATA(header), bytes);
            }
        }
        next += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

void
WriteWhole(int fd, const void* data, std::size_t size)
{
    const auto* next = static_cast<const std::byte*>(data);
    while (size > 0)
    {
        const ssize_t count = send(fd, next, size, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        if (count < 0)
        {
            return;
        }
        next += count;
        size -= static_cast<std::size_t>(count);
    }
}

int
Listen(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path))
    {
        throw std::runtime_error("the path of a socket is too long: " + path);
    }
    std::strcpy(address.sun_path, path.c_str());
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 ||
        listen(fd, 1) != 0)
    {
        const std::string reason = std::strerror(errno);
        if (fd >= 0)
        {
            close(fd);
        }
        throw std::runtime_error(path + ": " + reason);
    }
    return fd;
}

} // namespace ns3
