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
    auto probe = Create<UsbFrameProbe>();
    bus->TraceConnectWithoutContext("Frame", MakeCallback(&UsbFrameProbe::Add, probe));
    return probe;
}

const LevelSequence&
UsbFrameProbe::GetLevels() const
{
    return m_levels;
}

void
UsbFrameProbe::Add(Time start, const UsbFrameRecord& record)
{
    NS_LOG_LOGIC("frame " << record.frame << ": " << record.bytesOut << " bytes out");
    m_levels.Set(start.GetSeconds(), record.bytesOut);
    // The bus reports no frames in which nothing happens. If the next frame is reported, its bytes
    // take the place of this 0.
    m_levels.Set((start + FRAME * record.frames).GetSeconds(), 0);
}

} // namespace ns3
