// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/random-variable-stream.h"
#include "ns3/user-attribute.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{

namespace
{

const std::string NAME = "ns3::UniformRandomVariable::Max"; //!< an attribute with default 1

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
    EXPECT_NO_THROW(RefuseUserValue(NAME));
}

TEST_F(UserAttributeTest, UsersValueWins)
{
    Config::SetDefault(NAME, DoubleValue(2));
    EXPECT_EQ(Prefer(3), 2);
    EXPECT_THROW(RefuseUserValue(NAME), std::invalid_argument);
    Config::Reset();
    EXPECT_EQ(Prefer(3), 3);
}

TEST_F(UserAttributeTest, UsersValueWinsThoughItIsTheDefault)
{
    Config::SetDefault(NAME, DoubleValue(1));
    EXPECT_EQ(Prefer(3), 1);
}

TEST_F(UserAttributeTest, MisspeltNameIsRefused)
{
    EXPECT_THROW(RefuseUserValue("ns3::UniformRandomVariable::Maxi"), std::invalid_argument);
    EXPECT_THROW(RefuseUserValue("ns3::Nothing::Max"), std::invalid_argument);
    EXPECT_THROW(RefuseUserValue("Max"), std::invalid_argument);
}

} // namespace

} // namespace ns3
