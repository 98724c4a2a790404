// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/study-report.h"
#include "ns3/study-table.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

TEST(StudyTable, EstimateHasHalfOfItsInterval)
{
    EXPECT_EQ(StudyTable::Format(Estimate{1.5, {1.25, 1.75}, 3}, 2), "1.50 +-0.25");
    EXPECT_EQ(StudyTable::Format(Estimate{1.5, {}, 1}, 2), "1.50");
}

TEST(StudyTable, ColumnsAreAligned)
{
    StudyTable table;
    table.AddColumn("mode", StudyTable::LEFT);
    table.AddColumn("Mb/s", StudyTable::RIGHT);
    table.AddRow({"off", "0.44"});
    table.AddRow({"queued", "12.1"});
    std::ostringstream text;
    table.Print(text);
    EXPECT_EQ(text.str(),
              "mode    Mb/s\n"
              "------  ----\n"
              "off     0.44\n"
              "queued  12.1\n");
}

TEST(StudyTable, HeadingsOfSeveralLinesStandOnTheRule)
{
    StudyTable table;
    table.AddColumn("a", StudyTable::LEFT);
    table.AddColumn("FSBR\non", StudyTable::RIGHT);
    table.AddRow({"b", "1"});
    std::ostringstream text;
    table.Print(text);
    EXPECT_EQ(text.str(),
              "   FSBR\n"
              "a    on\n"
              "-  ----\n"
              "b     1\n");
}

TEST(StudyTable, WideTableBreaksHeadingsThenText)
{
    StudyTable table;
    table.AddColumn("name of the cell", StudyTable::LEFT);
    table.AddColumn("loss of packets", StudyTable::RIGHT);
    table.AddRow({"scenario 1, IOS to MYKONOS, TCP", "0.44"});
    table.AddRow({"b", "12.1"});
    std::ostringstream text;
    table.Print(text, 42);
    EXPECT_EQ(text.str(),
              "                                 loss of\n"
              "name of the cell                 packets\n"
              "-------------------------------  -------\n"
              "scenario 1, IOS to MYKONOS, TCP     0.44\n"
              "b                                   12.1\n");
    std::ostringstream narrow;
    table.Print(narrow, 30);
    EXPECT_EQ(narrow.str(),
              "                       loss of\n"
              "name of the cell       packets\n"
              "---------------------  -------\n"
              "scenario 1, IOS to        0.44\n"
              "  MYKONOS, TCP\n"
              "b                         12.1\n");
}

TEST(StudyTable, ColumnsThatDoNotFitGoOnBelow)
{
    StudyTable table;
    table.AddColumn("a", StudyTable::LEFT);
    for (const auto* heading : {"b", "c", "d"})
    {
        table.AddColumn(heading, StudyTable::RIGHT);
    }
    table.AddRow({"x", "1.001", "2.002", "3.003"});
    std::ostringstream text;
    table.Print(text, 15);
    EXPECT_EQ(text.str(),
              "a      b      c\n"
              "-  -----  -----\n"
              "x  1.001  2.002\n"
              "\n"
              "a      d\n"
              "-  -----\n"
              "x  3.003\n");
    std::ostringstream narrow;
    table.Print(narrow, 1);
    EXPECT_NE(narrow.str().find("x  2.002\n"), std::string::npos) << narrow.str();
}

TEST(StudyTable, RowMustFit)
{
    StudyTable table;
    table.AddColumn("a", StudyTable::LEFT);
    EXPECT_THROW(table.AddRow({"1", "2"}), std::invalid_argument);
}

TEST(StudyTable, WidthsAreOfCharacters)
{
    StudyTable table;
    table.AddColumn("x", StudyTable::LEFT);
    table.AddColumn("y", StudyTable::RIGHT);
    table.AddRow({"\u00e9t\u00e9", "1"});
    table.AddRow({"ete", "2"});
    std::ostringstream text;
    table.Print(text);
    EXPECT_EQ(text.str(), "x    y\n---  -\n\u00e9t\u00e9  1\nete  2\n");
}

TEST(FormatSeconds, IsShortAndExact)
{
    EXPECT_EQ(FormatSeconds(250), "250");
    EXPECT_EQ(FormatSeconds(12.3456789), "12.3456789");
    EXPECT_EQ(FormatSeconds(123456.789), "123456.789");
    EXPECT_EQ(FormatSeconds(1e6), "1000000");
    EXPECT_EQ(FormatSeconds(1e-9), "0.000000001");
    EXPECT_EQ(FormatSeconds(0.00000099999999999997), "0.000001") << "what Time::GetSeconds() gives";
    EXPECT_EQ(FormatSeconds(0), "0");
}

TEST(StudyTable, NumbersHaveFourDigitsOrTheDecimalsAskedFor)
{
    EXPECT_EQ(StudyTable::Format(5.06449), "5.064");
    EXPECT_EQ(StudyTable::Format(426612), "426612");
    EXPECT_EQ(StudyTable::Format(426612.4), "426612");
    EXPECT_EQ(StudyTable::Format(1.5e9), "1.5e+09");
    EXPECT_EQ(StudyTable::Format(0.00051812), "0.0005181");
    EXPECT_EQ(StudyTable::Format(-0.04, 1), "0.0");
    EXPECT_EQ(StudyTable::Format(-0.06, 1), "-0.1");
    EXPECT_EQ(StudyTable::Format(5.06449, 2), "5.06");
    EXPECT_EQ(StudyTable::Format(5, 2), "5.00");
    EXPECT_EQ(StudyTable::Format(1e100, 2).size(), 104U) << "all digits";
    EXPECT_EQ(StudyTable::Format(std::nan("")), "-");
    EXPECT_EQ(StudyTable::Format(Interval{1, 2}, 1), "1.0 .. 2.0");
    EXPECT_EQ(StudyTable::Format(Interval::AtLeast(1)), ">= 1");
    EXPECT_EQ(StudyTable::Format(Interval::AtLeast(1 + 1e-8)), "> 1");
    EXPECT_EQ(StudyTable::Format(Interval::AtMost(1)), "<= 1");
    EXPECT_EQ(StudyTable::Format(Interval{}), "-");
}

/**
 * @param band band of a claim
 * @return the last lines printed of it, with a value of 1.23456
 */
std::string
PrintWithBand(const Interval& band)
{
    const Estimate estimate{1.23456, {1.23456, 1.23456}, 3};
    const StudyClaim claim{"C", "cell", {}, "", band, {}};
    std::ostringstream text;
    PrintClaims(text, {{claim, estimate, Judge(estimate, band)}}, 3);
    return text.str();
}

TEST(PrintClaims, RunsLeftOutStandBesideTheVerdict)
{
    const StudyClaim claim{.id = "M1", .cell = "a", .unit = "ms", .band = {1, 2}, .estimate = {}};
    const auto print = [&claim](std::size_t leftOut) {
        const Estimate estimate{1.5, {1.4, 1.6}, 9, "", leftOut};
        std::ostringstream text;
        PrintClaims(text, {{claim, estimate, Verdict::REPRODUCED}}, 9);
        return text.str();
    };
    EXPECT_EQ(print(0).find("left out"), std::string::npos);
    EXPECT_NE(print(1).find("reproduced, 1 run left out"), std::string::npos) << print(1);
    EXPECT_NE(print(2).find("reproduced, 2 runs left out"), std::string::npos) << print(2);
}

TEST(PrintClaims, LinesBelowTheTableSayWhatIsCalibrated)
{
    StudyClaim claim{.id = "M1", .cell = "a", .unit = "ms", .band = {1, 2}, .estimate = {}};
    claim.kind = ClaimKind::CALIBRATED;
    std::ostringstream text;
    PrintClaims(text, {{claim, {3, {2.9, 3.1}, 9}, Verdict::NOT_REPRODUCED}}, 9);
    EXPECT_NE(text.str().find("NOT REPRODUCED: M1 (a, calibrated): "), std::string::npos)
        << text.str();
}

TEST(PrintClaims, SumSaysHowManyDoNotCount)
{
    const StudyClaim claim{.id = "M1", .cell = "a", .unit = "ms", .band = {1, 2}, .estimate = {}};
    StudyClaim calibrated = claim;
    calibrated.kind = ClaimKind::CALIBRATED;
    const Estimate inside{1.5, {1.4, 1.6}, 9};
    const Estimate outside{3, {2.9, 3.1}, 9};
    const ClaimOutcome predicted{claim, inside, Verdict::REPRODUCED};
    std::ostringstream text;
    PrintClaims(text,
                {predicted,
                 {calibrated, inside, Verdict::REPRODUCED},
                 {calibrated, outside, Verdict::NOT_REPRODUCED}},
                9);
    EXPECT_NE(text.str().find("\n2 of 3 reproduced, 1 of these calibrated\n"), std::string::npos)
        << text.str();
    StudyClaim putIn = claim;
    putIn.kind = ClaimKind::PUT_IN;
    std::ostringstream both;
    PrintClaims(both,
                {predicted,
                 {calibrated, inside, Verdict::REPRODUCED},
                 {putIn, inside, Verdict::REPRODUCED}},
                9);
    EXPECT_NE(both.str().find("\n3 of 3 reproduced, 1 of these calibrated, 1 put in\n"),
              std::string::npos)
        << both.str();
    EXPECT_NE(both.str().find("a, put in  "), std::string::npos) << both.str();
    std::ostringstream plain;
    PrintClaims(plain, {predicted}, 9);
    EXPECT_NE(plain.str().find("\n1 of 1 reproduced\n"), std::string::npos) << plain.str();
}

TEST(PrintClaims, ColumnsThatSayNothingAreLeftOut)
{
    const StudyClaim claim{.id = "M1", .cell = "a", .unit = "", .band = {1, 2}, .estimate = {}};
    StudyClaim printed = claim;
    printed.paper = 1.2;
    const Estimate estimate{1.5, {1.4, 1.6}, 9};
    const auto print = [](const std::vector<ClaimOutcome>& outcomes) {
        std::ostringstream text;
        PrintClaims(text, outcomes, 9);
        return text.str();
    };
    const std::string bare = print({{claim, estimate, Verdict::REPRODUCED}});
    for (const std::string heading : {"paper", "unit", "runs"})
    {
        EXPECT_EQ(bare.find(heading), std::string::npos) << bare;
    }
    const std::string full =
        print({{claim, estimate, Verdict::REPRODUCED}, {printed, {1.5, {}, 1}, Verdict::ONE_RUN}});
    EXPECT_NE(full.find("paper"), std::string::npos) << full;
    EXPECT_NE(full.find("runs  verdict"), std::string::npos) << full;
}

TEST(PrintClaims, DigitsShowATenthOfTheBand)
{
    EXPECT_NE(PrintWithBand({1.2, 1.3}).find(" 1.23 "), std::string::npos);
    EXPECT_NE(PrintWithBand({1.2, 1.25}).find(" 1.235 "), std::string::npos);
    EXPECT_NE(PrintWithBand({0, 2}).find(" 1.2 "), std::string::npos);
    EXPECT_NE(PrintWithBand({-500, 500}).find(" 1 "), std::string::npos);
    EXPECT_NE(PrintWithBand(Interval::AtLeast(1)).find(" 1.235 "), std::string::npos)
        << "four digits if there is no width";
}

} // namespace

} // namespace ns3
