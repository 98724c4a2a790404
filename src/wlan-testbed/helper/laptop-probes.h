// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_PROBES_H
#define LAPTOP_PROBES_H

#include "laptop-testbed.h"
#include "level-probe.h"
#include "tcp-trace-probe.h"
#include "usb-frame-probe.h"

#include "ns3/study-results.h"

#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::LaptopProbes declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * What a study of a LaptopTestbed records for --trace, all of it in the laptop: its TCP connections
 * at IP and at the device, packets in the interface queue, bytes of each frame of the bus, frames
 * in the adapter. It only listens: the run is the same with and without it.
 */
class LaptopProbes
{
  public:
    /// Record from now on. @param testbed whose laptop
    explicit LaptopProbes(const LaptopTestbed& testbed);

    /// @return what was recorded
    std::vector<Series> GetSeries() const;

  private:
    Ptr<TcpTraceProbe> m_tcp;    ///< at IP
    Ptr<TcpTraceProbe> m_device; ///< at the device
    Ptr<LevelProbe> m_queue;     ///< interface queue
    Ptr<UsbFrameProbe> m_bus;    ///< frames of the bus
    Ptr<LevelProbe> m_adapter;   ///< frames in the adapter
};

} // namespace ns3

#endif // LAPTOP_PROBES_H
