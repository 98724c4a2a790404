// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-parser.h"

#include "tcp-script-assertion-grammar.h"
#include "tcp-script-call-grammar.h"
#include "tcp-script-icmp.h"
#include "tcp-script-packet-grammar.h"
#include "tcp-script-packet.h"
#include "tcp-script-python-grammar.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ns3
{

using namespace tcpscript;

namespace
{

/// Longest time a script can name, seconds.
constexpr double MAX_SECONDS = 1e6;
/// Longest script, some hundred thousand lines.
constexpr size_t MAX_SCRIPT_BYTES = 16'000'000;

/// Times are kept in nanoseconds, which ns-3 counts in; packetdrill counts in microseconds.
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

/// packetdrill's five forms of time (parser.y, event_time) and the end of a call that blocks. Of a
/// range, both ends count from the same: 1~2 from the start, +1~+2 from the event before.
const auto TIME = x3::rule<struct TimeRule, TcpScriptTime>{"time"} = Need(
    "a time: seconds up to 1000000, + and seconds, or *",
    x3::lit('*')[Set(&TcpScriptTime::kind, TcpScriptTime::Kind::ANY)] |
        (x3::lit('+')[Set(&TcpScriptTime::kind, TcpScriptTime::Kind::RELATIVE)] >> NEED_SECONDS >>
         -(CALL_END | ('~' >> Need("'+' as before '~'", x3::lit('+')) >>
                       Need("a number of seconds up to 1000000", SECONDS[SET_TIME])))) |
        (SECONDS[SET_EARLIEST] >>
         -(CALL_END | ('~' >> Need("a number of seconds up to 1000000", SECONDS[SET_TIME])))));

/// Names of packetdrill's settings, or of an attribute of ns-3 with its class.
const auto SETTING_NAME = x3::rule<struct SettingName, std::string>{"setting"} =
    +x3::char_("a-zA-Z0-9_:");

/// @param name of a setting
/// @return whether it needs no value
bool
IsTcpScriptSwitch(const std::string& name)
{
    return name == "strict_segments" || name == "tcp_ts_ecr_scaled";
}

/// All other settings have a value, so that a forgotten `=` is found.
const auto CHECK_SWITCH = x3::eps[(
    [](auto& context) { x3::_pass(context) = IsTcpScriptSwitch(x3::_val(context).name); })];

/// A setting as on packetdrill's command line (parser.y, option); one word, as its value has no
/// spaces.
const auto SETTING = x3::rule<struct SettingRule, TcpScriptSetting>{"setting"} =
    x3::lexeme["--" >> Need("the name of a setting", SETTING_NAME[Set(&TcpScriptSetting::name)]) >>
               (&(SPACE | x3::eoi) >> CHECK_SWITCH |
                (Need("'='", x3::lit('=')) >>
                 Need("the value of the setting",
                      x3::as_parser((x3::rule<struct SettingValue, std::string>{"value"} =
                                         +x3::char_('!', '~')))[Set(&TcpScriptSetting::value)])))];

/// packetdrill gives the text to a shell (run_command.c); here tcp-script-shell reads it.
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
        // Where lines begin is needed for each event, and again for each message.
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
            // All grammars fail in this way, and none knows lines.
            Throw(failure.where(), failure.which());
        }
        return m_script;
    }

  private:
    void ParseAll()
    {
        // Commands without a time stand around the events: those before prepare the run, those
        // behind clean up.
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
        // Mistakes that do not depend on the run are reported here, with their lines.
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
        // Only the socket has freedom in time; what the script itself does needs one instant.
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
        // The first character decides which grammar reads on.
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
        // A grammar sees no more than its block, and counts lines from there.
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

/// @return the text with values in place of names
std::string
ReplaceNames(const std::string& text, const TcpScriptDefinitions& definitions)
{
    const auto isStart = [](unsigned char c) { return std::isalpha(c) || c == '_'; };
    const auto isInside = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    std::string replaced;
    for (auto begin = text.begin(); begin != text.end();)
    {
        const auto word = std::find_if(begin, text.end(), isStart);
        const auto end = std::find_if_not(word, text.end(), isInside);
        replaced.append(begin, word);
        const auto definition = definitions.find(std::string(word, end));
        replaced += definition == definitions.end() ? std::string(word, end) : definition->second;
        begin = end;
    }
    return replaced;
}

} // namespace

TcpScript
ParseTcpScript(const std::string& text,
               const std::string& fileName,
               const TcpScriptDefinitions& definitions)
{
    return Parser(definitions.empty() ? text : ReplaceNames(text, definitions), fileName).Parse();
}

TcpScript
ReadTcpScript(const std::string& fileName, const TcpScriptDefinitions& definitions)
{
    // A folder can be opened as a file, and reads as empty.
    std::ifstream file(fileName);
    if (!file.is_open() || std::filesystem::is_directory(fileName))
    {
        throw TcpScriptError(fileName + ": " + std::strerror(file.is_open() ? EISDIR : errno));
    }
    // A device such as /dev/zero has no end.
    std::string text(MAX_SCRIPT_BYTES + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(file.gcount()));
    if (text.size() > MAX_SCRIPT_BYTES)
    {
        throw TcpScriptError(fileName + ": expected a script of at most " +
                             std::to_string(MAX_SCRIPT_BYTES) + " bytes");
    }
    TcpScript script = ParseTcpScript(text, fileName, definitions);
    // An empty file would pass, which is never what was meant.
    if (script.events.empty())
    {
        throw TcpScriptError(fileName + ": expected at least one event");
    }
    return script;
}

} // namespace ns3
