// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "laptop-transfer.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LaptopTransfer");

LaptopTransfer::LaptopTransfer(BulkTransfer::Transport transport,
                               const ObjectFactory& laptop,
                               Time duration,
                               int64_t stream)
    : m_duration(duration),
      m_testbed(laptop.Create<Kuang2003Testbed>()),
      m_transfer(transport,
                 m_testbed->GetLaptop(),
                 m_testbed->GetHost(),
                 m_testbed->GetHostAddress())
{
    // Every run has the same stream numbers; the run number alone makes the runs differ.
    m_testbed->AssignStreams(stream);
    m_transfer.Schedule(m_testbed->GetStart(), duration);
}

Kuang2003Testbed&
LaptopTransfer::GetTestbed() const
{
    return *m_testbed;
}

BulkTransfer&
LaptopTransfer::GetTransfer()
{
    return m_transfer;
}

void
LaptopTransfer::Run()
{
    // Simulator::Destroy() is left to the caller, who may still look at the testbed.
    Simulator::Stop(m_testbed->GetStart() + m_duration);
    Simulator::Run();
    NS_LOG_INFO("host has received " << m_transfer.GetReceivedBytes() << " bytes, "
                                     << m_transfer.GetThroughputMbps() << " Mb/s");
}

} // namespace ns3
