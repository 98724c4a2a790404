#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Values of a testbed on the command line of a study: wrong ones, those that cannot be together, and
those that the study varies get one line.

Usage: testbed_mistakes.py PROGRAM, which is malone2008-ack-priority
"""

from program import ProgramTest, main

TESTBED = "ns3::Malone2008Testbed"


class TestbedMistakes(ProgramTest):
    """The testbed of malone2008, whose attributes are of all types."""

    def run_one(self, *options):
        """Options for one short run."""
        return ["--point=fifo", "--run=1", "--duration=3", "--radio=dcf", "--no-plot", *options]

    def test_value_out_of_its_range(self):
        for value, accepted in (
            ("Room=5:-1:0", "finite lengths of 0 m or more, such as 8:6:0"),
            ("Room=5", "finite lengths of 0 m or more, such as 8:6:0"),
            ("Uploads=300", "a whole number from 0 to 253"),
            ("DataMode=Nope", "DsssRate1Mbps or DsssRate2Mbps or DsssRate5_5Mbps or DsssRate11Mbps"),
            ("StationCwMax=100", "2^n - 1 slots, 31 to 32767"),
            ("FrameErrorRate=1", "at least 0 and less than 1"),
            ("AccessPointDisc=Fifo", "a queue disc with an attribute MaxSize"),
            ("HostTcp=Nope", "Linux20_32, Linux24_18, Linux24_19, Linux26_8, FreeBsd6_2, SunOs5_8 or a class of"),
            ("EthernetRate=0bps", "a rate above 0, such as 100Mbps"),
            ("Start=-1s", "a time from 0 s"),
        ):
            option = f"--{TESTBED}::{value}"
            with self.subTest(option=option):
                self.check_refused([option], [2], [option, "expected " + accepted])

    def test_values_that_cannot_be_together(self):
        options = self.run_one(f"--{TESTBED}::SendBuffer=1000")
        line = f"{TESTBED}: SendBuffer=1000: expected at least SegmentSize, 1448 bytes"
        self.check_refused(options, [1], [line])

    def test_value_without_effect(self):
        options = self.run_one(f"--{TESTBED}::HostTcp=Linux26_8", f"--{TESTBED}::DelayedAckTimeout=50ms")
        self.check_refused(options, [1], ["DelayedAckTimeout=50ms has no effect with HostTcp=Linux26_8"])

    def test_value_that_the_study_varies(self):
        options = self.run_one(f"--{TESTBED}::PrioritiseAcks=true")
        line = f"{TESTBED}::PrioritiseAcks cannot be set by the user, because the study sets it"
        self.check_refused(options, [1], [line])

    def test_value_that_the_testbed_sets_in_another_object(self):
        options = self.run_one("--ns3::TcpSocket::SndBufSize=20000")
        self.check_refused(options, [1], ["ns3::TcpSocket::SndBufSize cannot be set by the user"])

    def test_value_that_has_an_effect(self):
        ends = [self.run_program(*self.run_one(*options)) for options in ([], [f"--{TESTBED}::Uploads=2"])]
        self.assertEqual([end.returncode for end in ends], [0, 0])
        self.assertNotEqual(ends[0].stdout.split("command:")[0], ends[1].stdout.split("command:")[0])


if __name__ == "__main__":
    main()
