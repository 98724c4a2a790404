// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/global-value.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/study-command-line.h"
#include "ns3/study-error.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace ns3
{

/// Has attributes with ranges, which those of ns-3's core lack.
class BoundedObject : public Object
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    /// Values of the attribute Order.
    enum Order
    {
        BREADTH_FIRST,
        DEPTH_FIRST
    };

  private:
    uint32_t m_whole;
    double m_share;
    Time m_delay;
    Order m_order;
    bool m_switch;
    std::string m_text;
};

NS_OBJECT_ENSURE_REGISTERED(BoundedObject);

TypeId
BoundedObject::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BoundedObject")
            .SetParent<Object>()
            .AddConstructor<BoundedObject>()
            .AddAttribute("Whole",
                          "A whole number.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BoundedObject::m_whole),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("Share",
                          "A number.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&BoundedObject::m_share),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Delay",
                          "A time.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&BoundedObject::m_delay),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("Order",
                          "A name.",
                          EnumValue(BREADTH_FIRST),
                          MakeEnumAccessor<Order>(&BoundedObject::m_order),
                          MakeEnumChecker(BREADTH_FIRST, "BreadthFirst", DEPTH_FIRST, "DepthFirst"))
            .AddAttribute("Switch",
                          "True or false.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BoundedObject::m_switch),
                          MakeBooleanChecker())
            .AddAttribute("Text",
                          "A text.",
                          StringValue("some"),
                          MakeStringAccessor(&BoundedObject::m_text),
                          MakeStringChecker())
            .AddAttribute("Gone",
                          "An attribute of an older version.",
                          StringValue(""),
                          MakeStringAccessor(&BoundedObject::m_text),
                          MakeStringChecker(),
                          TypeId::SupportLevel::OBSOLETE,
                          "use Text instead");
    return tid;
}

namespace
{

/// Puts ns-3's defaults and global values back after each test.
class StudyCommandLineTest : public testing::Test
{
  protected:
    ~StudyCommandLineTest() override
    {
        Config::Reset();
    }

    /**
     * @param args arguments
     * @return what they ask for
     */
    static StudyCommand Parse(const std::vector<std::string>& args)
    {
        return ParseStudyCommand("program", "Title", args);
    }

    /**
     * @param args wrong arguments
     * @return the error line; empty if there is none
     */
    static std::string GetError(const std::vector<std::string>& args)
    {
        try
        {
            Parse(args);
        }
        catch (const StudyUsageError& error)
        {
            return error.what();
        }
        return "";
    }
};

TEST_F(StudyCommandLineTest, NoArgumentsAskForTheDefaults)
{
    const auto command = Parse({});
    EXPECT_FALSE(command.runs || command.duration || command.point || command.run);
    EXPECT_FALSE(command.full || command.listPoints || command.check);
    EXPECT_FALSE(command.noPlot);
    EXPECT_EQ(command.seed, 1U);
    EXPECT_EQ(command.firstRun, 1U);
    EXPECT_EQ(command.DescribeOverrides(), "");
}

TEST_F(StudyCommandLineTest, OptionsAreStored)
{
    const auto command =
        Parse({"--runs=7", "-duration=2.5", "--full", "--check=false", "--no-plot"});
    EXPECT_EQ(command.runs, 7U);
    EXPECT_EQ(command.duration, 2.5);
    EXPECT_TRUE(command.full);
    EXPECT_FALSE(command.check);
    EXPECT_TRUE(command.noPlot);
}

TEST_F(StudyCommandLineTest, OptionsAreKeptAsGiven)
{
    const std::string attribute{"ns3::UniformRandomVariable::Max=2"};
    const auto command = Parse({"-" + attribute, "--runs=7", "--full", "--check=false"});
    const std::vector<std::string> expected{attribute, "runs=7", "full", "check=false"};
    EXPECT_EQ(command.options, expected);
}

TEST_F(StudyCommandLineTest, SeedAndRunOfNs3AreUsed)
{
    const auto command = Parse({"--RngSeed=5", "--RngRun=11"});
    EXPECT_EQ(command.seed, 5U);
    EXPECT_EQ(command.firstRun, 11U);
    EXPECT_EQ(command.DescribeOverrides(), "") << "they are keys of their own";
}

TEST_F(StudyCommandLineTest, SwitchesCanBeOff)
{
    const auto command = Parse({"--version=false", "--full=0", "--no-plot=false", "--json=a"});
    EXPECT_FALSE(command.version);
    EXPECT_FALSE(command.full);
    EXPECT_FALSE(command.noPlot);
    EXPECT_EQ(command.jsonFile, "a");
}

TEST_F(StudyCommandLineTest, AttributeMayBeAnEmptyText)
{
    const auto command = Parse({"--ns3::BoundedObject::Text="});
    EXPECT_EQ(command.DescribeOverrides(), "ns3::BoundedObject::Text=\n");
    TypeId::AttributeInformation text;
    ASSERT_TRUE(BoundedObject::GetTypeId().LookupAttributeByName("Text", &text));
    EXPECT_EQ(text.initialValue->SerializeToString(text.checker), "");
}

TEST_F(StudyCommandLineTest, ValueMayContainAnEqualsSign)
{
    const auto command = Parse({"--json=a=b", "--ns3::BoundedObject::Text=c=d"});
    EXPECT_EQ(command.jsonFile, "a=b");
    EXPECT_EQ(command.DescribeOverrides(), "ns3::BoundedObject::Text=c=d\n");
}

TEST_F(StudyCommandLineTest, GlobalValueTakesEffect)
{
    Parse({"--SchedulerType=ns3::HeapScheduler"});
    StringValue type;
    GlobalValue::GetValueByName("SchedulerType", type);
    EXPECT_EQ(type.Get(), "ns3::HeapScheduler");
}

TEST_F(StudyCommandLineTest, OverridesHaveACanonicalOrder)
{
    const std::string b{"--ns3::UniformRandomVariable::Max=2"};
    const std::string a{"--ns3::ConstantRandomVariable::Constant=3"};
    EXPECT_EQ(Parse({a, b}).DescribeOverrides(), Parse({b, a}).DescribeOverrides());
    EXPECT_EQ(Parse({a, b}).DescribeOverrides(),
              "ns3::ConstantRandomVariable::Constant=3\nns3::UniformRandomVariable::Max=2\n");
}

TEST_F(StudyCommandLineTest, OverridesFromTheEnvironmentCount)
{
    setenv("NS_ATTRIBUTE_DEFAULT", "ns3::UniformRandomVariable::Max=2", 1);
    const auto overrides = Parse({}).DescribeOverrides();
    unsetenv("NS_ATTRIBUTE_DEFAULT");
    EXPECT_EQ(overrides, "NS_ATTRIBUTE_DEFAULT=ns3::UniformRandomVariable::Max=2\n");
}

TEST_F(StudyCommandLineTest, TimesMayHaveSignAndExponent)
{
    for (const std::string time : {"+1e-3s", "1e0", ".5s", "5.e2ms", "-0s"})
    {
        EXPECT_EQ(GetError({"--ns3::BoundedObject::Delay=" + time}), "") << time;
    }
}

/// A wrong command line and what its error line must contain.
struct Mistake
{
    std::string name;              ///< what is wrong with it
    std::vector<std::string> args; ///< the command line
    std::string named;             ///< part of the line
    std::string hint;              ///< another part
};

class MistakeTest : public StudyCommandLineTest, public testing::WithParamInterface<Mistake>
{
};

TEST_P(MistakeTest, GivesOneClearLine)
{
    const auto line = GetError(GetParam().args);
    EXPECT_NE(line.find(GetParam().named), std::string::npos) << line;
    EXPECT_NE(line.find(GetParam().hint), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
}

INSTANTIATE_TEST_SUITE_P(
    StudyCommandLine,
    MistakeTest,
    testing::Values(
        Mistake{"MisspeltOption", {"--runz=3"}, "--runz", "did you mean --runs"},
        Mistake{"AbbreviatedOption", {"--dur=3"}, "unknown option --dur", ""},
        Mistake{"UnlikeAnyOption", {"--xyzzy"}, "unknown option --xyzzy", ""},
        Mistake{"MisspeltGlobalValue", {"--RngRum=3"}, "--RngRum", "--RngRun"},
        Mistake{"NoDashes", {"runs=3"}, "'runs=3'", "--NAME=VALUE"},
        Mistake{"ValueApart", {"--runs", "3"}, "'3'", "--runs=VALUE"},
        Mistake{"OptionAsValue", {"--json", "--check"}, "'--check'", "--json=VALUE"},
        Mistake{"ValueOfSwitchApart", {"--full", "3"}, "'3'", "--full=VALUE"},
        Mistake{"TwoDashesAlone", {"--"}, "unexpected argument '--'", "--NAME=VALUE"},
        Mistake{"TwoDashesFirst", {"--", "--runs=3"}, "unexpected argument '--'", ""},
        Mistake{"TwoDashesLast", {"--runs=3", "--"}, "unexpected argument '--'", ""},
        Mistake{"NoValue", {"--runs"}, "--runs", "needs a value: --runs=VALUE"},
        Mistake{"OptionTwice", {"--runs=2", "--runs=3"}, "'--runs'", "more than once"},
        Mistake{"SwitchTwice", {"--full", "--full"}, "'--full'", "more than once"},
        Mistake{"SeedTwice", {"--RngSeed=2", "--RngSeed=3"}, "'--RngSeed'", "more than once"},
        Mistake{"AttributeTwice",
                {"--ns3::BoundedObject::Whole=2", "--ns3::BoundedObject::Whole=3"},
                "'--ns3::BoundedObject::Whole'",
                "more than once"},
        Mistake{"OneDash", {"-RngRum=3"}, "unknown option --RngRum", "--RngRun"},
        Mistake{"EmptyArgument", {""}, "unexpected argument ''", ""},
        Mistake{"OnlyDash", {"-"}, "unexpected argument '-'", ""},
        Mistake{"NoNameBeforeEquals", {"--=3"}, "unexpected argument '--=3'", ""},
        Mistake{"NeitherNameNorValue", {"--="}, "unexpected argument '--='", "--NAME=VALUE"},
        Mistake{"ThreeDashes", {"---runs=3"}, "unknown option ---runs", "--runs"},
        Mistake{"RunsZero", {"--runs=0"}, "--runs=0", "from 1 to 1000000"},
        Mistake{"RunsNegative", {"--runs=-1"}, "--runs=-1", "from 1 to"},
        Mistake{"RunsWithLetter", {"--runs=3x"}, "--runs=3x", "a whole number"},
        Mistake{"RunsTooLong", {"--runs=99999999999999999999"}, "--runs=999", "a whole number"},
        Mistake{"DurationZero", {"--duration=0"}, "--duration=0", "at least 1e-9"},
        Mistake{"DurationNegative", {"--duration=-5"}, "--duration=-5", "at least 1e-9"},
        Mistake{"DurationInWords", {"--duration=ten"}, "--duration=ten", "a number of seconds"},
        Mistake{"DurationNan", {"--duration=nan"}, "--duration=nan", "a number of seconds"},
        Mistake{"DurationInfinite", {"--duration=inf"}, "--duration=inf", "at most 1000000"},
        Mistake{"DurationTooShort", {"--duration=1e-12"}, "--duration=1e-12", "at least 1e-9"},
        Mistake{"SwitchNeitherTrueNorFalse",
                {"--full=maybe"},
                "--full=maybe: expected",
                "true or false"},
        Mistake{"RunsEmpty", {"--runs="}, "--runs=: expected", "from 1 to 1000000"},
        Mistake{"RunEmpty", {"--point=a", "--run="}, "--run=: expected", "from 1 to 4294967295"},
        Mistake{"DurationEmpty", {"--duration="}, "--duration=: expected", "at least 1e-9"},
        Mistake{"SwitchEmpty", {"--full="}, "--full=: expected", "true or false"},
        Mistake{"PointEmpty", {"--point="}, "--point=: expected", "the name of a point"},
        Mistake{"JsonEmpty", {"--json="}, "--json=: expected", "the name of a file"},
        Mistake{"ResultsEmpty", {"--results="}, "--results=: expected", "the name of a file"},
        Mistake{"PlotEmpty", {"--plot="}, "--plot=: expected", "the start of the names of files"},
        Mistake{"UnknownEmpty", {"--runz="}, "unknown option --runz", "did you mean --runs"},
        Mistake{"SeedEmpty", {"--RngSeed="}, "--RngSeed=: expected", "a whole number"},
        Mistake{"RngRunEmpty", {"--RngRun="}, "--RngRun=: expected", "a whole number from 0"},
        Mistake{"RngRunWithoutValue", {"--RngRun"}, "--RngRun=: expected", "a whole number"},
        Mistake{"WholeAttributeEmpty",
                {"--ns3::BoundedObject::Whole="},
                "--ns3::BoundedObject::Whole=: expected",
                "from 1 to 1024"},
        Mistake{"TimeEmpty",
                {"--ns3::BoundedObject::Delay="},
                "--ns3::BoundedObject::Delay=: expected",
                "from 0 s to 1 s"},
        Mistake{"SimulatorIsNoSimulator",
                {"--SimulatorImplementationType=ns3::BoundedObject"},
                "--SimulatorImplementationType=ns3::BoundedObject",
                "derived from ns3::SimulatorImpl"},
        Mistake{"SchedulerIsNoClass",
                {"--SchedulerType=x"},
                "--SchedulerType=x",
                "derived from ns3::Scheduler"},
        Mistake{"RunWithoutPoint", {"--run=2"}, "--run", "needs --point"},
        Mistake{"TraceWithRuns", {"--point=a", "--runs=2", "--trace"}, "--trace", "--runs"},
        Mistake{"PcapWithRuns", {"--point=a", "--runs=2", "--pcap"}, "--pcap", "--runs"},
        Mistake{"PlotWithRuns", {"--point=a", "--runs=2", "--plot=p"}, "--plot", "--runs"},
        Mistake{"LastRunOutOfRange",
                {"--point=a", "--run=4294967295", "--runs=2"},
                "--run=4294967295",
                "at most 4293967295"},
        Mistake{"JobsZero", {"--jobs=0"}, "--jobs=0", "from 1 to 1024"},
        Mistake{"PointWithTwoRuns", {"--point=a", "--run=2", "--RngRun=3"}, "--run", "--RngRun"},
        Mistake{"PointWithCheck", {"--point=a", "--check"}, "--check", "--point"},
        Mistake{"ListPointsWithResults",
                {"--list-points", "--results=a"},
                "--list-points",
                "--results"},
        Mistake{"ListPointsWithCheck", {"--list-points", "--check"}, "--list-points", "--check"},
        Mistake{"ListPointsWithPoint", {"--list-points", "--point=a"}, "--list-points", "--point"},
        Mistake{"TraceWithoutPoint", {"--trace"}, "--trace", "needs --point"},
        Mistake{"PcapWithoutPoint", {"--pcap"}, "--pcap", "needs --point"},
        Mistake{"PlotWithNoPlot", {"--plot=a", "--no-plot"}, "--plot", "--no-plot"},
        Mistake{"SameFileTwice", {"--json=a", "--results=a"}, "--json", "same file"},
        Mistake{"SameFileOnTwoPaths", {"--json=./a", "--results=a"}, "--json", "same file"},
        Mistake{"RngSeedZero", {"--RngSeed=0"}, "--RngSeed=0", "from 1 to 4294944442"},
        Mistake{"RngRunTooLarge",
                {"--RngRun=18446744073709551615"},
                "--RngRun=18446744073709551615",
                "from 0 to 4293967295"},
        Mistake{"RngRunNegative", {"--RngRun=-1"}, "--RngRun=-1", "from 0 to 4293967295"},
        Mistake{"RngRunInWords", {"--RngRun=one"}, "--RngRun=one", "from 0 to 4293967295"},
        Mistake{"RngSeedInWords", {"--RngSeed=one"}, "--RngSeed=one", "from 1 to 4294944442"},
        Mistake{"PrintGroupOfNothing",
                {"--PrintGroup=Nothing"},
                "--PrintGroup=Nothing",
                "--PrintGroups shows all"},
        Mistake{"PrintAttributesOfNothing",
                {"--PrintAttributes=ns3::Nothing"},
                "ns3::Nothing",
                "no such ns-3 type"},
        Mistake{"MisspeltType",
                {"--ns3::UniformRandomVariabel::Max=1"},
                "'ns3::UniformRandomVariabel'",
                "did you mean ns3::UniformRandomVariable"},
        Mistake{"TypeWithoutAttribute",
                {"--ns3::BoundedObject=1"},
                "--ns3::BoundedObject",
                "an attribute is written --ns3::BoundedObject::NAME=VALUE"},
        Mistake{"MisspeltAttribute",
                {"--ns3::UniformRandomVariable::Maxi=1"},
                "'Maxi'",
                "did you mean --ns3::UniformRandomVariable::Max"},
        Mistake{"AttributeOfParent",
                {"--ns3::UniformRandomVariable::Stream=1"},
                "no own attribute 'Stream'",
                "--ns3::RandomVariableStream::Stream"},
        Mistake{"AttributeBelowRange",
                {"--ns3::BoundedObject::Whole=0"},
                "--ns3::BoundedObject::Whole=0",
                "expected a whole number from 1 to 1024"},
        Mistake{"WholeAttributeWithMinus",
                {"--ns3::BoundedObject::Whole=-18446744073709551612"}, // 4 modulo 2^64
                "--ns3::BoundedObject::Whole=-18446744073709551612",
                "expected a whole number from 1 to 1024"},
        Mistake{"AttributeAboveRange",
                {"--ns3::BoundedObject::Share=1.1"},
                "--ns3::BoundedObject::Share=1.1",
                "expected a number from 0 to 1"},
        Mistake{"TimeAboveRange",
                {"--ns3::BoundedObject::Delay=9s"},
                "--ns3::BoundedObject::Delay=9s",
                "expected a time from 0 s to 1 s"},
        Mistake{"TimeWithoutNumber",
                {"--ns3::BoundedObject::Delay=s"},
                "--ns3::BoundedObject::Delay=s",
                "expected a time from 0 s to 1 s"},
        Mistake{"TimeWithTwoNumbers",
                {"--ns3::BoundedObject::Delay=0-1s"},
                "--ns3::BoundedObject::Delay=0-1s",
                "expected a time from 0 s to 1 s"},
        Mistake{"TimeWithTwoPoints",
                {"--ns3::BoundedObject::Delay=0.2.3s"},
                "--ns3::BoundedObject::Delay=0.2.3s",
                "expected a time from 0 s to 1 s"},
        Mistake{"TimeThatDoesNotFit",
                {"--ns3::BoundedObject::Delay=1e300s"},
                "--ns3::BoundedObject::Delay=1e300s",
                "expected a time from 0 s to 1 s"},
        Mistake{"NoSuchNameOfAnEnumeration",
                {"--ns3::BoundedObject::Order=Sideways"},
                "--ns3::BoundedObject::Order=Sideways",
                "expected BreadthFirst or DepthFirst"},
        Mistake{"BooleanNeitherTrueNorFalse",
                {"--ns3::BoundedObject::Switch=maybe"},
                "--ns3::BoundedObject::Switch=maybe",
                "expected true or false"},
        Mistake{"ObsoleteAttribute",
                {"--ns3::BoundedObject::Gone=some"},
                "--ns3::BoundedObject::Gone=some",
                "use Text instead"}),
    [](const auto& info) { return info.param.name; });

using StudyCommandLineDeathTest = StudyCommandLineTest;

TEST_F(StudyCommandLineDeathTest, ValueThatIsFatalToNs3EndsWithOneLine)
{
    const auto status = testing::ExitedWithCode(2);
    EXPECT_EXIT(Parse({"--ns3::BoundedObject::Delay=1x"}),
                status,
                "^program: --ns3::BoundedObject::Delay=1x: expected a time from 0 [^\n]*\n$");
    EXPECT_EXIT(Parse({"--ns3::UniformRandomVariable::Max=big"}),
                status,
                "^program: --ns3::UniformRandomVariable::Max=big: expected a number: [^\n]*\n$");
}

} // namespace

} // namespace ns3
