// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-probes.h"

namespace ns3
{

LaptopProbes::LaptopProbes(const LaptopTestbed& testbed)
    : m_tcp(TcpTraceProbe::AtIp(testbed.GetLaptop())),
      m_device(TcpTraceProbe::AtDevice(testbed.GetUsbDevice())),
      m_queue(LevelProbe::Connect(testbed.GetInterfaceQueue(), "PacketsInQueue")),
      m_bus(UsbFrameProbe::Connect(DynamicCast<UhciHostController>(testbed.GetBus()))),
      m_adapter(LevelProbe::Connect(testbed.GetAdapter(), "TxInUse"))
{
}

std::vector<Series>
LaptopProbes::GetSeries() const
{
    std::vector<Series> all = m_tcp->GetSeries("tcp", "TCP");
    for (auto& series : m_device->GetSeries("device", "device (tcpdump)"))
    {
        all.push_back(std::move(series));
    }
    const auto addLevel = [&all](const std::string& name,
                                 const std::string& label,
                                 const std::string& unit,
                                 const LevelSequence& levels) {
        all.push_back({name, label, unit, LevelSequence::COLUMNS, levels.GetRows()});
    };
    addLevel("queue", "interface queue", "packets", m_queue->GetLevels());
    addLevel("bus", "bus, data out", "bytes per frame", m_bus->GetLevels());
    addLevel("adapter", "adapter", "frames", m_adapter->GetLevels());
    return all;
}

} // namespace ns3
