// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsss-success-rate.h"

#include "ns3/dsss-error-rate-model.h"

#include <bit>
#include <cstddef>

namespace ns3
{

namespace
{

/// Answers that are remembered; a power of two. 32 stations that stand still have 992 ratios.
constexpr std::size_t PLACES = 4096;

/// @param bytes of a frame @param rate bit/s @param ratio of signal to noise and interference
/// @return place of the answer
std::size_t
GetPlace(uint32_t bytes, uint64_t rate, double ratio)
{
    // Multiplication spreads all bits over the upper ones (Knuth, volume 3, 6.4).
    constexpr uint64_t GOLDEN = 0x9e3779b97f4a7c15;
    uint64_t hash = std::bit_cast<uint64_t>(ratio) * GOLDEN;
    hash = (hash ^ (hash >> 32) ^ rate ^ (uint64_t{bytes} << 32)) * GOLDEN;
    return hash >> (64 - std::countr_zero(PLACES));
}

double
Compute(uint32_t bytes, uint64_t rate, double ratio)
{
    const uint64_t bits = uint64_t{bytes} * 8;
    switch (rate)
    {
    case 1'000'000:
        return DsssErrorRateModel::GetDsssDbpskSuccessRate(ratio, bits);
    case 2'000'000:
        return DsssErrorRateModel::GetDsssDqpskSuccessRate(ratio, bits);
    case 5'500'000:
        return DsssErrorRateModel::GetDsssDqpskCck5_5SuccessRate(ratio, bits);
    default:
        return DsssErrorRateModel::GetDsssDqpskCck11SuccessRate(ratio, bits);
    }
}

} // namespace

double
DsssSuccessRate::Get(uint32_t bytes, uint64_t rate, double ratio)
{
    m_answers.resize(PLACES);
    Answer& answer = m_answers[GetPlace(bytes, rate, ratio)];
    if (answer.rate != rate || answer.bytes != bytes || answer.ratio != ratio)
    {
        ++m_computed;
        answer = {rate, bytes, ratio, Compute(bytes, rate, ratio)};
    }
    return answer.success;
}

uint64_t
DsssSuccessRate::GetNComputed() const
{
    return m_computed;
}

} // namespace ns3
