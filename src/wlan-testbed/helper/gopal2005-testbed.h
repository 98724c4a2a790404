// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef GOPAL2005_TESTBED_H
#define GOPAL2005_TESTBED_H

#include "access-point-cell.h"
#include "gopal2005-parameters.h"

#include <cstdint>
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
 * Stations that upload through an access point, as gopal2005 has them in ns-2 and on ORBIT.
 *
 * \verbatim
      station 0 ~~~.
      station 1 ~~~~~~ 802.11b ~~~ access point === Ethernet === host
      station 2 ~~~'
   \endverbatim
 */
class Gopal2005Testbed : public AccessPointCell
{
  public:
    /**
     * @param parameters values of the setting
     * @throws std::invalid_argument if there is no upload, or nothing to send, or more than ns-2's
     * agents can number, or segments are empty, too large for Ethernet or larger than the window,
     * or the queue holds less than 2 packets, or a time is negative, or a mode is not one of
     * 802.11b, or the room, the capture ratio or the attempts are out of range, or ns-2 is to skip
     * ACKs adaptively, or tcp is neither a kernel of Linux nor one of ns-2, or a user has set what
     * the testbed sets
     */
    explicit Gopal2005Testbed(const Gopal2005Parameters& parameters);

    /// @return the values of the setting
    const Gopal2005Parameters& GetParameters() const;

  private:
    void CheckParameters() const;
    void BuildRadios();
    void InstallTcp();
    void InstallQueues();

    Gopal2005Parameters m_parameters; ///< values of the setting
};

} // namespace ns3

#endif // GOPAL2005_TESTBED_H
