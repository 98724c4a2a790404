#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Mistakes of a user of AckDataWrrQueueDisc, on the command line of ack-data-wrr-example: the error
names what is wrong, and the program ends with an exit status, not by a signal.

Usage: ack_data_wrr_mistakes.py PROGRAM
"""

from program import ProgramTest, main

DISC = "--ns3::AckDataWrrQueueDisc::"
ARGUMENTS = [
    (["--queue=red"], "expected fifo, wrr or adaptive"),
    (["--down=0"], "expected 1 to 20"),
    (["--up=21"], "expected 1 to 20"),
    (["--duration=0"], "expected 1 to 100000"),
    (["--duration=long"], "Can't Parse Time long"),
    (["stray"], "options are written --NAME=VALUE"),
    ([DISC + "DataWeight=0"], "Invalid command-line argument"),
    ([DISC + "AckMaxSize=0p"], "expected at least 1p or 1B"),
    ([DISC + "MaxSize=0B"], "expected at least 1p or 1B"),
    ([DISC + "LimitMode=Both"], "name Both is not a valid enum value"),
    ([DISC + "OtherClass=None"], "name None is not a valid enum value"),
    (
        ["--queue=adaptive", DISC + "WeightUnit=Bytes"],
        "AdaptiveWeights counts goodput; WeightUnit Bytes is for fixed weights",
    ),
    (
        ["--queue=adaptive", DISC + "DataWeight=5"],
        "DataWeight=5 AckWeight=1: AdaptiveWeights sets the weights",
    ),
]


class AckDataWrrMistakes(ProgramTest):
    """Nothing is printed as a result and no file is made."""

    def test_arguments(self):
        for arguments, message in ARGUMENTS:
            with self.subTest(arguments=arguments):
                self.check_refused(arguments, [1, 2], [message])


if __name__ == "__main__":
    main()
