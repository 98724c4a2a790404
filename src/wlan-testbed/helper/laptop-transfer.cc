// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-transfer.h"

#include "ns3/simulator.h"

namespace ns3
{

LaptopTransfer::LaptopTransfer(BulkTransfer::Transport transport,
                               const Kuang2003Parameters& parameters,
                               const StudyOptions& options,
                               int64_t stream)
    : m_options(options),
      m_testbed(parameters),
      m_transfer(transport, m_testbed.GetLaptop(), m_testbed.GetHost(), m_testbed.GetHostAddress())
{
    m_testbed.AssignStreams(stream);
    m_transfer.Schedule(parameters.start, options.duration);
    if (options.trace)
    {
        m_probes.emplace(m_testbed);
    }
}

LaptopTestbed&
LaptopTransfer::GetTestbed()
{
    return m_testbed;
}

BulkTransfer&
LaptopTransfer::GetTransfer()
{
    return m_transfer;
}

RunResult
LaptopTransfer::Run()
{
    RunResult result;
    if (m_options.pcap)
    {
        result.captures = m_testbed.EnablePcap(m_options.prefix);
    }
    Simulator::Stop(m_testbed.GetParameters().start + m_options.duration);
    Simulator::Run();
    result.metrics = {{"throughput", "Mb/s", m_transfer.GetThroughputMbps()}};
    if (m_probes)
    {
        result.series = m_probes->GetSeries();
    }
    return result;
}

} // namespace ns3
