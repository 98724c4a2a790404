// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsss-success-rate.h"

#include "ns3/dsss-error-rate-model.h"

#include <boost/functional/hash.hpp>

namespace ns3
{

DsssSuccessRate::DsssSuccessRate(std::size_t most)
    : m_most(most)
{
}

double
DsssSuccessRate::Get(uint32_t bytes, uint64_t rate, double ratio)
{
    const uint64_t bits = uint64_t{bytes} * 8;
    if (rate == 1'000'000)
    {
        return DsssErrorRateModel::GetDsssDbpskSuccessRate(ratio, bits);
    }
    if (rate == 2'000'000)
    {
        return DsssErrorRateModel::GetDsssDqpskSuccessRate(ratio, bits);
    }
    const Question question{bytes, rate, ratio};
    if (const auto known = m_answers.find(question); known != m_answers.end())
    {
        return known->second;
    }
    if (m_answers.size() >= m_most)
    {
        m_answers.clear();
    }
    ++m_integrals;
    const double success = rate == 5'500'000
                               ? DsssErrorRateModel::GetDsssDqpskCck5_5SuccessRate(ratio, bits)
                               : DsssErrorRateModel::GetDsssDqpskCck11SuccessRate(ratio, bits);
    m_answers.emplace(question, success);
    return success;
}

uint64_t
DsssSuccessRate::GetNIntegrals() const
{
    return m_integrals;
}

std::size_t
DsssSuccessRate::Hash::operator()(const Question& question) const
{
    std::size_t hash = 0;
    boost::hash_combine(hash, question.bytes);
    boost::hash_combine(hash, question.rate);
    boost::hash_combine(hash, question.ratio);
    return hash;
}

} // namespace ns3
