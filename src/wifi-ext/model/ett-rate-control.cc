// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ett-rate-control.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

void
EttRateControl::SetRates(std::span<const AttemptTime> times)
{
    m_probes = {};
    m_count = times.size();
    std::ranges::copy(times, m_times.begin());
    m_delivery.Start(m_count);
    for (Category& category : m_categories)
    {
        category.attempt = 0;
        category.best = 0;
    }
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
    const EttContext context = GetContext(parameters);
    const std::size_t best = context.best;
    const double most = m_delivery.GetMost(context);
    const double answered = GetAnswered();
    const bool isRtsDue = m_frame - m_lastRts >= m_rtsInterval;
    std::array<AttemptOutlook, MAX_NON_HT_RATES> outlooks;
    for (std::size_t i = 0; i < m_count; ++i)
    {
        // As in EttDelivery::Get(), without computing the share of retries twice.
        const double retry = m_delivery.GetRetry(i, context);
        const double first = std::max(m_delivery.GetFirst(i, context), retry);
        outlooks[i] = {GetTime(i),
                       unharmed *
                           std::max(i == best ? first : std::min(first, most), EttDelivery::LEAST),
                       unharmed * std::max(retry, EttDelivery::LEAST)};
        if (parameters.usesRts)
        {
            // A collision that the backoff can sense costs two stations an attempt, so an RTS saves
            // half the time of each. This is not counted.
            const double delivery =
                i == best && isRtsDue ? 1 : m_delivery.GetSureAfterRts(i, retry, context);
            outlooks[i].rtsTime = m_rtsTime + answered * outlooks[i].time;
            outlooks[i].rtsDelivery = unharmed * std::max(answered * delivery, EttDelivery::LEAST);
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
    const EttContext context = GetContext(parameters);
    const std::size_t best = context.best;
    const double backoff = GetCategory().backoff.Get(0);
    // Losses that affect all rates equally would also affect the probe. Behind an answered RTS
    // there are none.
    const double most = m_usesRts ? 1 : std::max(m_delivery.GetMost(context), EttDelivery::LEAST);
    const double delivery =
        m_usesRts ? m_delivery.GetAfterRts(best, context) : m_delivery.Get(best, context);
    const auto getTime = [&](std::size_t rate) {
        return backoff + (m_usesRts ? m_rtsTime + GetAnswered() * GetTime(rate) : GetTime(rate));
    };
    const double now = getTime(best) * most / std::max(delivery, EttDelivery::LEAST);
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
    const AttemptTime& time = m_times[rate];
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
    const double collisions = m_isReserved ? 0 : m_contention.collisions;
    GetCategory().hasSent = true;
    using Attempt = EttDelivery::Attempt;
    const Attempt attempt = m_isAnswered                 ? Attempt::AFTER_RTS
                            : GetCategory().attempt == 0 ? Attempt::FIRST
                                                         : Attempt::RETRY;
    m_delivery.NoteAttempt(m_choice.rate,
                           attempt,
                           isDelivered ? 1 / (1 - collisions) : 0,
                           GetContext(parameters));
    if (m_choice.reason == RateChangeReason::PROBE)
    {
        // What would have hit any rate says as little about this one as a collision.
        const double anyway = 1 - (1 - collisions) * m_delivery.GetMost(GetContext(parameters));
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
    m_delivery.NoteRts(sample, GetContext(parameters));
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

EttContext
EttRateControl::GetContext(const EttParameters& parameters) const
{
    return {GetCategory().best, m_contention.collisions, m_frame, parameters};
}

double
EttRateControl::GetAnswered() const
{
    return m_delivery.GetAnswered();
}

double
EttRateControl::GetDelivery(std::size_t rate, const EttParameters& parameters) const
{
    return m_delivery.Get(rate, GetContext(parameters));
}

double
EttRateControl::GetRetryDelivery(std::size_t rate, const EttParameters& parameters) const
{
    return m_delivery.GetRetry(rate, GetContext(parameters));
}

double
EttRateControl::GetRtsDelivery(std::size_t rate, const EttParameters& parameters) const
{
    return m_delivery.GetAfterRts(rate, GetContext(parameters));
}

// Stations that do not hear each other share the medium as in unslotted ALOHA. If G attempts begin
// in the time of one, the share s = exp(-2 G) succeeds, and the throughput is G exp(-2 G) (N.
// Abramson, "The ALOHA system", 1970). Its derivative is s (1 + ln s): the cell gains only the
// share 1 + ln s of what an additional attempt gains a station that is alone, and nothing if s is
// below 1 / e. To save a frame from being given up is worth no more.
double
EttRateControl::GetLossCost(const EttParameters& parameters) const
{
    const double gain = 1 + std::log(std::max(GetAnswered(), EttDelivery::LEAST));
    return 1 + (parameters.lossCost - 1) * std::max(gain, 0.0);
}

} // namespace ns3
