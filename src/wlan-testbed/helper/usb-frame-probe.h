// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_FRAME_PROBE_H
#define USB_FRAME_PROBE_H

#include "ns3/level-sequence.h"
#include "ns3/simple-ref-count.h"
#include "ns3/uhci-host-controller.h"

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::UsbFrameProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Records how many data bytes devices took in each frame of a full-speed bus (OUT): the pattern of
 * frames with data and idle ones by which kuang2003, 4.1.2 A explains table 2, such as "DATA DATA
 * IDLE DATA DATA ACK IDLE" with depth-first traversal.
 */
class UsbFrameProbe : public SimpleRefCount<UsbFrameProbe>
{
  public:
    /**
     * Record from now on.
     * @param bus a full-speed bus, with frames of 1 ms
     * @return the probe, which lives as long as the bus or longer
     */
    static Ptr<UsbFrameProbe> Connect(Ptr<UhciHostController> bus);

    /// @return bytes per frame; a level lasts for its frame
    const LevelSequence& GetLevels() const;

  private:
    /// Frames are over.
    /// @param start of the first
    /// @param record what happened in them
    void Add(Time start, const UsbFrameRecord& record);

    LevelSequence m_levels; ///< what was recorded
};

} // namespace ns3

#endif /* USB_FRAME_PROBE_H */
