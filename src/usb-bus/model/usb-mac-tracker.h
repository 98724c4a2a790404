// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_MAC_TRACKER_H
#define USB_MAC_TRACKER_H

#include "urb.h"
#include "usb-drop-reason.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"
#include "ns3/wifi-mac.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class WifiNetDevice;

/**
 * @ingroup usb-bus
 * Hands frames to a radio and reports exactly once for each when the MAC is done with it.
 *
 * No single trace of a WifiNetDevice tells this. A frame ends with the first of these events (ns-3
 * 3.44 to 3.48):
 *
 * - `WifiMac/AckedMpdu`: acknowledged, by Ack or block ack;
 * - `WifiMac/DroppedMpdu`: retry limit, lifetime, block ack window, refused by the queue;
 * - `WifiMac/MacTxDrop`: no peer, before the frame becomes an MPDU;
 * - `WifiMacQueue/DropAfterDequeue`: flushed, or pushed out by a newer frame;
 * - `WifiMacQueue/Dequeue` of a frame that nobody acknowledges (group address, No Ack policy):
 *   sent, once the radio has finished; some releases fire it at the start of the transmission;
 * - no `WifiMacQueue/Enqueue` while WifiNetDevice::Send() runs: the full queue refused the frame,
 *   which the MAC reports nowhere.
 *
 * `Dequeue` alone does not end a frame: aggregation to an A-MSDU and fragmentation take frames out
 * of the queue and put them back in another form. A frame is recognized by its Packet object, which
 * an A-MSDU keeps; a fragment by the packet's uid.
 *
 * Any other radio must itself have trace sources with the names, arguments and meaning of those of
 * `WifiMac` and `WifiPhy`. There a frame ends with one of these events:
 *
 * - `AckedMpdu`;
 * - `DroppedMpdu`, unless the queue refused the frame;
 * - `PhyTxEnd` of a frame whose receiver is a group;
 * - Send() returns false: the full queue refused the frame, if `DroppedMpdu` tells so, or it has no
 *   peer.
 *
 * Such a radio may copy packets, so that they are recognized by their uid. Packets that share one
 * must end in the order in which they came.
 */
class UsbMacTracker : public SimpleRefCount<UsbMacTracker>
{
  public:
    /// Called when the MAC is done: packet (with LLC header), bytes as told to Send(), reason if it
    /// was not sent.
    using DoneCallback = Callback<void, Ptr<const Packet>, uint32_t, std::optional<UsbDropReason>>;

    /**
     * Connect to the traces of the radio.
     * @param device that lacks nothing, see GetMissing()
     * @param done see DoneCallback; may be called from Send()
     */
    UsbMacTracker(Ptr<NetDevice> device, DoneCallback done);
    ~UsbMacTracker();

    /// @param device any
    /// @return what it lacks to be tracked; empty if it lacks nothing
    static std::string GetMissing(Ptr<NetDevice> device);
    /// @return packets that each queue of the radio holds; UINT32_MAX if it does not tell
    uint32_t GetQueueLimit() const;
    /**
     * Without room in the radio's queue, DoneCallback runs before the return.
     * @param frame to be sent; the device keeps its packet
     * @param bytes that it takes of a buffer
     */
    void Send(const UsbNetFrame& frame, uint32_t bytes);
    /// @return number of frames the MAC is not done with
    uint32_t GetSize() const;
    /// @return bytes that these take of a buffer
    uint32_t GetBytes() const;
    /// Disconnect from all traces and forget all frames.
    void Disconnect();

  private:
    /// A frame the MAC has.
    struct Frame
    {
        Ptr<const Packet> packet; ///< as handed over
        uint32_t bytes;           ///< of a buffer
        bool queued;              ///< was seen to enter the queue
    };

    using Frames = std::vector<Frame>; ///< in the order in which they were handed over

    /**
     * @return what has AckedMpdu and DroppedMpdu: the WifiMac, or the radio itself; null once
     * disconnected
     */
    Ptr<Object> GetMacTraces() const;
    /**
     * @param connect to the queues of all access categories and that of frames without QoS,
     * otherwise disconnect
     */
    void ConnectQueues(bool connect);
    /// @param packet given up before it became an MPDU: the station is not associated
    void MacDropped(Ptr<const Packet> packet);
    /// @param mpdu that a queue has taken
    void MpduEnqueued(Ptr<const WifiMpdu> mpdu);
    /// @param mpdu of which one that nobody acknowledges ends when the radio has sent it
    void MpduDequeued(Ptr<const WifiMpdu> mpdu);
    /// @param mpdu taken out of its queue unsent: expired or flushed
    void MpduRemoved(Ptr<const WifiMpdu> mpdu);
    /// @param mpdu acknowledged; a fragment ends the frame only if it is the last one
    void MpduAcked(Ptr<const WifiMpdu> mpdu);
    /**
     * @param reason translated into a UsbDropReason
     * @param mpdu given up
     */
    void MpduDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);
    /// @param frame whose transmission by another radio has ended; one to a group ends here
    void FrameSent(Ptr<const Packet> frame);
    /// @param packet that nobody acknowledges, ended when no radio of the device transmits any more
    void AwaitEndOfTransmission(Ptr<const Packet> packet);
    /// @param packet that was sent
    void EndUnacknowledged(Ptr<const Packet> packet);
    /**
     * @param mpdu whose packets end: several of an A-MSDU, one of any other
     * @param reason none if it was sent
     */
    void EndMpdu(Ptr<const WifiMpdu> mpdu, std::optional<UsbDropReason> reason);
    /**
     * The frame is forgotten before the callback runs, because the callback may send another one.
     * @param frame which
     * @param reason none if it was sent
     */
    void End(Frames::iterator frame, std::optional<UsbDropReason> reason);
    /**
     * @param packet the same object
     * @return its frame, or the end of m_frames
     */
    Frames::iterator Find(const Ptr<const Packet>& packet);
    /**
     * @param packet a copy or a fragment
     * @return the oldest frame with its uid, or the end of m_frames
     */
    Frames::iterator FindByUid(const Ptr<const Packet>& packet);

    Ptr<NetDevice> m_device;   ///< null once disconnected
    Ptr<WifiNetDevice> m_wifi; ///< the same; null if it is another radio
    DoneCallback m_done;       ///< see DoneCallback
    Frames m_frames;           ///< oldest first
    UsbDropReason
        m_refusal{}; ///< why the device refuses the frame that Send() gives it, if it does
};

} // namespace ns3

#endif // USB_MAC_TRACKER_H
