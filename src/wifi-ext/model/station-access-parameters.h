// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STATION_ACCESS_PARAMETERS_H
#define STATION_ACCESS_PARAMETERS_H

#include "access-category-parameters.h"

#include "ns3/object.h"
#include "ns3/qos-utils.h"

#include <map>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::StationAccessParameters declaration.
 */

namespace ns3
{

class WifiMac;

/**
 * @ingroup wifi-ext
 * Keeps the parameters of access categories that were installed on a station, where ns-3 (and IEEE
 * 802.11-2020, 10.2.3.2) would replace them by those in each beacon of its access point. A test bed
 * whose driver sets them for each card behaves like this, as that of malone2008.
 *
 * A station of ns-3 has a second set of AIFSN, CWmin and CWmax for each category, which apply while
 * its MU EDCA timer runs (26.2.7) and which only beacons with an MU EDCA Parameter Set element
 * touch. This object puts the parameters there and lets the timer run for ever. The contention
 * window of a frame that is being retried is thus left alone when a beacon arrives; setting the
 * first set again after each beacon would reset it. The TXOP limit has no second set and is set
 * again.
 *
 * It is aggregated to the device. An access point with MU EDCA parameters is refused when its first
 * beacon arrives.
 */
class StationAccessParameters : public Object
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Follow the beacons and associations of a station. Call it once, before Keep() or after it.
     * @param mac of the station
     */
    void Connect(Ptr<WifiMac> mac);
    /**
     * Takes effect at once; at simulation time 0 one time step later, because ns-3 takes a timer
     * that was started at 0 for a stopped one. The contention window is reset to the new CWmin.
     * @param category whose parameters are kept from now on
     * @param parameters for all links
     */
    void Keep(AcIndex category, const AccessCategoryParameters& parameters);

  private:
    /// Forget MAC and parameters; a scheduled restoration then does nothing.
    void DoDispose() override;
    /**
     * Write the second set of each category and start its timer for half of the longest time of
     * ns-3.
     */
    void Start();
    /**
     * ns-3 reports a beacon before it takes the parameters out of it, so that they are restored by
     * an event of the same instant.
     * @param time not used
     */
    void NotifyBeacon(Time time);
    /// @param bssid not used; the response has carried parameters, which are applied by now
    void NotifyAssociation(Mac48Address bssid);
    /**
     * Set the TXOP limits again. The program ends if the second set was replaced, which MU EDCA
     * parameters of the access point do.
     */
    void Restore() const;

    Ptr<WifiMac> m_mac;                                       ///< of the station
    std::map<AcIndex, AccessCategoryParameters> m_parameters; ///< by category
};

} // namespace ns3

#endif // STATION_ACCESS_PARAMETERS_H
