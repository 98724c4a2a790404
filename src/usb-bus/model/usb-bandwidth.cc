// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-bandwidth.h"

namespace ns3
{

namespace
{

// Constants of usb_calc_bus_time, nanoseconds.
constexpr int64_t HOST_DELAY = 1000;
constexpr int64_t HIGH_SPEED_HOST_DELAY = 5;
constexpr int64_t HIGH_SPEED_BIT_PS = 2083;
constexpr int64_t HUB_LOW_SPEED_SETUP = 333;

/// Time of the data with worst-case bit stuffing, which adds one bit to six, in the integer
/// arithmetic of the kernel's BitTime().
int64_t
GetDataNs(int64_t nsPerHundredBits, uint32_t bytes)
{
    const int64_t stuffedBits = 56 * static_cast<int64_t>(bytes) / 6;
    return nsPerHundredBits * (31 + 10 * stuffedBits) / 1000;
}

} // namespace

// usb_calc_bus_time() of Linux, which transcribes the formulas of USB 1.1, 5.9.3, and USB 2.0,
// 5.11.3. The constants are nanoseconds of protocol overhead with the worst cable delay. They are
// estimates for admission; what a transaction takes on the simulated wire is UsbTiming's.
int64_t
GetUsbBusTimeNs(const UsbTransferRequest& request, bool highSpeed)
{
    const bool in = request.endpoint.in;
    const bool isochronous = request.type == UsbTransferType::ISOCHRONOUS;
    if (highSpeed)
    {
        const int64_t overheadBits = 8 * (isochronous ? 38 : 55);
        const int64_t stuffedBits = 56 * static_cast<int64_t>(request.length) / 6;
        return HIGH_SPEED_BIT_PS * (overheadBits + 3 + stuffedBits) / 1000 + HIGH_SPEED_HOST_DELAY;
    }
    if (request.lowSpeed)
    {
        return (in ? 64060 : 64107) + 2 * HUB_LOW_SPEED_SETUP + HOST_DELAY +
               GetDataNs(in ? 67667 : 66700, request.length);
    }
    const int64_t overhead = isochronous ? (in ? 7268 : 6265) : 9107;
    return overhead + HOST_DELAY + GetDataNs(8354, request.length);
}

UsbBandwidth::UsbBandwidth(uint32_t limitUs, bool highSpeed)
    : m_limitUs(limitUs),
      m_highSpeed(highSpeed)
{
}

uint32_t
UsbBandwidth::GetBusTimeUs(const UsbTransferRequest& request) const
{
    return static_cast<uint32_t>((GetUsbBusTimeNs(request, m_highSpeed) + 500) / 1000);
}

// As in usb_check_bandwidth(), all admitted transfers are summed up as if they met in one frame,
// whatever their intervals.
bool
UsbBandwidth::Admit(const UsbTransferRequest& request)
{
    const uint32_t time = GetBusTimeUs(request);
    if (m_allocatedUs + time > m_limitUs)
    {
        return false;
    }
    m_allocatedUs += time;
    return true;
}

void
UsbBandwidth::Release(const UsbTransferRequest& request)
{
    m_allocatedUs -= GetBusTimeUs(request);
}

uint32_t
UsbBandwidth::GetAllocatedUs() const
{
    return m_allocatedUs;
}

} // namespace ns3
