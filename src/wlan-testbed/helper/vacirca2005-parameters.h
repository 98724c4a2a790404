// SPDX-License-Identifier: GPL-2.0-only

#ifndef VACIRCA2005_PARAMETERS_H
#define VACIRCA2005_PARAMETERS_H

#include "ns3/nstime.h"
#include "ns3/vector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Noise in the room of vacirca2005, the same for all radios (GilbertElliottErrorModel): bit errors,
 * and now and then a while in which nothing can be received. The paper says nothing of either, and
 * the testbed has none; settings of the sensitivity study have.
 */
struct Vacirca2005Noise
{
    double bitErrorRate{0};            ///< probability that a bit is wrong; a segment has 12 256
    Time goodDuration{Days(1)};        ///< mean time without disturbance
    Time badDuration{MilliSeconds(1)}; ///< mean time of a disturbance
};

/**
 * @ingroup wlan-testbed
 * Connections that come and go: each place of a connection is in use and free in turn, for
 * exponentially distributed times, and begins in the stationary state. Beyond the paper, which
 * leaves "dynamic traffic conditions" to future work (V).
 */
struct Vacirca2005Activity
{
    Time meanOn{Seconds(60)};  ///< a new connection sends
    Time meanOff{Seconds(60)}; ///< until the next one begins
};

/**
 * @ingroup wlan-testbed
 * The testbed of vacirca2005 (F. Vacirca, F. Cuomo, "Experimental results on the support of TCP
 * over 802.11b: an insight into fairness issues", 2005): up to eight stations, an access point that
 * bridges, a wired host. One set of values serves every figure; the source of each stands beside
 * it.
 */
struct Vacirca2005Parameters
{
    /// @name What the experiments vary
    /// @{
    uint32_t uplinks{2};            ///< connections from a station each to the host
    uint32_t downlinks{2};          ///< connections from the host to stations
    uint32_t downlinkStations{2};   ///< stations they go to; dl4-ul4 has STA5 to STA7 (III)
    uint32_t attempts{8};           ///< M_t, transmissions of a frame, of all radios
    uint32_t accessPointQueue{100}; ///< Q, packets at the access point towards the stations
    std::string accessPointDisc{"ns3::FifoQueueDisc"}; ///< its discipline
    bool limitPerClass{false}; ///< Q for each class of AckDataWrrQueueDisc, not for both together
    /// ACKs that AckDataWrrQueueDisc holds besides the Q packets of data, with limitPerClass; none:
    /// Q of them. The paper gives the access point a buffer Q and does not say what of it ACKs may
    /// take (IV). Calibrated by V6 at Q = 50: where Q ACKs are the limit, uploads whose ACKs are
    /// refused do not wait for the round robin. 1000 are room for all of them.
    std::optional<uint32_t> ackQueue{1000};
    bool adaptiveWeights{false};                 ///< of AckDataWrrQueueDisc, with DisplaceAcks
    std::optional<Vacirca2005Activity> activity; ///< none: all connections last for the whole run
    /// @}

    /// @name Radio
    /// @{
    std::string dataMode{"DsssRate11Mbps"}; ///< II; long preamble, the only one ns-3 has there
    std::optional<Vacirca2005Noise> noise;  ///< if there is any
    /// Metres. Stations and access point have places in it that are drawn in each run: "located in
    /// the same room" (II) is all that is known. When stations collide, the nearer one may be
    /// received, for which only the ratio of distances counts, not the room's size.
    Vector room{8, 6, 0};
    /// Of STA1 to STA8, metres from the access point; empty: drawn, see room.
    std::vector<Vector> seats;
    /// dB by which a frame must be stronger than what collides with it to be received. That of
    /// ns-3; cards of Prism 2 do receive the stronger of two (A. Kochut et al., "Sniffing out the
    /// correct physical layer capture model in 802.11b", ICNP 2004).
    double captureRatio{4};
    double accessPointGain{
        0}; ///< dB by which the access point sends with more power than the cards
    /// Frames in a card, beside the queue of its host. 1: the frame that it is sending, which
    /// counts as one of Q.
    uint32_t cardFrames{1};
    /// @}

    /// @name Hosts
    /// @{
    std::string tcp{"Linux24_18"}; ///< of stations and host; PCs with Linux (II), no version given
    uint32_t segmentSize{1448};    ///< MTU of 1500 bytes, timestamps (II)
    /// Bytes. "Increased", so that the receiver's window is not the bottleneck (II), without saying
    /// how far. The access point's buffer of 200 packets alone holds 290 kB, so less cannot be
    /// meant.
    uint32_t sendBuffer{1 << 20};
    uint32_t receiveBuffer{1 << 20}; ///< see sendBuffer
    uint32_t linkQueue{100};         ///< packets at a PC towards the radio, default of Linux 2.4
    /// Whether TCP shrinks its window when its host's own queue refuses a packet, as Linux 2.4 does
    /// with an ordinary device (tcp_enter_cwr()). HostAP's wlan0 hands packets on and answers for
    /// itself, so TCP may not be told.
    bool localDropsReachTcp{true};
    /// A host's work for each packet that it receives, until its protocols or its bridge have it
    /// (ReceiveBacklog). A PC with Linux forwarded 80 000 packets of 64 bytes in a second, 12 us
    /// each (R. Morris et al., "The Click Modular Router", 1999), and a card of Intersil's Prism
    /// 2.5 is read by the processor, 16 bits at a time; see the chapter on ReceiveBacklog. Anything
    /// from 11 to 250 us has the same effect. 0: none.
    Time hostPacketTime{MicroSeconds(50)};
    Time hostOctetTime;                  ///< work for each octet, beside hostPacketTime
    std::string ethernetRate{"100Mbps"}; ///< 100BaseTX (II)
    Time ethernetDelay{MicroSeconds(1)}; ///< one cable
    /// @}

    /// @name Measurement
    /// @{
    Time duration{Seconds(500)};  ///< of an experiment (II)
    Time warmUp{Seconds(50)};     ///< of it, not counted (II)
    Time start{Seconds(1)};       ///< the stations are associated by then
    Time startSpread{Seconds(1)}; ///< connections start at random instants in this span
    /// @}
};

} // namespace ns3

#endif // VACIRCA2005_PARAMETERS_H
