// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UNSENT_FRAMES_H
#define UNSENT_FRAMES_H

#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <cstdint>
#include <functional>
#include <map>

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Frames of a kernel that a Wi-Fi MAC has neither sent nor given up. Each is done when its
 * acknowledgment has come or the MAC has dropped it. A Wi-Fi driver frees the skb then. Several
 * frames may be of one buffer, if the card has cut a packet into segments. It makes TCP small
 * queues count a frame until it has been on the air (attribute CompleteWhenSent of
 * LinuxKernelInterface). Packets are recognized by their UID, also inside an A-MSDU. Frames to a
 * group must not be added, because the MAC does not tell of them.
 */
class UnsentFrames
{
  public:
    /// Takes the buffer of a frame that is done.
    using Done = std::function<void(uint16_t buffer)>;

    UnsentFrames() = default;
    UnsentFrames(const UnsentFrames&) = delete;
    UnsentFrames& operator=(const UnsentFrames&) = delete;
    ~UnsentFrames();

    /**
     * Make a MAC report the outcome of each frame.
     * @param device with the MAC
     * @param done called with the buffer of each frame that the MAC no longer has, in the middle of
     * the MAC's work
     * @return whether the device has such a MAC: whether it is a WifiNetDevice
     */
    bool Watch(Ptr<NetDevice> device, Done done);
    /// Forget everything, and disconnect from the MAC. Buffers that are still out are not reported.
    void Stop();
    /// @param uid of a packet that the MAC is about to get
    /// @param buffer of the packet
    void Add(uint64_t uid, uint16_t buffer);
    /**
     * Report a buffer now, because the device has refused the frame.
     * @param uid of a packet that the device no longer has; nothing happens for another one
     */
    void Complete(uint64_t uid);

  private:
    /// @param mpdu acknowledged; all packets of an A-MSDU are complete
    void NoteAcked(Ptr<const WifiMpdu> mpdu);
    /// @param packet that the MAC has refused, as that of a station without an association
    void NoteRefused(Ptr<const Packet> packet);
    /**
     * @param reason not used
     * @param mpdu given up, which is as good as sent for the kernel
     */
    void NoteDropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu);

    Ptr<WifiMac> m_mac;                    ///< null: none is watched
    Done m_done;                           ///< see Watch
    std::map<uint64_t, uint16_t> m_frames; ///< buffers of packets, by their UID
};

} // namespace ns3

#endif // UNSENT_FRAMES_H
