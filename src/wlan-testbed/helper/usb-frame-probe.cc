// SPDX-License-Identifier: GPL-2.0-only

#include "usb-frame-probe.h"

namespace ns3
{

namespace
{

/// Full-speed frame (USB 1.1, 7.1.12).
const Time FRAME = MilliSeconds(1);

} // namespace

Ptr<UsbFrameProbe>
UsbFrameProbe::Connect(Ptr<UhciHostController> bus)
{
    auto probe = Create<UsbFrameProbe>();
    TimeValue phase;
    bus->GetAttribute("FramePhase", phase);
    probe->m_phase = phase.Get();
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
    const Time begin = m_phase + FRAME * record.frame;
    m_levels.Set(begin.GetSeconds(), record.bytesOut);
    // Frames in which nothing happens are not reported; the next one that is replaces this 0.
    m_levels.Set((begin + FRAME * record.frames).GetSeconds(), 0);
}

} // namespace ns3
