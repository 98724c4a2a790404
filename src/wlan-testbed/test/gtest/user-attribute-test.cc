// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/user-attribute.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <stdexcept>

namespace ns3
{

namespace
{

const std::string NAME = "ns3::UniformRandomVariable::Max"; ///< an attribute with default 1

/// Puts ns3's defaults back after each test.
class UserAttributeTest : public testing::Test
{
  protected:
    ~UserAttributeTest() override
    {
        Config::Reset();
    }

    /**
     * @param wanted value of the testbed
     * @return value to use
     */
    static double Prefer(double wanted)
    {
        const auto value = PreferUserValue(NAME, DoubleValue(wanted));
        return DynamicCast<const DoubleValue>(value)->Get();
    }
};

TEST_F(UserAttributeTest, TestbedsValueWithoutUsers)
{
    EXPECT_EQ(Prefer(3), 3);
    EXPECT_NO_THROW(RefuseUserValues({NAME}));
}

TEST_F(UserAttributeTest, UsersValueWins)
{
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_EQ(Prefer(3), 2);
    EXPECT_THROW(RefuseUserValues({NAME}), std::invalid_argument);
    Config::Reset();
    EXPECT_EQ(Prefer(3), 3);
}

TEST_F(UserAttributeTest, DefaultIsThatOfTheClassOrTheUsers)
{
    const auto get = [] { return DynamicCast<const DoubleValue>(GetDefaultValue(NAME))->Get(); };
    EXPECT_EQ(get(), 1);
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_EQ(get(), 2);
    EXPECT_THROW(GetDefaultValue("ns3::UniformRandomVariable::Maxi"), std::invalid_argument);
}

TEST_F(UserAttributeTest, WhatAnExperimentVariesIsNotTheUsers)
{
    ObjectFactory factory("ns3::UniformRandomVariable");
    Vary(factory, "Min", DoubleValue(-3), "Max", DoubleValue(3));
    DoubleValue max;
    factory.Create()->GetAttribute("Max", max);
    EXPECT_EQ(max.Get(), 3);
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_NO_THROW(Vary(factory, "Min", DoubleValue(-4)));
    try
    {
        Vary(factory, "Min", DoubleValue(-4), "Max", DoubleValue(4));
        FAIL();
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(error.what(), NAME + " cannot be set by the user, because the study sets it");
    }
}

// Where it has no effect, a user may vary it in other points.
TEST_F(UserAttributeTest, PointWithoutEffectKeepsTheDefault)
{
    ObjectFactory factory("ns3::UniformRandomVariable");
    Config::SetDefault(NAME, DoubleValue(2));
    const auto object = factory.Create();
    EXPECT_THROW(RequireDefaults(*object, {"Max"}, "a reason"), std::invalid_argument);
    KeepDefaults(factory, {"Min", "Max"});
    EXPECT_NO_THROW(RequireDefaults(*factory.Create(), {"Min", "Max"}, "a reason"));
}

TEST_F(UserAttributeTest, TimeOfAShortRunIsAtMostItsLimit)
{
    const std::string testbed = "ns3::Vacirca2005Testbed"; // whose WarmUp is 50 s
    const auto get = [&testbed](Time most) {
        ObjectFactory factory(testbed);
        VaryToAtMost(factory, "WarmUp", most);
        TimeValue warmUp;
        factory.Create()->GetAttribute("WarmUp", warmUp);
        Simulator::Destroy();
        return warmUp.Get();
    };
    EXPECT_EQ(get(Seconds(3)), Seconds(3));
    EXPECT_EQ(get(Seconds(60)), Seconds(50));
    Config::SetDefault(testbed + "::WarmUp", TimeValue(Seconds(3)));
    EXPECT_EQ(get(Seconds(3)), Seconds(3));
    try
    {
        get(MilliSeconds(900));
        FAIL();
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(error.what(), testbed + "::WarmUp=3s: expected at most 900ms in so short a run");
    }
}

TEST_F(UserAttributeTest, TimesAreWrittenAsAUserWould)
{
    EXPECT_EQ(DescribeTime(MilliSeconds(50)), "50ms");
    EXPECT_EQ(DescribeTime(MilliSeconds(1500)), "1.5s");
    EXPECT_EQ(DescribeTime(Seconds(0)), "0s");
}

TEST_F(UserAttributeTest, OneOfSeveralIsRefused)
{
    const auto refuse = [] { RefuseUserValues({"ns3::UniformRandomVariable::Min", NAME}); };
    EXPECT_NO_THROW(refuse());
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_THROW(refuse(), std::invalid_argument);
}

TEST_F(UserAttributeTest, AttributeOfAnUnusedClassIsRefused)
{
    const auto refuse = [](const std::string& unused) {
        RefuseUserValuesOf([&unused](TypeId type) { return type.GetName() == unused; },
                           "this=test");
    };
    EXPECT_NO_THROW(refuse("ns3::UniformRandomVariable"));
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_NO_THROW(refuse("ns3::NormalRandomVariable"));
    EXPECT_NO_THROW(refuse("ns3::RandomVariableStream")) << "the child declares it";
    try
    {
        refuse("ns3::UniformRandomVariable");
        FAIL() << "nothing is thrown";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(error.what(), NAME + "=2 has no effect with this=test: expected 1");
    }
}

TEST_F(UserAttributeTest, TableIsSetInItsOrder)
{
    std::vector<std::string> set;
    const auto note = [&set](const std::string& name, const AttributeValue& value) {
        set.push_back(name + "=" + value.SerializeToString(MakeDoubleChecker<double>()));
    };
    const std::string type = "ns3::UniformRandomVariable";
    const TestbedAttribute min("Min", DoubleValue(-3));
    SetAttributes(type, {{"Max", DoubleValue(3)}, min}, note);
    EXPECT_EQ(set, (std::vector<std::string>{"Max=3", "Min=-3"}));
    EXPECT_THROW(SetAttributes(type, {{"Maxi", DoubleValue(3)}}, note), std::invalid_argument);
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_THROW(SetAttributes(type, {{"Max", DoubleValue(3)}}, note), std::invalid_argument);
    EXPECT_EQ(set.size(), 2U) << "nothing of a table that is refused";
}

TEST_F(UserAttributeTest, UsersValueWinsThoughItIsTheDefault)
{
    Config::SetDefault(NAME, DoubleValue(1));
    EXPECT_EQ(Prefer(3), 1);
}

TEST_F(UserAttributeTest, MisspeltNameIsRefused)
{
    EXPECT_THROW(RefuseUserValues({"ns3::UniformRandomVariable::Maxi"}), std::invalid_argument);
    EXPECT_THROW(RefuseUserValues({"ns3::Nothing::Max"}), std::invalid_argument);
    EXPECT_THROW(RefuseUserValues({"Max"}), std::invalid_argument);
    EXPECT_THROW(RefuseUserValues({"ns3::UniformRandomVariable::Stream"}), std::invalid_argument)
        << "declared by the parent, ns3::RandomVariableStream";
}

/// ns-3 reads the environment once, so each test begins a program anew.
class UserAttributeDeathTest : public UserAttributeTest
{
  protected:
    UserAttributeDeathTest()
    {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
    }

    ~UserAttributeDeathTest() override
    {
        unsetenv("NS_ATTRIBUTE_DEFAULT");
    }

    /// @param text of the environment variable
    static void SetEnvironment(const std::string& text)
    {
        setenv("NS_ATTRIBUTE_DEFAULT", text.c_str(), 1);
    }

    /// Write what becomes of the attribute, 3 being the testbed's value, and end.
    [[noreturn]] static void Report()
    {
        try
        {
            std::cerr << Prefer(3);
            RefuseUserValues({NAME});
            std::cerr << ", not refused\n";
        }
        catch (const std::invalid_argument& error)
        {
            std::cerr << "; " << error.what() << "\n";
        }
        std::exit(0);
    }
};

TEST_F(UserAttributeDeathTest, UsersValueInTheEnvironmentWins)
{
    SetEnvironment("ns3::UniformRandomVariable::Min=-5;" + NAME + "=2.5");
    EXPECT_EXIT(Report(),
                testing::ExitedWithCode(0),
                "^2.5; " + NAME + " cannot be set by the user, because the study sets it\n$");
}

TEST_F(UserAttributeDeathTest, UsersValueInTheEnvironmentWinsThoughItIsTheDefault)
{
    SetEnvironment(NAME + "=1");
    EXPECT_EXIT(Report(), testing::ExitedWithCode(0), "^1; .* cannot be set by the user");
}

TEST_F(UserAttributeDeathTest, EnvironmentWithOtherAttributesOnly)
{
    SetEnvironment("ns3::UniformRandomVariable::Min=0.5");
    EXPECT_EXIT(Report(), testing::ExitedWithCode(0), "^3, not refused\n$");
}

TEST_F(UserAttributeDeathTest, BadValueInTheEnvironmentIsRefused)
{
    const std::string name = "ns3::RandomVariableStream::Antithetic";
    SetEnvironment(name + "=perhaps");
    const auto refuse = [&name] {
        try
        {
            RefuseUserValues({name});
        }
        catch (const std::invalid_argument& error)
        {
            std::cerr << error.what() << "\n";
        }
        std::exit(0);
    };
    EXPECT_EXIT(refuse(),
                testing::ExitedWithCode(0),
                "^NS_ATTRIBUTE_DEFAULT: " + name + " cannot be 'perhaps', expected bool\n$");
}

} // namespace

} // namespace ns3
