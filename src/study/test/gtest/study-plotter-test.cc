// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "study-test-folder.h"

#include "ns3/study-plotter.h"

#include <cstdlib>

namespace ns3
{

namespace
{

TEST(RunProgram, ReturnsStatusAndOutput)
{
    const auto outcome = RunProgram({"sh", "-c", "echo out; echo err >&2; exit 3"});
    EXPECT_EQ(outcome.exitStatus, 3);
    EXPECT_EQ(outcome.output, "out\nerr\n");
}

TEST(RunProgram, ArgumentsPassNoShell)
{
    EXPECT_EQ(RunProgram({"printf", "%s", "$HOME; a 'b'"}).output, "$HOME; a 'b'");
}

TEST(RunProgram, MissingProgramIsReported)
{
    const auto outcome = RunProgram({"no-such-program-here"});
    EXPECT_EQ(outcome.exitStatus, 127);
    EXPECT_NE(outcome.output.find("no-such-program-here"), std::string::npos);
}

/// A plot script of the test's own, run by the shell in place of Python.
class DrawPlotTest : public StudyTestFolder
{
  protected:
    DrawPlotTest()
    {
        setenv("LASTHOP_PYTHON", "sh", 1);
        setenv("LASTHOP_TOOLS", Path("").c_str(), 1);
    }

    ~DrawPlotTest() override
    {
        unsetenv("LASTHOP_PYTHON");
        unsetenv("LASTHOP_TOOLS");
    }
};

TEST_F(DrawPlotTest, ScriptGetsKindInputAndPrefix)
{
    Write(Path("lasthop-plot.py"), "echo \"$1 $2\" > \"$3.png\"");
    EXPECT_EQ(DrawPlot("bars", "in.json", Path("out")), "");
    EXPECT_EQ(Read(Path("out.png")), "bars in.json\n");
}

TEST_F(DrawPlotTest, LastLineOfAFailureIsTheReason)
{
    Write(Path("lasthop-plot.py"), "echo noise; echo matplotlib is not installed >&2; exit 1");
    EXPECT_EQ(DrawPlot("bars", "in.json", Path("out")), "matplotlib is not installed");
}

TEST_F(DrawPlotTest, SilentFailureIsReportedToo)
{
    Write(Path("lasthop-plot.py"), "exit 4");
    EXPECT_EQ(DrawPlot("bars", "in.json", Path("out")), "the plot script ended with status 4");
}

} // namespace

} // namespace ns3
