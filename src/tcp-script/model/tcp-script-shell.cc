// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-script-shell.h"

#include "tcp-script-expression.h"
#include "tcp-script-packet.h"
#include "tcp-script-python-grammar.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ns3
{

using namespace tcpscript;

namespace
{

/// Files may name files; a chain longer than this is a circle.
constexpr int MAX_DEPTH = 8;

// A script of packetdrill may run any command to prepare its host. What such commands set in the
// kernel has a meaning here; what they do to network devices has none. No shell runs: a simulation
// that depended on the host's programs would not give the same on each machine.

/// Words of a simple command.
using Words = std::vector<std::string>;

/// What separates words: spaces, a continued line, a comment.
const auto BLANK = x3::char_(" \t\r") | ("\\" >> x3::eol) | ('#' >> *(x3::char_ - '\n'));

/// `$((...))` stays as it is up to its use.
const auto ARITHMETIC = x3::rule<struct Arithmetic, std::string>{"arithmetic"} =
    x3::char_('$') >> x3::char_('(') >> x3::char_('(') >>
    *(x3::char_ - "))") >> x3::char_(')') >> x3::char_(')');

const auto ADD_TEXT = [](auto& context) { x3::_val(context) += x3::_attr(context); };

/// Text in quotes is one word or part of one; a backslash counts only between double quotes.
const auto QUOTES = x3::rule<struct Quotes, std::string>{"quotes"} %=
    ('\'' >> *(x3::char_ - '\'') >> Need("a closing quote in the command", x3::lit('\''))) |
    ('"' >> *(('\\' >> x3::char_) | (x3::char_ - '"')) >>
     Need("a closing quote in the command", x3::lit('"')));

/// A word may be put together of several, as in tcp_rmem="4096 87380".
const auto WORD = x3::rule<struct WordRule, std::string>{"word"} =
    +(QUOTES[ADD_TEXT] | ARITHMETIC[ADD_TEXT] | ('\\' >> x3::char_[ADD_TEXT]) |
      (x3::char_ - x3::char_(" \t\r\n;&|'\"\\"))[ADD_TEXT]);

/// Ends a simple command; `&>` is a redirection instead.
const auto END_OF_COMMAND = +(x3::char_("\n;|") | (x3::lit('&') >> !x3::lit('>')));

/// Where output goes does not matter; scripts send it to /dev/null.
const auto REDIRECTION = -x3::digit >> -x3::lit('&') >> x3::char_("<>") >> *x3::char_("<>&") >>
                         *x3::char_(" \t") >> +(x3::char_ - x3::char_(" \t\r\n;&|"));

/// @param text commands
/// @return the words of each
std::vector<Words>
SplitCommands(const std::string& text)
{
    std::vector<Words> commands(1);
    Iterator position = text.begin();
    while (x3::parse(position, text.end(), *BLANK), position != text.end())
    {
        std::string word;
        if (x3::parse(position, text.end(), x3::omit[END_OF_COMMAND]))
        {
            commands.emplace_back();
        }
        else if (x3::parse(position, text.end(), x3::omit[REDIRECTION]))
        {
            continue;
        }
        else if (x3::parse(position, text.end(), WORD, word))
        {
            commands.back().push_back(word);
        }
        else
        {
            ++position;
        }
    }
    std::erase_if(commands, [](const Words& words) { return words.empty(); });
    return commands;
}

/// @param number as written, perhaps `$((...))`
/// @return the number in decimal, or as written
std::string
Calculate(const std::string& number)
{
    if (!number.starts_with("$((") || !number.ends_with("))"))
    {
        return number;
    }
    // Scripts compute sizes of buffers in this way, such as $((15 * 1024 * 1024)).
    const auto expression = ParseExpression(number.substr(3, number.size() - 5));
    if (!expression)
    {
        return number;
    }
    try
    {
        return FormatTcpScriptValue(EvaluateTcpScriptExpression(*expression, GetTcpScriptConstant));
    }
    catch (const TcpScriptNoValueError&)
    {
        return number;
    }
}

/// @param argument such as net.ipv4.tcp_sack=0
/// @return the setting; none if it is none
std::optional<TcpScriptSysctl>
ParseSysctl(std::string argument, uint32_t line)
{
    const size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0 || argument.starts_with('-'))
    {
        return std::nullopt;
    }
    TcpScriptSysctl sysctl{.line = line,
                           .name = argument.substr(0, equals),
                           .value = argument.substr(equals + 1),
                           .values = {}};
    // sysctl accepts both separators, and set_sysctls.py has the path of the file below /proc/sys.
    std::ranges::replace(sysctl.name, '/', '.');
    for (const std::string prefix : {".proc.sys.", "net.ipv4."})
    {
        sysctl.name.erase(0, sysctl.name.starts_with(prefix) ? prefix.size() : 0);
    }
    std::istringstream numbers(sysctl.value);
    for (std::string number; numbers >> number;)
    {
        sysctl.values.push_back(Calculate(number));
    }
    return sysctl;
}

/// Reads commands and the files that they name.
class Reader
{
  public:
    Reader(const std::filesystem::path& folder, uint32_t line)
        : m_folder(folder),
          m_line(line)
    {
    }

    void Read(const std::string& text, int depth)
    {
        for (const Words& words : SplitCommands(text))
        {
            ReadCommand(words, depth);
        }
    }

    TcpScriptShell Take()
    {
        return std::move(m_shell);
    }

  private:
    void ReadCommand(const Words& words, int depth)
    {
        // The program may be named with its path.
        const auto program = std::filesystem::path(words[0]).filename();
        bool isSetting = false;
        if (program == "sysctl" || program == "set_sysctls.py")
        {
            for (size_t k = 1; k < words.size(); ++k)
            {
                if (auto sysctl = ParseSysctl(words[k], m_line))
                {
                    isSetting = true;
                    m_shell.sysctls.push_back(*std::move(sysctl));
                }
            }
        }
        if (!isSetting && !ReadFile(words[0], depth))
        {
            NoteOther(words);
        }
    }

    bool ReadFile(const std::string& name, int depth)
    {
        // packetdrill's scripts begin with ../common/defaults.sh, which sets a dozen of a kernel's
        // settings.
        const auto path = m_folder / name;
        std::error_code error;
        if (depth >= MAX_DEPTH || path.extension() != ".sh" ||
            !std::filesystem::is_regular_file(path, error))
        {
            return false;
        }
        const std::ifstream file(path);
        std::ostringstream text;
        text << file.rdbuf();
        Read(text.str(), depth + 1);
        return true;
    }

    void NoteOther(const Words& words)
    {
        std::string text;
        for (const std::string& word : words)
        {
            text += (text.empty() ? "" : " ") + word;
        }
        m_shell.others.push_back(text);
    }

    std::filesystem::path m_folder; ///< where files are
    uint32_t m_line;                ///< of the command in the script
    TcpScriptShell m_shell;         ///< so far
};

} // namespace

TcpScriptShell
ReadTcpScriptShell(const TcpScriptCommand& command, const std::string& fileName)
{
    Reader reader(std::filesystem::path(fileName).parent_path(), command.line);
    try
    {
        reader.Read(command.text, 0);
    }
    catch (const x3::expectation_failure<Iterator>& failure)
    {
        throw TcpScriptError(fileName + ":" + std::to_string(command.line) + ": expected " +
                             failure.which());
    }
    return reader.Take();
}

} // namespace ns3
