#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The captures of kuang2003-ack-holding, read by tcptrace and by tshark, have as many segments sent
again as the program's own record of the connection.

Usage: captures.py [TEST ...] PROGRAM
"""

import csv
import re
import shutil
import subprocess
import unittest

from program import ProgramTest, main

RUN = ["--point=vanilla", "--trace", "--pcap", "--no-plot"]
NAME = "report/kuang2003-ack-holding-vanilla-run1"
RETRANSMISSION = 1
TSHARK_FILTER = " || ".join(
    f"tcp.analysis.{kind}"
    for kind in ("retransmission", "fast_retransmission", "spurious_retransmission")
)


def output(*command):
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Captures(ProgramTest):
    """One run, three readers."""

    def setUp(self):
        super().setUp()
        result = self.run_program(*RUN)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.captures = [str(self.folder / f"{NAME}-{place}.pcap") for place in ("laptop", "host")]
        with open(self.folder / f"{NAME}-device.csv", encoding="utf-8") as series:
            rows = csv.DictReader(line for line in series if not line.startswith("#"))
            self.expected = sum(float(row["kind"]) == RETRANSMISSION for row in rows)
        self.assertGreater(self.expected, 3)

    def test_tcptrace(self):
        if not shutil.which("tcptrace"):
            raise unittest.SkipTest("tcptrace is not installed")
        for capture in self.captures:
            found = re.search(r"rexmt data pkts: +(\d+)", output("tcptrace", "-l", capture))
            self.assertEqual(int(found[1]), self.expected, capture)

    def test_tshark(self):
        if not shutil.which("tshark"):
            raise unittest.SkipTest("tshark is not installed")
        for capture in self.captures:
            lines = output("tshark", "-r", capture, "-Y", TSHARK_FILTER).splitlines()
            self.assertEqual(len(lines), self.expected, capture)


if __name__ == "__main__":
    main()
