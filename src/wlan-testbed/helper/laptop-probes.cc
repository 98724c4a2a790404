// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-probes.h"

namespace ns3
{

LaptopProbes::LaptopProbes(const LaptopTestbed& testbed)
    : m_tcp(TcpTraceProbe::AtIp(testbed.GetLaptop())),
      m_device(TcpTraceProbe::AtDevice(testbed.GetUsbDevice())),
      m_air(TcpTraceProbe::AtAir(testbed.GetRadios(), testbed.GetLaptop())),
      m_host(TcpTraceProbe::AtPeer(testbed.GetHost()->GetDevice(0), testbed.GetLaptop())),
      m_queue(LevelProbe::Connect(testbed.GetInterfaceQueue(), "PacketsInQueue")),
      m_controller(DynamicCast<UhciHostController>(testbed.GetBus())),
      m_bus(UsbFrameProbe::Connect(m_controller)),
      m_adapter(LevelProbe::Connect(testbed.GetAdapter(), "TxInUse"))
{
}

std::vector<Series>
LaptopProbes::GetSeries() const
{
    m_controller->GetStatistics(); // the controller reports its frames up to now
    std::vector<Series> all;
    const auto addView =
        [&all](const TcpTraceProbe& probe, const std::string& name, const std::string& label) {
            for (auto& series : probe.GetSeries(name, label))
            {
                all.push_back(std::move(series));
            }
        };
    addView(*m_tcp, "tcp", "TCP");
    addView(*m_device, "device", "device (tcpdump)");
    addView(*m_air, "air", "air (sniffer)");
    addView(*m_host, "host", "host (tcpdump)");
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
