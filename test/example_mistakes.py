#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Mistakes of a user of usb-bus-example, which has the command line of ns-3 itself: the error
names what is wrong, and the program ends with an exit status, not by a signal.

Usage: example_mistakes.py PROGRAM
"""

from program import ProgramTest, main

ARGUMENTS = [
    ("--bus=pci", "expected high-speed, full-speed or none"),
    ("--duration=1", "expected more than 1 and at most 1e+06 seconds"),
    ("--duration=0.5s", "expected more than 1 and at most 1e+06 seconds"),
    ("--ns3::UsbWifiAdapter::RxBuffers=0", "Invalid command-line argument"),
    ("--ns3::UhciHostController::IsrLatency=9s", "Invalid command-line argument"),
    ("--ns3::EhciHostController::Fsbr=true", "Invalid command-line argument"),
    ("--ns3::UsbWifiAdapter::Buffers=1", "Invalid command-line argument"),
    ("--buss=none", "Invalid command-line argument"),
    ("stray", "options are written --NAME=VALUE"),
]

FATAL = [
    ("--ns3::UhciHostController::IsrLatency=9x", "Can't Parse Time 9x"),
    ("--ns3::UhciHostController::Traversal=Sideways", "name Sideways"),
    ("--RngSeed=0", "invalid Seed 0"),
    ("--duration=short", "Can't Parse Time short"),
]


class ExampleMistakes(ProgramTest):
    """Nothing is printed as a result and no file is made."""

    def test_arguments(self):
        for argument, accepted in ARGUMENTS:
            with self.subTest(argument=argument):
                self.check_refused([argument], [1, 2], [argument, accepted])

    def test_fatal_errors_of_ns3(self):
        for argument, message in FATAL:
            with self.subTest(argument=argument):
                self.check_refused([argument], [2], [message])


if __name__ == "__main__":
    main()
