// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-hosts.h"

#include "ns3/fatal-error.h"

namespace ns3
{

namespace
{

/// The drivers copy by programmed I/O: 16 bits at a time with an ISA card (obram_write() of Linux
/// 2.0.32), 8 with a PCMCIA card (wv_packet_write() of pcmcia-cs 3.0.0). Such cycles of an ISA bus
/// take 3 and 6 clocks of 120 ns.
constexpr int64_t ISA_BYTE_NS{3 * 120 / 2};
constexpr int64_t PCMCIA_BYTE_NS{6 * 120};

} // namespace

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

/// The write time of MYKONOS follows from that of IOS by their clocks, 166 and 200 MHz.
Xylomenos1999Times
GetProcessorTimes(Xylomenos1999Host host)
{
    if (host == Xylomenos1999Host::IOS)
    {
        return {MicroSeconds(55),
                MicroSeconds(200),
                NanoSeconds(1000),
                MicroSeconds(100),
                NanoSeconds(ISA_BYTE_NS)};
    }
    const bool isSyros = host == Xylomenos1999Host::SYROS;
    return {MicroSeconds(66),
            NanoSeconds(652'800),
            NanoSeconds(4022),
            MicroSeconds(120),
            NanoSeconds(isSyros ? PCMCIA_BYTE_NS : ISA_BYTE_NS)};
}

} // namespace ns3
