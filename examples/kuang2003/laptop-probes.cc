// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-probes.h"

#include "../common/testbed-series.h"

namespace ns3
{

LaptopProbes::LaptopProbes(const Kuang2003Testbed& testbed)
    : m_tcp(TcpTraceProbe::AtIp(testbed.GetLaptop())),
      m_device(TcpTraceProbe::AtDevice(testbed.GetUsbDevice())),
      m_air(TcpTraceProbe::AtAir(testbed.GetRadios(), testbed.GetLaptop())),
      m_host(TcpTraceProbe::AtPeer(testbed.GetHost()->GetDevice(0), testbed.GetLaptop())),
      m_queue(LevelProbe::Connect(testbed.GetInterfaceQueue(), "PacketsInQueue")),
      m_controller(DynamicCast<UhciHostController>(testbed.GetBus())),
      m_bus(UsbFrameProbe::Connect(m_controller)),
      m_adapter(LevelProbe::ConnectTimed(testbed.GetAdapter(), "TxInUse"))
{
}

std::vector<Series>
LaptopProbes::GetSeries() const
{
    m_controller->GetStatistics(); // the controller reports its frames up to now
    std::vector<Series> all;
    AddTcpSeries(all, "tcp", "TCP", *m_tcp);
    AddTcpSeries(all, "device", "device (tcpdump)", *m_device);
    AddTcpSeries(all, "air", "air (sniffer)", *m_air);
    AddTcpSeries(all, "host", "host (tcpdump)", *m_host);
    AddLevelSeries(all, "queue", "interface queue", "packets", m_queue->GetLevels());
    AddLevelSeries(all, "bus", "bus, data out", "bytes per frame", m_bus->GetLevels());
    AddLevelSeries(all, "adapter", "adapter", "frames", m_adapter->GetLevels());
    return all;
}

} // namespace ns3
