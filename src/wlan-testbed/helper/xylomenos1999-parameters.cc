// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-parameters.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

double
Xylomenos1999Plan::GetLoss(uint32_t a, uint32_t b) const
{
    constexpr double METRES_PER_FOOT = 0.3048;
    if (a == b)
    {
        return signal.Get(adjacentFeet * METRES_PER_FOOT, 0);
    }
    if (a + b == 4)
    {
        return signal.Get(farFeet * METRES_PER_FOOT, walls13);
    }
    return signal.Get(nearFeet * METRES_PER_FOOT, a + b == 3 ? walls12 : walls23);
}

std::string
Xylomenos1999Test::GetName() const
{
    return (isWired ? "ethernet" : "s" + std::to_string(scenario)) + (isForward ? ".ab." : ".ba.") +
           (isTcp ? "tcp." : "udp.") + std::to_string(size);
}

Xylomenos1999Parameters::Xylomenos1999Parameters()
{
    // The write time of MYKONOS follows from that of IOS by their clocks, 166 and 200 MHz. SYROS is
    // "roughly equivalent" to MYKONOS.
    const Time fast = MicroSeconds(55);
    const Time slow = MicroSeconds(66);
    hosts = {
        {"IOS",
         WavelanCard::ISA,
         fast,
         MicroSeconds(200),
         NanoSeconds(1000),
         MicroSeconds(100),
         NanoSeconds(800)},
        {"MYKONOS",
         WavelanCard::ISA,
         slow,
         NanoSeconds(652'800),
         PicoSeconds(4'022'500),
         MicroSeconds(120),
         NanoSeconds(960)},
        {"SYROS",
         WavelanCard::PCMCIA,
         slow,
         NanoSeconds(652'800),
         PicoSeconds(4'022'500),
         MicroSeconds(120),
         NanoSeconds(100)},
    };
    scenarios = {{
        {{"IOS", 1}, {"MYKONOS", 1}},
        {{"IOS", 1}, {"SYROS", 1}},
        {{"IOS", 1}, {"MYKONOS", 2}},
        {{"IOS", 1}, {"SYROS", 2}},
        {{"MYKONOS", 2}, {"SYROS", 3}},
        {{"IOS", 1}, {"SYROS", 3}},
    }};
}

const Xylomenos1999Host&
Xylomenos1999Parameters::FindHost(const std::string& name) const
{
    const auto host = std::ranges::find(hosts, name, &Xylomenos1999Host::name);
    if (host == hosts.end())
    {
        throw std::invalid_argument("no host " + name);
    }
    return *host;
}

void
Xylomenos1999Parameters::Check() const
{
    const auto require = [](bool holds, const std::string& what) {
        if (!holds)
        {
            throw std::invalid_argument(what);
        }
    };
    require(linkQueue >= 1, "linkQueue=0: expected at least 1");
    require(overrunAfter[0] >= 1 && overrunAfter[0] <= overrunAfter[1],
            "overrunAfter=" + std::to_string(overrunAfter[0]) + " to " +
                std::to_string(overrunAfter[1]) + ": expected at least 1, and no less at the end");
    require(minWindow >= 1, "minWindow=0: expected at least 1");
    require(signalStep >= 0.01 && signalStep <= 100,
            "signalStep=" + std::to_string(signalStep) + ": expected 0.01 to 100 dB");
    for (const Xylomenos1999Scenario& scenario : scenarios)
    {
        for (const Xylomenos1999Seat& seat : {scenario.a, scenario.b})
        {
            FindHost(seat.host);
            require(seat.location >= 1 && seat.location <= 3,
                    "location=" + std::to_string(seat.location) + ": expected 1 to 3");
        }
    }
}

} // namespace ns3
