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
 * The channel of DcfNetDevice: one BSS, with one access point or none.
 */
class DcfChannel : public MediumChannel
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    DcfChannel();
    ~DcfChannel() override;

    /// @param station is the access point; MEDIUM_NOBODY if there is none any longer
    void SetAccessPoint(MediumStation station);
    /// @return station of the access point; MEDIUM_NOBODY if there is none
    MediumStation GetAccessPoint() const;
    /// @return probabilities that frames are decoded, which all stations share
    DsssSuccessRate& GetSuccessRate();

  private:
    DsssSuccessRate m_successRate;
    MediumStation m_accessPoint{MEDIUM_NOBODY};
};

} // namespace ns3

#endif // DCF_CHANNEL_H
