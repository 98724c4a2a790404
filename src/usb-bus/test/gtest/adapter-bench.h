// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ADAPTER_BENCH_H
#define ADAPTER_BENCH_H

#include "../../model/usb-adapter-function.h"

#include <algorithm>

namespace ns3
{

/// A host that sends one token after the other to an adapter, at full speed.
class AdapterBench
{
  public:
    static constexpr UsbBitTime PACKET_BITS = 616; ///< 64 bytes, acknowledged
    static constexpr uint32_t MESSAGE = 128;       ///< two packets of 64

    explicit AdapterBench(const UsbAdapterParameters& parameters = {})
        : m_parameters(parameters)
    {
        adapter.SetParameters(parameters);
    }

    /// OUT token at @p start for byte @p offset of a message. A wrong toggle repeats the last.
    UsbAnswer Out(UsbBitTime start, uint32_t offset, uint32_t size = MESSAGE)
    {
        const UsbToken token = OutToken(start, offset, size);
        const UsbAnswer answer = adapter.Answer(token);
        m_outToggle ^= answer.handshake == UsbHandshake::ACK;
        return answer;
    }

    /// What Out() would send.
    UsbToken OutToken(UsbBitTime start, uint32_t offset, uint32_t size = MESSAGE) const
    {
        return {.pid = UsbPid::OUT,
                .address = 1,
                .endpoint = m_parameters.outEndpoint,
                .toggle = m_outToggle,
                .ping = false,
                .bytes = std::min(size - offset, m_parameters.maxPacket),
                .offset = offset,
                .messageSize = size,
                .urb = 0,
                .start = start,
                .end = start + PACKET_BITS};
    }

    /// IN token at @p start with room for @p room bytes.
    UsbAnswer In(UsbBitTime start, uint32_t room = 64)
    {
        const UsbAnswer answer = adapter.Answer(InToken(start, room));
        inToggle ^= answer.handshake == UsbHandshake::ACK && answer.toggle == inToggle;
        return answer;
    }

    /// What In() would send.
    UsbToken InToken(UsbBitTime start, uint32_t room = 64) const
    {
        return {.pid = UsbPid::IN,
                .address = 1,
                .endpoint = m_parameters.inEndpoint,
                .toggle = inToggle,
                .ping = false,
                .bytes = room,
                .offset = 0,
                .messageSize = 3000,
                .urb = 1,
                .start = start,
                .end = start};
    }

    /// A whole message, each packet as early as it is taken.
    /// @return end of the last packet
    UsbBitTime Message(UsbBitTime start, uint32_t size = MESSAGE)
    {
        for (uint32_t offset = 0; offset < size;)
        {
            if (Out(start, offset, size).handshake == UsbHandshake::ACK)
            {
                offset += m_parameters.maxPacket;
                start += PACKET_BITS;
            }
            else
            {
                start = adapter.GetNextChange(start);
            }
        }
        return start;
    }

    UsbAdapterFunction adapter; ///< under test
    bool inToggle{false};       ///< toggle the host expects

  private:
    UsbAdapterParameters m_parameters; ///< of the adapter
    bool m_outToggle{false};           ///< of the next packet
};

} // namespace ns3

#endif // ADAPTER_BENCH_H
