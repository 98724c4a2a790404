// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SHADOWING_PROPAGATION_LOSS_MODEL_H
#define SHADOWING_PROPAGATION_LOSS_MODEL_H

#include "gauss-markov-process.h"

#include "ns3/event-id.h"
#include "ns3/mobility-model.h"
#include "ns3/nstime.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/random-variable-stream.h"

#include <map>
#include <utility>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::ShadowingPropagationLossModel declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Log-normal shadowing: adds a normal number with mean 0 to the power in dBm. Both directions of a
 * link share one process, whose autocorrelation falls exponentially over time, as in M. Gudmundson,
 * "Correlation model for shadow fading in mobile radio systems", 1991, with time in place of
 * distance. Without correlation each frame gets an independent number; RandomPropagationLossModel
 * of ns-3 also does that, but draws different numbers for the two directions of a link.
 *
 * Chain it behind a model of the mean loss (YansWifiChannelHelper::AddPropagationLoss).
 * A link is an unordered pair of mobility models, because an obstacle between two radios is in the
 * way of both. Its process is made when the link is first asked for, and kept until the end of
 * the simulation; so are the mobility models. A model that is kept for another simulation of the
 * program starts anew there. All links draw from one random stream, in the order of the
 * frames: another frame anywhere changes the later numbers of all links. Shadowing does not depend
 * on the distance that a radio moves.
 */
class ShadowingPropagationLossModel : public PropagationLossModel
{
  public:
    /**
     * Register this type. Attributes: StandardDeviation (dB, 0 or more) and CorrelationTime (0:
     * independent frames).
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /// Make a model without links.
    ShadowingPropagationLossModel();
    ~ShadowingPropagationLossModel() override;

  private:
    /// A radio's position, and another's.
    using Link = std::pair<Ptr<MobilityModel>, Ptr<MobilityModel>>;

    /**
     * @param txPowerDbm power after the models before this one in the chain, dBm
     * @param a position of one radio
     * @param b position of the other
     * @return power with shadowing, dBm; higher than txPowerDbm in half of all cases
     */
    double DoCalcRxPower(double txPowerDbm,
                         Ptr<MobilityModel> a,
                         Ptr<MobilityModel> b) const override;
    /**
     * Forget all links at the end of the simulation: in the next one, time begins at 0 again, and
     * other radios move.
     */
    void ForgetLinks() const;
    /**
     * Equal streams give equal numbers, also if the model has drawn some before.
     * @param stream of the innovations of all links
     * @return 1
     */
    int64_t DoAssignStreams(int64_t stream) override;

    double m_sigma{0};                                  ///< see attribute StandardDeviation
    Time m_correlation;                                 ///< see attribute CorrelationTime
    Ptr<NormalRandomVariable> m_normal;                 ///< innovations
    mutable std::map<Link, GaussMarkovProcess> m_links; ///< one per pair that has been asked for
    mutable EventId m_endOfSimulation;                  ///< ForgetLinks
};

} // namespace ns3

#endif // SHADOWING_PROPAGATION_LOSS_MODEL_H
