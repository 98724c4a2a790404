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

MediumFrame
GetDsssExchange(const DsssMode& mode, MediumStation receiver, uint32_t bytes, bool rts)
{
    MediumFrame frame;
    frame.receiver = receiver;
    // IEEE 802.11-2007, 9.3.2.2: nobody answers a frame to a group.
    if (receiver == MEDIUM_EVERYBODY)
    {
        frame.data = GetDsssAirtime(bytes, mode.groupRate, mode);
        frame.plcp = GetPlcpTime(mode.groupRate, mode);
        return frame;
    }
    frame.data = GetDsssAirtime(bytes, mode.dataRate, mode);
    frame.plcp = GetPlcpTime(rts ? mode.rtsRate : mode.dataRate, mode);
    // IEEE 802.11-2007, 9.6: an answer is not faster than the frame that it answers.
    const uint64_t ackRate = std::min(mode.basicRate, mode.dataRate);
    frame.acknowledgment = GetDsssAirtime(DSSS_ACK_SIZE, ackRate, mode);
    // 9.2.8: SIFS, a slot and aPHY-RX-START-Delay, which is the time of the answer's PLCP in ns-3.
    const MediumTime wait = mode.sifs + mode.slot;
    frame.ackTimeout = wait + GetPlcpTime(ackRate, mode);
    if (rts)
    {
        const uint64_t ctsRate = std::min(mode.basicRate, mode.rtsRate);
        frame.rts = GetDsssAirtime(DSSS_RTS_SIZE, mode.rtsRate, mode);
        frame.cts = GetDsssAirtime(DSSS_ACK_SIZE, ctsRate, mode);
        frame.ctsTimeout = wait + GetPlcpTime(ctsRate, mode);
    }
    return frame;
}

} // namespace ns3
