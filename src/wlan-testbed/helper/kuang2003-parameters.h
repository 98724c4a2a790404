// SPDX-License-Identifier: GPL-2.0-only

#ifndef KUANG2003_PARAMETERS_H
#define KUANG2003_PARAMETERS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The channel of kuang2003, 4.3.2. The paper says only that the distance was increased until frames
 * were lost (3.3). All values are fitted to the throughput at fixed rates, which is a little below
 * that of a good channel, and serve all rows.
 */
struct Kuang2003PoorChannel
{
    double distance{49};                  ///< metres, at the path loss of PoorChannelHelper
    double shadowing{0};                  ///< standard deviation, dB
    Time shadowingCorrelation{0};         ///< 0: each frame is independent
    Time goodDuration{MilliSeconds(500)}; ///< mean
    Time badDuration{MilliSeconds(20)};   ///< mean; a retry chain outlasts it
    double badBitErrorRate{1e-3};         ///< while it is bad
};

/**
 * @ingroup wlan-testbed
 * Rate adaptation of the adapter of kuang2003, 4.3.2; see MimdArfWifiManager.
 */
struct Kuang2003RateAdaptation
{
    uint32_t successThreshold{9}; ///< "several successfully transmitted frames"; fitted to "about
                                  ///< every tenth data packet requires retransmission"
    uint32_t topTries{3};         ///< "retransmits the frame twice more at 11 Mbps"
    uint32_t middleTries{7};      ///< "several more failed attempts"; fitted to the throughput
};

/**
 * @ingroup wlan-testbed
 * The testbed of kuang2003 (T. Kuang, F. Xiao, C. Williamson, "Diagnosing Wireless TCP
 * Performance Problems: A Case Study", 2003): one laptop with a USB adapter, one access point, one
 * wired host. One set of values serves every row of every table. The source of each stands beside
 * it; "fitted" marks what was chosen after seeing the paper's results. What is not named here has
 * the default of its attribute, which says its own source.
 */
struct Kuang2003Parameters
{
    /// @name What the experiments vary
    /// @{
    bool fsbr{true};        ///< bandwidth reclamation; on is the default of usb-uhci (4.1.2)
    bool depthFirst{false}; ///< traversal; breadth first is the default of usb-uhci
    bool queuedBulk{false}; ///< several URBs under way; one is the driver's default (4.1.2 A)
    bool rateBug{false};    ///< 0.1.13 sends data frames at 2 Mb/s (4.1.1)
    /// @}

    /// @name USB adapter and its driver
    /// @{
    Time headerGap{MicroSeconds(100)}; ///< fitted: NAK after a message's first packet
    Time commitGap{MicroSeconds(100)}; ///< fitted: NAK after a message's last packet
    uint32_t txBuffers{2};             ///< fitted: frames in the adapter (4.1.2 B gives no number)
    uint32_t interfaceQueue{100};      ///< packets in the interface queue (4.2.2)
    /// @}

    /// @name Radio
    /// @{
    double distance{1.5};                   ///< metres; "1-2 meters apart" (4.1.1)
    std::string dataMode{"DsssRate11Mbps"}; ///< 4.1.1; long preamble: the only one ns-3 has in
                                            ///< a pure 802.11b cell, and the Prism2 default
    uint32_t retryLimit{8};                 ///< transmission attempts per frame (4.3.2, Fig. 6)
    bool macRetransmission{true}; ///< of the adapter's frames; off is a changed driver (4.3.1)
    /// Basic rates of the cell, the first for beacons; in the MAC a frame is acknowledged at the
    /// highest one that is not above its own rate. All rates: calibrated by table 2, the paper
    /// names none.
    std::vector<std::string> basicRates{"DsssRate1Mbps",
                                        "DsssRate2Mbps",
                                        "DsssRate5_5Mbps",
                                        "DsssRate11Mbps"};
    double frameLossRate{0.0036}; ///< share of frames that noise spoils, MAC acknowledgments
                                  ///< included; calibrated by the retries of UDP (4.3.1)
    bool automaticRate{false};    ///< of the adapter; off: dataMode (4.3.2)
    /// Of the adapter, if automaticRate; the paper's unless set.
    std::string automaticRateManager{"ns3::MimdArfWifiManager"};
    Kuang2003RateAdaptation rateAdaptation; ///< of MimdArfWifiManager
    /// Of the access point; unless set it has dataMode, too.
    std::string accessPointRateManager{"ns3::RetryLimitWifiManager"};
    std::optional<Kuang2003PoorChannel> poorChannel; ///< in place of distance and noise (4.3.2)
    /// @}

    /// @name Wired side
    /// @{
    std::string ethernetRate{"100Mbps"}; ///< departmental LAN (3.1)
    Time ethernetDelay{MicroSeconds(1)}; ///< one switched LAN (3.1): about 200 m of cable
    /// @}

    /// @name TCP (netperf over Linux 2.4.18 to SunOS 5.8)
    /// @{
    std::string laptopTcp{"Linux24_18"}; ///< TcpLinux24SocketFactory's Kernel, or the congestion
                                         ///< control of stock sockets, such as ns3::TcpCubic
    uint32_t segmentSize{1448};     ///< 1500-byte datagrams with timestamps (Linux 2.4 default)
    uint32_t sendBuffer{32768};     ///< of Linux; 16 KB asked (4.1.2), which it doubles
    uint32_t receiveBuffer{24616};  ///< 24 KB asked (4.1.2); SunOS rounds up to 17 segments
    uint32_t delayedAckSegments{2}; ///< SunOS acknowledges every second segment (4.1.2 A)
    Time delayedAckTimeout{MilliSeconds(100)}; ///< SunOS tcp_deferred_ack_interval; 4.3.2 B
    bool retransStampFault{true};              ///< of vanilla 2.4.18 (4.2.2); see TcpLinux24Socket
    /// @}

    /// @name Measurement
    /// @{
    Time duration{Seconds(10)};          ///< netperf's default; the paper does not say
    Time start{Seconds(1)};              ///< the station is associated by then
    Time startJitter{MilliSeconds(100)}; ///< a run starts at a random instant in this span
    /// @}
};

} // namespace ns3

#endif // KUANG2003_PARAMETERS_H
