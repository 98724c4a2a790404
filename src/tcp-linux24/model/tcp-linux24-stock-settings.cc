// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "tcp-linux24-stock-settings.h"

#include "tcp-linux24-socket.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// TCP_RTO_MAX.
constexpr int64_t MAX_RTO_SECONDS = 120;
/// The least MSS that the kernel sends with, 48 bytes (tcp_sync_mss), less timestamps.
constexpr uint32_t LEAST_SEGMENT_SIZE = 36;

/// @param time duration
/// @return as text, in seconds
std::string
GetText(Time time)
{
    std::ostringstream text;
    text << time.GetSeconds() << " s";
    return text.str();
}

/// Stop the program with one line unless a setting is good.
/// @param isGood whether it is
/// @param name, value of the attribute
/// @param advice what it can be, or why it cannot be set
void
Expect(bool isGood, const char* name, const std::string& value, const std::string& advice)
{
    if (!isGood)
    {
        NS_FATAL_ERROR("TcpLinux24Socket::" << name << " cannot be " << value << ": " << advice);
    }
}

/// Stop the program with one line if the user set what the kernel does not do. If it is ns-3's
/// default that was changed, which stock sockets may have use for, the line is a warning.
/// @param owner of the attribute
/// @param isSet whether the value is not ns-3's
/// @param name, value of the attribute
/// @param reason why it cannot be, and what to set instead
void
Ignore(const ObjectBase& owner,
       bool isSet,
       const std::string& name,
       const std::string& value,
       const std::string& reason)
{
    if (!isSet)
    {
        return;
    }
    // Set on this socket or for all of them? Only the former can have been meant for it.
    const TypeId type = owner.GetInstanceTypeId();
    const std::string error = type.GetName().substr(std::string("ns3::").size()) + "::" + name +
                              " cannot be " + value + ": " + reason;
    TypeId::AttributeInformation info;
    type.LookupAttributeByName(name, &info);
    const Ptr<AttributeValue> own = info.checker->Create();
    // UseEcn cannot be read, but its value is its text.
    const bool isRead = info.accessor->HasGetter() && info.accessor->Get(&owner, *own);
    const std::string text = isRead ? own->SerializeToString(info.checker) : value;
    if (text != info.initialValue->SerializeToString(info.checker))
    {
        NS_FATAL_ERROR(error);
    }
    // A default, which other sockets may have use for.
    static std::set<std::string> told;
    if (told.insert(name).second)
    {
        std::cerr << "warning: " << error << std::endl;
    }
}

/// @param type of a congestion control of ns-3
/// @return whether it is what Linux has without BIC
bool
IsReno(TypeId type)
{
    return type.GetName() == "ns3::TcpLinuxReno" || type.GetName() == "ns3::TcpNewReno";
}

/// @param limit slow start threshold in bytes, as in the base
/// @param segmentSize data bytes of a segment
/// @return in segments
uint32_t
GetSsthreshInSegments(uint32_t limit, uint32_t segmentSize)
{
    constexpr uint32_t INFINITE = TcpLinux24Options::INFINITE_SSTHRESH;
    return limit == UINT32_MAX ? INFINITE : std::min(limit / segmentSize, INFINITE);
}

} // namespace

// One line for each value that cannot be, in the order of the attributes of the base.
void
TcpLinux24StockSettings::Check(const ObjectBase& socket,
                               const ObjectBase& state,
                               Time tick,
                               TcpLinuxGeneration generation) const
{
    const TcpLinux24StockSettings defaults;
    const Time longest = Seconds(MAX_RTO_SECONDS);
    const std::string range = "expected " + GetText(tick) + ", a tick, to " + GetText(longest);
    const auto isTimeout = [tick, longest](Time time) { return time >= tick && time <= longest; };
    // What the kernel uses must be in the range that it can compute with.
    Expect(isTimeout(minRto), "MinRto", GetText(minRto), range);
    Expect(isTimeout(connTimeout), "ConnTimeout", GetText(connTimeout), range);
    Expect(connCount > 0, "ConnCount", "0", "expected 1 SYN or more");
    Expect(initialCwnd > 0, "InitialCwnd", "0", "expected 1 segment or more");
    Expect(delAckCount > 0, "DelAckCount", "0", "expected 1 segment or more");
    Expect(maxWindow > 0, "MaxWindowSize", "0", "expected 1 to 65535 bytes");
    Expect(segmentSize >= LEAST_SEGMENT_SIZE,
           "SegmentSize",
           std::to_string(segmentSize),
           "expected 0, for what the path allows, or at least " +
               std::to_string(LEAST_SEGMENT_SIZE) + " bytes");
    const bool isLinux20 = generation == TcpLinuxGeneration::LINUX20;
    const std::string old =
        "Linux 2.0.32 does not have this option; set it for other sockets alone";
    Ignore(socket, isLinux20 && sack, "Sack", "true", old);
    Ignore(socket, isLinux20 && timestamps, "Timestamp", "true", old);
    Ignore(socket, isLinux20 && windowScaling, "WindowScaling", "true", old);
    Ignore(socket,
           // What the kernel decides by itself cannot be set: silence would look as if it could.
           delAckTimeout != defaults.delAckTimeout,
           "DelAckTimeout",
           GetText(delAckTimeout),
           "Linux fits the delay to the peer, between 40 and 500 ms; set DelayedAcks, DelAckCount "
           "or AckSkip");
    Ignore(socket,
           persistTimeout != defaults.persistTimeout,
           "PersistTimeout",
           GetText(persistTimeout),
           "Linux probes a closed window after the retransmission timeout; set MinRto");
    Ignore(
        socket,
        limitedTransmit != defaults.limitedTransmit,
        "LimitedTransmit",
        "false",
        "Linux counts a segment less in flight with each duplicate ACK, so that a new one leaves; "
        "leave it true");
    Ignore(socket,
           ecn != defaults.ecn,
           "UseEcn",
           ecn == TcpSocketState::On ? "On" : "AcceptOnly",
           "these kernels have ECN off, and it is not modelled; set it for stock sockets alone, by "
           "TcpStockSocketFactory::SetSocketAttribute");
    Ignore(socket,
           clockGranularity != defaults.clockGranularity,
           "ClockGranularity",
           GetText(clockGranularity),
           "Linux counts time in ticks; set TickInterval");
    Ignore(socket,
           reTxThreshold != defaults.reTxThreshold,
           "ReTxThreshold",
           std::to_string(reTxThreshold),
           "Linux fits the threshold to the reordering that it sees; set Reordering");
    Ignore(socket,
           congestionOps.GetUid() != 0 && !IsReno(congestionOps),
           "CongestionOps",
           congestionOps.GetUid() != 0 ? congestionOps.GetName() : "",
           "its kernel has Reno or BIC; set Bic");
    Ignore(socket,
           recoveryOps.GetUid() != 0,
           "RecoveryOps",
           recoveryOps.GetUid() != 0 ? recoveryOps.GetName() : "",
           "its kernel recovers by its own rules; leave it unset");
    Ignore(state, pacing != defaults.pacing, "EnablePacing", "true", "these kernels do not pace");
    Ignore(state,
           maxPacingRate != defaults.maxPacingRate,
           "MaxPacingRate",
           std::to_string(maxPacingRate) + " bit/s",
           "these kernels do not pace");
}

const char*
TcpLinux24StockSettings::FindChange(const TcpLinux24StockSettings& taken) const
{
    const std::pair<bool, const char*> changes[] = {
        {minRto != taken.minRto, "MinRto"},
        {connTimeout != taken.connTimeout, "ConnTimeout"},
        {delAckCount != taken.delAckCount, "DelAckCount"},
        {maxWindow != taken.maxWindow, "MaxWindowSize"},
        {sack != taken.sack, "Sack"},
        {timestamps != taken.timestamps, "Timestamp"},
        {windowScaling != taken.windowScaling, "WindowScaling"},
        {connCount != taken.connCount, "ConnCount"},
        {dataRetries != taken.dataRetries, "DataRetries"},
        {persistTimeout != taken.persistTimeout, "PersistTimeout"},
        {delAckTimeout != taken.delAckTimeout, "DelAckTimeout"},
        {limitedTransmit != taken.limitedTransmit, "LimitedTransmit"},
        {ecn != taken.ecn, "UseEcn"},
        {clockGranularity != taken.clockGranularity, "ClockGranularity"},
        {reTxThreshold != taken.reTxThreshold, "ReTxThreshold"},
        {congestionOps != taken.congestionOps, "CongestionOps"},
        {recoveryOps != taken.recoveryOps, "RecoveryOps"},
        {pacing != taken.pacing, "EnablePacing"},
        {maxPacingRate != taken.maxPacingRate, "MaxPacingRate"},
    };
    const auto change =
        std::ranges::find_if(changes, [](const auto& entry) { return entry.first; });
    return change == std::end(changes) ? nullptr : change->second;
}

TcpLinux24Options
TcpLinux24StockSettings::ApplyTo(TcpLinux24Options options) const
{
    options.minRto = static_cast<uint32_t>(minRto.GetMilliSeconds());
    options.initialRto = static_cast<uint32_t>(connTimeout.GetMilliSeconds());
    options.sack = sack;
    options.timestamps = timestamps;
    options.initialCwnd = initialCwnd;
    options.initialSsthresh = GetSsthreshInSegments(initialSsthresh, segmentSize);
    options.mss = segmentSize;
    options.noDelay = noDelay;
    options.synRetries = connCount > 0 ? connCount - 1 : 0;
    options.retries = dataRetries;
    return options;
}

} // namespace ns3
