// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * kuang2003, table 1: TCP throughput with the driver that sends every data frame at 2 Mb/s
 * (Linux, linux-wlan 0.1.13) and with a correct one (Windows 2000; Linux after the fix, 4.1.1).
 *
 * \verbatim
     laptop == USB == adapter ~~~ 802.11b ~~~ access point === LAN === host
   \endverbatim
 *
 * Must show: K1a, mean within 5 % of 1.525 Mb/s with the bug; K1b, mean within 3 % of 5.14 Mb/s
 * without it. USB mode: the driver's default, breadth first with FSBR, queueless.
 */

#include "laptop-upload.h"

#include "ns3/kuang2003-testbed.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    const std::string bug = "rate-bug";
    const std::string fixed = "fixed";
    Study study("kuang2003-rate-bug",
                "kuang2003, table 1: the driver that forgets the rate",
                [bug](const StudyPoint& point, uint32_t, const StudyOptions& options) {
                    return MeasureLaptopUpload({{"RateBug", point.name == bug ? "true" : "false"}},
                                               options);
                });
    study.AddPoint({bug, "every data frame at 2 Mb/s"});
    study.AddPoint({fixed, "driver fixed"});
    study.SetDefaultRuns(10, Kuang2003Testbed::DURATION);
    study.SetFullRuns(10, Kuang2003Testbed::DURATION);
    study.AddClaim({.id = "K1a",
                    .cell = "Linux, data frames at 2 Mb/s",
                    .paper = 1.525,
                    .unit = "Mb/s",
                    .band = Interval::Within(1.525, 0.05),
                    .estimate = MeanOf(bug, "throughput"),
                    .group = "Upload, laptop to wired host",
                    .label = "rate bug",
                    .quantity = "throughput"});
    study.AddClaim({.id = "K1b",
                    .cell = "Windows 2000, or Linux fixed",
                    .paper = 5.14,
                    .unit = "Mb/s",
                    .band = Interval::Within(5.14, 0.03),
                    .estimate = MeanOf(fixed, "throughput"),
                    .group = "Upload, laptop to wired host",
                    .label = "fixed",
                    .quantity = "throughput",
                    // The same upload as a cell of table 2 to which values of the adapter and the
                    // basic rates were fitted (K2).
                    .kind = ClaimKind::CALIBRATED});
    return study.Main(argc, argv);
}
