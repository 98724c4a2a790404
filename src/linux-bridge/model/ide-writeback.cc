// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ide-writeback.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IdeWriteback");

NS_OBJECT_ENSURE_REGISTERED(IdeWriteback);

namespace
{

constexpr uint32_t LINK_HEADER = 14;        ///< of Ethernet, bytes
constexpr uint32_t SECTOR = 512;            ///< bytes
constexpr uint32_t CYCLES_PER_SECTOR = 256; ///< outsw moves two bytes in each

} // namespace

TypeId
IdeWriteback::GetTypeId()
{
    constexpr auto ONCE = TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT;
    static TypeId tid =
        TypeId("ns3::IdeWriteback")
            .SetParent<Object>()
            .SetGroupName("LinuxBridge")
            .AddConstructor<IdeWriteback>()
            .AddAttribute("SnapLength",
                          "Maximum number of bytes that tcpdump records of a packet, including "
                          "the Ethernet header (tcpdump 3: 68).",
                          UintegerValue(68),
                          MakeUintegerAccessor(&IdeWriteback::m_snapLength),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("RecordHeader",
                          "Bytes that precede a packet in the file (libpcap: 16).",
                          UintegerValue(16),
                          MakeUintegerAccessor(&IdeWriteback::m_recordHeader),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("FlushInterval",
                          "Interval at which the buffer cache is checked (update calls bdflush() "
                          "every 5 s).",
                          ONCE,
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&IdeWriteback::m_interval),
                          MakeTimeChecker(MilliSeconds(1), Seconds(1000)))
            .AddAttribute("Age",
                          "Age from which data is flushed (fs/buffer.c of Linux 2.0.32: "
                          "age_buffer of bdf_prm, 30 s).",
                          ONCE,
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&IdeWriteback::m_age),
                          MakeTimeChecker(Time(0), Seconds(1000)))
            .AddAttribute("Sectors",
                          "Number of sectors of 512 bytes that one transfer moves while "
                          "interrupts are masked. Linux 2.0.32 moves one (ide.h: "
                          "INITIAL_MULT_COUNT 0); hdparm can set as many as the disk accepts.",
                          ONCE,
                          UintegerValue(1),
                          MakeUintegerAccessor(&IdeWriteback::m_sectors),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("PioCycle",
                          "Time to move two bytes. Linux 2.0.32's ide_modes.h: 600 ns in PIO "
                          "mode 0, 383, 240, 180 and 120 ns in modes 1 to 4.",
                          ONCE,
                          TimeValue(NanoSeconds(600)),
                          MakeTimeAccessor(&IdeWriteback::m_cycle),
                          MakeTimeChecker(NanoSeconds(1), MicroSeconds(100)))
            .AddAttribute("Gap",
                          "Time between two transfers in which interrupts are served and programs "
                          "run. It depends on the disk; with 0 the disk is always ready.",
                          ONCE,
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IdeWriteback::m_gap),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddTraceSource("Delay",
                            "The host's work took longer because interrupts were masked.",
                            MakeTraceSourceAccessor(&IdeWriteback::m_delayTrace),
                            "ns3::IdeWriteback::DelayTracedCallback");
    return tid;
}

IdeWriteback::IdeWriteback() = default;

IdeWriteback::~IdeWriteback() = default;

void
IdeWriteback::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    m_transfers = std::make_unique<MaskedTransfers>(MaskedTransfersOptions{
        .interval = m_interval.GetNanoSeconds(),
        .age = m_age.GetNanoSeconds(),
        .bytes = m_sectors * SECTOR,
        .transfer = static_cast<int64_t>(m_sectors) * CYCLES_PER_SECTOR * m_cycle.GetNanoSeconds(),
        .gap = m_gap.GetNanoSeconds()});
}

void
IdeWriteback::Record(Ptr<const Packet> packet)
{
    if (!m_isUsed)
    {
        m_isUsed = true;
        Simulator::ScheduleDestroy(&IdeWriteback::Restart, Ptr<IdeWriteback>(this));
    }
    const uint32_t bytes = std::min(packet->GetSize() + LINK_HEADER, m_snapLength);
    m_transfers->Write(Simulator::Now().GetNanoSeconds(), m_recordHeader + bytes);
}

void
IdeWriteback::Restart()
{
    NS_LOG_DEBUG("the simulation is over: the buffer cache is empty");
    m_isUsed = false;
    m_transfers->Restart();
}

Time
IdeWriteback::GetEnd(Time start, Time work)
{
    const Time end =
        NanoSeconds(m_transfers->GetEnd(start.GetNanoSeconds(), work.GetNanoSeconds()));
    if (end > start + work)
    {
        NS_LOG_INFO("interrupts are masked during transfers: work of "
                    << work.As(Time::US) << " takes " << (end - start).As(Time::US));
        m_delayTrace(work, end - start - work);
    }
    return end;
}

MaskedTransfersCounters
IdeWriteback::GetCounters() const
{
    return m_transfers->GetCounters();
}

} // namespace ns3
