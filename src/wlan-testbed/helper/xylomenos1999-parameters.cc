// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "xylomenos1999-parameters.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ns3
{

namespace
{

/// @param holds a rule
/// @param what is wrong otherwise
/// @throws std::invalid_argument if it does not hold
void
Require(bool holds, const std::string& what)
{
    if (!holds)
    {
        throw std::invalid_argument(what);
    }
}

/// @param name of a time
/// @param value of it
/// @param least, most that it can have
/// @throws std::invalid_argument if it is out of range
void
RequireTime(const std::string& name, Time value, Time least, Time most)
{
    Require(value >= least && value <= most,
            name + "=" + std::to_string(value.GetNanoSeconds()) + " ns: expected " +
                std::to_string(least.GetNanoSeconds()) + " to " +
                std::to_string(most.GetNanoSeconds()) + " ns");
}

/// @param name of a value
/// @param value of it
/// @throws std::invalid_argument if it is no number
void
RequireFinite(const std::string& name, double value)
{
    Require(std::isfinite(value), name + "=" + std::to_string(value) + ": expected a number");
}

/// @param host with times that its programs and its card can have
/// @throws std::invalid_argument if one is out of range
void
CheckHost(const Xylomenos1999Host& host)
{
    const Time none;
    RequireTime("writeTime", host.writeTime, NanoSeconds(1), Seconds(1));
    RequireTime("readTime", host.readTime, none, Seconds(1));
    RequireTime("readByteTime", host.readByteTime, none, MilliSeconds(1));
    RequireTime("driverTime", host.driverTime, none, Seconds(1));
    RequireTime("driverByteTime", host.driverByteTime, none, MilliSeconds(1));
}

} // namespace

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

void
Xylomenos1999Test::Check() const
{
    // Headers of IP and TCP and an byte; of IP and UDP, and the number of the datagram. IP would
    // fragment what is larger than 1500 bytes.
    const uint32_t least = isTcp ? 41 : 40;
    Require(scenario >= 1 && scenario <= 6,
            "scenario=" + std::to_string(scenario) + ": expected 1 to 6");
    Require(size >= least && size <= 1500,
            "size=" + std::to_string(size) + ": expected " + std::to_string(least) +
                " to 1500 bytes");
    Require(packets >= 1, "packets=0: expected at least 1");
    Require(!isWired || !isTcp, "isWired=true: expected UDP, as only X4 is measured over Ethernet");
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
         NanoSeconds(4022),
         MicroSeconds(120),
         NanoSeconds(960)},
        {"SYROS",
         WavelanCard::PCMCIA,
         slow,
         NanoSeconds(652'800),
         NanoSeconds(4022),
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
    // The ranges are those of the attributes that the values become.
    const Time none;
    RequireTime("slot", slot, MicroSeconds(1), MilliSeconds(1));
    RequireTime("carrierSense", carrierSense, none, MicroSeconds(100));
    RequireTime("preamble", preamble, none, MilliSeconds(10));
    RequireTime("isaGap", isaGap, none, MilliSeconds(10));
    RequireTime("pcmciaGap", pcmciaGap, none, MilliSeconds(10));
    RequireTime("resetTime", resetTime, none, Seconds(100));
    std::ranges::for_each(hosts, CheckHost);
    Require(linkQueue >= 1, "linkQueue=0: expected at least 1");
    Require(overrunAfter[0] >= 1 && overrunAfter[0] <= overrunAfter[1],
            "overrunAfter=" + std::to_string(overrunAfter[0]) + " to " +
                std::to_string(overrunAfter[1]) + ": expected at least 1, and no less at the end");
    constexpr uint32_t most = 32767;
    Require(maxCw <= most, "maxCw=" + std::to_string(maxCw) + ": expected 0 to 32767 slots");
    Require(minCw <= maxCw,
            "minCw=" + std::to_string(minCw) + ": expected 0 to maxCw, which is " +
                std::to_string(maxCw));
    for (const Xylomenos1999Readings& readings : {isaReadings, pcmciaReadings})
    {
        RequireFinite("reference", readings.reference);
        RequireFinite("noise", readings.noise);
    }
    RequireFinite("lossAtMetre", plan.signal.lossAtMetre);
    RequireFinite("exponent", plan.signal.exponent);
    RequireFinite("wallLoss", plan.signal.wallLoss);
    Require(signalStep >= 0.01 && signalStep <= 100,
            "signalStep=" + std::to_string(signalStep) + ": expected 0.01 to 100 dB");
    for (const Xylomenos1999Scenario& scenario : scenarios)
    {
        for (const Xylomenos1999Seat& seat : {scenario.a, scenario.b})
        {
            FindHost(seat.host);
            Require(seat.location >= 1 && seat.location <= 3,
                    "location=" + std::to_string(seat.location) + ": expected 1 to 3");
        }
    }
}

} // namespace ns3
