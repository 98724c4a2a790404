// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_EVENT_GRAMMAR_H
#define TCP_SCRIPT_EVENT_GRAMMAR_H

#include "tcp-script-tokens.h"

#include "ns3/tcp-script.h"

#include <initializer_list>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup tcp-script
 * Grammar of struct pollfd and struct epoll_event. Only for the grammar of calls.
 */

namespace ns3::tcpscript
{

/// Short, since the parsers name it often.
using PollEntry = TcpScriptPollEntry;

/// Names of events.
struct EventNames : x3::symbols<std::string>
{
    /// @param names of the events, each of which stands for itself
    explicit EventNames(std::initializer_list<const char*> names)
    {
        for (const char* name : names)
        {
            add(name, name);
        }
    }
};

/// Of poll().
const EventNames
    POLL_EVENTS{"POLLIN", "POLLOUT", "POLLERR", "POLLHUP", "POLLRDHUP", "POLLPRI", "POLLNVAL"};

/// Of epoll_ctl() and epoll_wait().
const EventNames EPOLL_EVENTS{"EPOLLIN",
                              "EPOLLOUT",
                              "EPOLLERR",
                              "EPOLLHUP",
                              "EPOLLRDHUP",
                              "EPOLLPRI",
                              "EPOLLET",
                              "EPOLLONESHOT",
                              "EPOLLEXCLUSIVE"};

/// @param expected names of the events, for the error line
/// @param names of the events
/// @param field of an entry
/// @return parser of names that go into the field; 0 for none
inline auto
Events(const char* expected, const EventNames& names, std::vector<std::string> PollEntry::* field)
{
    const auto addName = [field](auto& context) {
        (x3::_val(context).*field).push_back(x3::_attr(context));
    };
    return Need(expected, x3::lit('0') | (x3::lexeme[names >> !NAME_CHARACTER][addName] % '|'));
}

/// For error lines.
constexpr const char* POLL_NAMES =
    "0, POLLIN, POLLOUT, POLLERR, POLLHUP, POLLRDHUP, POLLPRI or POLLNVAL";
/// For error lines.
constexpr const char* EPOLL_NAMES =
    "0, EPOLLIN, EPOLLOUT, EPOLLERR, EPOLLHUP, EPOLLRDHUP, EPOLLPRI, EPOLLET, EPOLLONESHOT or "
    "EPOLLEXCLUSIVE";

/// struct pollfd; revents is what the call must store there.
const auto POLL_ENTRY = x3::rule<struct PollEntryRule, PollEntry>{"entry"} =
    Need("'{'", x3::lit('{')) >> Need("fd=", Word("fd") >> '=') >>
    Need("a file descriptor, such as 3", x3::int_[Set(&PollEntry::descriptor)]) >>
    Need("','", x3::lit(',')) >> Need("events=", Word("events") >> '=') >>
    Events(POLL_NAMES, POLL_EVENTS, &PollEntry::events) >>
    -(',' >> Need("revents=", Word("revents") >> '=') >>
      Events(POLL_NAMES, POLL_EVENTS, &PollEntry::returned)) >>
    Need("',' or '}'", x3::lit('}'));

/// @param field of an entry, for the events
/// @return parser of struct epoll_event, whose data is the descriptor, or nothing in an event that
/// does not come
inline auto
EpollEntry(std::vector<std::string> PollEntry::* field)
{
    return Need("'{'", x3::lit('{')) >> Need("events=", Word("events") >> '=') >>
           Events(EPOLL_NAMES, EPOLL_EVENTS, field) >> Need("','", x3::lit(',')) >>
           Need("fd= or ptr=0",
                (Word("fd") >> '=' >>
                 Need("a file descriptor, such as 3", x3::int_[Set(&PollEntry::descriptor)])) |
                    (Word("ptr") >> '=' >> x3::lit('0')[Set(&PollEntry::descriptor, 0)])) >>
           Need("'}'", x3::lit('}'));
}

/// What epoll_ctl() watches.
const auto WATCHED = x3::rule<struct WatchedRule, PollEntry>{"watched"} =
    EpollEntry(&PollEntry::events);
/// What epoll_wait() must store.
const auto HAPPENED = x3::rule<struct HappenedRule, PollEntry>{"happened"} =
    EpollEntry(&PollEntry::returned);

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_EVENT_GRAMMAR_H
