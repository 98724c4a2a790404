// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ACK_SUPPRESSION_QUEUE_DISC_H
#define ACK_SUPPRESSION_QUEUE_DISC_H

#include "ack-suppression.h"
#include "ordered-item-queue.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/queue-disc.h"

/**
 * @file
 * @ingroup wifi-ext
 * ns3::AckSuppressionQueueDisc declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A FIFO that suppresses TCP ACKs: among the waiting ACKs of a connection, a later one makes
 * earlier ones superfluous, because acknowledgment numbers are cumulative (ACK filtering; RFC 3449,
 * 5.2.1). Drivers of Wi-Fi cards do this to save transmissions of short frames.
 *
 * ACKs with any other information are neither dropped nor held back: see AckNews. Each suppressed
 * ACK was in the queue, so it is traced in DropAfterDequeue, with the reason SUPERSEDED_DROP. The
 * disc can be used at any node, as a root or as a child of MqQueueDisc; in mode REPLACE as a child
 * of any other disc, too. It needs no packet filter. Attributes that change take effect with the
 * next packet. The defaults of Ratio (3) and Delay (10 ms) are TCPACK_SUPP_RATIO and
 * TCPACK_DELAY_TIME of Broadcom's driver. The disc creates its own internal queue; the program ends
 * with an error line if the disc gets classes, filters or queues. In mode REPLACE the program also
 * ends if the device has no flow control, because no packet would wait. In the other modes, an
 * event releases a held ACK, even if the device is idle.
 */
class AckSuppressionQueueDisc : public QueueDisc
{
  public:
    using Mode = AckSuppressionMode; ///< see attribute Mode

    /// Reason of the drop of an ACK that a later one has superseded.
    static constexpr const char* SUPERSEDED_DROP = "ACK: superseded by a later one";
    /// Reason of the drop of a packet for which there is no room.
    static constexpr const char* LIMIT_DROP = "Queue disc limit exceeded";

    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    AckSuppressionQueueDisc();
    ~AckSuppressionQueueDisc() override;

    /// @return number of ACKs that were suppressed since the disc was initialized
    uint64_t GetNSuppressed() const;
    /**
     * @param news any kind of news except NONE
     * @return number of pure ACKs that were kept for this reason; an ACK that was refused for lack
     * of room does not count
     */
    uint64_t GetNKept(AckNews news) const;
    /// @return number of connections that are remembered
    std::size_t GetNConnections() const;

  private:
    /**
     * @param item that arrives
     * @return false if it was dropped with LIMIT_DROP; an ACK that takes the place of another one
     * needs no room
     */
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    /**
     * First lets go the held ACKs that are due: the device may ask at the same instant as, but
     * before, the event of ReleaseDue().
     * @return the next item in the order of AckSuppression; null if nothing waits, or if all that
     * waits is held back
     */
    Ptr<QueueDiscItem> DoDequeue() override;
    /**
     * Overridden because QueueDisc::DoPeek() would dequeue the item and keep it aside, where no
     * later ACK could take its place. An item that was only peeked at can still be superseded.
     * @return what DoDequeue() would return now
     */
    Ptr<const QueueDiscItem> DoPeek() override;
    /**
     * The program ends with one line if the disc was given classes, packet filters or internal
     * queues, or if the device does not suit mode REPLACE (CheckMode()). That HOLD and DELAY need a
     * disc which can wake the device is checked only when the first ACK is due; see ReleaseDue().
     * @return true
     */
    bool CheckConfig() override;
    /**
     * Makes the internal queue, and begins without connections and with the attributes of this
     * moment.
     */
    void InitializeParams() override;
    /**
     * Cancels the event of the next held ACK, which must not wake a device that is gone, and
     * forgets all connections. GetNKept() and GetNConnections() return 0 afterwards.
     */
    void DoDispose() override;

    /// @param mode see attribute Mode; checked at once if the disc has started
    void SetMode(Mode mode);
    /// @return see attribute Mode
    Mode GetMode() const;
    /**
     * In mode REPLACE the program ends with one line if the device has no flow control
     * (CheckDeviceQueues()), or if it is a WifiNetDevice of 802.11n or later: its MAC fetches the
     * packets of the next A-MPDUs ahead, so that no ACK waits here.
     */
    void CheckMode() const;
    /// @param size see attribute MaxSize
    void SetLimit(QueueSize size);
    /// @return see attribute MaxSize
    QueueSize GetLimit() const;
    /// @return the attributes
    AckSuppression<OrderedItemQueue::Position>::Settings GetSettings() const;
    /// @param item that is offered
    /// @param superseded item that it would replace, or null
    /// @return whether it keeps to MaxSize
    bool HasRoom(const QueueDiscItem& item, const QueueDiscItem* superseded) const;
    /// Release the ACKs that are due. If somebody else has emptied the internal queue, forget those
    /// that were held back.
    void Advance();
    /**
     * Schedule the event of the next ACK that is held back; an event at the right time is left as
     * it is. Without a held ACK no event is pending.
     */
    void ScheduleRelease();
    /**
     * An ACK is due: the device may be idle, and would not request it. The disc therefore runs
     * itself (QueueDisc::Run()). The program ends with one line if the disc has no send callback:
     * ns-3 gives one to a root disc and to the children of MqQueueDisc only. Nothing happens if the
     * disc was removed from its device, or if the device was disposed of.
     */
    void ReleaseDue();

    Mode m_mode{Mode::REPLACE};   ///< see attribute Mode
    uint32_t m_ratio{0};          ///< see attribute Ratio
    Time m_delay;                 ///< see attribute Delay
    Time m_idleTimeout;           ///< see attribute IdleTimeout
    uint32_t m_maxConnections{0}; ///< see attribute MaxConnections

    Ptr<NetDevice> m_device;                                  ///< see FindServedDevice; may be null
    bool m_hasSend{false};                                    ///< send callback at the start
    Ptr<OrderedItemQueue> m_store;                            ///< the internal queue
    AckSuppression<OrderedItemQueue::Position> m_suppression; ///< order of departure
    uint64_t m_suppressed{0};                                 ///< see GetNSuppressed
    EventId m_release;                                        ///< of the next held ACK
};

} // namespace ns3

#endif // ACK_SUPPRESSION_QUEUE_DISC_H
