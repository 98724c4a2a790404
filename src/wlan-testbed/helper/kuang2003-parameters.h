// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef KUANG2003_PARAMETERS_H
#define KUANG2003_PARAMETERS_H

#include "cell-radio.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The channel of kuang2003, 4.3.2. The paper says only that "we simply increased the distance
 * between the laptop and the AP" (3.3). All values are fitted to the throughput at fixed 1 and
 * 2 Mb/s, which is a little below that on a good channel; one set serves every row.
 */
struct Kuang2003PoorChannel
{
    /// Metres, at the path loss of PoorChannelHelper. Fitted; the paper gives no distance.
    double distance{49};
    /// Standard deviation of the shadowing, dB. The paper leaves it open; the walls do not move.
    double shadowing{0};
    /// How long the shadowing stays alike; with 0 each frame is independent. Left open, too.
    Time shadowingCorrelation{0};
    /// Mean time of the good state. Fitted.
    Time goodDuration{MilliSeconds(500)};
    /// Mean time of the bad state, which a chain of retries outlasts. Fitted.
    Time badDuration{MilliSeconds(20)};
    /// Bit error rate in the bad state; a data frame is lost in it. Left open by the paper.
    double badBitErrorRate{1e-3};
};

/**
 * @ingroup wlan-testbed
 * Rate adaptation of the adapter of kuang2003, as 4.3.2 A describes it; see MimdArfWifiManager.
 */
struct Kuang2003RateAdaptation
{
    /// Frames after which the rate is 11 Mb/s again: "after several successfully transmitted
    /// frames". Fitted to "about every tenth data packet requires retransmission".
    uint32_t successThreshold{9};
    /// Attempts at 11 Mb/s: the first and then "the sender retransmits the frame twice more".
    uint32_t topTries{3};
    /// Attempts at 5.5 Mb/s: "after several more failed attempts". Fitted to the throughput.
    uint32_t middleTries{7};
};

/**
 * @ingroup wlan-testbed
 * The testbed of kuang2003 (T. Kuang, F. Xiao, C. Williamson, "Diagnosing Wireless TCP
 * Performance Problems: A Case Study", 2003): one laptop with a USB adapter, one access point, one
 * wired host. One set of values serves every row of every table. The comment of each value says
 * which sentence of the paper sets it, or that the paper leaves it open and what was taken instead;
 * "fitted" and "calibrated" mark what was chosen after seeing the paper's results. What has no
 * member here has the default of its attribute, which gives its own source.
 */
struct Kuang2003Parameters
{
    /// @name What the experiments vary
    /// @{
    /// Full-speed bandwidth reclamation. Table 2 has it on and off; on is the default of usb-uhci,
    /// the driver of the paper (3.1, 4.1.2).
    bool fsbr{true};
    /// Order in which the controller walks the descriptors. Table 2 has both; breadth first is the
    /// default of usb-uhci.
    bool depthFirst{false};
    /// Whether several URBs are under way at once (4.1.2 B). Table 2 has both; the driver of the
    /// network card sends one packet at a time (4.1.2 A).
    bool queuedBulk{false};
    /// The bug of linux-wlan 0.1.13: "all 802.11b frames sent by Linux were sent with a 2 Mbps
    /// transmission rate" (4.1.1). "All remaining experiments in this paper use the modified Linux
    /// driver."
    bool rateBug{false};
    /// @}

    /// @name USB adapter and its driver
    /// @{
    /// NAK after the first packet of a message. The paper does not know the adapter's inside;
    /// fitted to table 2.
    Time headerGap{MicroSeconds(100)};
    /// NAK after the last packet of a message. Fitted to table 2.
    Time commitGap{MicroSeconds(100)};
    /// Frames that the adapter holds for the air. "We do not know the on-board memory size", and
    /// the size that SnifferUSB found is not printed (4.1.2 B). Fitted to table 2.
    uint32_t txBuffers{2};
    /// Frames that the adapter holds for the laptop. The paper says nothing of them.
    uint32_t rxBuffers{8};
    /// Packets in the interface queue: "the default link-layer buffer size is 100 packets" (4.2.2).
    uint32_t interfaceQueue{100};
    /// @}

    /// @name Radio
    /// @{
    CellRadioKind radio{GetCellRadioOption()}; ///< model of the radios
    /// Metres between laptop and access point: "only 1-2 meters apart" (4.1.1, 4.3.1).
    double distance{1.5};
    /// Rate of data frames, 11 Mb/s with the repaired driver (4.1.1). The preamble is the long one:
    /// the only one that ns-3 has in a pure 802.11b cell, and the default of Prism 2.
    std::string dataMode{"DsssRate11Mbps"};
    /// Transmission attempts for a frame: "the maximum retransmission count is 8" (4.3.2 A, figure
    /// 6). The throughputs of 4.3.2 have 10 (footnote 7).
    uint32_t retryLimit{8};
    /// Whether the adapter's MAC retransmits. 4.3.1 has a driver in which it does not (figure
    /// 5(b)).
    bool macRetransmission{true};
    /// Basic rates of the cell, of which the first is that of beacons. The MAC acknowledges a frame
    /// at the highest basic rate that is not above the frame's own. The paper names none; that all
    /// rates are basic is calibrated by table 2.
    std::vector<std::string> basicRates{"DsssRate1Mbps",
                                        "DsssRate2Mbps",
                                        "DsssRate5_5Mbps",
                                        "DsssRate11Mbps"};
    /// Share of frames that noise spoils, MAC acknowledgements included. Calibrated by the retries
    /// of UDP, 0.47 to 0.98 %, which "reflect wireless channel errors only" (4.3.1).
    double frameLossRate{0.0036};
    /// Whether the adapter chooses the rate, "Automatic" in 4.3.2. Otherwise it has dataMode.
    bool automaticRate{false};
    /// How the adapter chooses it, if automaticRate: unless set, as the paper describes (4.3.2 A).
    std::string automaticRateManager{"ns3::MimdArfWifiManager"};
    Kuang2003RateAdaptation rateAdaptation; ///< of MimdArfWifiManager
    /// How the access point chooses its rate, of which the paper says nothing. Unless set, its rate
    /// is fixed at dataMode.
    std::string accessPointRateManager{"ns3::RetryLimitWifiManager"};
    /// The channel of 4.3.2, in place of distance and noise.
    std::optional<Kuang2003PoorChannel> poorChannel;
    /// @}

    /// @name Wired side
    /// @{
    /// "The departmental 100 Mbps Ethernet LAN" (3.1).
    std::string ethernetRate{"100Mbps"};
    /// The paper gives no delay. "A local LAN" (4.1.1) is taken for about 200 m of cable.
    Time ethernetDelay{MicroSeconds(1)};
    /// @}

    /// @name TCP (netperf over Linux 2.4.18 to SunOS 5.8)
    /// @{
    /// The laptop's TCP: "Redhat Linux 7.2 (version 2.4.18)" (3.1). A Kernel of
    /// TcpLinux24SocketFactory, or the congestion control of stock sockets, such as ns3::TcpCubic.
    std::string laptopTcp{"Linux24_18"};
    /// Bytes of data in a datagram of 1500 bytes (4.1.2 A) with timestamps, the default of
    /// Linux 2.4 (4.2.2).
    uint32_t segmentSize{1448};
    /// Bytes. "A 16 KB send socket buffer size" (4.1.2), which Linux doubles.
    uint32_t sendBuffer{32768};
    /// Bytes. "A 24 KB receive socket buffer size" (4.1.2), which SunOS rounds up to 17 segments.
    uint32_t receiveBuffer{24616};
    /// Segments for one ACK: two data packets and one ACK is the pattern on the bus (4.1.2 A).
    uint32_t delayedAckSegments{2};
    /// "A Delayed-ACK timeout (about 100 ms in the graph)" (4.3.2 B); tcp_deferred_ack_interval of
    /// SunOS.
    Time delayedAckTimeout{MilliSeconds(100)};
    /// The fault of 2.4.18 in retrans_stamp (4.2.2); see TcpLinux24Socket.
    bool retransStampFault{true};
    /// @}

    /// @name Measurement
    /// @{
    /// How long the laptop sends. The paper does not say; netperf's default.
    Time duration{Seconds(10)};
    /// When the laptop begins. The station is associated by then.
    Time start{Seconds(1)};
    /// A run starts at a random instant in this span, which stands for what the paper's runs have
    /// by nature: another phase of beacons and frames of the bus.
    Time startJitter{MilliSeconds(100)};
    /// @}
};

} // namespace ns3

#endif // KUANG2003_PARAMETERS_H
