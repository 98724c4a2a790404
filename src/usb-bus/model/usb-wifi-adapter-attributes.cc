// SPDX-License-Identifier: GPL-2.0-only

// Setters and getters behind the attributes of UsbWifiAdapter.

#include "usb-host-controller.h"
#include "usb-wifi-adapter.h"

#include "ns3/constant-rate-wifi-manager.h"
#include "ns3/fatal-error.h"
#include "ns3/string.h"

namespace ns3
{

void
UsbWifiAdapter::SetProfile(Profile profile)
{
    const Time pause = MicroSeconds(100);
    m_txBuffers = 2;
    m_headerGap = profile == Profile::DESCRIPTOR_GAP ? pause : Time(0);
    m_commitGap = profile == Profile::IDEAL ? Time(0) : pause;
    m_fifoPackets = profile == Profile::SLOW_FIFO ? 4 : 0;
    m_fifoDrain = MicroSeconds(68);
    ApplyParameters();
}

void
UsbWifiAdapter::ApplyParameters()
{
    const auto controller = GetHostController();
    if (!controller)
    {
        return; // bit times are those of a bus; SetDriver() comes back
    }
    const UsbHostController::Update update(PeekPointer(controller));
    UsbAdapterParameters parameters;
    parameters.maxPacket = controller->GetMaxBulkPacket();
    parameters.txBuffers = m_txBuffers;
    parameters.headerGap = controller->ToBits(m_headerGap);
    parameters.commitGap = controller->ToBits(m_commitGap);
    parameters.fifoPackets = m_fifoPackets;
    parameters.fifoDrain = controller->ToBits(m_fifoDrain);
    parameters.overrunPolicy = m_overrunPolicy;
    parameters.rxBuffers = m_rxBuffers;
    m_function.SetParameters(parameters);
    m_arrivals.set_capacity(std::max<std::size_t>(m_arrivals.capacity(), m_txBuffers + 8));
    m_rxFrames.set_capacity(std::max<std::size_t>(m_rxFrames.capacity(), m_rxBuffers));
}

void
UsbWifiAdapter::ApplyRateBug()
{
    if (!m_rateBug || !m_wifi)
    {
        return;
    }
    const auto manager = DynamicCast<ConstantRateWifiManager>(m_wifi->GetRemoteStationManager());
    if (!manager)
    {
        NS_FATAL_ERROR("UsbWifiAdapter::RateBug needs a ns3::ConstantRateWifiManager; the radio "
                       "has a "
                       << m_wifi->GetRemoteStationManager()->GetInstanceTypeId().GetName());
    }
    manager->SetAttribute("DataMode", StringValue("DsssRate2Mbps"));
}

void
UsbWifiAdapter::SetRateBug(bool on)
{
    if (m_rateBug && !on && m_wifi)
    {
        NS_FATAL_ERROR("UsbWifiAdapter::RateBug cannot be taken back: the radio's DataMode is "
                       "already DsssRate2Mbps");
    }
    m_rateBug = on;
    ApplyRateBug();
}

bool
UsbWifiAdapter::GetRateBug() const
{
    return m_rateBug;
}

void
UsbWifiAdapter::SetTxBuffers(uint32_t buffers)
{
    m_txBuffers = buffers;
    ApplyParameters();
}

uint32_t
UsbWifiAdapter::GetTxBuffers() const
{
    return m_txBuffers;
}

void
UsbWifiAdapter::SetHeaderGap(Time gap)
{
    m_headerGap = gap;
    ApplyParameters();
}

Time
UsbWifiAdapter::GetHeaderGap() const
{
    return m_headerGap;
}

void
UsbWifiAdapter::SetCommitGap(Time gap)
{
    m_commitGap = gap;
    ApplyParameters();
}

Time
UsbWifiAdapter::GetCommitGap() const
{
    return m_commitGap;
}

void
UsbWifiAdapter::SetFifoPackets(uint32_t packets)
{
    m_fifoPackets = packets;
    ApplyParameters();
}

uint32_t
UsbWifiAdapter::GetFifoPackets() const
{
    return m_fifoPackets;
}

void
UsbWifiAdapter::SetFifoDrain(Time drain)
{
    m_fifoDrain = drain;
    ApplyParameters();
}

Time
UsbWifiAdapter::GetFifoDrain() const
{
    return m_fifoDrain;
}

void
UsbWifiAdapter::SetOverrunPolicy(UsbOverrunPolicy policy)
{
    m_overrunPolicy = policy;
    ApplyParameters();
}

UsbOverrunPolicy
UsbWifiAdapter::GetOverrunPolicy() const
{
    return m_overrunPolicy;
}

void
UsbWifiAdapter::SetRxBuffers(uint32_t buffers)
{
    m_rxBuffers = buffers;
    ApplyParameters();
}

uint32_t
UsbWifiAdapter::GetRxBuffers() const
{
    return m_rxBuffers;
}

void
UsbWifiAdapter::SetRxHoldInterval(Ptr<RandomVariableStream> interval)
{
    m_rxHold.SetInterval(interval);
}

Ptr<RandomVariableStream>
UsbWifiAdapter::GetRxHoldInterval() const
{
    return m_rxHold.GetInterval();
}

void
UsbWifiAdapter::SetRxHoldDuration(Time duration)
{
    m_rxHold.SetDuration(duration);
}

Time
UsbWifiAdapter::GetRxHoldDuration() const
{
    return m_rxHold.GetDuration();
}

void
UsbWifiAdapter::SetRxHoldProbability(double probability)
{
    m_rxHold.SetProbability(probability);
}

double
UsbWifiAdapter::GetRxHoldProbability() const
{
    return m_rxHold.GetProbability();
}

void
UsbWifiAdapter::SetIrqBlockInterval(Ptr<RandomVariableStream> interval)
{
    m_irqBlock.SetInterval(interval);
}

Ptr<RandomVariableStream>
UsbWifiAdapter::GetIrqBlockInterval() const
{
    return m_irqBlock.GetInterval();
}

void
UsbWifiAdapter::SetIrqBlockDuration(Time duration)
{
    m_irqBlock.SetDuration(duration);
}

Time
UsbWifiAdapter::GetIrqBlockDuration() const
{
    return m_irqBlock.GetDuration();
}

void
UsbWifiAdapter::SetIrqBlockProbability(double probability)
{
    m_irqBlock.SetProbability(probability);
}

double
UsbWifiAdapter::GetIrqBlockProbability() const
{
    return m_irqBlock.GetProbability();
}

} // namespace ns3
