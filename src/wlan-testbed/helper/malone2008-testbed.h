// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MALONE2008_TESTBED_H
#define MALONE2008_TESTBED_H

#include "access-point-cell.h"
#include "dsss-mode.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/vector.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Malone2008Testbed declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The testbed of malone2008 (D. Malone, D. J. Leith, A. Aggarwal, I. Dangerfield, "Spurious TCP
 * Timeouts in 802.11 Networks", 2008), figure 2: stations that upload through an access point to a
 * host behind dummynet, or download from it.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === dummynet --- 10 ms --- host
      ...      ~~~'               LinuxBridgeNetDevice
   \endverbatim
 *
 * In the paper, dummynet runs on the host itself; here it is a router in front of the host, so the
 * delay does not occupy the Ethernet. Stations and access point have an interface queue and a
 * driver's queue of the same sizes; AckPriorityHelper gives ACKs their priority. The defaults of
 * its attributes serve every figure; GetTypeId() names the source of each value.
 */
class Malone2008Testbed : public AccessPointCell
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Malone2008Testbed();
    ~Malone2008Testbed() override;

    /// @return connections from the first stations to the host, which begin at the start
    uint32_t GetUploads() const;
    /// @return connections from the stations behind them to the host, which begin at the change
    uint32_t GetLaterUploads() const;
    /// @return connections from the host to the last stations
    uint32_t GetDownloads() const;
    /// @return whether uploads or the rate change in the run
    bool IsChanging() const;
    /// @return when the uploads begin
    Time GetStart() const;
    /// @return span in which they begin, from the start on
    Time GetStartSpread() const;
    /// @return when uploads or the rate change
    Time GetChange() const;
    /// @return bytes of data in a full segment
    uint32_t GetSegmentSize() const;
    /// @return packets that can wait at a node, with the one that is sent
    uint32_t GetBuffers() const;
    /// @return packets of data that wait at the access point, in its interface and driver's queues
    uint32_t GetAccessPointQueue() const;

    int64_t AssignStreams(int64_t stream) override;

  private:
    /// The kernel that has BIC.
    static inline const std::string LINUX26_8 = "Linux26_8";
    /// AIFSN of the DCF (IEEE 802.11-1999, 9.2.10: DIFS is SIFS and two slots).
    static constexpr uint32_t DCF_AIFSN = 2;
    /// Smallest contention window of 802.11b.
    static constexpr uint32_t CW_MIN = 31;
    /// Largest contention window of 802.11b.
    static constexpr uint32_t CW_MAX = 1023;

    /// @param tid takes the attributes that the experiments vary
    /// @return it
    static TypeId AddLoad(TypeId tid);
    /// @param tid takes the attributes of the radios
    /// @return it
    static TypeId AddRadio(TypeId tid);
    /// @param tid takes the attributes of the queues and of the priority of ACKs
    /// @return it
    static TypeId AddQueues(TypeId tid);
    /// @param tid takes the attributes of the hosts
    /// @return it
    static TypeId AddHosts(TypeId tid);
    /// @param tid takes the attributes of the wire and of the measurement
    /// @return it
    static TypeId AddWire(TypeId tid);

    void Build() override;
    /// @throws std::invalid_argument if attributes have values that exclude each other
    void CheckTogether() const;
    /// @return whether the stations have real kernels
    bool HasKernels() const;
    /// @return rates of MAC acknowledgments; empty: those of ns-3, 1 and 2 Mb/s
    std::vector<std::string> GetBasicModes() const;
    /// Install the radios. They have access categories of 802.11e if ACKs have priority.
    void BuildRadios();
    /// Make m_noise: bit errors by which a share FrameErrorRate of full-size data frames is lost.
    /// Does nothing if it is 0.
    void BuildNoise();
    /// Lay the Ethernet from the access point to dummynet, and the pipe from there to the host. The
    /// pipe has a delay and a queue; its rate of 10 Gb/s never limits.
    void BuildWire();
    /// Give the nodes kernels or stacks, TCP, the bridge, queues and addresses, in this order.
    void BuildInternet();
    /// Give stations and host their TCP.
    /// @throws std::invalid_argument if the stations' is not Linux and Frto or LocalDropsReachTcp
    /// is set
    void InstallTcp();
    /// Give the host the TCP of attribute HostTcp. With FreeBSD the receive buffer is rounded up to
    /// whole segments.
    /// @throws std::invalid_argument if it is not Linux and AdaptiveAckSkip is set
    void InstallHostTcp();
    /// Give each radio the interface's and the driver's queue, and with PrioritiseAcks the
    /// parameters of its access categories.
    void InstallQueues();
    /// Give the access point the disc of AccessPointDisc in place of its two queues. The disc has
    /// the room of both, less the one frame that the driver then holds.
    /// @return the disc
    Ptr<QueueDisc> InstallAccessPointDisc();
    /// Give both networks addresses, and make dummynet the gateway between them.
    void ConnectNetworks();
    /// Give the stations and dummynet permanent ARP entries for each other. They are entered again
    /// after each association, at which ns-3 forgets them.
    void FixAddressResolution();
    /// Schedule the change of all stations to LaterMode. Does nothing if it is NONE.
    void ScheduleChange();

    uint32_t m_uploads;          ///< see GetUploads
    uint32_t m_laterUploads;     ///< see GetLaterUploads
    uint32_t m_downloads;        ///< see GetDownloads
    DsssRate m_laterMode;        ///< attribute LaterMode
    Time m_change;               ///< attribute Change
    bool m_prioritiseAcks;       ///< attribute PrioritiseAcks
    bool m_frto;                 ///< attribute Frto
    DsssRate m_dataMode;         ///< attribute DataMode
    bool m_fastMacAcks;          ///< attribute FastMacAcks
    uint32_t m_attempts;         ///< attribute Attempts
    uint32_t m_stationCwMax;     ///< attribute StationCwMax
    Vector m_room;               ///< attribute Room
    double m_captureRatio;       ///< attribute CaptureRatio
    double m_frameErrorRate;     ///< attribute FrameErrorRate
    uint32_t m_interfaceQueue;   ///< attribute InterfaceQueue
    uint32_t m_driverQueue;      ///< attribute DriverQueue
    bool m_interfaceWaits;       ///< attribute InterfaceWaits
    std::string m_disc;          ///< attribute AccessPointDisc
    uint32_t m_extraSlots;       ///< attribute ExtraSlots
    uint32_t m_ackCwMin;         ///< attribute AckCwMin
    std::string m_tcp;           ///< attribute Tcp
    bool m_bic;                  ///< attribute Bic
    bool m_bicMaximumFault;      ///< attribute BicMaximumFault
    std::string m_hostTcp;       ///< attribute HostTcp
    uint32_t m_segmentSize;      ///< see GetSegmentSize
    uint32_t m_sendBuffer;       ///< attribute SendBuffer
    uint32_t m_receiveBuffer;    ///< attribute ReceiveBuffer
    bool m_localDropsReachTcp;   ///< attribute LocalDropsReachTcp
    uint32_t m_adaptiveAckSkip;  ///< attribute AdaptiveAckSkip
    Time m_delayedAckTimeout;    ///< attribute DelayedAckTimeout
    bool m_staticArp;            ///< attribute StaticArp
    DataRate m_ethernetRate;     ///< attribute EthernetRate
    Time m_dummynetDelay;        ///< attribute DummynetDelay
    uint32_t m_dummynetQueue;    ///< attribute DummynetQueue
    Time m_start;                ///< see GetStart
    Time m_startSpread;          ///< see GetStartSpread
    Ptr<RateErrorModel> m_noise; ///< of all radios; none without noise
    NodeContainer m_dummynet;    ///< one
    NetDeviceContainer m_pipe;   ///< of dummynet and host
};

} // namespace ns3

#endif // MALONE2008_TESTBED_H
