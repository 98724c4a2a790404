// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef QUEUE_DISC_CHOICE_H
#define QUEUE_DISC_CHOICE_H

#include "ns3/attribute.h"
#include "ns3/queue-disc.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::QueueDiscChoice declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A queue disc and values of its attributes, in the form in which ns-3 writes an ObjectFactory:
 * ns3::AckSuppressionQueueDisc[Mode=Hold|MaxDelay=50ms]. ns-3's own parser ends the program at an
 * unknown class, and takes an unknown name of an enumeration for any of its values.
 */
class QueueDiscChoice
{
  public:
    /// @param text that names a queue disc
    /// @return what it names; none if it is no class of ns-3, no queue disc, or one without an
    /// attribute MaxSize, or if a value cannot be one of the attribute before it
    static std::optional<QueueDiscChoice> Parse(const std::string& text);

    /// @return name of the class
    const std::string& GetType() const;
    /// @param disc of this class, whose attributes are set
    void SetAttributes(Ptr<QueueDisc> disc) const;

  private:
    std::string m_type;                                        ///< see GetType
    std::vector<std::pair<std::string, std::string>> m_values; ///< of attributes, by their names
};

/**
 * @ingroup wlan-testbed
 * @param isOptional whether an empty text is accepted
 * @return checker of a StringValue that QueueDiscChoice::Parse() can read
 */
Ptr<const AttributeChecker> MakeQueueDiscChecker(bool isOptional);

} // namespace ns3

#endif // QUEUE_DISC_CHOICE_H
