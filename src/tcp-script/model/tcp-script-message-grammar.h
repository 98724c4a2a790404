// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_SCRIPT_MESSAGE_GRAMMAR_H
#define TCP_SCRIPT_MESSAGE_GRAMMAR_H

#include "tcp-script-tokens.h"

#include "ns3/tcp-script.h"

/**
 * @file
 * @ingroup tcp-script
 * Grammar of struct msghdr, without its buffers. Only for the grammar of calls.
 */

namespace ns3::tcpscript
{

/**
 * A field of a struct, as in `ee_type=0`.
 * @tparam Parser of its value
 * @param name of the field, with the sign of equality, for the error line
 * @param word name of the field
 * @param value parser of its value
 * @return parser of the field
 */
template <typename Parser>
auto
Field(const char* name, const char* word, const Parser& value)
{
    return Need(name, Word(word) >> '=') >> value;
}

/// Names of linux/errqueue.h and asm/errno.h that reports have.
struct ReportValues : x3::symbols<uint32_t>
{
    ReportValues()
    {
        add("SO_EE_ORIGIN_TIMESTAMPING", 4)("SO_EE_ORIGIN_ZEROCOPY", 5);
        add("SO_EE_CODE_ZEROCOPY_COPIED", 1);
        add("SCM_TSTAMP_SND", 0)("SCM_TSTAMP_SCHED", 1)("SCM_TSTAMP_ACK", 2);
        add("ENOMSG", 42);
        for (const auto& [name, number] : TCP_SCRIPT_ERRORS)
        {
            add(name, number);
        }
    }
} const REPORT_VALUES; ///< parser of such a name; its attribute is the number

/// A number that fills a field of a report.
/// @param member of the report
/// @return parser of the number or its name
inline auto
ReportValue(uint32_t TcpScriptReport::* member)
{
    return Need("a number, or a name of linux/errqueue.h or errno.h",
                NUMBER[Set(member)] | x3::lexeme[REPORT_VALUES[Set(member)] >> !NAME_CHARACTER]);
}

const auto LEFT_BRACE = Need("'{'", x3::lit('{'));  ///< begin of a struct
const auto RIGHT_BRACE = Need("'}'", x3::lit('}')); ///< end of a struct
const auto NEXT_FIELD = Need("','", x3::lit(','));  ///< between fields

/// struct sock_extended_err, in the order of its fields.
const auto REPORT = x3::rule<struct ReportRule, TcpScriptReport>{"report"} =
    LEFT_BRACE >> Field("ee_errno=", "ee_errno", ReportValue(&TcpScriptReport::error)) >> NEXT_FIELD
    >> Field("ee_origin=", "ee_origin", ReportValue(&TcpScriptReport::origin)) >> NEXT_FIELD >>
    Field("ee_type=", "ee_type", ReportValue(&TcpScriptReport::type)) >> NEXT_FIELD >>
    Field("ee_code=", "ee_code", ReportValue(&TcpScriptReport::code)) >> NEXT_FIELD >>
    Field("ee_info=", "ee_info", ReportValue(&TcpScriptReport::info)) >> NEXT_FIELD >>
    Field("ee_data=", "ee_data", ReportValue(&TcpScriptReport::data)) >> RIGHT_BRACE;

/// Nanoseconds are less than a second.
const auto ADD_NANOSECONDS = [](auto& context) {
    constexpr uint32_t SECOND = 1000000000;
    x3::_pass(context) = x3::_attr(context) < SECOND;
    x3::_val(context).time += x3::_attr(context);
};

/// Seconds.
const auto ADD_SECONDS = [](auto& context) {
    constexpr int64_t SECOND = 1000000000;
    x3::_val(context).time += x3::_attr(context) * SECOND;
};

/// struct scm_timestamping, of which only the software's time counts.
const auto STAMP = x3::rule<struct StampRule, TcpScriptStamp>{"stamp"} =
    LEFT_BRACE >> Field("scm_sec=", "scm_sec", Need("seconds", NUMBER[ADD_SECONDS])) >> NEXT_FIELD
    >> Field("scm_nsec=",
             "scm_nsec",
             Need("nanoseconds from 0 to 999999999", NUMBER[ADD_NANOSECONDS])) >>
    RIGHT_BRACE;

/// Level and type of a control message say what its data is.
/// @param level keyword
/// @param name of the type, for the error line
/// @param type keyword
/// @return parser of both, up to the data
inline auto
ControlKind(const char* level, const char* name, const char* type)
{
    return Word(level) >> NEXT_FIELD >> Need("cmsg_type=", Word("cmsg_type") >> '=') >>
           Need(name, Word(type)) >> NEXT_FIELD >> Need("cmsg_data=", Word("cmsg_data") >> '=');
}

/// Takes over what was parsed as the alternative of its type.
const auto SET_CONTROL = [](auto& context) { x3::_val(context) = x3::_attr(context); };

/// TCP_CM_INQ is a number.
const auto SET_UNREAD = [](auto& context) {
    x3::_val(context) = TcpScriptUnread{x3::_attr(context)};
};

/// struct cmsghdr with its data.
const auto CONTROL = x3::rule<struct ControlRule, TcpScriptControl>{"control"} =
    LEFT_BRACE >> Need("cmsg_level=", Word("cmsg_level") >> '=') >>
    Need("SOL_TCP, SOL_SOCKET or SOL_IP",
         (ControlKind("SOL_TCP", "TCP_CM_INQ", "TCP_CM_INQ") >>
          Need("a number of bytes", NUMBER[SET_UNREAD])) |
             (ControlKind("SOL_SOCKET", "SCM_TIMESTAMPING", "SCM_TIMESTAMPING") >>
              STAMP[SET_CONTROL]) |
             (ControlKind("SOL_IP", "IP_RECVERR", "IP_RECVERR") >> REPORT[SET_CONTROL])) >>
    RIGHT_BRACE;

/// A flag of a message that was received.
/// @param word keyword
/// @return parser that adds it
inline auto
MessageFlag(const char* word)
{
    return Word(word)[([word](auto& context) { x3::_val(context).flags.push_back(word); })];
}

/// No list of control messages leaves open which there are; an empty one says that there is none.
const auto BEGIN_CONTROLS = [](auto& context) { x3::_val(context).controls.emplace(); };
/// One more of the list.
const auto ADD_CONTROL = [](auto& context) {
    x3::_val(context).controls->push_back(x3::_attr(context));
};

/// Flags and control messages of struct msghdr, which stand behind its buffers.
const auto RECEIVED = x3::rule<struct ReceivedRule, TcpScriptMessage>{"message"} =
    Field("msg_flags=",
          "msg_flags",
          Need("0, MSG_ERRQUEUE, MSG_TRUNC, MSG_CTRUNC or MSG_EOR",
               x3::lit('0') | ((MessageFlag("MSG_ERRQUEUE") | MessageFlag("MSG_TRUNC") |
                                MessageFlag("MSG_CTRUNC") | MessageFlag("MSG_EOR")) %
                               '|'))) >>
    -(',' >> Need("msg_control=", Word("msg_control") >> '=') >>
      Need("'['", x3::lit('[')[BEGIN_CONTROLS]) >>
      (x3::lit(']') | (CONTROL[ADD_CONTROL] % ',' >> Need("',' or ']'", x3::lit(']')))));

} // namespace ns3::tcpscript

#endif // TCP_SCRIPT_MESSAGE_GRAMMAR_H
