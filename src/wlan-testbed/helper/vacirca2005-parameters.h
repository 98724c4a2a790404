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
 * and now and then a while in which nothing can be received. The paper says nothing of either.
 */
struct Vacirca2005Noise
{
    /// Probability that a bit is wrong; 2 % of all full segments are lost. Fitted to the goodput of
    /// dl1-ul1 at M_t = 1, 370 packets per second (III), where no other cause of loss is left but
    /// collisions.
    double bitErrorRate{1.65e-6};
    /// Mean time without disturbance. Fitted, with badDuration, to figure 6: without a disturbance
    /// that outlasts M_t = 8 transmissions uploads lose nothing, and their windows grow to the size
    /// of the buffers, of which the paper says that they were not the bottleneck (II).
    Time goodDuration{Seconds(7)};
    Time badDuration{MilliSeconds(100)}; ///< mean time of a disturbance
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
    bool limitPerClass{false};   ///< Q for each class of AckDataWrrQueueDisc, not for both together
    bool adaptiveWeights{false}; ///< of AckDataWrrQueueDisc, with DisplaceAcks
    std::optional<Vacirca2005Activity> activity; ///< none: all connections last for the whole run
    /// @}

    /// @name Radio
    /// @{
    std::string dataMode{"DsssRate11Mbps"}; ///< II; long preamble, the only one ns-3 has there
    std::optional<Vacirca2005Noise> noise{Vacirca2005Noise{}}; ///< if there is any
    /// Of STA1 to STA8, metres from the access point: two rows of four desks, the access point
    /// amidst. All are in one room (II), how is not said.
    std::vector<Vector> seats{{-3, 1, 0},
                              {-1, 1, 0},
                              {1, 1, 0},
                              {3, 1, 0},
                              {-3, -1, 0},
                              {-1, -1, 0},
                              {1, -1, 0},
                              {3, -1, 0}};
    /// @}

    /// @name Hosts
    /// @{
    std::string tcp{"Linux24_18"}; ///< of stations and host; PCs with Linux (II), no version given
    uint32_t segmentSize{1448};    ///< MTU of 1500 bytes, timestamps (II)
    /// Bytes. "Increased", so that the receiver's window is not the bottleneck (II), without saying
    /// how far.
    uint32_t sendBuffer{1 << 20};
    uint32_t receiveBuffer{1 << 20}; ///< see sendBuffer
    uint32_t linkQueue{100};         ///< packets at a PC towards the radio, default of Linux 2.4
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
