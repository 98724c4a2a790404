#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Priority and suppression of ACKs at access points that route and that bridge, and mistakes of their
user, on the command line of ack-remedies.

Usage: ack_remedies.py PROGRAM
"""

import re

from program import ProgramTest, main

DISC = "--ns3::AckSuppressionQueueDisc::"
MISTAKES = [
    (["--remedy=red"], "--remedy=red: expected none, priority, replace, hold or delay"),
    (["--accessPoint=hub"], "--accessPoint=hub: expected routing or bridging"),
    (["--stations=0"], "--stations=0: expected a whole number, 1 to 32"),
    (["--stations=33"], "--stations=33: expected a whole number, 1 to 32"),
    (["--stations=1.5"], "--stations=1.5: expected a whole number, 1 to 32"),
    (["--duration=0"], "expected 1 to 100000 s"),
    (["stray"], "options are written --NAME=VALUE"),
    ([DISC + "Ratio=0"], "Invalid command-line argument"),
    ([DISC + "Delay=501ms"], "Invalid command-line argument"),
    ([DISC + "IdleTimeout=1ms"], "Invalid command-line argument"),
    ([DISC + "MaxConnections=0"], "Invalid command-line argument"),
    ([DISC + "Mode=Skip"], "name Skip is not a valid enum value"),
]
RESULT = re.compile(
    r"total +([\d.]+) Mb/s, Jain ([\d.]+), access point's queue: mean ([\d.]+), most (\d+)"
)


class AckRemedies(ProgramTest):
    """Four uploads, whose ACKs fill 39 places if nothing is done."""

    def run_remedy(self, remedy, access_point):
        """Goodput, Jain's index, and the mean and the largest number of packets."""
        arguments = [f"--remedy={remedy}", f"--accessPoint={access_point}", "--duration=3"]
        result = self.run_program(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return tuple(float(number) for number in RESULT.search(result.stdout).groups())

    def test_access_points(self):
        for access_point in ("routing", "bridging"):
            with self.subTest(access_point=access_point):
                _, _, mean, most = self.run_remedy("none", access_point)
                self.assertGreater(mean, 30, "malone2008, IV: always full")
                self.assertEqual(most, 39, "table II")
                goodput, fairness, mean, most = self.run_remedy("priority", access_point)
                self.assertLessEqual(most, 10, "V: rarely more than 10 packets")
                self.assertLess(mean, 3)
                self.assertGreater(fairness, 0.95)
                self.assertGreater(goodput, 4.5)
                goodput, _, mean, most = self.run_remedy("replace", access_point)
                self.assertLess(mean, 20, "one ACK of each upload, and those with news")
                self.assertLessEqual(most, 39)
                self.assertGreater(goodput, 4.5)

    def test_mistakes(self):
        for arguments, message in MISTAKES:
            with self.subTest(arguments=arguments):
                self.check_refused(arguments, [1, 2], [message])


if __name__ == "__main__":
    main()
