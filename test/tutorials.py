#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Run the commands of the tutorials, and find the output that they print in the output of the programs.

Usage: tutorials.py BUILD_FOLDER
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DOCUMENTS = Path(__file__).resolve().parents[1] / "doc"
BLOCK = re.compile(r"^\.\. code-block:: text\n\n((?:    .*\n|\n)+)", re.MULTILINE)
COMMAND = re.compile(r'^\./ns3 run "([^"]*)"$')
# As tools/ledger does: last digits depend on whether the processor has this instruction.
ENVIRONMENT = {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4"}
TIMEOUT_S = 300


def read_commands(document):
    """The commands of a document that show output: words of the command, and lines of the output."""
    commands = []
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        lines = [line[4:] for line in block.splitlines()]
        match = COMMAND.match(lines[0])
        output = [line.rstrip() for line in lines[1:] if line.strip()]
        if match and output and not any(COMMAND.match(line) for line in output):
            commands.append((shlex.split(match[1]), output))
    return commands


class Tutorials(unittest.TestCase):
    """The build folder is the last argument."""

    programs: dict[str, str] = {}

    def check(self, name):
        """Each printed line is there, in this order."""
        commands = read_commands(DOCUMENTS / name)
        self.assertTrue(commands)
        for (program, *options), expected in commands:
            with self.subTest(program=program, options=options), tempfile.TemporaryDirectory() as folder:
                result = subprocess.run(
                    [self.programs[program], *options],
                    cwd=folder,
                    env=ENVIRONMENT,
                    capture_output=True,
                    text=True,
                    timeout=TIMEOUT_S,
                    check=True,
                )
                printed = [line.rstrip() for line in result.stdout.splitlines()]
                shown = [line for line in printed if line in expected]
                self.assertEqual(shown, expected, f"{name}: {program} {' '.join(options)}")

    def test_first_hop(self):
        self.check("first-hop.rst")

    def test_first_study(self):
        self.check("first-study.rst")


if __name__ == "__main__":
    build = Path(sys.argv.pop())
    listing = (build / "programs.txt").read_text(encoding="utf-8").splitlines()
    Tutorials.programs = dict(line.split(" ", 1) for line in listing)
    unittest.main()
