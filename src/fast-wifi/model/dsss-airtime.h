// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DSSS_AIRTIME_H
#define DSSS_AIRTIME_H

#include "medium-environment.h"

/**
 * @file
 * @ingroup fast-wifi
 * Times on the air of 802.11b frames.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Bytes of frames, with their FCS (IEEE 802.11-2007, 7.2).
constexpr uint32_t DSSS_RTS_SIZE = 20;
/// @ingroup fast-wifi
/// An ACK or a CTS.
constexpr uint32_t DSSS_ACK_SIZE = 14;

/// @ingroup fast-wifi
/// How an 802.11b station sends.
struct DsssMode
{
    uint64_t dataRate{11'000'000};  ///< of data to one station; 1, 2, 5.5 or 11 Mb/s, in bit/s
    uint64_t groupRate{1'000'000};  ///< of data to a group, bit/s
    uint64_t rtsRate{1'000'000};    ///< of RTS, bit/s
    uint64_t basicRate{11'000'000}; ///< highest rate of an ACK or a CTS, bit/s
    bool shortPreamble{false};      ///< at 5.5 and 11 Mb/s
    bool shortAt2Mbps{false};       ///< with shortPreamble at 2 Mb/s, too; never in ns-3
    MediumTime sifs{10'000};        ///< aSIFSTime, ns
    MediumTime slot{20'000};        ///< aSlotTime, ns
};

/// @param rate bit/s
/// @return whether it is a rate of 802.11b
bool IsDsssRate(uint64_t rate);

/**
 * @ingroup fast-wifi
 * PLCP preamble and header: 192 us, or 96 us if they are short (IEEE 802.11-2007, 18.2.2).
 * @param rate of the frame, bit/s
 * @param mode of the sender
 * @return time, ns
 */
MediumTime GetPlcpTime(uint64_t rate, const DsssMode& mode);

/**
 * @ingroup fast-wifi
 * @param bytes of the frame, with FCS
 * @param rate bit/s
 * @param mode of the sender
 * @return time on the air, ns, whole microseconds (TXTIME, IEEE 802.11-2007, 18.3.4)
 */
MediumTime GetDsssAirtime(uint32_t bytes, uint64_t rate, const DsssMode& mode);

/// @ingroup fast-wifi
/// A frame on the air.
struct DsssFrame
{
    uint32_t bytes; ///< size, with FCS
    uint64_t rate;  ///< bit/s
};

/**
 * @ingroup fast-wifi
 * @param mode of the sender of data
 * @param kind of a frame of an exchange
 * @param bytes of its data frame, with FCS
 * @param isGroup whether that is for a group
 * @return the frame
 */
DsssFrame GetDsssFrame(const DsssMode& mode,
                       MediumTransmission::Kind kind,
                       uint32_t bytes,
                       bool isGroup);

/**
 * @ingroup fast-wifi
 * @param mode of the sender
 * @param receiver station, or MEDIUM_EVERYBODY
 * @param bytes of the data frame, with FCS
 * @param rts whether RTS and CTS come first
 * @return the exchange
 */
MediumFrame GetDsssExchange(const DsssMode& mode, MediumStation receiver, uint32_t bytes, bool rts);

} // namespace ns3

#endif // DSSS_AIRTIME_H
