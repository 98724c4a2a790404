// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "cell-case.h"

namespace ns3
{

namespace
{

/// Two rows of four desks with the access point in the middle.
const std::string ROWS = "-3:1:0,-1:1:0,1:1:0,3:1:0,-3:-1:0,-1:-1:0,1:-1:0,3:-1:0";

/// @param good, bad mean times
/// @return a setting
CellSetting
WithDisturbances(const std::string& label, const std::string& good, const std::string& bad)
{
    return {label, {{"GoodDuration", good}, {"BadDuration", bad}}};
}

/// @param kilobytes of socket buffers
/// @return a setting
CellSetting
WithBuffers(uint32_t kilobytes)
{
    const std::string bytes = std::to_string(kilobytes * 1024);
    return {"socket buffers of " + std::to_string(kilobytes) + " KiB",
            {{"SendBuffer", bytes}, {"ReceiveBuffer", bytes}}};
}

} // namespace

const std::map<std::string, CellSetting>&
GetSettings()
{
    const std::string hostApFrames = "8";
    static const std::map<std::string, CellSetting> settings{
        {"kb128", WithBuffers(128)},
        {"kb200", WithBuffers(200)},
        {"ap-gain", {"access point 6 dB stronger", {{"AccessPointGain", "6"}}}},
        {"card-8", {"8 frames in each card", {{"CardFrames", hostApFrames}}}},
        {"no-cwr", {"TCP is not told of local drops", {{"LocalDropsReachTcp", "false"}}}},
        {"hostap",
         {"HostAP in the stations: card-8 and no-cwr",
          {{"CardFrames", hostApFrames}, {"LocalDropsReachTcp", "false"}}}},
        {"ack-queue", {"round robin: no more than Q ACKs", {{"AckQueue", "0"}}}},
        // Two places in the room differ by less than 30 dB.
        {"no-capture", {"no capture", {{"CaptureRatio", "30"}}}},
        {"rows", {"two rows of desks", {{"Seats", ROWS}}}},
        {"fast-hosts", {"hosts take no time", {{"HostPacketTime", "0s"}}}},
        {"pio", {"hosts take 50 us + 0.1 us per byte", {{"HostByteTime", "100ns"}}}},
        {"bursts", WithDisturbances("2 % of time lost in 10 ms", "490ms", "10ms")},
        {"disturbed", WithDisturbances("calibrated: 100 ms lost every 7 s", "7s", "100ms")},
        {"errors", {"calibrated: 2 % of segments lost", {{"BitErrorRate", "1.65e-6"}}}},
        {"long-link-queue", {"stations' queue of 1000 packets", {{"LinkQueue", "1000"}}}},
    };
    return settings;
}

} // namespace ns3
