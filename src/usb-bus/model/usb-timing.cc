// SPDX-License-Identifier: GPL-2.0-only

#include "usb-timing.h"

namespace ns3
{

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

uint32_t
UsbTiming::GetLastStartBit() const
{
    return frameBits - guardBits - GetDataBits(maxBulkPacket);
}

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
