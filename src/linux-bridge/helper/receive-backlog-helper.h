// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RECEIVE_BACKLOG_HELPER_H
#define RECEIVE_BACKLOG_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/receive-backlog.h"

#include <map>
#include <string>

/**
 * @file
 * @ingroup linux-bridge
 * ns3::ReceiveBacklogHelper declaration.
 */

namespace ns3
{

/**
 * @ingroup linux-bridge
 * Gives hosts a ReceiveBacklog. IP stacks, bridges and queue discs may be installed before or
 * after.
 */
class ReceiveBacklogHelper
{
  public:
    /// Make ns3::ReceiveBacklog with default attributes.
    ReceiveBacklogHelper();

    /**
     * @param name attribute of the backlogs; an unknown one is fatal
     * @param value for it
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make the packets that the devices receive wait for their host. A node gets one backlog for
     * all its devices; the call that adds its first device determines the attributes. If a node
     * already has a backlog and an attribute of this helper has another value, the program ends
     * with one line.
     * @param devices on nodes; for a bridge, its ports instead of the bridge itself
     */
    void Install(const NetDeviceContainer& devices) const;

    /**
     * Fix the random streams of the backlogs of nodes.
     * @param nodes with or without a backlog
     * @param stream first stream number
     * @return number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    /// End the program if an attribute that was set here has another value there.
    /// @param backlog that the node of a device has already
    void CheckSettings(const ReceiveBacklog& backlog) const;

    ObjectFactory m_factory; ///< backlogs
    /// Attributes that were set, as text by their names.
    std::map<std::string, std::string> m_settings;
};

} // namespace ns3

#endif // RECEIVE_BACKLOG_HELPER_H
