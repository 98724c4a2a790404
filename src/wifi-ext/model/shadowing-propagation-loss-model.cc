// SPDX-License-Identifier: GPL-2.0-only

#include "shadowing-propagation-loss-model.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ShadowingPropagationLossModel);

TypeId
ShadowingPropagationLossModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ShadowingPropagationLossModel")
            .SetParent<PropagationLossModel>()
            .SetGroupName("WifiExt")
            .AddConstructor<ShadowingPropagationLossModel>()
            .AddAttribute("StandardDeviation",
                          "Standard deviation of the received power, dB.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&ShadowingPropagationLossModel::m_sigma),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("CorrelationTime",
                          "Time after which the autocorrelation is 1/e. 0: each frame of a link is "
                          "independent of the one before.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&ShadowingPropagationLossModel::m_correlation),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

ShadowingPropagationLossModel::ShadowingPropagationLossModel()
    : m_normal(CreateObject<NormalRandomVariable>())
{
}

double
ShadowingPropagationLossModel::DoCalcRxPower(double txPowerDbm,
                                             Ptr<MobilityModel> a,
                                             Ptr<MobilityModel> b) const
{
    GaussMarkovProcess& link = m_links[std::minmax(a, b)];
    return txPowerDbm + link.Advance(m_sigma,
                                     m_correlation.GetSeconds(),
                                     Simulator::Now().GetSeconds(),
                                     m_normal->GetValue());
}

int64_t
ShadowingPropagationLossModel::DoAssignStreams(int64_t stream)
{
    m_normal->SetStream(stream);
    return 1;
}

} // namespace ns3
