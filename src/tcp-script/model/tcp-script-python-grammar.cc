// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// The part of Python that packet scripts may use: assert, assignments and print. packetdrill writes
// the values of tcp_info and the script's code to a file and starts Python on it (code.c). Running
// another program is nothing for a test suite of ns-3; and what scripts need of the language is
// little: of those in packetdrill's repository none has a loop, a function or an import.

#include "tcp-script-python-grammar.h"

#include <algorithm>
#include <string_view>

namespace ns3::tcpscript
{

namespace
{

using Expression = TcpScriptExpression;
using Operator = TcpScriptExpression::Operator;
using Statement = TcpScriptStatement;

/// Parentheses that may be open at once; each takes part of the parser's stack.
constexpr int MAX_PARENTHESES = 100;

/// Between the words of a statement: no end of line, unless a backslash stands before it.
const auto INNER_SPACE = x3::char_(" \t\v\f\r") | ('\\' >> x3::eol) | ('#' >> *(x3::char_ - '\n'));
/// Between statements.
const auto OUTER_SPACE = INNER_SPACE | '\n' | ';';

/// Operands and the operators between them.
struct Chain
{
    std::vector<Expression> operands;
    std::vector<Operator> operators;
};

const auto ADD_OPERAND = [](auto& context) {
    x3::_val(context).operands.push_back(x3::_attr(context));
};
const auto ADD_OPERATOR = [](auto& context) {
    x3::_val(context).operators.push_back(x3::_attr(context));
};

/// Makes a node of a chain. An operand alone stays what it is, so that the tree of `cwnd` is one
/// node and not one for each rank.
const auto SET_CHAIN = [](auto& context) {
    Chain& chain = x3::_attr(context);
    Expression& joined = x3::_val(context);
    if (chain.operators.empty())
    {
        joined = std::move(chain.operands.front());
        return;
    }
    joined.kind = Expression::Kind::JOINED;
    joined.operands = std::move(chain.operands);
    joined.operators = std::move(chain.operators);
};

/// Operands with operators of one rank between them.
/// @tparam Tag names the rank
template <typename Tag, typename Operand, typename Operators>
auto
Joined(const Operand& operand, const Operators& operators)
{
    const auto chain = x3::rule<Tag, Chain>{"operands"} =
        operand[ADD_OPERAND] >>
        *(operators[ADD_OPERATOR] >> Need("a number, a text, a name or '('", operand[ADD_OPERAND]));
    return chain[SET_CHAIN];
}

/// A word or sign that is an operator.
template <typename Sign>
auto
As(const Sign& sign, Operator meaning)
{
    return x3::as_parser(sign) >> x3::attr(meaning);
}

/// Replaces the expression by one of which it is the operand.
template <Expression::Kind kind>
void
Wrap(Expression& expression)
{
    Expression outer;
    outer.kind = kind;
    outer.operands.push_back(std::move(expression));
    expression = std::move(outer);
}

const auto SET_VALUE = [](auto& context) {
    x3::_val(context).value = TcpScriptValue(x3::_attr(context));
};
const auto SET_WHOLE = [](auto& context) {
    x3::_val(context).value = static_cast<double>(x3::_attr(context));
};
const auto SET_NAME = [](auto& context) {
    x3::_val(context).kind = Expression::Kind::NAME;
    x3::_val(context).name = x3::_attr(context);
};
const auto SET_ALL = [](auto& context) { x3::_val(context) = x3::_attr(context); };

/// Escapes such as \n do not occur in texts that name a state.
const auto TEXT = x3::rule<struct Text, std::string>{"text"} =
    x3::lexeme[('\'' >> *(x3::char_ - '\'' - '\n') >> '\'')] | QUOTED;

/// A rule for each rank, from the weakest to the strongest. Declared apart from their definitions,
/// since a definition within a definition grows with each rank.
template <typename Tag>
using Rank = x3::rule<Tag, Expression>;

const Rank<struct OrRank> EXPRESSION = "expression";
const Rank<struct AndRank> AND_TEST = "and";
const Rank<struct NotRank> NOT_TEST = "not";
const Rank<struct ComparisonRank> COMPARISON = "comparison";
const Rank<struct BitOrRank> BIT_OR = "bits";
const Rank<struct BitAndRank> BIT_AND = "bits";
const Rank<struct SumRank> SUM = "sum";
const Rank<struct ProductRank> PRODUCT = "product";
const Rank<struct UnaryRank> UNARY = "unary";
const Rank<struct PrimaryRank> PRIMARY = "primary";

/// An operand and the signs before it.
struct Signed
{
    bool isSigned{false};
    bool isNegative{false};
    Expression expression;
};

const auto FLIP = [](auto& context) {
    x3::_val(context).isSigned = true;
    x3::_val(context).isNegative ^= true;
};
const auto SET_SIGNED = [](auto& context) { x3::_val(context).expression = x3::_attr(context); };

/// @tparam kind of an odd number of signs
template <Expression::Kind kind>
auto
TakeSigned()
{
    return [](auto& context) {
        Signed& operand = x3::_attr(context);
        x3::_val(context) = std::move(operand.expression);
        // Pairs of signs do nothing, but `not not` makes a truth value of a number.
        for (int k = operand.isSigned ? (operand.isNegative ? 1 : 2) : 0; k > 0; --k)
        {
            Wrap<kind>(x3::_val(context));
        }
    };
}

const auto SIGNED = x3::rule<struct SignedRule, Signed>{"signed"} =
    *(x3::lit('-')[FLIP] | '+') >> PRIMARY[SET_SIGNED];
const auto NEGATED = x3::rule<struct NegatedRule, Signed>{"negated"} =
    *(Word("not") >> x3::eps[FLIP]) >> COMPARISON[SET_SIGNED];

/// Comparisons are of equal rank and form chains (Python's reference, 6.10).
struct Comparisons : x3::symbols<Operator>
{
    Comparisons()
    {
        add("==", Operator::EQUAL)("!=", Operator::NOT_EQUAL)("<", Operator::LESS);
        add("<=", Operator::LESS_OR_EQUAL)(">", Operator::GREATER);
        add(">=", Operator::GREATER_OR_EQUAL);
    }
} const COMPARISONS;

/// `//` is division towards minus infinity, `/` that of numbers with fractions.
struct Factors : x3::symbols<Operator>
{
    Factors()
    {
        add("*", Operator::TIMES)("/", Operator::OVER)("//", Operator::FLOOR_OVER);
        add("%", Operator::MODULO);
    }
} const FACTORS;

struct Terms : x3::symbols<Operator>
{
    Terms()
    {
        add("+", Operator::PLUS)("-", Operator::MINUS);
    }
} const TERMS;

// From here on the ranks follow Python's table of precedence (reference, 6.17).
const auto EXPRESSION_def = Joined<struct OrChain>(AND_TEST, As(Word("or"), Operator::OR));
const auto AND_TEST_def = Joined<struct AndChain>(NOT_TEST, As(Word("and"), Operator::AND));
const auto NOT_TEST_def = NEGATED[TakeSigned<Expression::Kind::NOT>()];
const auto COMPARISON_def = Joined<struct ComparisonChain>(BIT_OR, COMPARISONS);
const auto BIT_OR_def = Joined<struct BitOrChain>(BIT_AND, As('|', Operator::BIT_OR));
const auto BIT_AND_def = Joined<struct BitAndChain>(SUM, As('&', Operator::BIT_AND));
const auto SUM_def = Joined<struct SumChain>(PRODUCT, TERMS);
const auto PRODUCT_def = Joined<struct ProductChain>(UNARY, FACTORS);
const auto UNARY_def = SIGNED[TakeSigned<Expression::Kind::NEGATIVE>()];
// Numbers of tcp_info are at most 64 bits; a float holds those that occur without loss.
const auto PRIMARY_def = x3::lexeme["0x" >> x3::uint_parser<uint64_t, 16>{}[SET_WHOLE]] |
                         x3::real_parser<double, x3::ureal_policies<double>>{}[SET_VALUE] |
                         TEXT[SET_VALUE] | IDENTIFIER[SET_NAME] |
                         ('(' >> Need("a number, a text, a name or '('", EXPRESSION[SET_ALL]) >>
                          Need("')'", x3::lit(')')));

BOOST_SPIRIT_DEFINE(EXPRESSION,
                    AND_TEST,
                    NOT_TEST,
                    COMPARISON,
                    BIT_OR,
                    BIT_AND,
                    SUM,
                    PRODUCT,
                    UNARY,
                    PRIMARY)

/// What stands behind an assertion's comma, or what is printed: not needed, up to the next
/// statement.
const auto REST = x3::omit[*(TEXT | (x3::char_ - ';' - '\n' - "}%"))];

const auto NEED_EXPRESSION =
    Need("an expression of numbers, texts and names", EXPRESSION[Set(&Statement::expression)]);

/// `a += b` is `a = a + b`.
const auto ADD_TO_VARIABLE = [](auto& context) {
    Statement& statement = x3::_val(context);
    Expression sum;
    sum.kind = Expression::Kind::JOINED;
    sum.operands.resize(2);
    sum.operands[0].kind = Expression::Kind::NAME;
    sum.operands[0].name = statement.name;
    sum.operands[1] = std::move(statement.expression);
    sum.operators.push_back(Operator::PLUS);
    statement.expression = std::move(sum);
};

/// The message behind an assertion's comma is for people; a mismatch shows the condition itself.
const auto ASSERT = Word("assert") >> x3::eps[Set(&Statement::kind, Statement::Kind::ASSERT)] >>
                    NEED_EXPRESSION >> -(',' >> REST);
/// A script that prints does so for its author; here mismatches show the values.
const auto PRINT = Word("print") >> x3::eps[Set(&Statement::kind, Statement::Kind::PRINT)] >> REST;
/// Variables keep a value from one block to the next.
const auto ASSIGN = IDENTIFIER[Set(&Statement::name)] >>
                    x3::eps[Set(&Statement::kind, Statement::Kind::ASSIGN)] >>
                    Need("'=' or '+='",
                         ("+=" >> NEED_EXPRESSION >> x3::eps[ADD_TO_VARIABLE]) |
                             ('=' >> NEED_EXPRESSION));

const auto STATEMENT = x3::rule<struct StatementRule, Statement>{"statement"} =
    Need("assert, print, or a name that gets a value", ASSERT | PRINT | ASSIGN);

/// What an assertion says, without the word assert and the message.
std::string
GetCondition(Iterator begin, Iterator end)
{
    std::string text(begin, end);
    text.erase(0, text.find_first_not_of(" \t\r\n", std::string_view("assert").size()));
    return text;
}

/// Stops a text with too many parentheses before the parser, which calls itself for each, runs out
/// of stack.
void
CheckParentheses(Iterator begin, Iterator end)
{
    int open = 0;
    for (; begin != end; ++begin)
    {
        open += *begin == '(' ? 1 : *begin == ')' ? -1 : 0;
        if (open > MAX_PARENTHESES)
        {
            throw x3::expectation_failure<Iterator>(begin, "at most 100 open parentheses");
        }
    }
}

} // namespace

bool
IsPython(Iterator position, Iterator end)
{
    const std::string_view closing("}%");
    const Iterator last = std::search(position, end, closing.begin(), closing.end());
    const auto word = x3::omit[IDENTIFIER];
    // Words in texts do not count, nor do parts of longer names such as assertion.
    const auto definition = "%{" >> +x3::char_("A-Z0-9_") >> x3::lit('=') >> !x3::lit('=');
    Iterator ahead = position;
    if (x3::phrase_parse(ahead, last, definition, OUTER_SPACE))
    {
        return true;
    }
    while (position != last)
    {
        if (x3::parse(position, last, Word("assert") | Word("print")))
        {
            return true;
        }
        if (!x3::parse(position, last, word | TEXT))
        {
            ++position;
        }
    }
    return false;
}

std::optional<TcpScriptExpression>
ParseExpression(const std::string& text)
{
    Expression expression;
    Iterator position = text.begin();
    try
    {
        CheckParentheses(position, text.end());
        const bool matched =
            x3::phrase_parse(position, text.end(), EXPRESSION, INNER_SPACE, expression);
        return matched && position == text.end() ? std::optional(expression) : std::nullopt;
    }
    catch (const x3::expectation_failure<Iterator>&)
    {
        return std::nullopt;
    }
}

TcpScriptPython
ParsePython(Iterator& position, Iterator end)
{
    const std::string_view closing("}%");
    // Statement by statement, since each must know its line for messages.
    CheckParentheses(position, std::search(position, end, closing.begin(), closing.end()));
    TcpScriptPython statements;
    Iterator counted = position;
    uint32_t line = 0;
    position += closing.size();
    while (x3::parse(position, end, *OUTER_SPACE), !x3::parse(position, end, "}%"))
    {
        Statement statement;
        line += std::count(counted, position, '\n');
        counted = position;
        x3::phrase_parse(position,
                         end,
                         STATEMENT,
                         INNER_SPACE,
                         statement,
                         x3::skip_flag::dont_post_skip);
        statement.line = line;
        statement.text = GetCondition(counted, position);
        x3::parse(position, end, *INNER_SPACE);
        x3::parse(position, end, Need("the end of the statement", &(x3::lit(';') | '\n' | "}%")));
        statements.push_back(std::move(statement));
    }
    return statements;
}

} // namespace ns3::tcpscript
