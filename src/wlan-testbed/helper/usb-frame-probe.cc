// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-frame-probe.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UsbFrameProbe");

namespace
{

/// Full-speed frame (USB 1.1, 7.1.12).
const Time FRAME = MilliSeconds(1);

} // namespace

Ptr<UsbFrameProbe>
UsbFrameProbe::Connect(Ptr<UhciHostController> bus)
{
    // Frames are numbered from the phase of the bus, not from the start of the simulation.
    auto probe = Create<UsbFrameProbe>();
    TimeValue phase;
    bus->GetAttribute("FramePhase", phase);
    probe->m_phase = phase.Get();
    // The bus is computed lazily and tells of frames when it has executed them, so that the record
    // has the frame's number and its time is not that of the call.
    bus->TraceConnectWithoutContext("Frame", MakeCallback(&UsbFrameProbe::Add, probe));
    return probe;
}

const LevelSequence&
UsbFrameProbe::GetLevels() const
{
    return m_levels;
}

void
UsbFrameProbe::Add(const UsbFrameRecord& record)
{
    NS_LOG_LOGIC("frame " << record.frame << ": " << record.bytesOut << " bytes out");
    const Time begin = m_phase + FRAME * record.frame;
    m_levels.Set(begin.GetSeconds(), record.bytesOut);
    // The bus reports no frames in which nothing happens. If the next frame is reported, its bytes
    // take the place of this 0.
    m_levels.Set((begin + FRAME * record.frames).GetSeconds(), 0);
}

} // namespace ns3
