// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ett-delivery.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

void
EttDelivery::Start(std::size_t rates)
{
    m_histories = {};
    for (std::size_t i = 0; i < rates; ++i)
    {
        const double fails = i == 0 ? 0 : static_cast<double>(i) / (2.0 * (rates - 1.0));
        m_histories[i].first = DeliveryAverage(1 - fails);
    }
    m_answered = DeliveryAverage(1);
    m_first = DeliveryAverage(1);
}

void
EttDelivery::NoteAttempt(std::size_t rate,
                         Attempt attempt,
                         double sample,
                         const EttContext& context)
{
    History& history = m_histories[rate];
    const double weight = context.parameters.ewmaWeight;
    switch (attempt)
    {
    case Attempt::AFTER_RTS:
        // These attempts are the only ones that lose nothing but what their rate loses.
        if (!history.rts.HasSamples())
        {
            history.rts = DeliveryAverage(GetAfterRts(rate, context));
        }
        history.rts.Add(sample, context.frame, weight, 1);
        break;
    case Attempt::FIRST:
        // The last knowledge of a rate keeps the weight of one sample, however old it is.
        history.first.Add(sample, context.frame, weight, 1);
        m_first.Add(sample, context.frame, weight, 1);
        break;
    case Attempt::RETRY:
        // Old knowledge of retries may vanish: first attempts stand in for it.
        history.retry.Add(sample, context.frame, weight, 0);
        break;
    }
}

void
EttDelivery::NoteRts(double sample, const EttContext& context)
{
    m_answered.Add(sample, context.frame, context.parameters.ewmaWeight, 1);
}

double
EttDelivery::GetAnswered() const
{
    return std::min(m_answered.Get(), 1.0);
}

double
EttDelivery::Get(std::size_t rate, const EttContext& context) const
{
    const double delivery = std::max(GetFirst(rate, context), GetRetry(rate, context));
    return rate == context.best ? delivery : std::min(delivery, GetMost(context));
}

double
EttDelivery::GetFirst(std::size_t rate, const EttContext& context) const
{
    // With the weight 1 / (1 - c) of deliveries the average may exceed 1.
    const DeliveryAverage& first = m_histories[rate].first;
    return MayHaveCollided(rate, context)
               ? AddDoubt(first.Get(),
                          first.GetSamples(context.frame, context.parameters.ewmaWeight),
                          context)
               : std::min(first.Get(), 1.0);
}

double
EttDelivery::GetRetry(std::size_t rate, const EttContext& context) const
{
    // Retries are assumed to fare as first attempts, which count for one sample, until the samples
    // of retries themselves outweigh it. What spoils an RTS would spoil a retry at another rate.
    const History& history = m_histories[rate];
    const double samples = history.retry.GetSamples(context.frame, context.parameters.ewmaWeight);
    const double spared = rate == context.best ? 1 : GetAnswered();
    const double average =
        (spared * history.first.Get() + samples * history.retry.Get()) / (1 + samples);
    return MayHaveCollided(rate, context) ? AddDoubt(average, 1 + samples, context)
                                          : std::min(average, 1.0);
}

double
EttDelivery::GetAfterRts(std::size_t rate, const EttContext& context) const
{
    return GetAfterRts(rate, GetRetry(rate, context), context.best);
}

double
EttDelivery::GetAfterRts(std::size_t rate, double retry, std::size_t best) const
{
    const DeliveryAverage& rts = m_histories[rate].rts;
    if (rts.HasSamples())
    {
        return std::min(rts.Get(), 1.0);
    }
    // A retry without RTS needs a medium on which an RTS is answered, and a rate that works.
    const double works = std::min(retry / std::max(GetAnswered(), LEAST), 1.0);
    // For losses of the rate in use, the rate is the reason with probability 1/2.
    return rate == best ? (1 + works) / 2 : works;
}

double
EttDelivery::GetSureAfterRts(std::size_t rate, double retry, const EttContext& context) const
{
    const double delivery = GetAfterRts(rate, retry, context.best);
    const double samples =
        m_histories[rate].rts.GetSamples(context.frame, context.parameters.ewmaWeight);
    if (samples == 0)
    {
        return delivery;
    }
    const double variance = delivery * (1 - delivery) / std::max(2 * samples - 1, 1.0);
    return std::max(delivery - context.parameters.collisionDoubt * std::sqrt(variance), 0.0);
}

// Some losses of the rate in use would have occurred at any other rate. No rate can deliver more
// first attempts than those without such losses. An RTS, which is short and has the lowest rate,
// reveals them: the rate is not the reason for a loss if the RTS is not answered, or if the frame
// is delivered at the same rate after an answer.
double
EttDelivery::GetMost(const EttContext& context) const
{
    const double first = GetFirst(context.best, context);
    // A rate that has just come into use has little to show, but the ones before have.
    const double recent = std::min<double>(m_first.Get(), first);
    const double most = 1 - (1 - recent) * (1 - GetAnswered());
    const DeliveryAverage& rts = m_histories[context.best].rts;
    const double samples = rts.GetSamples(context.frame, context.parameters.ewmaWeight);
    if (samples <= 1 || rts.Get() <= first)
    {
        return most;
    }
    // One of the samples is what was expected of it, and no evidence.
    const double works = first + (std::min(rts.Get(), 1.0) - first) * (samples - 1) / samples;
    return std::min(most, first / works);
}

bool
EttDelivery::MayHaveCollided(std::size_t rate, const EttContext& context)
{
    // Failures of the rate in use that may well be collisions are no reason to leave it. Every
    // other rate has to show first that it works.
    return rate == context.best && context.collisions > 0;
}

double
EttDelivery::AddDoubt(double average, double samples, const EttContext& context)
{
    // A sample is 1 / (1 - c) with probability (1 - c) p, otherwise 0. Its variance would be
    // p (1 - p) without collisions; collisions add p c / (1 - c). A moving average that counts for
    // n samples has the variance of a mean of 2 n - 1 equally weighted ones. The result is the
    // highest p that exceeds the average by no more than the allowed number of standard deviations,
    // which solves p = average + deviations sqrt(p c / (1 - c) / (2 n - 1)).
    const double collisions = context.collisions;
    const double variance = collisions / (1 - collisions) / std::max(2 * samples - 1, 1.0);
    const double allowed = context.parameters.collisionDoubt * std::sqrt(variance);
    const double root = (allowed + std::sqrt(allowed * allowed + 4 * average)) / 2;
    return std::min(root * root, 1.0);
}

} // namespace ns3
