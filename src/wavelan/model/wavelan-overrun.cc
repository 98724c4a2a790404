// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "wavelan-overrun.h"

namespace ns3
{

WavelanOverrun::Outcome
WavelanOverrun::Write(bool isAtOnce, const Draw& limit, const Draw& losses)
{
    // V.C: the packets at the start of a pause are lost, one to five of them.
    if (m_left > 0)
    {
        --m_left;
        return Outcome::LOST;
    }
    if (m_isResetting)
    {
        return Outcome::KEPT;
    }
    // V.C names the overrun of the one buffer "most likely". A host that writes UDP refills it in
    // the interrupt that tells that it is free, which is the same instant here.
    m_refills = isAtOnce ? m_refills + 1 : 0;
    if (m_limit == 0)
    {
        m_limit = limit();
    }
    if (m_refills < m_limit)
    {
        return Outcome::KEPT;
    }
    m_refills = 0;
    m_limit = 0;
    m_left = losses() - 1; // this packet is the first
    m_isResetting = true;
    return Outcome::OVERRUN;
}

/// With TCP an ACK comes between two refills (V.C).
void
WavelanOverrun::NoteReception()
{
    m_refills = 0;
}

void
WavelanOverrun::EndReset()
{
    m_isResetting = false;
    m_left = 0;
}

} // namespace ns3
