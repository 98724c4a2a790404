// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_TIMING_H
#define USB_TIMING_H

#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * @ingroup usb-bus
 * Bus time: bit times since the start of frame 0. An integer, so that nothing is ever rounded
 * twice: a frame is 12000 bits (full speed) or a microframe 60000 bits (high speed) exactly.
 */
using UsbBitTime = int64_t;

/// A bus time that never comes.
inline constexpr UsbBitTime USB_NEVER = std::numeric_limits<UsbBitTime>::max();

/// @ingroup usb-bus
/// How many zero bits the transmitter inserts after runs of six ones (USB 2.0, 7.1.9).
enum class UsbBitStuffing : uint8_t
{
    NONE,   ///< the book-keeping of the standard's own tables: no stuffed bits
    RANDOM, ///< expectation for random data: one bit in 126 of data and CRC16
    WORST,  ///< all ones: one bit in six of data and CRC16
};

/**
 * @ingroup usb-bus
 * What a transaction costs on the wire, in bit times, for one bus speed.
 *
 * Values of the full-speed and high-speed profiles: USB 2.0 specification, tables 5-3 to 5-10
 * (protocol overhead of 13 and 55 bytes for an acknowledged transaction, 9 and 38 for an
 * isochronous one); a NAKed IN carries a token and a handshake only.
 */
struct UsbTiming
{
    uint32_t frameBits;       ///< length of a frame (or microframe), bits
    uint32_t sofBits;         ///< start-of-frame packet with its gap, bits
    uint32_t guardBits;       ///< end-of-frame guard in which no transaction may be on the wire
    uint32_t overheadBits;    ///< token, CRC16, handshake and gaps of an acknowledged transaction
    uint32_t isoOverheadBits; ///< token, CRC16 and gaps of an isochronous transaction
    uint32_t nakBits;         ///< token and handshake of a NAKed or stalled IN, and of a PING
    uint32_t maxBulkPacket;   ///< largest bulk packet, bytes
    uint32_t nsNumerator;     ///< a bit lasts nsNumerator / nsDenominator nanoseconds
    uint32_t nsDenominator;   ///< see nsNumerator
    uint32_t fetchBits{0};    ///< descriptor fetch before each transaction, bits
    UsbBitStuffing stuffing{UsbBitStuffing::NONE}; ///< stuffed bits counted

    /// @return the 12 Mb/s bus of USB 1.1: 1 ms frames, 64-byte bulk packets
    static UsbTiming FullSpeed();
    /// @return the 480 Mb/s bus of USB 2.0: 125 us microframes, 512-byte bulk packets
    static UsbTiming HighSpeed();

    /**
     * @param bytes data bytes
     * @return bit times of an acknowledged transaction, handshake and gaps included
     */
    uint32_t GetDataBits(uint32_t bytes) const
    {
        return overheadBits + 8 * bytes + GetStuffedBits(bytes);
    }

    /**
     * @param bytes data bytes
     * @return bit times of an isochronous transaction
     */
    uint32_t GetIsoBits(uint32_t bytes) const
    {
        return isoOverheadBits + 8 * bytes + GetStuffedBits(bytes);
    }

    /// @return the last bit of a frame at which a transaction of the largest size may start
    uint32_t GetLastStartBit() const;
    /**
     * @param bits bus time
     * @return nanoseconds since the start of frame 0, rounded down
     */
    int64_t ToNanoSeconds(UsbBitTime bits) const;
    /**
     * @param ns nanoseconds since the start of frame 0
     * @return the first bus time that is not before @p ns; inverse of ToNanoSeconds
     */
    UsbBitTime FromNanoSeconds(int64_t ns) const;

  private:
    /**
     * A bit is stuffed after six ones (USB 2.0, 7.1.9). For independent fair bits the mean distance
     * is 126 bits.
     * @param bytes of data; the 16 bits of the CRC are added
     * @return stuffed bits by the attribute BitStuffing, rounded down
     */
    uint32_t GetStuffedBits(uint32_t bytes) const
    {
        // After six ones a bit is stuffed; for independent fair bits the mean distance between
        // stuffed bits is 2^7 - 2 = 126.
        const uint32_t dataAndCrc = 8 * bytes + 16;
        switch (stuffing)
        {
        case UsbBitStuffing::RANDOM:
            return dataAndCrc / 126;
        case UsbBitStuffing::WORST:
            return dataAndCrc / 6;
        case UsbBitStuffing::NONE:
            break;
        }
        return 0;
    }
};

} // namespace ns3

#endif // USB_TIMING_H
