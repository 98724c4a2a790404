// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef VACIRCA2005_PARAMETERS_H
#define VACIRCA2005_PARAMETERS_H

#include "cell-radio.h"

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
 * and now and then a time in which nothing can be received. The paper mentions neither, so that
 * the testbed has none; some settings of the sensitivity study have.
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
 * exponentially distributed times, and begins in the stationary state. This is beyond the paper,
 * which leaves "dynamic traffic conditions" to future work (V).
 */
struct Vacirca2005Activity
{
    Time meanOn{Seconds(60)};  ///< mean time for which a new connection is written to
    Time meanOff{Seconds(60)}; ///< mean time until the next one begins
};

/**
 * @ingroup wlan-testbed
 * The testbed of vacirca2005 (F. Vacirca, F. Cuomo, "Experimental results on the support of TCP
 * over 802.11b: an insight into fairness issues", 2005): up to eight stations, an access point that
 * bridges, a wired host. One set of values serves every figure. The comment of each value says
 * which sentence of the paper sets it, or that the paper leaves it open and what was taken instead.
 */
struct Vacirca2005Parameters
{
    /// @name What the experiments vary
    /// @{
    /// Connections from a station each to the host: 1 in dl1-ul1, 2 in dl2-ul2, 4 in dl4-ul4 (III).
    uint32_t uplinks{2};
    /// Connections from the host to stations: as many as uplinks in the paper's scenarios (III).
    uint32_t downlinks{2};
    /// Stations to which the downlinks go: one for each, but STA5 to STA7 in dl4-ul4 (III).
    uint32_t downlinkStations{2};
    /// M_t, "the maximum number of transmission attempts at the 802.11b link layer", 1 to 8 (II),
    /// of all radios.
    uint32_t attempts{8};
    /// Q, "the AP buffer size": packets at the access point towards the stations (II).
    uint32_t accessPointQueue{100};
    /// Type of the queue disc with that buffer: "FIFO and a custom scheduling discipline" (II).
    std::string accessPointDisc{"ns3::FifoQueueDisc"};
    /// Whether each class of AckDataWrrQueueDisc has a limit of Q, rather than both together. The
    /// paper does not say (IV).
    bool limitPerClass{false};
    /// ACKs that AckDataWrrQueueDisc holds besides the Q packets of data, with limitPerClass; none:
    /// Q of them. The paper gives the access point a buffer Q and does not say how much of it ACKs
    /// may take (IV). Calibrated by V6 at Q = 50: where Q ACKs are the limit, uploads whose ACKs
    /// are refused do not wait for the round robin. 1000 are room for all of them.
    std::optional<uint32_t> ackQueue{1000};
    /// Whether AckDataWrrQueueDisc follows the number of connections, with DisplaceAcks. This is
    /// the paper's future work (IV).
    bool adaptiveWeights{false};
    /// Whether connections come and go. The paper's last for the whole run, as they do without it.
    std::optional<Vacirca2005Activity> activity;
    /// @}

    /// @name Radio
    /// @{
    CellRadioKind radio{GetCellRadioOption()}; ///< model of the radios
    /// "The rate in the WLAN at 11Mbps" (II). The preamble is the long one, the only one that ns-3
    /// has there; the paper does not name it.
    std::string dataMode{"DsssRate11Mbps"};
    /// Noise, of which the paper says nothing.
    std::optional<Vacirca2005Noise> noise;
    /// Metres. Stations and access point have places in this room that are drawn in each run: "All
    /// STAs are located in the same room" (II) is all that is known. When stations collide, the
    /// nearer one may be received, for which only the ratio of distances counts, not the room's
    /// size.
    Vector room{8, 6, 0};
    /// Places of STA1 to STA8, metres from the access point. If it is empty, they are drawn; see
    /// room.
    std::vector<Vector> seats;
    /// dB by which a frame must be stronger than what collides with it to be received. The paper
    /// says nothing of capture. The value is that of ns-3; cards of Prism 2 do receive the stronger
    /// of two frames (A. Kochut et al., "Sniffing out the correct physical layer capture model in
    /// 802.11b", ICNP 2004).
    double captureRatio{4};
    /// dB by which the access point sends with more power than the cards. All cards are of one type
    /// (II), which leaves no difference but that of antennas.
    double accessPointGain{0};
    /// Frames in a card, beside the queue of its host. With 1 it is the frame that the card is
    /// sending, which counts as one of Q. The paper does not say.
    uint32_t cardFrames{1};
    /// @}

    /// @name Hosts
    /// @{
    /// TCP of stations and host: "SACK-TCP with window scaling and timestamp enabled" of Linux
    /// (II), whose version is not given.
    std::string tcp{"Linux24_18"};
    /// Bytes of data in a datagram: "the MTU at 1500 bytes", with timestamps (II).
    uint32_t segmentSize{1448};
    /// Bytes. "The TCP buffer sizes have been increased in order to avoid that the bottleneck [...]
    /// is the receiver advertised window" (II), without saying how far. The access point's buffer
    /// of 200 packets alone holds 290 kB, so that less cannot be meant.
    uint32_t sendBuffer{1 << 20};
    uint32_t receiveBuffer{1 << 20}; ///< see sendBuffer
    /// Packets in a station's queue towards its radio. The paper does not say; default of
    /// Linux 2.4.
    uint32_t linkQueue{100};
    /// Whether TCP shrinks its window when its host's own queue refuses a packet, as Linux 2.4 does
    /// with an ordinary device (tcp_enter_cwr()). HostAP's wlan0 hands packets on to another
    /// device and answers for itself, so that TCP may not be told. Which driver the stations had is
    /// not said.
    bool localDropsReachTcp{true};
    /// A host's work for each packet that it receives, until its protocols or its bridge have it
    /// (ReceiveBacklog). The paper gives no processor. A PC with Linux forwarded 80 000 packets of
    /// 64 bytes in a second, 12 us each (R. Morris et al., "The Click Modular Router", 1999), and a
    /// card of Intersil's Prism 2.5 is read by the processor, 16 bits at a time; see the chapter on
    /// ReceiveBacklog. Anything from 11 to 250 us has the same effect. 0: none.
    Time hostPacketTime{MicroSeconds(50)};
    Time hostByteTime;                   ///< work for each byte, beside hostPacketTime
    std::string ethernetRate{"100Mbps"}; ///< "a dedicated 100BaseTX Ethernet link" (II)
    Time ethernetDelay{MicroSeconds(1)}; ///< one cable, whose length is not given
    /// @}

    /// @name Measurement
    /// @{
    Time duration{Seconds(500)};  ///< "each experiment lasts 500 seconds" (II)
    Time warmUp{Seconds(50)};     ///< not counted: metrics are those of "the last 450 seconds" (II)
    Time start{Seconds(1)};       ///< when connections begin; the stations are associated by then
    Time startSpread{Seconds(1)}; ///< connections start at random instants in this span
    /// @}
};

} // namespace ns3

#endif // VACIRCA2005_PARAMETERS_H
