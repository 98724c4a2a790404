// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TESTBED_H
#define TESTBED_H

#include "ns3/object.h"
#include "ns3/type-id.h"

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Testbed declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The set-up of a paper. Its attributes are the values of the set-up, with the paper's as defaults.
 *
 * Nodes and devices are built when the object is constructed, so set values beforehand: as defaults
 * (--ns3::Malone2008Testbed::Room=5:5:0, Config::SetDefault()), with an ObjectFactory or with
 * CreateObjectWithAttributes(). Each attribute accepts a range. Values that are in their ranges but
 * exclude each other end the program with one line.
 */
class Testbed : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Testbed();
    ~Testbed() override;
    Testbed(const Testbed&) = delete;
    Testbed& operator=(const Testbed&) = delete;

  protected:
    /// Flags of an attribute that has an effect only before the testbed is built.
    static constexpr uint32_t WHEN_BUILT = TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT;

    /// Calls Build(). Values that it refuses end the program with one line that names the class. So
    /// do a user's values for the attributes of other testbeds, which would have no effect.
    void NotifyConstructionCompleted() override;

  private:
    /**
     * Build the set-up from the attributes.
     * @throws std::invalid_argument if they exclude each other, or if a user has set an attribute
     * of another object that the testbed sets
     */
    virtual void Build() = 0;
};

} // namespace ns3

#endif // TESTBED_H
