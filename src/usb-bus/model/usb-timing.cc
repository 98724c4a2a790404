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
            .nsDenominator = 3,
            .ping = false,
            .restsWhenFruitless = false};
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
            .nsDenominator = 12,
            .ping = true,
            .restsWhenFruitless = true};
}

uint32_t
UsbTiming::GetStuffedBits(uint32_t bytes) const
{
    const uint32_t dataAndCrc = 8 * bytes + 16;
    switch (stuffing)
    {
    case UsbBitStuffing::NONE:
        return 0;
    case UsbBitStuffing::RANDOM:
        // After six ones a bit is stuffed; for independent fair bits the mean distance between
        // stuffed bits is 2^7 - 2 = 126.
        return dataAndCrc / 126;
    case UsbBitStuffing::WORST:
        return dataAndCrc / 6;
    }
    return 0;
}

uint32_t
UsbTiming::GetDataBits(uint32_t bytes) const
{
    return overheadBits + 8 * bytes + GetStuffedBits(bytes);
}

uint32_t
UsbTiming::GetIsoBits(uint32_t bytes) const
{
    return isoOverheadBits + 8 * bytes + GetStuffedBits(bytes);
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
