// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MALONE2008_TESTBED_H
#define MALONE2008_TESTBED_H

#include "access-point-cell.h"
#include "malone2008-parameters.h"

#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

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
 * The testbed of malone2008, figure 2: stations that upload through an access point to a host
 * behind dummynet, or download from it.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === dummynet --- 10 ms --- host
      ...      ~~~'               LinuxBridgeNetDevice
   \endverbatim
 *
 * In the paper dummynet runs in the host itself; here it is a router before it, so that the delay
 * does not occupy the Ethernet. Stations and access point have an interface queue and a driver's
 * queue of the same sizes; AckPriorityHelper gives ACKs their priority.
 */
class Malone2008Testbed : public AccessPointCell
{
  public:
    /**
     * @param parameters values of the testbed
     * @throws std::invalid_argument with the value and what is accepted, if there is no connection,
     * or a queue has no packet, or the access point has another queue disc beside priority of ACKs,
     * or a host skips ACKs that cannot, or stations without a kernel of Linux are to have what it
     * alone has, or segments are empty or too large for Ethernet, or a buffer holds none, or a time
     * is negative, or a mode is not one of 802.11b, or the room, the capture ratio, the frame error
     * rate, the attempts, the extra slots or a contention window is out of range
     */
    explicit Malone2008Testbed(const Malone2008Parameters& parameters);

    /// @return the values of the testbed
    const Malone2008Parameters& GetParameters() const;
    /// @return packets of data that wait at the access point, in its interface and driver's queues
    uint32_t GetAccessPointQueue() const;
    int64_t AssignStreams(int64_t stream) override;

  private:
    void CheckParameters() const;
    void CheckRadioParameters() const;
    std::vector<std::string> GetBasicModes() const;
    void BuildRadios();
    void BuildNoise();
    void BuildWire();
    void BuildInternet();
    void InstallTcp();
    void InstallHostTcp();
    void InstallQueues();
    Ptr<QueueDisc> InstallAccessPointDisc();
    void ConnectNetworks();
    void FixAddressResolution();
    void ScheduleChange();

    Malone2008Parameters m_parameters; ///< values of the testbed
    Ptr<RateErrorModel> m_noise;       ///< of all radios; none without noise
    NodeContainer m_dummynet;          ///< one
    NetDeviceContainer m_pipe;         ///< of dummynet and host
};

} // namespace ns3

#endif // MALONE2008_TESTBED_H
