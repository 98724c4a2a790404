// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ett-rate-control.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// A rate that delivers a smaller share is useless. The bound keeps expected times finite.
constexpr double LEAST_DELIVERY = 1e-3;

} // namespace

void
EttRateControl::SetRates(std::span<const AttemptTime> times)
{
    m_histories = {};
    m_probes = {};
    m_count = times.size();
    for (Category& category : m_categories)
    {
        category.attempt = 0;
        category.best = 0;
    }
    for (std::size_t i = 0; i < m_count; ++i)
    {
        // The top rate works as likely as not. Otherwise each rate is the highest one that works
        // with the same probability. The lowest one carried the association, so it works.
        const double fails = i == 0 ? 0 : static_cast<double>(i) / (2.0 * (m_count - 1.0));
        m_histories[i] = {times[i], DeliveryAverage(1 - fails), {}, {}};
    }
    m_answered = DeliveryAverage(1);
    m_first = DeliveryAverage(1);
    m_rtsInterval = 0;
}

void
EttRateControl::SetRtsTime(double us)
{
    m_rtsTime = us;
}

void
EttRateControl::SetRetryLimit(std::size_t attempts)
{
    m_limit = attempts;
}

void
EttRateControl::SetBackoff(const MeanBackoff& backoff, std::size_t category)
{
    m_categories[category].backoff = backoff;
}

void
EttRateControl::NoteSize(double bytes, const EttParameters& parameters, std::size_t category)
{
    // The first frame is the best guess of those that follow. Frames before it are of other kinds:
    // the association's are short, and no rate was asked for them.
    const bool hasSent = m_categories[category].hasSent;
    double& size = m_categories[category].size;
    size = hasSent ? size + parameters.ewmaWeight * (bytes - size) : bytes;
}

const EttRateControl::Category&
EttRateControl::GetCategory() const
{
    return m_categories[m_contention.category];
}

EttRateControl::Category&
EttRateControl::GetCategory()
{
    return m_categories[m_contention.category];
}

RateChoice
EttRateControl::Select(const EttParameters& parameters, const AttemptContention& contention)
{
    m_contention = contention;
    m_isReserved = false;
    m_isAnswered = false;
    // The chain is planned anew for each retry: the failures of this very frame are the most recent
    // news of the channel.
    Plan(parameters);
    const std::size_t attempt = GetCategory().attempt;
    m_usesRts = m_chain.UsesRts(attempt);
    m_choice = attempt == 0 ? BeginFrame(parameters)
                            : RateChoice{m_chain.GetRate(attempt), RateChangeReason::RETRY_CHAIN};
    return m_choice;
}

// Only the first attempt of a frame is a probe: if it fails, the rates of the chain can still
// deliver the frame.
RateChoice
EttRateControl::BeginFrame(const EttParameters& parameters)
{
    std::size_t& best = GetCategory().best;
    const std::size_t before = best;
    best = m_chain.GetRate(0);
    const std::size_t probe = FindProbe(parameters);
    // Where an RTS pays it also keeps other losses from a probe. The rate in use is a probe without
    // RTS.
    if (probe != best || (m_usesRts && m_probes.IsDue(best, best, m_frame)))
    {
        m_usesRts = m_usesRts && probe != best;
        return {probe, RateChangeReason::PROBE};
    }
    return {best, best == before ? RateChangeReason::CHAIN_END : RateChangeReason::BETTER_RATE};
}

void
EttRateControl::Plan(const EttParameters& parameters)
{
    // An attempt is delivered if it does not collide and the channel does not spoil it.
    const double unharmed = 1 - m_contention.collisions;
    const std::size_t best = GetCategory().best;
    const double most = GetMostDelivery(parameters);
    const double answered = GetAnswered();
    const bool isRtsDue = m_frame - m_lastRts >= m_rtsInterval;
    std::array<AttemptOutlook, MAX_NON_HT_RATES> outlooks;
    for (std::size_t i = 0; i < m_count; ++i)
    {
        // As in GetDelivery(), without computing the share of retries twice.
        const double retry = GetRetryDelivery(i, parameters);
        const double first = std::max(GetFirstDelivery(i, parameters), retry);
        outlooks[i] = {GetTime(i),
                       unharmed *
                           std::max(i == best ? first : std::min(first, most), LEAST_DELIVERY),
                       unharmed * std::max(retry, LEAST_DELIVERY)};
        if (parameters.usesRts)
        {
            // A collision that the backoff can sense costs two stations an attempt, so an RTS saves
            // half the time of each. This is not counted.
            const double delivery =
                i == best && isRtsDue ? 1 : GetSureRtsDelivery(i, retry, parameters);
            outlooks[i].rtsTime = m_rtsTime + answered * outlooks[i].time;
            outlooks[i].rtsDelivery = unharmed * std::max(answered * delivery, LEAST_DELIVERY);
            // A retry, which has a loss behind it, tries first whether an RTS is worth its time.
            outlooks[i].firstMayUseRts = m_rtsInterval > 0;
        }
    }
    m_chain.Plan(std::span(outlooks).first(m_count),
                 GetCategory().backoff,
                 m_limit,
                 GetLossCost(parameters));
}

// A rate is worth a probe if an attempt that were always delivered would take less time than a
// delivery at the best rate takes now (J. Bicket, "Bit-rate selection in wireless networks", 2005,
// samples by the same rule).
std::size_t
EttRateControl::FindProbe(const EttParameters& parameters) const
{
    const std::size_t best = GetCategory().best;
    const double backoff = GetCategory().backoff.Get(0);
    // Losses that affect all rates equally would also affect the probe. Behind an answered RTS
    // there are none.
    const double most = m_usesRts ? 1 : std::max(GetMostDelivery(parameters), LEAST_DELIVERY);
    const double delivery =
        m_usesRts ? GetRtsDelivery(best, parameters) : GetDelivery(best, parameters);
    const auto getTime = [&](std::size_t rate) {
        return backoff + (m_usesRts ? m_rtsTime + GetAnswered() * GetTime(rate) : GetTime(rate));
    };
    const double now = getTime(best) * most / std::max(delivery, LEAST_DELIVERY);
    const auto isWorthIt = [&](std::size_t rate) {
        return m_probes.IsDue(rate, best, m_frame) && getTime(rate) < now;
    };
    // Of the rates above, the next one is the likeliest to work.
    for (std::size_t rate = best + 1; rate < m_count; ++rate)
    {
        if (isWorthIt(rate))
        {
            return rate;
        }
    }
    // A lower rate can be the faster one when the best rate loses much, which it has to show first.
    if (m_frame == 0)
    {
        return best;
    }
    for (std::size_t rate = best; rate-- > 0;)
    {
        if (isWorthIt(rate))
        {
            return rate;
        }
    }
    return best;
}

double
EttRateControl::GetTime(std::size_t rate) const
{
    const AttemptTime& time = m_histories[rate].time;
    return time.fixed + time.perByte * GetCategory().size;
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
    ++GetCategory().attempt;
}

void
EttRateControl::NoteAttempt(bool isDelivered, const EttParameters& parameters)
{
    History& history = m_histories[m_choice.rate];
    // Attempts that collide say nothing about the rate. With a weight of 1 / (1 - c) the delivered
    // ones count for them, too, so that the average is the share among those that do not collide.
    const double collisions = m_isReserved ? 0 : m_contention.collisions;
    const double sample = isDelivered ? 1 / (1 - collisions) : 0;
    GetCategory().hasSent = true;
    if (m_isAnswered)
    {
        // These attempts are the only ones that lose nothing but what their rate loses.
        if (!history.rts.HasSamples())
        {
            history.rts = DeliveryAverage(GetRtsDelivery(m_choice.rate, parameters));
        }
        history.rts.Add(sample, m_frame, parameters.ewmaWeight, 1);
    }
    else if (GetCategory().attempt == 0)
    {
        // The last knowledge of a rate keeps the weight of one sample, however old it is.
        history.first.Add(sample, m_frame, parameters.ewmaWeight, 1);
        m_first.Add(sample, m_frame, parameters.ewmaWeight, 1);
    }
    else
    {
        // Old knowledge of retries may vanish: first attempts stand in for it.
        history.retry.Add(sample, m_frame, parameters.ewmaWeight, 0);
    }
    if (m_choice.reason == RateChangeReason::PROBE)
    {
        // What would have hit any rate says as little about this one as a collision.
        const double anyway = 1 - (1 - collisions) * GetMostDelivery(parameters);
        m_probes.Note(m_choice.rate, m_frame, isDelivered, anyway, parameters.probeInterval);
    }
}

void
EttRateControl::NoteGivenUp()
{
    EndFrame();
}

void
EttRateControl::NoteOtherGivenUp()
{
    // A retry of these categories now counts as a new frame. The opposite mistake would cost more:
    // a category whose new frames count as retries never probes.
    for (std::size_t i = 0; i < CATEGORIES; ++i)
    {
        if (i != m_contention.category)
        {
            m_categories[i].attempt = 0;
        }
    }
}

const RetryChain&
EttRateControl::GetRetryChain() const
{
    return m_chain;
}

std::size_t
EttRateControl::GetFailedAttempts() const
{
    return GetCategory().attempt;
}

double
EttRateControl::GetMeanSize(std::size_t category) const
{
    return m_categories[category].size;
}

void
EttRateControl::EndFrame()
{
    GetCategory().attempt = 0;
    ++m_frame;
}

void
EttRateControl::NoteReserved()
{
    m_isReserved = true;
}

bool
EttRateControl::UsesRts() const
{
    return m_usesRts;
}

void
EttRateControl::NoteRts(bool isAnswered, const EttParameters& parameters)
{
    const double sample = isAnswered ? 1 / (1 - m_contention.collisions) : 0;
    m_answered.Add(sample, m_frame, parameters.ewmaWeight, 1);
    m_lastRts = m_frame;
    // Where every RTS is answered there is little to learn from more of them.
    const ProbeSchedule::Interval& interval = parameters.probeInterval;
    m_rtsInterval =
        isAnswered ? std::clamp(2 * m_rtsInterval, interval.least, interval.most) : interval.least;
    m_isReserved = isAnswered;
    // An RTS that the user's threshold demands precedes all attempts, and is no choice.
    m_isAnswered = isAnswered && m_usesRts;
    GetCategory().attempt += !isAnswered && m_usesRts;
}

double
EttRateControl::GetAnswered() const
{
    return std::min(m_answered.Get(), 1.0);
}

double
EttRateControl::GetDelivery(std::size_t rate, const EttParameters& parameters) const
{
    // A rate that delivers a retry would also have delivered a first attempt.
    const double delivery =
        std::max(GetFirstDelivery(rate, parameters), GetRetryDelivery(rate, parameters));
    return rate == GetCategory().best ? delivery : std::min(delivery, GetMostDelivery(parameters));
}

double
EttRateControl::GetFirstDelivery(std::size_t rate, const EttParameters& parameters) const
{
    // With the weight 1 / (1 - c) of deliveries the average may exceed 1.
    const DeliveryAverage& first = m_histories[rate].first;
    return MayHaveCollided(rate)
               ? AddDoubt(first.Get(), first.GetSamples(m_frame, parameters.ewmaWeight), parameters)
               : std::min(first.Get(), 1.0);
}

double
EttRateControl::GetRetryDelivery(std::size_t rate, const EttParameters& parameters) const
{
    // Retries are assumed to fare as first attempts, which count for one sample, until the samples
    // of retries themselves outweigh it. What spoils an RTS would spoil a retry at another rate.
    const History& history = m_histories[rate];
    const double samples = history.retry.GetSamples(m_frame, parameters.ewmaWeight);
    const double spared = rate == GetCategory().best ? 1 : GetAnswered();
    const double average =
        (spared * history.first.Get() + samples * history.retry.Get()) / (1 + samples);
    return MayHaveCollided(rate) ? AddDoubt(average, 1 + samples, parameters)
                                 : std::min(average, 1.0);
}

double
EttRateControl::GetRtsDelivery(std::size_t rate, const EttParameters& parameters) const
{
    return GetRtsDelivery(rate, GetRetryDelivery(rate, parameters));
}

double
EttRateControl::GetRtsDelivery(std::size_t rate, double retry) const
{
    const DeliveryAverage& rts = m_histories[rate].rts;
    if (rts.HasSamples())
    {
        return std::min(rts.Get(), 1.0);
    }
    // A retry without RTS needs a medium on which an RTS is answered, and a rate that works.
    const double works = std::min(retry / std::max(GetAnswered(), LEAST_DELIVERY), 1.0);
    // For losses of the rate in use, the rate is the reason with probability 1/2.
    return rate == GetCategory().best ? (1 + works) / 2 : works;
}

// The time for an RTS is certain, so its gain must exceed the uncertainty from the number of
// samples.
double
EttRateControl::GetSureRtsDelivery(std::size_t rate,
                                   double retry,
                                   const EttParameters& parameters) const
{
    const double delivery = GetRtsDelivery(rate, retry);
    const double samples = m_histories[rate].rts.GetSamples(m_frame, parameters.ewmaWeight);
    if (samples == 0)
    {
        return delivery;
    }
    const double variance = delivery * (1 - delivery) / std::max(2 * samples - 1, 1.0);
    return std::max(delivery - parameters.collisionDoubt * std::sqrt(variance), 0.0);
}

// Some losses of the rate in use would have occurred at any other rate. No rate can deliver more
// first attempts than those without such losses. An RTS, which is short and has the lowest rate,
// reveals them: the rate is not the reason for a loss if the RTS is not answered, or if the frame
// is delivered at the same rate after an answer.
double
EttRateControl::GetMostDelivery(const EttParameters& parameters) const
{
    const std::size_t best = GetCategory().best;
    const double first = GetFirstDelivery(best, parameters);
    // A rate that has just come into use has little to show, but the ones before have.
    const double recent = std::min<double>(m_first.Get(), first);
    const double most = 1 - (1 - recent) * (1 - GetAnswered());
    const DeliveryAverage& rts = m_histories[best].rts;
    const double samples = rts.GetSamples(m_frame, parameters.ewmaWeight);
    if (samples <= 1 || rts.Get() <= first)
    {
        return most;
    }
    // One of the samples is what was expected of it, and no evidence.
    const double works = first + (std::min(rts.Get(), 1.0) - first) * (samples - 1) / samples;
    return std::min(most, first / works);
}

// Stations that do not hear each other share the medium as in unslotted ALOHA. If G attempts begin
// in the time of one, the share s = exp(-2 G) succeeds, and the throughput is G exp(-2 G) (N.
// Abramson, "The ALOHA system", 1970). Its derivative is s (1 + ln s): the cell gains only the
// share 1 + ln s of what an additional attempt gains a station that is alone, and nothing if s is
// below 1 / e. To save a frame from being given up is worth no more.
double
EttRateControl::GetLossCost(const EttParameters& parameters) const
{
    const double gain = 1 + std::log(std::max(GetAnswered(), LEAST_DELIVERY));
    return 1 + (parameters.lossCost - 1) * std::max(gain, 0.0);
}

bool
EttRateControl::MayHaveCollided(std::size_t rate) const
{
    // Failures of the rate in use that may well be collisions are no reason to leave it. Every
    // other rate has to show first that it works.
    return rate == GetCategory().best && m_contention.collisions > 0;
}

double
EttRateControl::AddDoubt(double average, double samples, const EttParameters& parameters) const
{
    // A sample is 1 / (1 - c) with probability (1 - c) p, otherwise 0. Its variance would be
    // p (1 - p) without collisions; collisions add p c / (1 - c). A moving average that counts for
    // n samples has the variance of a mean of 2 n - 1 equally weighted ones. The result is the
    // highest p that exceeds the average by no more than the allowed number of standard deviations,
    // which solves p = average + deviations sqrt(p c / (1 - c) / (2 n - 1)).
    const double collisions = m_contention.collisions;
    const double variance = collisions / (1 - collisions) / std::max(2 * samples - 1, 1.0);
    const double allowed = parameters.collisionDoubt * std::sqrt(variance);
    const double root = (allowed + std::sqrt(allowed * allowed + 4 * average)) / 2;
    return std::min(root * root, 1.0);
}

} // namespace ns3
