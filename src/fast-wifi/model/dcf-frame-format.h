// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_FRAME_FORMAT_H
#define DCF_FRAME_FORMAT_H

#include "dcf-queue.h"

#include "ns3/mac48-address.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mpdu.h"

#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfFrameFormat declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The frames of data that a station sends: LLC and SNAP, a MAC header with three addresses
 * (IEEE 802.11-2007, 7.1.3 and table 7-7), and FCS. WifiMac sends the same.
 */
struct DcfFrameFormat
{
    bool isQos{false};    ///< QoS data, whose header has 2 bytes more
    bool isToDs{false};   ///< sent by a station to its access point
    bool isFromDs{false}; ///< sent by an access point

    /// @param packet in a frame
    /// @return bytes of the frame, with its FCS
    uint32_t GetSize(Ptr<const Packet> packet) const;
    /**
     * @param payload of the frame
     * @param receiver address 1: the station that is to receive the frame
     * @param transmitter address 2: the station that sends it
     * @return the header, without a sequence number
     */
    WifiMacHeader MakeHeader(const MediumPayload& payload,
                             Mac48Address receiver,
                             Mac48Address transmitter) const;
    /**
     * @param payload of the frame
     * @param receiver address 1
     * @param transmitter address 2
     * @return the frame as WifiPhy would send it, without its sequence number and FCS
     */
    Ptr<Packet> MakeFrame(const MediumPayload& payload,
                          Mac48Address receiver,
                          Mac48Address transmitter) const;
    /**
     * For trace sources with the signatures of WifiMac, so that probes work on either radio.
     * @param item packet in a queue
     * @param receiver address 1
     * @param transmitter address 2
     * @return what WifiMac would tell of it
     */
    Ptr<const WifiMpdu> MakeMpdu(const DcfQueueItem& item,
                                 Mac48Address receiver,
                                 Mac48Address transmitter) const;
    /// @param packet any
    /// @return its user priority, 0 to 7: that of its SocketPriorityTag, or best effort
    static uint8_t GetTid(Ptr<const Packet> packet);
};

} // namespace ns3

#endif // DCF_FRAME_FORMAT_H
