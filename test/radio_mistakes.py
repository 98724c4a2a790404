#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Attributes that a study of radios sets itself, radios that it has not, and runs that are too short
for it: one line each, and exit status 1.

Usage: radio_mistakes.py RadioMistakes.TEST PROGRAM
"""

from program import ProgramTest, main


class RadioMistakes(ProgramTest):
    """A test for each kind of program."""

    def check_options(self, point, *cases):
        """Expect for each option a line with some words."""
        for option, words in cases:
            with self.subTest(option=option):
                self.check_refused([f"--point={point}", "--run=1", "--no-plot", option], [1], [words])

    def test_comparison(self):
        """dcf-validation, which has both radios."""
        ours = "cannot be set by the user, because the study sets it"
        self.check_options(
            "saturated-11",
            ("--ns3::DcfNetDevice::DataRate=3Mbps", ours),
            ("--ns3::DcfNetDevice::RtsCtsThreshold=7", ours),
            ("--ns3::WifiRemoteStationManager::RtsCtsThreshold=7", ours),
            ("--radio=dcf", "makes both radios itself"),
            ("--duration=0.0001", "0.02"),
        )

    def test_benchmark(self):
        """bench-ack-priority, which looks into ns-3's radios."""
        self.check_options("cell", ("--radio=dcf", "radio=dcf: expected wifi"))

    def test_wavelan(self):
        """xylomenos1999-sensitivity, whose testbed has cards instead of radios."""
        ours = "cannot be set by the user, because the study sets it"
        self.check_options(
            "slot-halved.s1.ab.udp.1500",
            ("--ns3::WavelanNetDevice::MinCw=3", ours),
            ("--ns3::EttcpSender::SendBuffer=30000", ours),
            ("--ns3::Xylomenos1999Testbed::Scenario=3", ours),
            ("--ns3::Xylomenos1999Testbed::Slot=10us", ours),
            ("--ns3::Xylomenos1999Testbed::MinCw=2048", "MinCw=2048: expected at most MaxCw, 1023 slots"),
            ("--radio=dcf", "has WaveLAN cards and no other radio"),
        )


if __name__ == "__main__":
    main()
