// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_PROBE_H
#define RATE_PROBE_H

#include "ns3/level-sequence.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/rate-fall-log.h"
#include "ns3/simple-ref-count.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

#include <cstdint>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::RateProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Records the rate of every attempt at which a radio sends its data frames. Figure 6(b) of
 * kuang2003 is drawn from it: "the data transmission rate used in the transmitted frame headers",
 * as a sniffer reads it. It also records how many frames the radio sends and for how long. It only
 * listens.
 */
class RateProbe : public SimpleRefCount<RateProbe>
{
  public:
    /**
     * Record from now on.
     * @param radio of the sender
     * @return the probe, which lives as long as the radio or longer
     */
    static Ptr<RateProbe> Connect(Ptr<WifiNetDevice> radio);

    /// @return Mb/s of the last data frame
    const LevelSequence& GetLevels() const;
    /// @return data frames on the air, retries included
    uint64_t GetFrames() const;
    /// @return time for which they occupied the air
    Time GetAirtime() const;
    /// @return outcomes of frames that fall to 1 Mb/s
    const RateFallLog& GetFalls() const;

  private:
    /// A frame begins.
    /// @param packet with MAC header
    /// @param frequency MHz
    /// @param vector how
    /// @param mpdu position in an A-MPDU
    /// @param station receiver of an MU PPDU
    void Send(Ptr<const Packet> packet,
              uint16_t frequency,
              WifiTxVector vector,
              MpduInfo mpdu,
              uint16_t station);

    /// A frame was given up.
    /// @param receiver of the frame
    void GiveUp(Mac48Address receiver);

    WifiPhy* m_phy{nullptr}; ///< of the radio, whose trace holds the probe
    LevelSequence m_levels;  ///< see GetLevels
    uint64_t m_frames{0};    ///< see GetFrames
    Time m_airtime;          ///< see GetAirtime
    RateFallLog m_falls{1};  ///< see GetFalls
};

} // namespace ns3

#endif /* RATE_PROBE_H */
