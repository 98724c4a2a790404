// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// A study without a model: the mean of random numbers.

#include "ns3/study.h"

#include "ns3/random-variable-stream.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    Study study("study-alone",
                "a uniform random number",
                [](const StudyPoint&, uint32_t, const StudyOptions&) {
                    return RunResult{
                        {{"number", "", CreateObject<UniformRandomVariable>()->GetValue()}}};
                });
    study.AddPoint({"uniform", "from 0 to 1"});
    study.SetDefaultRuns(100, Seconds(1));
    study.AddClaim({.id = "A1",
                    .cell = "its mean",
                    .paper = 0.5,
                    .unit = "",
                    .band = {0.4, 0.6},
                    .estimate = MeanOf("uniform", "number"),
                    .group = "numbers",
                    .label = "mean",
                    .quantity = "a number"});
    return study.Main(argc, argv);
}
