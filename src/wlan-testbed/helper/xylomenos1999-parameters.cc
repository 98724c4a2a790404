// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-parameters.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ns3
{

namespace
{

/**
 * Log-distance loss with walls.
 * @param feet between two antennas @param walls between them @return dB
 */
double
GetLoss(double feet, int walls)
{
    constexpr double METRES_PER_FOOT = 0.3048;
    constexpr double LOSS_AT_METRE = 40.05; // free space, 2.4 GHz
    constexpr double EXPONENT = 2;          // walls are counted on their own
    constexpr double LOSS_OF_WALL = 3;      // partitions of an office: 2 to 4 dB
    const double metres = feet * METRES_PER_FOOT;
    return LOSS_AT_METRE + 10 * EXPONENT * std::log10(metres) + walls * LOSS_OF_WALL;
}

} // namespace

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
    // Hosts of one location stand next to each other. Scenario 3 has two walls (V.D); the others'
    // obstacles are not told.
    const double adjacent = GetLoss(6, 0);
    const double near = GetLoss(45, 2);
    const double far = GetLoss(60, 3);
    loss = {{{adjacent, near, far}, {near, adjacent, near}, {far, near, adjacent}}};
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
    require(minWindow >= 1, "minWindow=0: expected at least 1");
    for (const Xylomenos1999Scenario& scenario : scenarios)
    {
        for (const Xylomenos1999Seat& seat : {scenario.a, scenario.b})
        {
            FindHost(seat.host);
            require(seat.location >= 1 && seat.location <= loss.size(),
                    "location=" + std::to_string(seat.location) + ": expected 1 to 3");
        }
    }
}

} // namespace ns3
