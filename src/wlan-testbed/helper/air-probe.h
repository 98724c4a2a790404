// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef AIR_PROBE_H
#define AIR_PROBE_H

#include "cell-radio.h"

#include "ns3/air-log.h"
#include "ns3/net-device-container.h"
#include "ns3/packet.h"

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::AirProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * A sniffer of the data frames that some radios send, like SnifferPro in kuang2003. It records the
 * data of figure 5(a), "MAC-layer retransmissions of TCP data packets and TCP ACK packets", and of
 * the retransmission rates in 4.3.1; a MAC retransmission is a frame with the Retry bit. Unlike a
 * sniffer with one antenna, it also records colliding frames. It only listens.
 */
class AirProbe
{
  public:
    /// Record from now on.
    /// @param radios of a cell, of either kind; station n of the log is the n-th
    explicit AirProbe(const NetDeviceContainer& radios);
    AirProbe(const AirProbe&) = delete;
    AirProbe& operator=(const AirProbe&) = delete;
    ~AirProbe();

    /// @return what was seen
    const AirLog& GetLog() const;

  private:
    /// @param station index of a radio
    /// @return TxBegin() and PhyTxBegin() bound to it; equal in each call, so that they can be
    /// disconnected
    TxBeginCallbacks GetTxBegin(uint32_t station);
    /// A radio begins a frame. Only frames with data go to the log.
    /// @param station index of the radio
    /// @param packet frame with its MAC header
    void TxBegin(uint32_t station, Ptr<const Packet> packet);
    /// TxBegin() for the trace source of a WifiPhy.
    /// @param station, packet as there
    /// @param power not used
    void PhyTxBegin(uint32_t station, Ptr<const Packet> packet, double power);
    /// A radio has sent a frame (trace PhyTxEnd).
    /// @param station index of the radio
    /// @param packet frame with its MAC header
    void TxEnd(uint32_t station, Ptr<const Packet> packet);

    NetDeviceContainer m_radios; ///< see AirProbe
    AirLog m_log;                ///< see GetLog
};

} // namespace ns3

#endif /* AIR_PROBE_H */
