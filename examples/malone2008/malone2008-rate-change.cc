// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * malone2008, figures 11 and 12: four uploads with priority of ACKs and F-RTO; after 120 s all
 * stations change from 11 Mb/s to a lower rate.
 *
 * Must show: M7.
 */

#include "upload-claims.h"
#include "upload-run.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/user-attribute.h"
#include "ns3/wifi-phy.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What the stations change to.
struct Rate
{
    std::string name; ///< of the point
    std::string mode; ///< of ns-3
};

const std::vector<Rate> RATES{{"5.5", "DsssRate5_5Mbps"},
                              {"2", "DsssRate2Mbps"},
                              {"1", "DsssRate1Mbps"}};

const std::string FIRST = "DsssRate11Mbps"; ///< mode of ns-3 before the change

/// @param mode of data
/// @return time on the air of 1500 bytes of payload with the MAC's header, ms
double
GetDataTime(const std::string& mode)
{
    constexpr uint32_t FRAME = 1500 + 36;
    WifiTxVector vector;
    vector.SetMode(WifiMode(mode));
    vector.SetPreambleType(WIFI_PREAMBLE_LONG);
    return WifiPhy::CalculateTxDuration(FRAME, vector, WIFI_PHY_BAND_2_4GHZ).GetSeconds() * 1e3;
}

RunResult
Measure(const Rate& rate, const StudyOptions& options)
{
    ObjectFactory cell("ns3::Malone2008Testbed");
    Vary(cell,
         "DataMode",
         StringValue(FIRST),
         "LaterMode",
         StringValue(rate.mode),
         "PrioritiseAcks",
         BooleanValue(true),
         "Frto",
         BooleanValue(true));
    RunResult result = MeasureUploads(cell, options);
    result.metrics.push_back({"longer", "ms", GetDataTime(rate.mode) - GetDataTime(FIRST)});
    return result;
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("malone2008-rate-change",
                "malone2008, figures 11 and 12: all stations change to a lower rate");
    study.SetDefaultRuns(4, Seconds(240));
    study.SetFullRuns(20, Seconds(240));
    for (const Rate& rate : RATES)
    {
        study.AddPoint({rate.name, "11 to " + rate.name + " Mb/s"},
                       [&rate](const StudyOptions& options) { return Measure(rate, options); });
        const std::string cell = "11 to " + rate.name + " Mb/s, ";
        // "Again, there are no timeouts in our measurements, as can be confirmed by the close up
        // shown in Figure 12" (VI).
        AddTimeoutClaims(study, "M7", cell, rate.name);
        // Of the rates, the paper says no more than that; of the loads, it also says that the
        // timeout remains above the round-trip time.
        AddClearanceClaims(study, "M7", cell, rate.name, "change-", ClaimKind::STRICTER);
    }
    study.AddClaim({.id = "M7",
                    .cell = "1500 bytes at 1 Mb/s, longer than at 11 Mb/s by",
                    .paper = 11,
                    .unit = "ms",
                    .band = {10.5, 11.5},
                    .estimate = MeanOf("1", "longer"),
                    .kind = ClaimKind::PUT_IN}); // computed from frames, not simulated
    return study.Main(argc, argv);
}
