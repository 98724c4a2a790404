// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "busy-slot-probe.h"

#include "ns3/callback.h"
#include "ns3/log.h"
#include "ns3/qos-txop.h"
#include "ns3/txop.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-utils.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BusySlotProbe");

BusySlotProbe::~BusySlotProbe()
{
    Stop();
}

// ns-3 does not inform a manager about the backoff. The trace of the PHY's states shows when the
// medium was idle, which is all that BusySlotAverage needs.
void
BusySlotProbe::Watch(Ptr<WifiMac> mac, Ptr<WifiPhy> phy)
{
    m_mac = mac;
    m_phy = phy;
    m_phyState = phy->GetState();
    m_phyState->TraceConnectWithoutContext("State",
                                           MakeCallback(&BusySlotProbe::NotePhyState, this));
}

void
BusySlotProbe::Stop()
{
    if (m_phyState)
    {
        m_phyState->TraceDisconnectWithoutContext("State",
                                                  MakeCallback(&BusySlotProbe::NotePhyState, this));
    }
    m_phyState = nullptr;
    m_mac = nullptr;
    m_phy = nullptr;
}

void
BusySlotProbe::NotePhyState(Time, Time duration, WifiPhyState state)
{
    // The trace reports an idle period when it ends. The next report is that of the state that
    // ended it: an own transmission is reported as it begins, a busy medium when it is over.
    if (state == WifiPhyState::IDLE)
    {
        m_idle = duration;
        return;
    }
    if (!m_idle.IsZero())
    {
        NoteIdleEnd(state == WifiPhyState::TX);
        m_idle = Time(0);
    }
}

// The categories differ in AIFS and CWmin, and so in the slots in which they may send: each counts
// the same idle period in its own way (IEEE 802.11-2020, 10.23.2).
void
BusySlotProbe::NoteIdleEnd(bool isOwn)
{
    if (!m_mac->GetQosSupported())
    {
        CountSlots(*m_mac->GetTxop(), isOwn, m_busySlots[0]);
        return;
    }
    for (const AcIndex ac : EDCA)
    {
        CountSlots(*m_mac->GetQosTxop(ac), isOwn, m_busySlots[ac]);
    }
}

void
BusySlotProbe::CountSlots(const Txop& txop, bool isOwn, BusySlotAverage& average) const
{
    // With DCF only the sender of the last frame can use the first slot after a DIFS: all other
    // stations suspended their backoff before it ended (IEEE 802.11-2020, 10.3.4.3). An EDCAF
    // already counts down at the end of the AIFS (10.23.2.4).
    const Time slot = m_phy->GetSlot();
    const uint32_t before = txop.GetAifsn(SINGLE_LINK_OP_ID) + (txop.IsQosTxop() ? 0 : 1);
    // Half a slot is added because the frames of other stations arrive after a propagation delay.
    const Time wait = m_idle - m_phy->GetSifs() - before * slot + slot / 2;
    if (!wait.IsStrictlyNegative())
    {
        // The quotient of two ns3::Time values is a 128-bit number, which takes far longer.
        const int64_t slots = wait.GetTimeStep() / slot.GetTimeStep();
        // A first attempt begins in one of these slots. Later ones are left out: they cannot
        // collide with a first attempt, and stations may have begun to contend in the meantime.
        const int64_t most = txop.GetMinCw(SINGLE_LINK_OP_ID) + 1;
        average.NoteIdle(static_cast<uint32_t>(std::min(slots, most)), !isOwn && slots < most);
        NS_LOG_LOGIC("the medium was idle for "
                     << slots << " slots until " << (isOwn ? "this device" : "another station")
                     << " sent; collision probability of category "
                     << txop.GetWifiMacQueue()->GetAc() << ": " << average.Get());
    }
}

// Without QoS the device has one queue, whose slots are counted in the first place of the array.
double
BusySlotProbe::GetCollisionProbability(AcIndex ac) const
{
    return m_busySlots[m_mac->GetQosSupported() ? ac : 0].Get();
}

} // namespace ns3
