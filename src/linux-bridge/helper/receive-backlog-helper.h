// SPDX-License-Identifier: GPL-2.0-only

#ifndef RECEIVE_BACKLOG_HELPER_H
#define RECEIVE_BACKLOG_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/receive-backlog.h"

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
 * Gives hosts a ReceiveBacklog, before or after IP stacks, bridges and queue discs.
 */
class ReceiveBacklogHelper
{
  public:
    ReceiveBacklogHelper();

    /// @param name attribute of the backlogs @param value for it
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Let what devices receive wait for their host. A node gets one backlog for all its devices;
     * the attributes are those of the call that brings the first of them.
     * @param devices on nodes; ports of a bridge, not the bridge
     */
    void Install(const NetDeviceContainer& devices) const;

    /**
     * Fix the random streams of the backlogs of nodes.
     * @param nodes some of which have a backlog @param stream first stream number
     * @return number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    ObjectFactory m_factory; ///< backlogs
};

} // namespace ns3

#endif // RECEIVE_BACKLOG_HELPER_H
