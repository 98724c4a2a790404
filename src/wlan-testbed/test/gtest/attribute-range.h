// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ATTRIBUTE_RANGE_H
#define ATTRIBUTE_RANGE_H

#include "ns3/config.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{

/// Which values the attributes of a class take, as a user would set them.
class AttributeRange
{
  public:
    /// @param type name of the class
    explicit AttributeRange(const std::string& type)
        : m_type(type)
    {
    }

    ~AttributeRange()
    {
        Config::Reset();
    }

    AttributeRange(const AttributeRange&) = delete;
    AttributeRange& operator=(const AttributeRange&) = delete;

    /// @param attribute of the class
    /// @param accepted values
    /// @param refused values
    void Expect(const std::string& attribute,
                const std::vector<std::string>& accepted,
                const std::vector<std::string>& refused) const
    {
        for (const auto& text : accepted)
        {
            EXPECT_TRUE(Set(attribute, StringValue(text))) << attribute << "=" << text;
        }
        for (const auto& text : refused)
        {
            EXPECT_FALSE(Set(attribute, StringValue(text))) << attribute << "=" << text;
        }
    }

    /// @param attribute of the class
    /// @param value that is refused
    void Refuse(const std::string& attribute, const AttributeValue& value) const
    {
        EXPECT_FALSE(Set(attribute, value)) << attribute;
    }

  private:
    /// @param attribute of the class
    /// @param value of it
    /// @return whether it is accepted
    bool Set(const std::string& attribute, const AttributeValue& value) const
    {
        return Config::SetDefaultFailSafe(m_type + "::" + attribute, value);
    }

    std::string m_type; ///< see the constructor
};

} // namespace ns3

#endif // ATTRIBUTE_RANGE_H
