// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "poor-channel-helper.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PoorChannelHelper");

// LogDistancePropagationLossModel accepts a negative exponent, with which a signal would grow over
// distance.
void
PoorChannelHelper::SetPathLoss(double exponent, double referenceLoss)
{
    NS_ABORT_MSG_UNLESS(exponent >= 0,
                        "PoorChannelHelper: path-loss exponent " << exponent
                                                                 << ": expected 0 or more");
    m_exponent = exponent;
    m_referenceLoss = referenceLoss;
}

void
PoorChannelHelper::SetShadowing(double sigma, Time correlationTime)
{
    NS_ABORT_MSG_UNLESS(sigma >= 0,
                        "PoorChannelHelper: standard deviation " << sigma
                                                                 << " dB: expected 0 or more");
    m_sigma = sigma;
    m_correlationTime = correlationTime;
}

void
PoorChannelHelper::SetBursts(Time good, Time bad, double bitErrorRate)
{
    // The attributes of the model refuse wrong values, each with its range.
    m_bursts = CreateObjectWithAttributes<GilbertElliottErrorModel>("GoodDuration",
                                                                    TimeValue(good),
                                                                    "BadDuration",
                                                                    TimeValue(bad),
                                                                    "BadBitErrorRate",
                                                                    DoubleValue(bitErrorRate));
}

YansWifiPhyHelper
PoorChannelHelper::CreatePhy()
{
    YansWifiChannelHelper channel;
    channel.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
    channel.AddPropagationLoss("ns3::LogDistancePropagationLossModel",
                               "Exponent",
                               DoubleValue(m_exponent),
                               "ReferenceLoss",
                               DoubleValue(m_referenceLoss));
    // Without shadowing the model is left out, so that it draws no random numbers.
    if (m_sigma > 0)
    {
        channel.AddPropagationLoss("ns3::ShadowingPropagationLossModel",
                                   "StandardDeviation",
                                   DoubleValue(m_sigma),
                                   "CorrelationTime",
                                   TimeValue(m_correlationTime));
    }
    m_channel = channel.Create();
    YansWifiPhyHelper phy;
    phy.SetChannel(m_channel);
    NS_LOG_DEBUG("channel with path-loss exponent "
                 << m_exponent << ", " << m_referenceLoss << " dB at 1 m, shadowing of " << m_sigma
                 << " dB with a correlation time of " << m_correlationTime.As(Time::S));
    // These thresholds lie below any signal that the error-rate model can decode, so that it alone
    // decides.
    phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel",
                                  "Threshold",
                                  DoubleValue(-10),
                                  "MinimumRssi",
                                  DoubleValue(-110));
    phy.Set("RxSensitivity", DoubleValue(-110));
    phy.Set("CcaSensitivity", DoubleValue(-100));
    return phy;
}

void
PoorChannelHelper::InstallBursts(const NetDeviceContainer& radios)
{
    if (!m_bursts)
    {
        return;
    }
    // One model for all radios: an obstacle or a source of noise disturbs both directions.
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        const auto radio = DynamicCast<WifiNetDevice>(radios.Get(i));
        if (!radio)
        {
            NS_FATAL_ERROR("PoorChannelHelper: device "
                           << i << " is a " << radios.Get(i)->GetInstanceTypeId().GetName()
                           << ": bursts expect a ns3::WifiNetDevice");
        }
        NS_LOG_DEBUG("radio of node " << radio->GetNode()->GetId()
                                      << " loses frames in bursts, a share of "
                                      << m_bursts->GetBadFraction() << " of the time");
        for (const Ptr<WifiPhy>& phy : radio->GetPhys())
        {
            phy->SetPostReceptionErrorModel(m_bursts);
        }
    }
}

// The channel numbers the streams of its loss models. An error model belongs to the radios, but all
// radios share this one, so that it is numbered once.
int64_t
PoorChannelHelper::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    if (m_channel)
    {
        stream += m_channel->AssignStreams(stream);
    }
    if (m_bursts)
    {
        stream += m_bursts->AssignStreams(stream);
    }
    return stream - first;
}

} // namespace ns3
