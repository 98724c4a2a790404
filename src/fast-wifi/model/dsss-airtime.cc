// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dsss-airtime.h"

#include <algorithm>
#include <array>

namespace ns3
{

bool
IsDsssRate(uint64_t rate)
{
    constexpr std::array<uint64_t, 4> rates{1'000'000, 2'000'000, 5'500'000, 11'000'000};
    return std::find(rates.begin(), rates.end(), rate) != rates.end();
}

MediumTime
GetPlcpTime(uint64_t rate, const DsssMode& mode)
{
    // IEEE 802.11-2007, 18.2.2: 144 and 48 us, or 72 and 24 us. At 1 Mb/s there is no short one.
    const uint64_t slowest = mode.shortAt2Mbps ? 2'000'000 : 5'500'000;
    return mode.shortPreamble && rate >= slowest ? 96'000 : 192'000;
}

MediumTime
GetDsssAirtime(uint32_t bytes, uint64_t rate, const DsssMode& mode)
{
    // IEEE 802.11-2007, 18.2.3.5: LENGTH is in whole microseconds, rounded up.
    const uint64_t megabits = uint64_t{bytes} * 8 * 1'000'000;
    const auto microseconds = static_cast<MediumTime>((megabits + rate - 1) / rate);
    return GetPlcpTime(rate, mode) + microseconds * 1000;
}

DsssFrame
GetDsssFrame(const DsssMode& mode, MediumTransmission::Kind kind, uint32_t bytes, bool isGroup)
{
    using Kind = MediumTransmission::Kind;
    const uint64_t dataRate = isGroup ? mode.groupRate : mode.dataRate;
    // IEEE 802.11-2007, 9.6: an answer is not faster than the frame that it answers.
    switch (kind)
    {
    case Kind::RTS:
        return {DSSS_RTS_SIZE, mode.rtsRate};
    case Kind::CTS:
        return {DSSS_ACK_SIZE, std::min(mode.basicRate, mode.rtsRate)};
    case Kind::ACK:
        return {DSSS_ACK_SIZE, std::min(mode.basicRate, dataRate)};
    case Kind::DATA:
        break;
    }
    return {bytes, dataRate};
}

MediumFrame
GetDsssExchange(const DsssMode& mode, MediumStation receiver, uint32_t bytes, bool rts)
{
    MediumFrame frame;
    frame.receiver = receiver;
    using Kind = MediumTransmission::Kind;
    const bool isGroup = receiver == MEDIUM_EVERYBODY;
    const auto getFrame = [&](Kind kind) { return GetDsssFrame(mode, kind, bytes, isGroup); };
    const auto getTime = [&mode](const DsssFrame& sent) {
        return GetDsssAirtime(sent.bytes, sent.rate, mode);
    };
    const DsssFrame data = getFrame(Kind::DATA);
    frame.data = getTime(data);
    frame.plcp = GetPlcpTime(data.rate, mode);
    if (isGroup)
    {
        return frame; // IEEE 802.11-2007, 9.3.2.2: nobody answers it
    }
    const DsssFrame ack = getFrame(Kind::ACK);
    frame.acknowledgment = getTime(ack);
    // 9.2.8: SIFS, a slot and aPHY-RX-START-Delay, which is the time of the answer's PLCP in ns-3.
    const MediumTime wait = mode.sifs + mode.slot;
    frame.ackTimeout = wait + GetPlcpTime(ack.rate, mode);
    if (rts)
    {
        const DsssFrame cts = getFrame(Kind::CTS);
        frame.rts = getTime(getFrame(Kind::RTS));
        frame.plcp = GetPlcpTime(mode.rtsRate, mode); // the RTS comes first
        frame.cts = getTime(cts);
        frame.ctsTimeout = wait + GetPlcpTime(cts.rate, mode);
    }
    return frame;
}

} // namespace ns3
