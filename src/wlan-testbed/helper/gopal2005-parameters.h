// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GOPAL2005_PARAMETERS_H
#define GOPAL2005_PARAMETERS_H

#include "cell-radio.h"

#include "ns3/nstime.h"
#include "ns3/vector.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The two settings of gopal2005 (S. Gopal, D. Raychaudhuri, "Experimental evaluation of the TCP
 * simultaneous-send problem in 802.11 wireless local area networks", E-WIND 2005): stations that
 * upload through an access point, in ns-2 and on the ORBIT testbed. The slides say little of
 * either; what they leave open has the defaults of ns-2 of 2004, of the cards and their drivers.
 */
struct Gopal2005Parameters
{
    /// @return the setting of "NS results"
    static Gopal2005Parameters MakeSimulation();
    /// @return the setting of "ORBIT testbed experiments"
    static Gopal2005Parameters MakeTestbed();
    /// @return whether tcp is one of ns-2
    bool IsOneWayTcp() const;

    /// @name What the experiments vary
    /// @{
    uint32_t uploads{1}; ///< 1 to 3, from a station each
    /// ACKs that the receiver leaves out for each that it sends; with adaptiveSkipping, at most.
    uint32_t skippedAcks{0};
    /// None is skipped that the sender would miss (TcpLinux24Socket's AdaptiveAckSkip); not in
    /// ns-2, and not without skippedAcks.
    bool adaptiveSkipping{false};
    /// Transmissions of a frame of stations; 1: MAC retries disabled. "Maximum 16 MAC retries
    /// (default setting in Atheros cards)" are 16 after the first.
    uint32_t stationAttempts{17};
    /// Of each upload. "Short-lived flows 100kB; long-lived flows 6MB file transfer".
    uint64_t bytes{6000000};
    /// @}

    /// @name Radio
    /// @{
    CellRadioKind radio{GetCellRadioOption()}; ///< model of the radios
    std::string dataMode{"DsssRate11Mbps"};    ///< "Phy rate fixed at 11Mbps"
    /// Highest rate of MAC acknowledgements, RTS and CTS. 1 Mb/s is basicRate_ of ns-2; MAC
    /// acknowledgements have 2 Mb/s then, too, since ns-3's access points always allow it.
    std::string basicMode{"DsssRate2Mbps"};
    bool shortPreamble{true}; ///< of data; Cisco's cards use it where all can
    bool rtsCts{false};       ///< "RTS/CTS disabled" on the testbed; ns-2's RTSThreshold_ is 0
    uint32_t accessPointAttempts{17}; ///< "Full retries for TCP ACKs" on the testbed
    /// Packets at each radio. 199 is tx_queue_len of the Atheros driver (MadWifi's ath_attach():
    /// ATH_TXBUF - 1), which three windows of 64 kB do not fill. It was chosen by the base of three
    /// uploads, before the source was found. ns-2's examples have an ifqlen of 50.
    uint32_t queue{199};
    /// Metres. "All nodes in hearing range of each other": places in it are drawn in each run.
    Vector room{8, 6, 0};
    double captureRatio{4}; ///< dB, see Vacirca2005Parameters::captureRatio; 10 in ns-2
    /// @}

    /// @name Hosts
    /// @{
    /// Of stations and receiver: a kernel, which is 2.6.10 on the testbed, or ns-2's Agent/TCP,
    /// Agent/TCP/Reno or Agent/TCP/Newreno.
    std::string tcp{"Linux26_8"};
    uint32_t segmentSize{1448}; ///< bytes; packetSize_ of ns-2 is 1000
    uint32_t window{65536};     ///< bytes, of sender and receiver; window_ of ns-2 is 20 segments
    Time leastTimeout{Seconds(1)}; ///< minrto_ of ns-2, 0.2 s since October 2004
    /// A skipped ACK leaves after it: interval_ of ns-2's sinks that delay ACKs. 0: it never does.
    Time ackDelay{MilliSeconds(100)};
    /// @}

    /// @name Measurement
    /// @{
    Time start{Seconds(1)};             ///< the stations are associated by then
    Time startSpread{MilliSeconds(10)}; ///< uploads are "simultaneous"
    /// @}
};

} // namespace ns3

#endif // GOPAL2005_PARAMETERS_H
