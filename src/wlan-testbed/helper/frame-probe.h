// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef FRAME_PROBE_H
#define FRAME_PROBE_H

#include "cell-radio.h"

#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::FrameProbe declaration.
 */

namespace ns3
{

class QueueDisc;
class QueueDiscItem;

/**
 * @ingroup wlan-testbed
 * Records the data frames of a radio, like the measuring station of malone2008 (III): how long each
 * frame waits, its retransmissions, and the share of transmissions that collide. Frames to a group
 * are left out. It only listens.
 */
class FrameProbe
{
  public:
    /// Record from now on.
    /// @param radio a WifiNetDevice or DcfNetDevice with a root queue disc
    explicit FrameProbe(Ptr<NetDevice> radio);
    FrameProbe(const FrameProbe&) = delete;
    FrameProbe& operator=(const FrameProbe&) = delete;
    ~FrameProbe();

    /// A frame that was delivered.
    struct Delivery
    {
        double time; ///< of its acknowledgment, s
        double sent; ///< when the transmission that was acknowledged began, s
        /// Since it was the first of its queue in the MAC, s: "from a packet becoming eligible for
        /// transmission (reaching the head of the hardware interface queue) to final successful
        /// transmission" (III). Frames to a group before it count as part of it.
        double access;
        /// Since the driver took it, s: "time between enqueueing of packet at WiFi driver and its
        /// successful transmission" (figure 1).
        double service;
        double drain;     ///< since it came to the interface's queue disc, s (figures 7 and 8)
        uint32_t retries; ///< transmissions after the first
        uint32_t size;    ///< of the packet that the MAC took, bytes
    };

    /// @return the delivered frames in order
    const std::vector<Delivery>& GetDeliveries() const;
    /// @return when frames were transmitted, each of their transmissions, s
    const std::vector<double>& GetTransmissions() const;
    /// @return frames that were given up at the limit of retransmissions or of their lifetime, or
    /// found the MAC's queue full
    uint64_t GetDropped() const;
    /**
     * The collision probability as a station sees it on a channel without errors: the share of its
     * transmissions that were not acknowledged.
     * @param begin of what counts, s
     * @param end of what counts, s
     * @return share from 0 to 1, 0 without transmissions
     */
    double GetCollisionShare(double begin, double end) const;
    /**
     * How often first backoffs collide: of the first transmissions of frames, the share that was
     * not acknowledged. Retransmissions of this station, which draw from wider windows, are left
     * out; its rivals may be retransmitting.
     * @param begin of what counts, s
     * @param end of what counts, s
     * @return share from 0 to 1, 0 without transmissions
     */
    double GetFirstCollisionShare(double begin, double end) const;

  private:
    /// @return NoteBegin() and NotePhyBegin(); equal in each call, so that they can be disconnected
    TxBeginCallbacks GetTxBegin();
    /// The radio begins a frame.
    /// @param packet frame with its MAC header
    void NoteBegin(Ptr<const Packet> packet);
    /// NoteBegin() for the trace source of a WifiPhy.
    /// @param packet as there
    /// @param power not used
    void NotePhyBegin(Ptr<const Packet> packet, double power);
    /// The disc has taken a packet, whose drain time begins (trace Enqueue).
    /// @param item the packet
    void NoteOffered(Ptr<const QueueDiscItem> item);
    /// The disc has dropped a packet that it had taken (trace DropAfterDequeue).
    /// @param item the packet
    /// @param reason not used
    void NoteDiscarded(Ptr<const QueueDiscItem> item, const char* reason);
    /// A frame was delivered. If the probe did not see its packet enter the disc, its drain time is
    /// its service time.
    /// @param mpdu the frame
    void NoteAcked(Ptr<const WifiMpdu> mpdu);
    /// The MAC has dropped a frame, or found no room for it.
    /// @param reason WIFI_MAC_DROP_FAILED_ENQUEUE: it was never in the MAC's queue
    /// @param mpdu the frame
    void NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);
    /// @param transmissions when, s
    /// @param begin, end of what counts, s
    /// @param isSuccess of a delivery whether one of these transmissions was its last
    /// @return share without success
    double GetFailedShare(const std::vector<double>& transmissions,
                          double begin,
                          double end,
                          bool (*isSuccess)(const Delivery&)) const;
    /// @param mpdu that leaves its queue
    /// @return since when it was the first there
    Time TakeFirst(Ptr<const WifiMpdu> mpdu);
    /// @param uid of a packet that leaves the radio
    /// @return when it came to the disc, if it did
    std::optional<Time> TakeOffered(uint64_t uid);

    Ptr<NetDevice> m_radio;              ///< see the constructor
    Ptr<QueueDisc> m_disc;               ///< above it
    std::vector<Delivery> m_deliveries;  ///< see GetDeliveries
    std::vector<double> m_transmissions; ///< see GetTransmissions
    std::vector<double> m_firsts;        ///< of m_transmissions, those that are no retransmissions
    uint64_t m_dropped{0};               ///< see GetDropped
    /// By packet's UID, when it came to the disc. Segments that ns-3's sockets cut out of one
    /// packet of the application share its UID; they come and leave in order.
    std::map<uint64_t, std::queue<Time>> m_offered;
    std::map<uint8_t, Time> m_lastLeaves; ///< by access category, when the last frame left
};

} // namespace ns3

#endif // FRAME_PROBE_H
