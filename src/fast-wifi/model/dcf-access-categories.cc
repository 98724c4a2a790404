// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-access-categories.h"

#include "dcf-frame-format.h"

#include <algorithm>

namespace ns3
{

bool
DcfAccessParameters::IsValid() const
{
    return aifsn >= 1 && aifsn <= 255 && cwMin <= cwMax && cwMax <= 32767;
}

void
DcfAccessCategories::SetDcf(const DcfAccessParameters& parameters)
{
    m_categories.clear();
    Add(AC_BE_NQOS, parameters);
}

void
DcfAccessCategories::SetEdca()
{
    m_categories.clear();
    // Voice first: of two functions that end their backoffs together, the first one sends.
    Add(AC_VO, {2, 7, 15});
    Add(AC_VI, {2, 15, 31});
    Add(AC_BE, {3, 31, 1023});
    Add(AC_BK, {7, 31, 1023});
}

void
DcfAccessCategories::Add(AcIndex index, const DcfAccessParameters& parameters)
{
    DcfAccessCategory& category = m_categories.emplace_back();
    category.index = index;
    category.parameters = parameters;
    category.slots = CreateObject<UniformRandomVariable>();
}

DcfAccessCategory*
DcfAccessCategories::Find(AcIndex index)
{
    const auto category = std::find_if(
        m_categories.begin(),
        m_categories.end(),
        [index](const DcfAccessCategory& candidate) { return candidate.index == index; });
    return category == m_categories.end() ? nullptr : &*category;
}

DcfAccessCategory&
DcfAccessCategories::Get(MediumFunction function)
{
    return m_categories[function.value - m_categories.front().function.value];
}

DcfAccessCategory&
DcfAccessCategories::Classify(Ptr<const Packet> packet)
{
    if (m_categories.size() == 1)
    {
        return m_categories.front();
    }
    return *Find(QosUtilsMapTidToAc(DcfFrameFormat::GetTid(packet)));
}

std::size_t
DcfAccessCategories::GetNWaiting() const
{
    std::size_t packets = 0;
    for (const DcfAccessCategory& category : m_categories)
    {
        packets += category.queue.GetNWaiting();
    }
    return packets;
}

std::size_t
DcfAccessCategories::GetLength(MediumTime now) const
{
    std::size_t packets = 0;
    for (const DcfAccessCategory& category : m_categories)
    {
        packets += category.queue.GetLength(now);
    }
    return packets;
}

int64_t
DcfAccessCategories::AssignStreams(int64_t stream)
{
    for (const DcfAccessCategory& category : m_categories)
    {
        if (category.slots)
        {
            category.slots->SetStream(stream);
        } // else disposed of
        ++stream;
    }
    return static_cast<int64_t>(m_categories.size());
}

} // namespace ns3
