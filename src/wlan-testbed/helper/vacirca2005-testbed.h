// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef VACIRCA2005_TESTBED_H
#define VACIRCA2005_TESTBED_H

#include "access-point-cell.h"
#include "vacirca2005-parameters.h"

#include "ns3/gilbert-elliott-error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Vacirca2005Testbed declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The testbed of vacirca2005, figure 1: stations around an access point that bridges to a wired
 * host.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === host
      ...      ~~~'               LinuxBridgeNetDevice
                                  queue disc of Q packets towards the stations
   \endverbatim
 *
 * Each PC has a FIFO of Vacirca2005Parameters::linkQueue packets above its card, and takes time for
 * each packet that it receives (ReceiveBacklog).
 */
class Vacirca2005Testbed : public AccessPointCell
{
  public:
    /**
     * @param parameters values of the testbed
     * @throws std::invalid_argument with the value and what is accepted, if the access point's
     * buffer is below two packets, or it has no queue disc with a limit, or there are downlinks and
     * no station for them, or the room, a seat, the capture ratio, the mode, or rate or delay of
     * the wire is out of range
     */
    explicit Vacirca2005Testbed(const Vacirca2005Parameters& parameters);

    /// @return the values of the testbed
    const Vacirca2005Parameters& GetParameters() const;

    int64_t AssignStreams(int64_t stream) override;

  private:
    void BuildRadios();
    void BuildNoise();
    void BuildInternet();
    void InstallTcp();
    void InstallDiscs();
    void InstallBacklogs();

    Vacirca2005Parameters m_parameters;    ///< values of the testbed
    Ptr<GilbertElliottErrorModel> m_noise; ///< of all radios; none without noise
};

} // namespace ns3

#endif // VACIRCA2005_TESTBED_H
