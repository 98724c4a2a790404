// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BRIDGED_QUEUE_DISCS_H
#define BRIDGED_QUEUE_DISCS_H

#include "linux-bridge-drop-reason.h"

#include "ns3/net-device.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

class NetDeviceQueueInterface;
class QueueDisc;
class QueueDiscItem;
class TrafficControlLayer;

/**
 * @ingroup linux-bridge
 * The queue discs of a device that is the port of a bridge. They may come, go and change at any
 * time, as with `tc qdisc replace`. A queue disc in use sends to the bridge's port; frames in one
 * that is replaced are dropped (QUEUE_DISC_REMOVED).
 */
class BridgedQueueDiscs
{
  public:
    /// Takes an item that a queue disc sends.
    using SendFunction = std::function<void(Ptr<QueueDiscItem>)>;
    /// Called with an item that a queue disc has dropped, or that the removal of the disc drops.
    using DropFunction = std::function<void(Ptr<const QueueDiscItem>, LinuxBridgeDropReason)>;

    /**
     * @param device the port, on its node
     * @param queueInterface of the device; null if it has none
     * @param send takes what a queue disc sends
     * @param drop is called with each item that is dropped
     */
    BridgedQueueDiscs(Ptr<NetDevice> device,
                      Ptr<NetDeviceQueueInterface> queueInterface,
                      SendFunction send,
                      DropFunction drop);
    /// Detach() must have been called, because a queue disc may still hold this object's callback.
    ~BridgedQueueDiscs();
    BridgedQueueDiscs(const BridgedQueueDiscs&) = delete;
    BridgedQueueDiscs& operator=(const BridgedQueueDiscs&) = delete;

    /**
     * Follow a change of the root queue disc.
     * @return false while the traffic-control layer would undo the send callback, because it is not
     * initialized yet
     */
    bool Update();
    /// @return whether the device has a queue disc, since the last Update()
    bool IsPresent() const;
    /// @param item to be sent
    /// @param queue of the device that it is for
    void Enqueue(Ptr<QueueDiscItem> item, std::size_t queue);
    /// @return number of items in the queue discs, by their statistics
    uint64_t GetNHeld() const;
    /// Leave the queue discs. What they have leaves later, without this object.
    void Detach();

  private:
    /**
     * Take over the send callbacks and the traces of a queue disc, and let the device wake it
     * (netif_tx_wake_queue()).
     * @param root of the device
     */
    void Attach(Ptr<QueueDisc> root);
    /// Find the queue disc that serves each queue of the device: the root, or its child for
    /// WAKE_CHILD. Another number of children than of queues ends the program with an error line.
    void FindRunningDiscs();
    /// Give back what Attach() took; nothing happens without a queue disc. A queue disc that the
    /// device still has sends without this object from now on.
    void Release();
    /// @param disc whose frames are dropped, and those of the discs below it (qdisc_reset())
    void Drain(const Ptr<QueueDisc>& disc);
    /**
     * @param item that a queue disc has dropped
     * @param reason of the queue disc, which its own traces report
     */
    void NotifyDrop(Ptr<const QueueDiscItem> item, const char* reason);

    Ptr<NetDevice> m_device;                       ///< the port
    Ptr<NetDeviceQueueInterface> m_queueInterface; ///< of the device; null if it has none
    SendFunction m_send;                           ///< see the constructor
    DropFunction m_drop;                           ///< see the constructor
    Ptr<TrafficControlLayer> m_trafficControl;     ///< of the node; null until it has one
    Ptr<QueueDisc> m_root;                         ///< root queue disc in use; null: none
    std::vector<Ptr<QueueDisc>> m_discs;           ///< by device queue: the root or its children
    /// Removed root queue discs, empty. The timer of a TbfQueueDisc may still fire.
    std::vector<Ptr<QueueDisc>> m_removed;
};

} // namespace ns3

#endif // BRIDGED_QUEUE_DISCS_H
