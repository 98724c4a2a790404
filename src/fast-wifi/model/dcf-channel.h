// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_CHANNEL_H
#define DCF_CHANNEL_H

#include "dsss-success-rate.h"
#include "medium-channel.h"

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfChannel declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The channel of DcfNetDevice: one BSS, with one access point or none. It adds to MediumChannel
 * what the stations of a cell share: the access point, and the error rates of DSSS. All stations
 * hear each other, so cells that do not hear each other need separate channels.
 */
class DcfChannel : public MediumChannel
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    /// A channel without stations and without an access point.
    DcfChannel();
    ~DcfChannel() override;

    /**
     * Fatal if another station is already the access point: two cells on one channel would share
     * its time, and a station would not know to which cell it belongs.
     * @param station is the access point; MEDIUM_NOBODY if there is none any longer
     */
    void SetAccessPoint(MediumStation station);
    /// @return station of the access point; MEDIUM_NOBODY if there is none
    MediumStation GetAccessPoint() const;
    /**
     * @return probabilities that frames are decoded, which all stations share so that an integral
     * is computed once; lives as long as the channel
     */
    DsssSuccessRate& GetSuccessRate();

  private:
    DsssSuccessRate m_successRate;              ///< see GetSuccessRate()
    MediumStation m_accessPoint{MEDIUM_NOBODY}; ///< see GetAccessPoint()
};

} // namespace ns3

#endif // DCF_CHANNEL_H
