// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "rule-checker.h"

#include "ns3/data-rate.h"
#include "ns3/uinteger.h"
#include "ns3/vector.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace ns3
{

RuleChecker::RuleChecker(Ptr<const AttributeChecker> type, const std::string& accepted, Rule rule)
    : m_type(type),
      m_accepted(accepted),
      m_rule(std::move(rule))
{
}

bool
RuleChecker::Check(const AttributeValue& value) const
{
    return m_type->Check(value) && m_rule(value);
}

std::string
RuleChecker::GetValueTypeName() const
{
    return m_type->GetValueTypeName();
}

bool
RuleChecker::HasUnderlyingTypeInformation() const
{
    return true;
}

std::string
RuleChecker::GetUnderlyingTypeInformation() const
{
    return m_accepted;
}

Ptr<AttributeValue>
RuleChecker::Create() const
{
    return m_type->Create();
}

bool
RuleChecker::Copy(const AttributeValue& source, AttributeValue& destination) const
{
    return m_type->Copy(source, destination);
}

Ptr<const AttributeChecker>
MakeRoomChecker()
{
    return MakeRuleChecker<VectorValue>(MakeVectorChecker(),
                                        "finite lengths of 0 m or more, such as 8:6:0",
                                        [](const VectorValue& value) {
                                            const auto isLength = [](double length) {
                                                return length >= 0 && std::isfinite(length);
                                            };
                                            const Vector room = value.Get();
                                            return isLength(room.x) && isLength(room.y) &&
                                                   isLength(room.z);
                                        });
}

Ptr<const AttributeChecker>
MakeWireRateChecker()
{
    return MakeRuleChecker<DataRateValue>(
        MakeDataRateChecker(),
        "a rate above 0, such as 100Mbps",
        [](const DataRateValue& value) { return value.Get().GetBitRate() > 0; });
}

Ptr<const AttributeChecker>
MakeSegmentSizeChecker()
{
    // Linux never guesses less than TCP_MIN_MSS of its peer's segments (tcp_initialize_rcv_mss()),
    // and offers no window where its first one, of a few segments, is less than the guess.
    constexpr uint32_t least = 88;
    // An MTU of 1500 bytes without the headers of IP and TCP.
    constexpr uint32_t most = 1460;
    return MakeUintegerChecker<uint32_t>(least, most);
}

Ptr<const AttributeChecker>
MakeWindowChecker()
{
    // A Linux receiver may guess that segments have TCP_MIN_RCVMSS, and offers no window below.
    constexpr uint32_t least = 536;
    // TCP cannot advertise more (RFC 7323, 2.3).
    constexpr uint32_t most = 65535U << 14;
    return MakeUintegerChecker<uint32_t>(least, most);
}

Ptr<const AttributeChecker>
MakePacketsChecker(uint32_t least)
{
    // More than the windows of any connections fill. Sums of a few queues fit in 32 bits.
    constexpr uint32_t most = 1'000'000;
    return MakeUintegerChecker<uint32_t>(least, most);
}

Ptr<const AttributeChecker>
MakeAttemptsChecker()
{
    // Those of RetryLimitWifiManager::DataAttempts.
    return MakeUintegerChecker<uint32_t>(1, 255);
}

} // namespace ns3
