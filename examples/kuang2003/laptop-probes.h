// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_PROBES_H
#define LAPTOP_PROBES_H

#include "ns3/kuang2003-testbed.h"
#include "ns3/level-probe.h"
#include "ns3/study-results.h"
#include "ns3/tcp-trace-probe.h"
#include "ns3/usb-frame-probe.h"

#include <vector>

namespace ns3
{

/**
 * What a study of a Kuang2003Testbed records for --trace: four views of the laptop's TCP
 * connections (at its IP, at its device, on the air, at the host's device), the packets in the
 * interface queue, the bytes in each frame of the bus, and the frames in the adapter. It only
 * listens: the run is the same with and without it.
 */
class LaptopProbes
{
  public:
    /// Record from now on.
    /// @param testbed whose laptop
    explicit LaptopProbes(const Kuang2003Testbed& testbed);

    /// @return what was recorded
    std::vector<Series> GetSeries() const;

  private:
    Ptr<TcpTraceProbe> m_tcp;             ///< at IP
    Ptr<TcpTraceProbe> m_device;          ///< at the device
    Ptr<TcpTraceProbe> m_air;             ///< between the radios
    Ptr<TcpTraceProbe> m_host;            ///< at the host's device
    Ptr<LevelProbe> m_queue;              ///< interface queue
    Ptr<UhciHostController> m_controller; ///< of the bus
    Ptr<UsbFrameProbe> m_bus;             ///< frames of the bus
    Ptr<LevelProbe> m_adapter;            ///< frames in the adapter
};

} // namespace ns3

#endif // LAPTOP_PROBES_H
