// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "gilbert-elliott-error-model.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GilbertElliottErrorModel");

NS_OBJECT_ENSURE_REGISTERED(GilbertElliottErrorModel);

namespace
{

/// @param state of the channel
/// @return its name, for messages
const char*
GetName(GilbertElliottProcess::State state)
{
    return state == GilbertElliottProcess::State::GOOD ? "good" : "bad";
}

} // namespace

TypeId
GilbertElliottErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GilbertElliottErrorModel")
            .SetParent<ErrorModel>()
            .SetGroupName("WifiExt")
            .AddConstructor<GilbertElliottErrorModel>()
            // A duration of 0 would let the process change its state without an end.
            .AddAttribute("GoodDuration",
                          "Mean time in the good state.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&GilbertElliottErrorModel::m_goodDuration),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("BadDuration",
                          "Mean time in the bad state.",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&GilbertElliottErrorModel::m_badDuration),
                          MakeTimeChecker(MicroSeconds(1)))
            // Gilbert's good state is free of errors (1960), hence the default; Elliott's has a
            // rate of its own (1963).
            .AddAttribute("GoodBitErrorRate",
                          "Probability that a bit is wrong in the good state.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&GilbertElliottErrorModel::m_goodBitErrorRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("BadBitErrorRate",
                          "Probability that a bit is wrong in the bad state.",
                          DoubleValue(1e-3),
                          MakeDoubleAccessor(&GilbertElliottErrorModel::m_badBitErrorRate),
                          MakeDoubleChecker<double>(0, 1))
            // The MAC header of 24 bytes and the FCS of 4 (IEEE 802.11-1999, 7.1.2 and 7.2.2).
            .AddAttribute("DataOverhead",
                          "Bytes of a frame with payload that the PHY does not show to the model: "
                          "MAC header and FCS of 802.11 data frames without QoS.",
                          UintegerValue(28),
                          MakeUintegerAccessor(&GilbertElliottErrorModel::m_dataOverhead),
                          MakeUintegerChecker<uint32_t>())
            // Frame control, duration, one address, FCS (IEEE 802.11-1999, 7.2.1.3).
            .AddAttribute("ControlSize",
                          "Bytes of a frame of which the PHY shows none to the model: an 802.11 "
                          "ACK.",
                          UintegerValue(14),
                          MakeUintegerAccessor(&GilbertElliottErrorModel::m_controlSize),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

GilbertElliottErrorModel::GilbertElliottErrorModel()
    : m_sojourn(CreateObject<ExponentialRandomVariable>()),
      m_error(CreateObject<UniformRandomVariable>())
{
}

GilbertElliottErrorModel::~GilbertElliottErrorModel()
{
    m_endOfSimulation.Cancel();
}

// Sojourns and errors have separate streams, so that the states of the channel do not depend on the
// frames that are sent.
int64_t
GilbertElliottErrorModel::AssignStreams(int64_t stream)
{
    m_sojourn->SetStream(stream);
    m_error->SetStream(stream + 1);
    return 2;
}

double
GilbertElliottErrorModel::GetBadFraction() const
{
    return GilbertElliottProcess::GetBadFraction(m_goodDuration.GetSeconds(),
                                                 m_badDuration.GetSeconds());
}

double
GilbertElliottErrorModel::GetFrameErrorRate(Ptr<const Packet> packet,
                                            GilbertElliottProcess::State state) const
{
    // A Wi-Fi PHY shows its error model a frame without MAC header and FCS, and an ACK as an empty
    // packet.
    const uint64_t size = packet->GetSize();
    const uint64_t bytes = size == 0 ? m_controlSize : size + m_dataOverhead;
    const bool isGood = state == GilbertElliottProcess::State::GOOD;
    return GilbertElliottProcess::GetFrameErrorRate(isGood ? m_goodBitErrorRate : m_badBitErrorRate,
                                                    8 * bytes);
}

bool
GilbertElliottErrorModel::DoCorrupt(Ptr<Packet> packet)
{
    if (!m_process)
    {
        Start();
    }
    // Several radios may share this model: each calls it at its own instants, for the same process.
    const auto state = m_process->Advance(Simulator::Now().GetSeconds());
    const double errorRate = GetFrameErrorRate(packet, state);
    const bool isLost = m_error->GetValue() < errorRate;
    NS_LOG_LOGIC("packet " << packet->GetUid() << " of " << packet->GetSize() << " bytes is "
                           << (isLost ? "lost" : "kept") << ": the channel is " << GetName(state)
                           << ", frame error rate " << errorRate);
    return isLost;
}

// The first packet finds the channel in its stationary state, whenever it comes.
void
GilbertElliottErrorModel::Start()
{
    using State = GilbertElliottProcess::State;
    const auto initial = m_error->GetValue() < GetBadFraction() ? State::BAD : State::GOOD;
    m_process.emplace(Simulator::Now().GetSeconds(), initial, [this](State state) {
        const Time mean = state == State::GOOD ? m_goodDuration : m_badDuration;
        const double sojourn = mean.GetSeconds() * m_sojourn->GetValue();
        NS_LOG_DEBUG("the channel becomes " << GetName(state) << " for " << sojourn << " s");
        return sojourn;
    });
    // The clock of the next simulation begins at 0 again, long before the end of the present state.
    m_endOfSimulation.Cancel();
    m_endOfSimulation = Simulator::ScheduleDestroy(&GilbertElliottErrorModel::DoReset, this);
}

void
GilbertElliottErrorModel::DoReset()
{
    NS_LOG_DEBUG("the next packet draws the state of the channel anew");
    m_process.reset();
}

} // namespace ns3
