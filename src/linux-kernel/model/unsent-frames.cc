// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "unsent-frames.h"

#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/wifi-net-device.h"

#include <utility>

namespace ns3
{

UnsentFrames::~UnsentFrames()
{
    Stop();
}

bool
UnsentFrames::Watch(Ptr<NetDevice> device, Done done)
{
    const auto radio = DynamicCast<WifiNetDevice>(device);
    if (!radio)
    {
        return false;
    }
    m_mac = radio->GetMac();
    m_done = std::move(done);
    m_mac->TraceConnectWithoutContext("AckedMpdu", MakeCallback(&UnsentFrames::NoteAcked, this));
    m_mac->TraceConnectWithoutContext("DroppedMpdu",
                                      MakeCallback(&UnsentFrames::NoteDropped, this));
    m_mac->TraceConnectWithoutContext("MacTxDrop", MakeCallback(&UnsentFrames::NoteRefused, this));
    return true;
}

void
UnsentFrames::Stop()
{
    if (!m_mac)
    {
        return;
    }
    m_mac->TraceDisconnectWithoutContext("AckedMpdu", MakeCallback(&UnsentFrames::NoteAcked, this));
    m_mac->TraceDisconnectWithoutContext("DroppedMpdu",
                                         MakeCallback(&UnsentFrames::NoteDropped, this));
    m_mac->TraceDisconnectWithoutContext("MacTxDrop",
                                         MakeCallback(&UnsentFrames::NoteRefused, this));
    m_mac = nullptr;
    m_done = nullptr;
    m_frames.clear();
}

void
UnsentFrames::Add(uint64_t uid, uint16_t buffer)
{
    m_frames[uid] = buffer;
}

void
UnsentFrames::NoteRefused(Ptr<const Packet> packet)
{
    Complete(packet->GetUid());
}

void
UnsentFrames::NoteDropped(WifiMacDropReason, Ptr<const WifiMpdu> mpdu)
{
    NoteAcked(mpdu);
}

void
UnsentFrames::NoteAcked(Ptr<const WifiMpdu> mpdu)
{
    if (!mpdu->GetHeader().IsQosData() || !mpdu->GetHeader().IsQosAmsdu())
    {
        Complete(mpdu->GetPacket()->GetUid());
        return;
    }
    for (const auto& [packet, header] : *PeekPointer(mpdu))
    {
        Complete(packet->GetUid());
    }
}

void
UnsentFrames::Complete(uint64_t uid)
{
    const auto found = m_frames.find(uid);
    if (found == m_frames.end())
    {
        return;
    }
    const uint16_t buffer = found->second;
    m_frames.erase(found);
    m_done(buffer);
}

} // namespace ns3
