// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_FIFO_H
#define USB_FIFO_H

#include "usb-timing.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The FIFO behind an endpoint, which the firmware empties at a constant rate while it has packets.
 * Its level is computed on demand, so the drain needs no events.
 * There is no limit here: the endpoint compares GetPackets() with its own
 * (UsbAdapterParameters::fifoPackets). The drain may differ from call to call; a packet that is
 * leaving keeps its time.
 */
class UsbFifo
{
  public:
    /**
     * A packet enters.
     * @param now bus time
     * @param drain time in which the firmware takes a packet out, bits; at least one counts
     */
    void Fill(UsbBitTime now, UsbBitTime drain);
    /**
     * @param now bus time
     * @param drain as for Fill()
     * @return packets inside
     */
    uint32_t GetPackets(UsbBitTime now, UsbBitTime drain) const;
    /**
     * @param now bus time; there is a packet inside
     * @param drain as for Fill()
     * @return when the next packet will be out
     */
    UsbBitTime GetNextDrain(UsbBitTime now, UsbBitTime drain) const;

  private:
    uint32_t m_packets{0};     ///< inside before m_nextDrain
    UsbBitTime m_nextDrain{0}; ///< when the first of them is out
};

} // namespace ns3

#endif // USB_FIFO_H
