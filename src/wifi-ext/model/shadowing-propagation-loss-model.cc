// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "shadowing-propagation-loss-model.h"

#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ShadowingPropagationLossModel");

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
            // Gudmundson's correlation falls over distance. Radios that stand still, among people
            // who walk, have one over time.
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

ShadowingPropagationLossModel::~ShadowingPropagationLossModel()
{
    m_endOfSimulation.Cancel();
}

double
ShadowingPropagationLossModel::DoCalcRxPower(double txPowerDbm,
                                             Ptr<MobilityModel> a,
                                             Ptr<MobilityModel> b) const
{
    if (m_links.empty())
    {
        m_endOfSimulation =
            Simulator::ScheduleDestroy(&ShadowingPropagationLossModel::ForgetLinks, this);
    }
    // An ordered pair names the link: an obstacle between two radios is in the way of both.
    GaussMarkovProcess& link = m_links[std::minmax(a, b)];
    const double shadowing = link.Advance(m_sigma,
                                          m_correlation.GetSeconds(),
                                          Simulator::Now().GetSeconds(),
                                          m_normal->GetValue());
    NS_LOG_LOGIC("shadowing adds " << shadowing << " dB to " << txPowerDbm << " dBm between "
                                   << a->GetPosition() << " and " << b->GetPosition());
    return txPowerDbm + shadowing;
}

void
ShadowingPropagationLossModel::ForgetLinks() const
{
    NS_LOG_DEBUG("the simulation ends, " << m_links.size() << " links are forgotten");
    m_links.clear();
}

// All links draw their innovations from one stream, in the order of the frames. A normal variable
// of ns-3 makes its numbers in pairs, and keeps the second one of a pair across SetStream().
int64_t
ShadowingPropagationLossModel::DoAssignStreams(int64_t stream)
{
    m_normal = CreateObjectWithAttributes<NormalRandomVariable>("Stream", IntegerValue(stream));
    return 1;
}

} // namespace ns3
