// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_CLIENT_H
#define MEDIUM_CLIENT_H

#include "medium-environment.h"

#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumClient declaration, and what it exchanges with ns3::MediumChannel.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// A packet in a frame on the medium.
struct MediumPayload
{
    Ptr<const Packet> packet; ///< without headers of the MAC
    Mac48Address source;      ///< who sent the packet first
    Mac48Address destination; ///< whom it is for in the end
    uint16_t protocol{0};     ///< Ethertype
    bool isRetry{false};      ///< an earlier attempt has not been answered
};

/// @ingroup fast-wifi
/// A frame of data that has reached a station.
struct MediumArrival
{
    MediumPayload payload;    ///< what it carries
    MediumStation sender{0};  ///< station
    MediumStation station{0}; ///< that it has reached
    MediumTime end{0};        ///< instant at which it has been received, ns
    bool intact{true};        ///< whether the station decoded it
    bool collided{false};     ///< whether other frames overlapped it
    bool overheard{false};    ///< whether the frame is for another station
    double power{0};          ///< of its signal, mW; 0 if the station has left
};

/**
 * @ingroup fast-wifi
 * A device on a MediumChannel: what it sends (MediumContender), and what it makes of the frames
 * that reach it. The channel asks about a frame when it is computed, which may be before or after
 * the frame is on the air; it delivers frames at their end.
 */
class MediumClient : public MediumContender
{
  public:
    /// @return this device
    virtual Ptr<NetDevice> GetNetDevice() = 0;
    /**
     * An exchange begins now. Called if WantsBegin() is true.
     * @param payload that it is for
     * @param receiver of its frame
     * @param end of the frame of data, or of the RTS if no data followed
     */
    virtual void NotifyBegin(const MediumPayload& payload,
                             MediumStation receiver,
                             MediumTime end) = 0;
    /// @param function that has a frame waiting
    /// @return the packet in its first frame, the same as long as GetFrame() gives the same frame
    virtual const MediumPayload& GetPayload(MediumFunction function) = 0;
    /// @param function that has a frame waiting
    /// @return whether the receiver has its first frame from an earlier attempt, whose ACK was lost
    virtual bool IsDelivered(MediumFunction function) = 0;
    /// @return whether frames for other stations must be received, too
    virtual bool IsPromiscuous() const = 0;

    /// @return whether IsCorrupt() can be true
    virtual bool IsLossy() const
    {
        return false;
    }

    /**
     * @param frame of an exchange of this device
     * @param ratio of signal to noise and interference, as a number and not in dB
     * @return probability that a receiver decodes it; by default it does from 10 dB on, which is
     * the capture threshold of ns-2
     */
    virtual double GetSuccessRate([[maybe_unused]] const MediumTransmission& frame, double ratio)
    {
        return ratio >= 10 ? 1 : 0;
    }

    /// @param packet of the exchange to which a frame belongs
    /// @param kind of this frame, which the signal would let this device decode
    /// @return whether it is lost all the same
    virtual bool IsCorrupt(Ptr<const Packet> packet, MediumTransmission::Kind kind) = 0;
    /// A frame ends that has reached this device; or it leaves the channel, and gets what was on
    /// its way to it as lost.
    /// @param arrival what came, and whether it could be decoded
    virtual void ReceiveFrame(const MediumArrival& arrival) = 0;
};

} // namespace ns3

#endif // MEDIUM_CLIENT_H
