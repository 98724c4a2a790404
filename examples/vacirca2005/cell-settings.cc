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

/// Frames that HostAP hands to a card.
const std::string HOST_AP_FRAMES = "8";

/// A rule of 802.11b, beside its windows, to which cards do not keep.
struct CardDeviation
{
    std::string name;     ///< part of the setting's name
    std::string label;    ///< what a reader sees
    TestbedValues values; ///< of attributes of the testbed
};

/**
 * @param settings take cards that do not contend as 802.11b has it
 * @param station, accessPoint their smallest contention windows, slots
 * @param deviation from other rules; without a name: none
 */
void
AddCards(std::map<std::string, CellSetting>& settings,
         const std::string& station,
         const std::string& accessPoint,
         const CardDeviation& deviation = {})
{
    std::string name = "cw" + station + "-ap" + accessPoint;
    std::string label = "CWmin " + station + ", access point " + accessPoint;
    TestbedValues values{{"StationCwMin", station}, {"AccessPointCwMin", accessPoint}};
    if (!deviation.name.empty())
    {
        name += "-" + deviation.name;
        label += ", " + deviation.label;
        values.insert(deviation.values.begin(), deviation.values.end());
    }
    settings[name] = {label, values, true};
}

/// @param settings take cards with other windows than 802.11b, with a limit of their own beside
/// M_t, without EIFS, or without post-backoff
void
AddAllCards(std::map<std::string, CellSetting>& settings)
{
    const std::string usual = "31"; // of 802.11b
    const std::string small = "15"; // of 802.11a and 802.11g
    for (const std::string station : {"7", "15", "31", "63"})
    {
        for (const std::string accessPoint : {"7", "15", "31"})
        {
            if (station != usual || accessPoint != usual)
            {
                AddCards(settings, station, accessPoint);
            }
        }
    }
    AddCards(
        settings,
        usual,
        usual,
        {"limit-8", "CWmin after 8 failures in a row, of any frames", {{"ShortRetryLimit", "8"}}});
    AddCards(settings, "23", "23"); // calibrated: V2 and V4 ask for something between 15 and 31
    for (const auto& window : {usual, small})
    {
        AddCards(settings, window, window, {"no-eifs", "no EIFS", {{"Eifs", "false"}}});
        AddCards(settings,
                 window,
                 window,
                 {"no-post", "no post-backoff", {{"PostBackoff", "false"}}});
        // A card that holds one frame has no other one when an exchange ends, and would send the
        // next one without a backoff.
        AddCards(settings,
                 window,
                 window,
                 {"no-post-8",
                  "no post-backoff, 8 frames in each card",
                  {{"PostBackoff", "false"}, {"CardFrames", HOST_AP_FRAMES}}});
    }
}

/// @return settings that do not change how the cards contend
std::map<std::string, CellSetting>
MakeSettings()
{
    return {
        {"kb128", WithBuffers(128)},
        {"kb200", WithBuffers(200)},
        {"ap-gain", {"access point 6 dB stronger", {{"AccessPointGain", "6"}}}},
        {"card-8", {"8 frames in each card", {{"CardFrames", HOST_AP_FRAMES}}}},
        {"no-cwr", {"TCP is not told of local drops", {{"LocalDropsReachTcp", "false"}}}},
        {"hostap",
         {"HostAP in the stations: card-8 and no-cwr",
          {{"CardFrames", HOST_AP_FRAMES}, {"LocalDropsReachTcp", "false"}}}},
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
}

} // namespace

const std::map<std::string, CellSetting>&
GetSettings()
{
    static const auto settings = [] {
        auto all = MakeSettings();
        AddAllCards(all);
        return all;
    }();
    return settings;
}

} // namespace ns3
