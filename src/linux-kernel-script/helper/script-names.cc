// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "script-names.h"

#include <poll.h>
#include <sys/epoll.h>

namespace ns3
{

const ScriptNames SCRIPT_EVENTS{{"POLLIN", POLLIN},
                                {"POLLOUT", POLLOUT},
                                {"POLLERR", POLLERR},
                                {"POLLHUP", POLLHUP},
                                {"POLLRDHUP", POLLRDHUP},
                                {"POLLPRI", POLLPRI},
                                {"POLLNVAL", POLLNVAL}};

const ScriptNames SCRIPT_EPOLL_EVENTS{{"EPOLLIN", EPOLLIN},
                                      {"EPOLLOUT", EPOLLOUT},
                                      {"EPOLLERR", EPOLLERR},
                                      {"EPOLLHUP", EPOLLHUP},
                                      {"EPOLLRDHUP", EPOLLRDHUP},
                                      {"EPOLLPRI", EPOLLPRI},
                                      {"EPOLLET", static_cast<int>(EPOLLET)},
                                      {"EPOLLONESHOT", EPOLLONESHOT},
                                      {"EPOLLEXCLUSIVE", EPOLLEXCLUSIVE}};

int
JoinFlags(const std::vector<std::string>& names, const ScriptNames& numbers)
{
    int all = 0;
    for (const std::string& name : names)
    {
        all |= numbers.at(name);
    }
    return all;
}

} // namespace ns3
