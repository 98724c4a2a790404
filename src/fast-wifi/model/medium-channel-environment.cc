// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-channel-environment.h"

#include "medium-access.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumChannelEnvironment");

namespace
{

/// @param result of an attempt
/// @return it in words, for the log
const char*
GetResultName(MediumAttempt::Result result)
{
    using Result = MediumAttempt::Result;
    switch (result)
    {
    case Result::SENT:
        return "sent, nobody answers";
    case Result::ACKNOWLEDGED:
        return "acknowledged";
    case Result::MISSED:
        return "the answer did not come, to be sent again";
    case Result::RETRY_LIMIT:
        return "the answer did not come, given up";
    case Result::INTERNAL:
        return "another function of the station went first, to be sent again";
    case Result::INTERNAL_LIMIT:
        return "another function of the station went first, given up";
    }
    return "";
}

} // namespace

MediumChannelEnvironment::MediumChannelEnvironment(const MediumStations& stations,
                                                   const MediumAddresses& addresses,
                                                   MediumReceiver& receiver,
                                                   MediumLinks& links,
                                                   MediumDelivery& delivery)
    : m_stations(stations),
      m_addresses(addresses),
      m_receiver(receiver),
      m_links(links),
      m_delivery(delivery),
      m_random(CreateObject<UniformRandomVariable>())
{
}

void
MediumChannelEnvironment::SetAccess(const MediumAccess* access)
{
    m_access = access;
}

void
MediumChannelEnvironment::SetStream(int64_t stream)
{
    m_random->SetStream(stream);
}

MediumClient*
MediumChannelEnvironment::GetClient(MediumFunction function) const
{
    return m_stations[m_access->GetStation(function)];
}

MediumFrame
MediumChannelEnvironment::GetFrame(MediumFunction function)
{
    MediumClient* client = GetClient(function);
    MediumFrame frame = client->GetFrame(function);
    // A station answers to the address that it has now.
    if (m_addresses.HasFormer() &&
        m_addresses.IsFormer(client->GetPayload(function).destination, frame.receiver))
    {
        frame.receiver = MEDIUM_NOBODY;
    }
    return frame;
}

uint32_t
MediumChannelEnvironment::DrawSlots(MediumFunction function, uint32_t window)
{
    return GetClient(function)->DrawSlots(function, window);
}

bool
MediumChannelEnvironment::WantsBegin(MediumFunction function) const
{
    MediumClient* client = GetClient(function);
    if (client->WantsBegin(function))
    {
        return true;
    }
    if (!m_links.GetLossModel())
    {
        return false;
    }
    // What changes, or is not known yet, must be asked for when the frame begins.
    const MediumFrame frame = client->GetFrame(function);
    const bool isAnswered = frame.acknowledgment > 0 && m_stations.IsAttached(frame.receiver);
    return !m_links.Knows(m_access->GetStation(function)) ||
           (isAnswered && !m_links.Knows(frame.receiver));
}

std::optional<std::size_t>
MediumChannelEnvironment::Detect(MediumStation listener,
                                 std::span<const MediumTransmission> frames,
                                 std::size_t first)
{
    // Equally strong signals: the ratio of two is 0 dB, below any threshold.
    if (!m_links.GetLossModel())
    {
        return frames.size() == 1 ? std::optional(first) : std::nullopt;
    }
    const MediumReceiver::Preamble preamble =
        m_receiver.Detect(frames, first, [this, listener](const MediumTransmission& frame) {
            return m_links.GetMilliwatts(frame, listener);
        });
    if (!preamble.frame)
    {
        NS_LOG_DEBUG("station " << listener << " detects no preamble: "
                                << MediumReceiver::ToDb(preamble.milliwatts) << " dBm, "
                                << MediumReceiver::ToDb(preamble.ratio) << " dB above the rest");
    }
    return preamble.frame;
}

/// Under all that overlaps the frame, which is the first.
bool
MediumChannelEnvironment::Decode(MediumStation listener, std::span<const MediumTransmission> frames)
{
    const MediumTransmission& frame = frames.front();
    MediumClient* client = GetClient(frame.function);
    const double success = m_receiver.GetSuccessRate(
        frames,
        [this, listener](const MediumTransmission& sent) {
            return m_links.GetMilliwatts(sent, listener);
        },
        [client, &frame](double ratio) { return client->GetSuccessRate(frame, ratio); });
    // Most are certain, and need no random number.
    constexpr double certain = 1e-9;
    if (success < certain || (success < 1 - certain && m_random->GetValue() > success))
    {
        NS_LOG_DEBUG("station " << listener << " cannot decode the frame of station "
                                << frame.sender << ", which " << frames.size() - 1
                                << " overlap: probability of success " << success);
        return false;
    }
    // A frame for somebody else is decoded for its NAV only, about which an error model says
    // nothing.
    const MediumStation addressed =
        frame.IsAnswer() ? m_access->GetStation(frame.function) : GetFrame(frame.function).receiver;
    return (addressed != listener && addressed != MEDIUM_EVERYBODY) ||
           !m_stations[listener]->IsCorrupt(client->GetPayload(frame.function).packet, frame.kind);
}

void
MediumChannelEnvironment::Observe(const MediumAttempt& attempt)
{
    MediumClient* client = GetClient(attempt.function);
    const MediumPayload& payload = client->GetPayload(attempt.function);
    NS_LOG_DEBUG("station " << m_access->GetStation(attempt.function) << " began at "
                            << attempt.begin << " ns with packet " << payload.packet->GetUid()
                            << (attempt.delivered ? ": delivered" : ": not delivered")
                            << (attempt.collided ? ", collided" : ""));
    const bool isOnAir = attempt.result != MediumAttempt::Result::INTERNAL &&
                         attempt.result != MediumAttempt::Result::INTERNAL_LIMIT;
    if (isOnAir && !attempt.isAnnounced)
    {
        const MediumTime end = attempt.overlapping.empty() ? attempt.begin + attempt.frame.rts
                                                           : attempt.overlapping.front().end;
        m_delivery.Announce(m_access->GetStation(attempt.function),
                            attempt.function,
                            attempt.begin,
                            attempt.frame.receiver,
                            end);
    }
    if (!attempt.overlapping.empty() && !client->IsDelivered(attempt.function))
    {
        m_delivery.Add(attempt, payload);
    }
}

bool
MediumChannelEnvironment::Note(const MediumAttempt& attempt)
{
    NS_LOG_DEBUG("station " << m_access->GetStation(attempt.function) << " knows at "
                            << attempt.completion << " ns: " << GetResultName(attempt.result)
                            << ", contention window " << m_access->GetWindow(attempt.function));
    // All receptions of the busy period have been decided.
    m_links.ForgetFrames();
    return GetClient(attempt.function)->Note(attempt);
}

} // namespace ns3
