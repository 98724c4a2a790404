// SPDX-License-Identifier: GPL-2.0-only

#include "cell-case.h"

#include <cmath>
#include <numbers>

namespace ns3
{

namespace
{

using Parameters = Vacirca2005Parameters; ///< short

/// @return the same seats, seen from an access point elsewhere @param x, y where, metres
std::vector<Vector>
SeatsFrom(double x, double y)
{
    std::vector<Vector> seats = Parameters().seats;
    for (Vector& seat : seats)
    {
        seat = seat - Vector(x, y, 0);
    }
    return seats;
}

/// @return eight seats around the access point, in the order of their angles in steps of 45 degrees
std::vector<Vector>
SeatsAround(const std::vector<int>& steps)
{
    constexpr double RADIUS = 3;
    std::vector<Vector> seats;
    for (const int step : steps)
    {
        const double angle = step * std::numbers::pi / 4;
        seats.emplace_back(RADIUS * std::cos(angle), RADIUS * std::sin(angle), 0);
    }
    return seats;
}

/// @return a setting of the time between disturbances
CellSetting
Disturbed(int seconds)
{
    return {"a disturbance every " + std::to_string(seconds) + " s",
            [seconds](Parameters& p) { p.noise->goodDuration = Seconds(seconds); }};
}

void
DisturbLong(Parameters& p)
{
    p.noise->goodDuration = Seconds(14);
    p.noise->badDuration = MilliSeconds(300);
}

} // namespace

const std::map<std::string, CellSetting>&
GetSettings()
{
    constexpr uint32_t MANY_PACKETS = 1000;
    static const std::map<std::string, CellSetting> settings{
        {"head",
         {"access point at the head of the rows",
          [](Parameters& p) { p.seats = SeatsFrom(-4.5, 0); }}},
        {"circle",
         {"seats in a circle",
          [](Parameters& p) { p.seats = SeatsAround({0, 1, 2, 3, 4, 5, 6, 7}); }}},
        {"opposite",
         {"a circle, pairs face each other",
          [](Parameters& p) { p.seats = SeatsAround({0, 4, 2, 6, 1, 5, 3, 7}); }}},
        {"quiet", {"no noise", [](Parameters& p) { p.noise.reset(); }}},
        {"errors",
         {"bit errors, no disturbances", [](Parameters& p) { p.noise->goodDuration = Days(1); }}},
        {"every-3s", Disturbed(3)},
        {"every-20s", Disturbed(20)},
        {"long", {"a disturbance of 300 ms every 14 s", DisturbLong}},
        {"half-errors", {"half the bit errors", [](Parameters& p) { p.noise->bitErrorRate /= 2; }}},
        {"long-link-queue",
         {"stations' queue of 1000 packets", [](Parameters& p) { p.linkQueue = MANY_PACKETS; }}},
    };
    return settings;
}

} // namespace ns3
