// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-parser.h"

#include "tcp-script-assertion-grammar.h"
#include "tcp-script-call-grammar.h"
#include "tcp-script-icmp.h"
#include "tcp-script-packet-grammar.h"
#include "tcp-script-packet.h"
#include "tcp-script-python-grammar.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace ns3
{

using namespace tcpscript;

namespace
{

/// Longest time a script can name, seconds.
constexpr double MAX_SECONDS = 1e6;

const auto SET_TIME = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) <= MAX_SECONDS;
    x3::_val(context).latest = std::llround(std::min(x3::_attr(context), MAX_SECONDS) * 1e9);
};

const auto SET_EARLIEST = [](auto& context) {
    SET_TIME(context);
    x3::_val(context).earliest = x3::_val(context).latest;
};

const auto NEED_SECONDS = Need("a number of seconds up to 1000000", SECONDS[SET_EARLIEST]);

const auto SET_CALL_END = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) <= MAX_SECONDS;
    x3::_val(context).end = std::llround(std::min(x3::_attr(context), MAX_SECONDS) * 1e9);
};

/// When a call that blocks returns; like its start, it counts from the event before.
const auto CALL_END = "..." >> -x3::lit('+') >>
                      Need("a number of seconds up to 1000000", SECONDS[SET_CALL_END]);

const auto TIME = x3::rule<struct TimeRule, TcpScriptTime>{"time"} = Need(
    "a time: seconds up to 1000000, + and seconds, or *",
    x3::lit('*')[Set(&TcpScriptTime::kind, TcpScriptTime::Kind::ANY)] |
        (x3::lit('+')[Set(&TcpScriptTime::kind, TcpScriptTime::Kind::RELATIVE)] >> NEED_SECONDS >>
         -(CALL_END | ('~' >> Need("'+' as before '~'", x3::lit('+')) >>
                       Need("a number of seconds up to 1000000", SECONDS[SET_TIME])))) |
        (SECONDS[SET_EARLIEST] >>
         -(CALL_END | ('~' >> Need("a number of seconds up to 1000000", SECONDS[SET_TIME])))));

const auto SETTING_NAME = x3::rule<struct SettingName, std::string>{"setting"} =
    +x3::char_("a-zA-Z0-9_:");

/// @param name of a setting @return whether it needs no value
bool
IsTcpScriptSwitch(const std::string& name)
{
    return name == "strict_segments" || name == "tcp_ts_ecr_scaled";
}

const auto CHECK_SWITCH = x3::eps[(
    [](auto& context) { x3::_pass(context) = IsTcpScriptSwitch(x3::_val(context).name); })];

const auto SETTING = x3::rule<struct SettingRule, TcpScriptSetting>{"setting"} =
    x3::lexeme["--" >> Need("the name of a setting", SETTING_NAME[Set(&TcpScriptSetting::name)]) >>
               (&(SPACE | x3::eoi) >> CHECK_SWITCH |
                (Need("'='", x3::lit('=')) >>
                 Need("the value of the setting",
                      x3::as_parser((x3::rule<struct SettingValue, std::string>{"value"} =
                                         +x3::char_('!', '~')))[Set(&TcpScriptSetting::value)])))];

const auto COMMAND = x3::rule<struct CommandRule, TcpScriptCommand>{"command"} =
    x3::lexeme['`' >> x3::as_parser((x3::rule<struct CommandText, std::string>{"text"} =
                                         *(x3::char_ - '`')))[Set(&TcpScriptCommand::text)] >>
               Need("'`' behind the command", x3::lit('`'))];

/// One pass over a script.
class Parser
{
  public:
    Parser(const std::string& text, const std::string& fileName)
        : m_text(text),
          m_position(text.begin())
    {
        m_script.fileName = fileName;
        for (Iterator place = text.begin(); place != text.end(); ++place)
        {
            if (*place == '\n')
            {
                m_newlines.push_back(place);
            }
        }
    }

    TcpScript Parse()
    {
        try
        {
            ParseAll();
        }
        catch (const x3::expectation_failure<Iterator>& failure)
        {
            Throw(failure.where(), failure.which());
        }
        return m_script;
    }

  private:
    void ParseAll()
    {
        while (SkipToNext())
        {
            const uint32_t line = GetLine(m_position);
            if (m_script.events.empty() && *m_position == '-')
            {
                TcpScriptSetting setting{.line = line, .name = "", .value = ""};
                ParseWith(SETTING, setting, "a setting, such as --mtu=1500");
                m_script.settings.push_back(setting);
            }
            else if (*m_position == '`')
            {
                (m_script.events.empty() ? m_script.setup : m_script.cleanup)
                    .push_back(ParseCommand());
            }
            else
            {
                ParseEvent(line);
            }
        }
    }

    void ParseEvent(uint32_t line)
    {
        TcpScriptEvent event;
        event.line = line;
        const Iterator begin = m_position;
        ParseWith(TIME, event.time, "a time");
        Check(event.time.earliest <= event.time.latest &&
                  event.time.earliest <= event.time.end.value_or(INT64_MAX),
              begin,
              "a range that does not end early");
        SkipToNext();
        const Iterator action = m_position;
        event.action = ParseAction();
        const auto* packet = std::get_if<TcpScriptPacket>(&event.action);
        const auto* icmp = std::get_if<TcpScriptIcmp>(&event.action);
        const std::string mistake = packet ? FindTcpScriptPacketMistake(*packet)
                                    : icmp ? FindTcpScriptIcmpMistake(*icmp)
                                           : "";
        Check(mistake.empty(), action, mistake);
        const bool isExact =
            event.time.kind != TcpScriptTime::Kind::ANY && event.time.earliest == event.time.latest;
        Check(isExact || (packet && !packet->injected),
              begin,
              "one point in time: only an expected packet can have * or a range");
        Check(!event.time.end || std::holds_alternative<TcpScriptCall>(event.action),
              begin,
              "a time without an end: only a call can block");
        m_script.events.push_back(std::move(event));
    }

    decltype(TcpScriptEvent::action) ParseAction()
    {
        const std::string_view rest(m_position, m_text.end());
        if (rest.starts_with('<') || rest.starts_with('>'))
        {
            if (auto icmp = ParseIcmp(m_position, m_text.end()))
            {
                return *std::move(icmp);
            }
            return ParsePacket(m_position, m_text.end());
        }
        if (rest.starts_with("%{"))
        {
            return ParseBlock();
        }
        if (rest.starts_with('`'))
        {
            return ParseCommand();
        }
        return ParseCall(m_position, m_text.end());
    }

    decltype(TcpScriptEvent::action) ParseBlock()
    {
        if (!IsPython(m_position, m_text.end()))
        {
            return ParseAssertion(m_position, m_text.end());
        }
        const uint32_t line = GetLine(m_position);
        TcpScriptPython python = ParsePython(m_position, m_text.end());
        for (TcpScriptStatement& statement : python)
        {
            statement.line += line;
        }
        return python;
    }

    TcpScriptCommand ParseCommand()
    {
        TcpScriptCommand command;
        command.line = GetLine(m_position);
        ParseWith(COMMAND, command, "a command between backticks");
        return command;
    }

    template <typename Rule, typename Attribute>
    void ParseWith(const Rule& rule, Attribute& attribute, const std::string& expected)
    {
        const bool matched = x3::phrase_parse(m_position,
                                              m_text.end(),
                                              rule,
                                              SKIPPER,
                                              attribute,
                                              x3::skip_flag::dont_post_skip);
        Check(matched, m_position, expected);
    }

    /// @return whether anything is left
    bool SkipToNext()
    {
        x3::parse(m_position, m_text.end(), *SKIPPER);
        return m_position != m_text.end();
    }

    void Check(bool fulfilled, Iterator where, const std::string& expected) const
    {
        if (!fulfilled)
        {
            Throw(where, expected);
        }
    }

    [[noreturn]] void Throw(Iterator where, const std::string& expected) const
    {
        // The mistake is at the next word if it stands in the same line.
        Iterator word = where;
        x3::parse(word, m_text.end(), *SKIPPER);
        if (word != m_text.end() && GetLine(word) == GetLine(where))
        {
            where = word;
        }
        const auto lineStart = std::find(std::make_reverse_iterator(where), m_text.rend(), '\n');
        throw TcpScriptError(m_script.fileName + ":" + std::to_string(GetLine(where)) + ":" +
                             std::to_string(where - lineStart.base() + 1) + ": expected " +
                             expected);
    }

    uint32_t GetLine(Iterator position) const
    {
        // A line begins behind each newline before the position.
        const auto behind = std::ranges::lower_bound(m_newlines, position);
        return 1 + static_cast<uint32_t>(behind - m_newlines.begin());
    }

    const std::string& m_text;        ///< the script
    std::vector<Iterator> m_newlines; ///< ends of its lines, in order
    Iterator m_position;              ///< how far it is parsed
    TcpScript m_script;               ///< what has been parsed
};

} // namespace

TcpScript
ParseTcpScript(const std::string& text, const std::string& fileName)
{
    return Parser(text, fileName).Parse();
}

TcpScript
ReadTcpScript(const std::string& fileName)
{
    const std::ifstream file(fileName);
    if (!file.is_open() || std::filesystem::is_directory(fileName))
    {
        throw TcpScriptError(fileName + ": " + std::strerror(file.is_open() ? EISDIR : errno));
    }
    std::ostringstream text;
    text << file.rdbuf();
    TcpScript script = ParseTcpScript(text.str(), fileName);
    if (script.events.empty())
    {
        throw TcpScriptError(fileName + ": expected at least one event");
    }
    return script;
}

} // namespace ns3
