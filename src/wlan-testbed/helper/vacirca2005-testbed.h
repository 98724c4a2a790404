// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef VACIRCA2005_TESTBED_H
#define VACIRCA2005_TESTBED_H

#include "access-point-cell.h"
#include "dsss-mode.h"

#include "ns3/data-rate.h"
#include "ns3/gilbert-elliott-error-model.h"
#include "ns3/nstime.h"
#include "ns3/vector.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Vacirca2005Testbed declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The testbed of vacirca2005 (F. Vacirca, F. Cuomo, "Experimental results on the support of TCP
 * over 802.11b: an insight into fairness issues", 2005), figure 1: up to eight stations around an
 * access point that bridges to a wired host.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === host
      ...      ~~~'               LinuxBridgeNetDevice
                                  queue disc of Q packets towards the stations
   \endverbatim
 *
 * Each PC has a FIFO (attribute LinkQueue) above its card, and takes time for each packet that it
 * receives (ReceiveBacklog). The defaults of its attributes serve every figure; GetTypeId() names
 * the sentence of the paper that gives each value, or says that the paper leaves it open, and what
 * was chosen instead.
 */
class Vacirca2005Testbed : public AccessPointCell
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Vacirca2005Testbed();
    ~Vacirca2005Testbed() override;

    /// @return connections from the first stations to the host
    uint32_t GetUplinks() const;
    /// @return connections from the host to the stations behind them
    uint32_t GetDownlinks() const;
    /// @return stations behind the first ones
    uint32_t GetDownlinkStations() const;
    /// @return mean time for which the sender writes to a new connection
    Time GetMeanOn() const;
    /// @return mean time until the next one begins; 0: connections last for the whole run
    Time GetMeanOff() const;
    /// @return when connections begin
    Time GetStart() const;
    /// @return span in which they begin, from the start on
    Time GetStartSpread() const;
    /// @return time from the start on that does not count
    Time GetWarmUp() const;
    /// @return bytes of data in a full segment
    uint32_t GetSegmentSize() const;

    int64_t AssignStreams(int64_t stream) override;

  private:
    /// @param tid takes the attributes that the experiments vary
    /// @return it
    static TypeId AddLoad(TypeId tid);
    /// @param tid takes the attributes of the radios and their places
    /// @return it
    static TypeId AddRadio(TypeId tid);
    /// @param tid takes the attributes of the hosts
    /// @return it
    static TypeId AddHosts(TypeId tid);
    /// @param tid takes the attributes of the wire and of the measurement
    /// @return it
    static TypeId AddWire(TypeId tid);

    void Build() override;
    /// Install the radios. AccessPointGain is added to the access point's transmit gain.
    /// @throws std::invalid_argument if the kind of radios does not model what is set
    void BuildRadios();
    /// Make m_noise: bit errors, and disturbances of all radios at once that no frame survives.
    /// Does nothing if the attributes have neither.
    void BuildNoise();
    /// Give stations and host kernels or stacks and TCP, then the bridge, queue discs and
    /// addresses.
    void BuildInternet();
    /// Give stations and host the TCP of attribute Tcp, all with the same buffers.
    void InstallTcp();
    /// Give each radio its queue disc, and let each card hold CardFrames beside it. A station with
    /// a real kernel has the kernel's disc.
    void InstallDiscs();
    /// Give the access point the disc of AccessPointDisc, for Q packets with the one in the card
    /// (AccessPointQueue).
    /// @return the disc
    Ptr<QueueDisc> InstallAccessPointDisc();
    /// Let stations, access point and host take HostPacketTime and HostByteTime for what they
    /// receive. Does nothing if both are 0: they then answer at the instant at which a frame ends.
    void InstallBacklogs();

    uint32_t m_uplinks;                    ///< see GetUplinks
    uint32_t m_downlinks;                  ///< see GetDownlinks
    uint32_t m_downlinkStations;           ///< see GetDownlinkStations
    uint32_t m_attempts;                   ///< attribute Attempts
    uint32_t m_accessPointQueue;           ///< attribute AccessPointQueue
    std::string m_disc;                    ///< attribute AccessPointDisc
    bool m_limitPerClass;                  ///< attribute LimitPerClass
    uint32_t m_ackQueue;                   ///< attribute AckQueue
    bool m_adaptiveWeights;                ///< attribute AdaptiveWeights
    Time m_meanOn;                         ///< see GetMeanOn
    Time m_meanOff;                        ///< see GetMeanOff
    DsssRate m_dataMode;                   ///< attribute DataMode
    double m_bitErrorRate;                 ///< attribute BitErrorRate
    Time m_goodDuration;                   ///< attribute GoodDuration
    Time m_badDuration;                    ///< attribute BadDuration
    Vector m_room;                         ///< attribute Room
    std::vector<Vector> m_seats;           ///< attribute Seats
    double m_captureRatio;                 ///< attribute CaptureRatio
    uint32_t m_stationCwMin;               ///< attribute StationCwMin
    uint32_t m_accessPointCwMin;           ///< attribute AccessPointCwMin
    bool m_eifs;                           ///< attribute Eifs
    bool m_postBackoff;                    ///< attribute PostBackoff
    uint32_t m_shortRetryLimit;            ///< attribute ShortRetryLimit
    double m_accessPointGain;              ///< attribute AccessPointGain
    uint32_t m_cardFrames;                 ///< attribute CardFrames
    std::string m_tcp;                     ///< attribute Tcp
    uint32_t m_segmentSize;                ///< see GetSegmentSize
    uint32_t m_sendBuffer;                 ///< attribute SendBuffer
    uint32_t m_receiveBuffer;              ///< attribute ReceiveBuffer
    uint32_t m_linkQueue;                  ///< attribute LinkQueue
    bool m_localDropsReachTcp;             ///< attribute LocalDropsReachTcp
    Time m_hostPacketTime;                 ///< attribute HostPacketTime
    Time m_hostByteTime;                   ///< attribute HostByteTime
    DataRate m_ethernetRate;               ///< attribute EthernetRate
    Time m_ethernetDelay;                  ///< attribute EthernetDelay
    Time m_warmUp;                         ///< see GetWarmUp
    Time m_start;                          ///< see GetStart
    Time m_startSpread;                    ///< see GetStartSpread
    Ptr<GilbertElliottErrorModel> m_noise; ///< of all radios; none without noise
};

} // namespace ns3

#endif // VACIRCA2005_TESTBED_H
