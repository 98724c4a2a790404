// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-case.h"

namespace ns3
{

namespace
{

using Parameters = Vacirca2005Parameters;

/// Two rows of four desks with the access point in the middle.
void
SitInRows(Parameters& p)
{
    for (const int y : {1, -1})
    {
        for (const int x : {-3, -1, 1, 3})
        {
            p.seats.emplace_back(x, y, 0);
        }
    }
}

/// @param rate of bit errors
/// @return a setting
CellSetting
WithErrors(const std::string& label, double rate)
{
    return {label, [rate](Parameters& p) { p.noise = Vacirca2005Noise{.bitErrorRate = rate}; }};
}

/// @param good, bad mean times
/// @return a setting
CellSetting
WithDisturbances(const std::string& label, Time good, Time bad)
{
    return {label, [good, bad](Parameters& p) {
                p.noise = Vacirca2005Noise{.goodDuration = good, .badDuration = bad};
            }};
}

/// @param kilobytes of socket buffers
/// @return a setting
CellSetting
WithBuffers(uint32_t kilobytes)
{
    return {"socket buffers of " + std::to_string(kilobytes) + " KiB",
            [kilobytes](Parameters& p) { p.sendBuffer = p.receiveBuffer = kilobytes * 1024; }};
}

} // namespace

const std::map<std::string, CellSetting>&
GetSettings()
{
    constexpr uint32_t MANY_PACKETS = 1000;
    constexpr double OUT_OF_REACH = 30; // dB; two places in the room differ by less
    constexpr double GOOD_ANTENNA = 6;  // dB
    constexpr uint32_t HOSTAP_FRAMES = 8;
    static const std::map<std::string, CellSetting> settings{
        {"kb128", WithBuffers(128)},
        {"kb200", WithBuffers(200)},
        {"ap-gain",
         {"access point 6 dB stronger", [](Parameters& p) { p.accessPointGain = GOOD_ANTENNA; }}},
        {"card-8", {"8 frames in each card", [](Parameters& p) { p.cardFrames = HOSTAP_FRAMES; }}},
        {"no-cwr",
         {"TCP is not told of local drops", [](Parameters& p) { p.localDropsReachTcp = false; }}},
        {"hostap",
         {"HostAP in the stations: card-8 and no-cwr",
          [](Parameters& p) {
              p.cardFrames = HOSTAP_FRAMES;
              p.localDropsReachTcp = false;
          }}},
        {"ack-queue",
         {"round robin: no more than Q ACKs", [](Parameters& p) { p.ackQueue.reset(); }}},
        {"no-capture", {"no capture", [](Parameters& p) { p.captureRatio = OUT_OF_REACH; }}},
        {"rows", {"two rows of desks", SitInRows}},
        {"fast-hosts", {"hosts take no time", [](Parameters& p) { p.hostPacketTime = Time(); }}},
        {"pio",
         {"hosts take 50 us + 0.1 us per byte",
          [](Parameters& p) { p.hostByteTime = NanoSeconds(100); }}},
        {"bursts",
         WithDisturbances("2 % of time lost in 10 ms", MilliSeconds(490), MilliSeconds(10))},
        {"disturbed",
         WithDisturbances("calibrated: 100 ms lost every 7 s", Seconds(7), MilliSeconds(100))},
        {"errors", WithErrors("calibrated: 2 % of segments lost", 1.65e-6)},
        {"long-link-queue",
         {"stations' queue of 1000 packets", [](Parameters& p) { p.linkQueue = MANY_PACKETS; }}},
    };
    return settings;
}

} // namespace ns3
