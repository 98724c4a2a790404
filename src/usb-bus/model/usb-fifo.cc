// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-fifo.h"

#include <algorithm>

namespace ns3
{

// An empty FIFO begins to drain with the packet; otherwise the drain goes on at its own pace.
void
UsbFifo::Fill(UsbBitTime now, UsbBitTime drain)
{
    drain = std::max<UsbBitTime>(drain, 1);
    const uint32_t left = GetPackets(now, drain);
    m_nextDrain = left == 0 ? now + drain : m_nextDrain + (m_packets - left) * drain;
    m_packets = left + 1;
}

uint32_t
UsbFifo::GetPackets(UsbBitTime now, UsbBitTime drain) const
{
    if (m_packets == 0 || now < m_nextDrain)
    {
        return m_packets;
    }
    const UsbBitTime out = (now - m_nextDrain) / std::max<UsbBitTime>(drain, 1) + 1;
    return out >= m_packets ? 0 : m_packets - static_cast<uint32_t>(out);
}

UsbBitTime
UsbFifo::GetNextDrain(UsbBitTime now, UsbBitTime drain) const
{
    drain = std::max<UsbBitTime>(drain, 1);
    const UsbBitTime past = now < m_nextDrain ? 0 : (now - m_nextDrain) / drain + 1;
    return m_nextDrain + past * drain;
}

} // namespace ns3
