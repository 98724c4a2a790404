// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MALONE2008_PARAMETERS_H
#define MALONE2008_PARAMETERS_H

#include "cell-radio.h"

#include "ns3/nstime.h"
#include "ns3/vector.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The testbed of malone2008 (D. Malone, D. J. Leith, A. Aggarwal, I. Dangerfield, "Spurious TCP
 * Timeouts in 802.11 Networks", 2008): stations that upload through an access point to a host that
 * is 20 ms away. One set of values serves every figure; the source of each stands beside it.
 */
struct Malone2008Parameters
{
    /// @name What the experiments vary
    /// @{
    uint32_t uploads{4};      ///< connections from a station each to the host (IV)
    uint32_t laterUploads{0}; ///< further ones that begin at the change (VI, figure 9)
    uint32_t downloads{
        0}; ///< connections from the host to one station each, behind the others (VII)
    std::string laterMode;     ///< mode of all stations from the change on; empty: none (figure 11)
    Time change{Seconds(120)}; ///< after the first uploads (VI)
    bool prioritiseAcks{false}; ///< stations' data AIFS + 4 slots, access point's ACKs CWmin 4 (V)
    bool frto{false};           ///< F-RTO in the stations (figures 4 and 9)
    /// @}

    /// @name Radio
    /// @{
    CellRadioKind radio{GetCellRadioOption()}; ///< model of the radios
    std::string dataMode{"DsssRate11Mbps"}; ///< table II; long preamble, the only one ns-3 has here
    bool fastMacAcks{true}; ///< MAC acknowledgements at 11 Mb/s (table II), else at 2 Mb/s
    /// Transmissions of a frame: 11 retries (table II). MADWiFi's own limit is 11 transmissions
    /// (ATH_TXMAXTRY).
    uint32_t attempts{12};
    /// Largest contention window of the stations, without and with priority of ACKs. 1023 is what
    /// IEEE 802.11b says and what MADWiFi has stations use for best effort in a cell of 802.11b
    /// (net80211, bssPhyParamForAC_BE). The paper does not name it; smaller ones are in
    /// malone2008-sensitivity. (MADWiFi's access points take 127 for their own best effort,
    /// phyParamForAC_BE.)
    uint32_t stationCwMax{1023};
    /// Metres. Stations and access point have places in it that are drawn in each run. The paper
    /// says no more than "an office environment" (III), and that "the MAC distributes transmission
    /// opportunities evenly when the network is saturated" (IV). So close together none is received
    /// much better than the others, so that no frame survives a collision. In a larger room the
    /// nearest stations win most collisions; malone2008-sensitivity has one.
    Vector room{1, 1, 0};
    double captureRatio{4}; ///< dB, see Vacirca2005Parameters::captureRatio
    /// Probability, below 1, with which noise destroys a full-size data frame where it is received.
    /// Each bit has the same probability, so that shorter frames are lost less often. "The testbed
    /// [...] is subject to the usual impairment seen in an office environment" (III), of which the
    /// paper has no number; malone2008-sensitivity has several.
    double frameErrorRate{0};
    /// @}

    /// @name Buffers (table II), the same in stations and access point
    /// @{
    uint32_t interfaceQueue{19}; ///< packets in the interface's tx queue
    uint32_t driverQueue{20};    ///< frames in the driver's tx queue, with the one that is sent
    /// Whether packets wait in the interface's queue while the driver has no free buffer, as
    /// table II counts them. In MADWiFi of 2007 and 2008 they do not: the transmit tasklet, which
    /// ath_hardstart() schedules when it stops the interface, wakes it again whether a buffer has
    /// become free or not, and what then comes ath_hardstart() discards ("discard, no xmit buf").
    /// The paper's r1645 is of 2006; it may have been so there, too, as the paper counts "the sum
    /// of twenty random service times" in a queue that is full (V). See malone2008-sensitivity.
    bool interfaceWaits{true};

    /// @return packets that can wait at a node, with the one that is sent
    uint32_t GetBuffers() const
    {
        return driverQueue + (interfaceWaits ? interfaceQueue : 0);
    }

    /// Type of queue disc of the access point, without priority only; empty: a FIFO. It takes all
    /// packets but one, because what is in the driver is out of its reach.
    std::string accessPointDisc;
    /// Names and values of attributes of accessPointDisc, beside its MaxSize.
    std::map<std::string, std::string> accessPointDiscValues;
    /// @}

    /// @name Priority of ACKs (V)
    /// @{
    uint32_t extraSlots{4}; ///< by which the AIFS of stations' data grows
    /// The paper has the "CWmin of the TCP ACKs transmitted by the AP" as 4, which no cell can
    /// advertise. Four slots are 0 to 3. If the authors gave MADWiFi an exponent of 4, it is 15;
    /// see malone2008-sensitivity.
    uint32_t ackCwMin{3};
    /// @}

    /// @name Hosts
    /// @{
    std::string tcp{"Linux26_8"}; ///< of the stations, kernel 2.6.8.1 (III)
    uint32_t segmentSize{1448};   ///< MTU of 1500 bytes, timestamps
    uint32_t sendBuffer{131072};  ///< bytes, upper limit of Linux 2.6.8 (tcp_wmem)
    /// Whether TCP hears that its host's own queue has refused a packet, and shrinks its window
    /// without a loss (tcp_enter_cwr()). With an ordinary device it does. Not with MADWiFi: the
    /// device that TCP sees has no queue and hands each packet on to a second one, whose refusal it
    /// ignores (net80211/ieee80211_output.c: ieee80211_hardstart(), dev_queue_xmit()). The paper
    /// has it so too: "a packet which is lost because the interface queue is full" (VI).
    bool localDropsReachTcp{false};
    /// TCP of the host, FreeBSD 6.2 (III); see InstallHostTcp().
    std::string hostTcp{"FreeBsd6_2"};
    /// ACKs that the host leaves out for each one that it sends, by TcpLinux24Socket's
    /// AdaptiveAckSkip. The host then has a kernel of Linux.
    uint32_t adaptiveAckSkip{0};
    /// Bytes. FreeBSD rounds them up to whole segments (tcp_mss()). This is the value of FreeBSD
    /// 6.2 (net.inet.tcp.recvspace). The paper does not say whether Iperf asked for another window,
    /// but a window of 32 kB could not fill the interface's queue, which it tells of (VI).
    uint32_t receiveBuffer{65536};
    Time delayedAckTimeout{MilliSeconds(100)}; ///< of FreeBSD 6.2 (net.inet.tcp.delacktime)
    bool staticArp{true};                      ///< static ARP entries (III)
    /// @}

    /// @name Wire (III)
    /// @{
    std::string ethernetRate{"100Mbps"};  ///< between access point and dummynet
    Time dummynetDelay{MilliSeconds(10)}; ///< each way
    uint32_t dummynetQueue{100};          ///< packets, each way (table II)
    /// @}

    /// @name Measurement
    /// @{
    Time start{Seconds(1)}; ///< the stations are associated by then
    /// Uploads begin at random instants in this span: "at the same time" (IV), over ssh from a
    /// control PC (III). Whoever comes later finds a full queue.
    Time startSpread{Seconds(1)};
    /// @}
};

} // namespace ns3

#endif // MALONE2008_PARAMETERS_H
