// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-frame.h"

#include <algorithm>

namespace ns3
{

using Kind = MediumTransmission::Kind;

MediumTime
MediumFrame::GetLength(Kind kind) const
{
    switch (kind)
    {
    case Kind::RTS:
        return rts;
    case Kind::CTS:
        return cts;
    case Kind::DATA:
        return data;
    case Kind::ACK:
        return acknowledgment;
    }
    return 0;
}

MediumTime
MediumFrame::GetPlcp(Kind kind, const MediumTiming& timing) const
{
    const MediumTime wait = timing.sifs + timing.slot;
    MediumTime header = plcp;
    if (kind == Kind::CTS)
    {
        header = ctsTimeout - wait;
    }
    if (kind == Kind::ACK)
    {
        header = ackTimeout - wait;
    }
    return std::clamp<MediumTime>(header, 0, GetLength(kind));
}

MediumTime
MediumFrame::GetNavEnd(Kind kind, MediumTime end, const MediumTiming& timing) const
{
    MediumTime navEnd = end;
    switch (kind)
    {
    case Kind::RTS:
        navEnd += timing.sifs + cts;
        [[fallthrough]];
    case Kind::CTS:
        navEnd += timing.sifs + data;
        [[fallthrough]];
    case Kind::DATA:
        navEnd += acknowledgment > 0 ? timing.sifs + acknowledgment : 0;
        [[fallthrough]];
    case Kind::ACK:
        break;
    }
    return navEnd;
}

/// Two SIFS, the time of a CTS, aPHY-RX-START-Delay and two slots. The timeout of the CTS has SIFS,
/// a slot and the delay.
MediumTime
MediumFrame::GetNavReset(MediumTime end, const MediumTiming& timing) const
{
    return end + timing.sifs + cts + ctsTimeout + timing.slot;
}

} // namespace ns3
