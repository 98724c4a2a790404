// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, table 2: TCP throughput in the eight modes of the USB bus.
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
   \endverbatim
 *
 * Must show (K2): each of the eight means within 3 % of the printed one; standard deviations
 * below 0.02 Mb/s without bandwidth reclamation (FSBR); the bus as the bottleneck in exactly the
 * four modes without FSBR.
 *
 * The bus is the bottleneck where packets wait in the laptop while the radio has nothing to send
 * for a tenth of the time or more.
 */

#include "laptop-upload.h"
#include "usb-mode.h"

#include "ns3/kuang2003-testbed.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// The bus is too slow for the radio if the radio lacks a frame for at least this share of the
/// time.
constexpr double STARVED = 0.1;

bool
IsBusBottleneck(const StudyResults& results, const std::string& point)
{
    return results.GetMean(point, "radio-starved") >= STARVED &&
           results.GetMean(point, "interface-queue") >= 1;
}

void
AddMeans(Study& study)
{
    for (const auto& mode : GetUsbModes())
    {
        study.AddClaim({.id = "K2",
                        .cell = mode.GetLabel(),
                        .paper = mode.throughput,
                        .unit = "Mb/s",
                        .band = Interval::Within(mode.throughput, 0.03),
                        .estimate = MeanOf(mode.GetName(), "throughput"),
                        .group = mode.fsbr ? "FSBR on" : "FSBR off",
                        .label = mode.GetShortLabel(),
                        .quantity = "throughput",
                        .kind = mode.fitted ? ClaimKind::CALIBRATED : ClaimKind::COUNTED});
    }
}

void
AddDeviations(Study& study)
{
    for (const auto& mode : GetUsbModes())
    {
        if (!mode.fsbr)
        {
            study.AddClaim({.id = "K2 s.d.",
                            .cell = mode.GetLabel(),
                            .paper = mode.deviation,
                            .unit = "Mb/s",
                            .band = {0, 0.02},
                            .estimate = StandardDeviationOf(mode.GetName(), "throughput")});
        }
    }
}

void
AddBottleneck(Study& study)
{
    study.AddClaim(
        {.id = "K2 bus",
         .cell = "modes with the paper's bottleneck",
         .paper = 8,
         .unit = "modes",
         .band = {8, 8},
         .estimate = [](const StudyResults& results) {
             const auto& modes = GetUsbModes();
             const auto right =
                 std::count_if(modes.begin(), modes.end(), [&results](const UsbMode& mode) {
                     return IsBusBottleneck(results, mode.GetName()) == !mode.fsbr;
                 });
             const auto value = static_cast<double>(right);
             const auto runs = results.GetRuns(modes.front().GetName()).size();
             return Estimate{value, runs > 1 ? Interval{value, value} : Interval{}, runs};
         }});
}

} // namespace

int
main(int argc, char* argv[])
{
    Study study("kuang2003-usb-modes",
                "kuang2003, table 2: TCP throughput with different USB modes");
    for (const auto& mode : GetUsbModes())
    {
        study.AddPoint({mode.GetName(), mode.GetLabel()}, [&mode](const StudyOptions& options) {
            TestbedValues values;
            mode.Apply(values);
            return MeasureLaptopUpload(values, options);
        });
    }
    study.SetDefaultRuns(10, Kuang2003Testbed::DURATION);
    study.SetFullRuns(10, Kuang2003Testbed::DURATION);
    AddMeans(study);
    AddDeviations(study);
    AddBottleneck(study);
    return study.Main(argc, argv);
}
