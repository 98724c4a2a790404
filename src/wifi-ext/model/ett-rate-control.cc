// SPDX-License-Identifier: GPL-2.0-only

#include "ett-rate-control.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Share below which a rate counts as useless anyway; keeps times finite.
constexpr double LEAST_DELIVERY = 1e-3;

} // namespace

void
EttRateControl::SetRates(std::span<const AttemptTime> times)
{
    m_histories = {};
    m_probes = {};
    m_count = times.size();
    m_attempt = 0;
    m_best = 0;
    for (std::size_t i = 0; i < m_count; ++i)
    {
        // The highest rate that works is any of them with the same probability.
        const double prior = static_cast<double>(m_count - i) / static_cast<double>(m_count);
        m_histories[i] = {times[i], DeliveryAverage(prior), DeliveryAverage()};
    }
}

void
EttRateControl::SetRetries(const MeanBackoff& backoff, std::size_t attempts)
{
    m_backoff = backoff;
    m_limit = attempts;
}

void
EttRateControl::NoteSize(double bytes, const EttParameters& parameters)
{
    m_size = m_size == 0 ? bytes : m_size + parameters.ewmaWeight * (bytes - m_size);
}

RateChoice
EttRateControl::Select(const EttParameters& parameters, double collisions)
{
    m_collisions = collisions;
    m_isReserved = false;
    // Anew for each retry: what has failed in this frame is the best of what is known.
    Plan(parameters);
    m_choice = m_attempt == 0
                   ? BeginFrame(parameters)
                   : RateChoice{m_chain.GetRate(m_attempt), RateChangeReason::RETRY_CHAIN};
    return m_choice;
}

RateChoice
EttRateControl::BeginFrame(const EttParameters& parameters)
{
    const std::size_t before = m_best;
    m_best = m_chain.GetRate(0);
    const std::size_t probe = FindProbe(parameters);
    if (probe != m_best)
    {
        return {probe, RateChangeReason::PROBE};
    }
    return {m_best, m_best == before ? RateChangeReason::CHAIN_END : RateChangeReason::BETTER_RATE};
}

void
EttRateControl::Plan(const EttParameters& parameters)
{
    std::array<AttemptOutlook, MAX_NON_HT_RATES> outlooks;
    for (std::size_t i = 0; i < m_count; ++i)
    {
        outlooks[i] = {GetTime(i),
                       (1 - m_collisions) * std::max(GetDelivery(i, parameters), LEAST_DELIVERY),
                       (1 - m_collisions) *
                           std::max(GetRetryDelivery(i, parameters), LEAST_DELIVERY)};
    }
    m_chain.Plan(std::span(outlooks).first(m_count), m_backoff, m_limit, parameters.lossCost);
}

std::size_t
EttRateControl::FindProbe(const EttParameters& parameters) const
{
    const double now = (m_backoff.Get(0) + GetTime(m_best)) /
                       std::max(GetDelivery(m_best, parameters), LEAST_DELIVERY);
    const auto isWorthIt = [&](std::size_t rate) {
        return m_probes.IsDue(rate, m_frame) && m_backoff.Get(0) + GetTime(rate) < now;
    };
    // The next rate above is the likeliest to work.
    for (std::size_t rate = m_best + 1; rate < m_count; ++rate)
    {
        if (isWorthIt(rate))
        {
            return rate;
        }
    }
    for (std::size_t rate = m_best; rate-- > 0;)
    {
        if (isWorthIt(rate))
        {
            return rate;
        }
    }
    return m_best;
}

double
EttRateControl::GetTime(std::size_t rate) const
{
    const AttemptTime& time = m_histories[rate].time;
    return time.fixed + time.perByte * m_size;
}

void
EttRateControl::NoteDelivered(const EttParameters& parameters)
{
    NoteAttempt(true, parameters);
    EndFrame();
}

void
EttRateControl::NoteFailed(const EttParameters& parameters)
{
    NoteAttempt(false, parameters);
    ++m_attempt;
}

void
EttRateControl::NoteAttempt(bool isDelivered, const EttParameters& parameters)
{
    History& history = m_histories[m_choice.rate];
    // The attempts that collide say nothing of the rate. The others count for them, too.
    const double delivered = m_isReserved ? 1 : 1 / (1 - m_collisions);
    const double sample = isDelivered ? delivered : 0;
    if (m_attempt == 0)
    {
        history.first.Add(sample, m_frame, parameters.ewmaWeight, 1);
    }
    else
    {
        history.retry.Add(sample, m_frame, parameters.ewmaWeight, 0);
    }
    if (m_choice.reason == RateChangeReason::PROBE)
    {
        m_probes.Note(m_choice.rate,
                      m_frame,
                      isDelivered,
                      m_isReserved ? 0 : m_collisions,
                      parameters.probeInterval);
    }
}

void
EttRateControl::NoteGivenUp()
{
    EndFrame();
}

void
EttRateControl::EndFrame()
{
    m_attempt = 0;
    ++m_frame;
}

void
EttRateControl::NoteReserved()
{
    m_isReserved = true;
}

double
EttRateControl::GetDelivery(std::size_t rate, const EttParameters& parameters) const
{
    // What gets through after a failure would have at once.
    const DeliveryAverage& first = m_histories[rate].first;
    const double samples = first.GetSamples(m_frame, parameters.ewmaWeight);
    return std::max(AddDoubt(rate, first.Get(), samples, parameters),
                    GetRetryDelivery(rate, parameters));
}

double
EttRateControl::GetRetryDelivery(std::size_t rate, const EttParameters& parameters) const
{
    // Unless retries say otherwise they are as first attempts, which count for one sample of them.
    const History& history = m_histories[rate];
    const double samples = history.retry.GetSamples(m_frame, parameters.ewmaWeight);
    const double average = (history.first.Get() + samples * history.retry.Get()) / (1 + samples);
    return AddDoubt(rate, average, 1 + samples, parameters);
}

double
EttRateControl::AddDoubt(std::size_t rate,
                         double average,
                         double samples,
                         const EttParameters& parameters) const
{
    // The rate in use is not left for failures that may well be collisions; another one has to
    // show that it works.
    if (rate != m_best)
    {
        return std::min(average, 1.0);
    }
    // A sample is 1 / (1 - c) with probability (1 - c) p, otherwise 0. Its variance would be
    // p (1 - p) without collisions, and is greater by p c / (1 - c) with them. A moving average
    // that counts for n samples has the variance of 2 n - 1 that count alike. The highest p which
    // that puts the average below by no more than the deviations allowed is the one that solves
    // p = average + deviations sqrt(p c / (1 - c) / (2 n - 1)).
    const double variance = m_collisions / (1 - m_collisions) / std::max(2 * samples - 1, 1.0);
    const double allowed = parameters.collisionDoubt * std::sqrt(variance);
    const double root = (allowed + std::sqrt(allowed * allowed + 4 * average)) / 2;
    return std::min(root * root, 1.0);
}

} // namespace ns3
