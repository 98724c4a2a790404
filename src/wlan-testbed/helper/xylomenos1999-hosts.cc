// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-hosts.h"

#include "ns3/fatal-error.h"

namespace ns3
{

std::string
GetName(Xylomenos1999Host host)
{
    switch (host)
    {
    case Xylomenos1999Host::IOS:
        return "IOS";
    case Xylomenos1999Host::MYKONOS:
        return "MYKONOS";
    case Xylomenos1999Host::SYROS:
        return "SYROS";
    }
    NS_FATAL_ERROR("host " << static_cast<int>(host) << ": expected 0 to 2");
}

WavelanCard
GetCard(Xylomenos1999Host host)
{
    return host == Xylomenos1999Host::SYROS ? WavelanCard::PCMCIA : WavelanCard::ISA;
}

} // namespace ns3
