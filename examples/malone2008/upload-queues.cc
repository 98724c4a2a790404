// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "upload-queues.h"

#include "ns3/cell-radio.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/// How often the queues are looked at.
const Time SAMPLING = MilliSeconds(20);

/// @param testbed whose measuring station, the first
/// @return packets that wait there
uint32_t
CountWaiting(const Malone2008Testbed& testbed)
{
    return testbed.GetStationDisc(0)->GetNPackets() +
           CellRadio::Of(testbed.GetStationRadio(0))->CountPackets();
}

} // namespace

UploadQueues::UploadQueues(const Malone2008Testbed& testbed)
    : m_testbed(testbed)
{
    Simulator::Schedule(testbed.GetStart(), &UploadQueues::Look, this);
}

void
UploadQueues::Look()
{
    const double now = Simulator::Now().GetSeconds();
    // The sequence has changes alone; quantiles over time need every look.
    m_looks.push_back(now);
    m_lengths.push_back(m_testbed.GetAccessPointQueue());
    m_accessPoint.Set(now, m_lengths.back());
    m_station.Set(now, CountWaiting(m_testbed));
    Simulator::Schedule(SAMPLING, &UploadQueues::Look, this);
}

const LevelSequence&
UploadQueues::GetAccessPoint() const
{
    return m_accessPoint;
}

const LevelSequence&
UploadQueues::GetStation() const
{
    return m_station;
}

std::vector<double>
UploadQueues::GetLengths(const UploadPhase& phase) const
{
    std::vector<double> lengths;
    for (std::size_t i = 0; i < m_looks.size(); ++i)
    {
        if (phase.Contains(m_looks[i]))
        {
            lengths.push_back(m_lengths[i]);
        }
    }
    return lengths;
}

} // namespace ns3
