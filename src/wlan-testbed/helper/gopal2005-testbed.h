// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GOPAL2005_TESTBED_H
#define GOPAL2005_TESTBED_H

#include "access-point-cell.h"
#include "dsss-mode.h"

#include "ns3/nstime.h"
#include "ns3/routed-queue.h"
#include "ns3/vector.h"

#include <cstdint>
#include <map>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Gopal2005Testbed declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The two settings of gopal2005 (S. Gopal, D. Raychaudhuri, "Experimental evaluation of the TCP
 * simultaneous-send problem in 802.11 wireless local area networks", E-WIND 2005): stations that
 * upload through an access point, in ns-2 and on the ORBIT testbed.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === host
      station 2 ~~~'
   \endverbatim
 *
 * The defaults of the attributes are the setting of "ORBIT testbed experiments"; GetSimulation()
 * returns the values that differ in that of "NS results". The slides say little about either;
 * values that they leave open are the defaults of ns-2 of 2004, of the cards and of their drivers.
 * GetTypeId() gives the source of each value.
 */
class Gopal2005Testbed : public AccessPointCell
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    /// @return values of attributes, by their names, in ns-2
    static const std::map<std::string, std::string>& GetSimulation();

    Gopal2005Testbed();
    ~Gopal2005Testbed() override;

    /// @return TCP of stations and receiver
    const std::string& GetTcp() const;
    /// @return whether it is a TCP of ns-2
    bool IsOneWayTcp() const;
    /// @return bytes of each upload
    uint64_t GetBytes() const;
    /// @return whether the uploads are downloads
    bool IsDownload() const;
    /// @return bytes of data in a full segment
    uint32_t GetSegmentSize() const;
    /// @return bytes that a sender may have in flight
    uint32_t GetWindow() const;
    /// @return minimum retransmission timeout of ns-2's senders
    Time GetLeastTimeout() const;
    /// @return number of ACKs that the receiver skips for each one that it sends
    uint32_t GetSkippedAcks() const;
    /// @return time after which a skipped ACK of ns-2's receivers leaves; 0: never
    Time GetAckDelay() const;
    /// @return when the uploads begin
    Time GetStart() const;
    /// @return span in which they begin, from the start on
    Time GetStartSpread() const;

    int64_t AssignStreams(int64_t stream) override;

  private:
    /// @param tid takes the attributes that the experiments vary
    /// @return it
    static TypeId AddLoad(TypeId tid);
    /// @param tid takes the attributes of the radios
    /// @return it
    static TypeId AddRadio(TypeId tid);
    /// @param tid takes the attributes of the hosts and of the measurement
    /// @return it
    static TypeId AddHosts(TypeId tid);

    void Build() override;
    /// @throws std::invalid_argument if attributes have values that exclude each other
    void CheckTogether() const;
    /// Install the radios. Responses have the rates up to BasicMode.
    /// @throws std::invalid_argument if a user has set RtsCtsThreshold, or as CellRadios::Install()
    void BuildRadios();
    /// Give stations and host the sockets of a Linux kernel, without delayed ACKs. Agents of ns-2
    /// need no sockets of TCP.
    void InstallTcp();
    /// Give each radio its queue. A station with a real kernel has the kernel's.
    void InstallQueues();
    /// Give a radio a FIFO, or with a routing agent a RoutedQueueDisc. What the radio itself holds
    /// counts towards its limit.
    /// @param radio of a station, or of the access point
    /// @param isStation whether it is a station's
    void InstallQueue(Ptr<NetDevice> radio, bool isStation);

    uint32_t m_uploads;             ///< attribute Uploads
    uint32_t m_skippedAcks;         ///< see GetSkippedAcks
    bool m_adaptiveSkipping;        ///< attribute AdaptiveSkipping
    uint32_t m_stationAttempts;     ///< attribute StationAttempts
    uint64_t m_bytes;               ///< see GetBytes
    bool m_isDownload;              ///< see IsDownload
    DsssRate m_dataMode;            ///< attribute DataMode
    DsssRate m_basicMode;           ///< attribute BasicMode
    bool m_shortPreamble;           ///< attribute ShortPreamble
    bool m_rtsCts;                  ///< attribute RtsCts
    uint32_t m_accessPointAttempts; ///< attribute AccessPointAttempts
    uint32_t m_queue;               ///< attribute Queue
    RoutingAgent m_agent;           ///< attribute RoutingAgent
    Vector m_room;                  ///< attribute Room
    double m_captureRatio;          ///< attribute CaptureRatio
    std::string m_tcp;              ///< see GetTcp
    uint32_t m_segmentSize;         ///< see GetSegmentSize
    uint32_t m_window;              ///< see GetWindow
    Time m_leastTimeout;            ///< see GetLeastTimeout
    Time m_ackDelay;                ///< see GetAckDelay
    Time m_start;                   ///< see GetStart
    Time m_startSpread;             ///< see GetStartSpread
};

} // namespace ns3

#endif // GOPAL2005_TESTBED_H
