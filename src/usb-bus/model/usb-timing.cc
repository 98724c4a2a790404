// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-timing.h"

namespace ns3
{

// The book-keeping of the bandwidth tables in USB 1.1, chapter 5: 13 bytes of overhead for an
// acknowledged transaction (3 of sync, 3 of PIDs, 2 of address, endpoint and CRC5, 2 of CRC16, 3 of
// gaps and ends of packets), 9 for an isochronous one. A NAKed IN has 48 bits of fields and 16 of
// gaps. A start of frame has 35 bits and a gap.
UsbTiming
UsbTiming::FullSpeed()
{
    return {.frameBits = 12000,
            .sofBits = 40,
            .guardBits = 32,
            .overheadBits = 104,
            .isoOverheadBits = 72,
            .nakBits = 64,
            .maxBulkPacket = 64,
            .nsNumerator = 250,
            .nsDenominator = 3};
}

// The same book-keeping for USB 2.0: 55 bytes of overhead and 38, mostly sync patterns and
// turn-around times. A bit lasts 25/12 ns.
UsbTiming
UsbTiming::HighSpeed()
{
    return {.frameBits = 60000,
            .sofBits = 184,
            .guardBits = 480,
            .overheadBits = 440,
            .isoOverheadBits = 304,
            .nakBits = 288,
            .maxBulkPacket = 512,
            .nsNumerator = 25,
            .nsDenominator = 12};
}

// The controller does not know how much a device will send, so that it leaves room for the largest
// packet before the guard at the end of the frame.
uint32_t
UsbTiming::GetLastStartBit() const
{
    return frameBits - guardBits - GetDataBits(maxBulkPacket);
}

// Bit times are no whole number of nanoseconds. A bus time is rounded when it leaves the bus, and
// never twice: conversions begin at frame 0 each time.
int64_t
UsbTiming::ToNanoSeconds(UsbBitTime bits) const
{
    return bits * nsNumerator / nsDenominator;
}

UsbBitTime
UsbTiming::FromNanoSeconds(int64_t ns) const
{
    return (ns * nsDenominator + nsNumerator - 1) / nsNumerator;
}

} // namespace ns3
