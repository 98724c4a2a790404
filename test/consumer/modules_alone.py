#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Run the programs of this project, and look at the libraries that each of them loads and at the headers that
are installed.

Usage: modules_alone.py BUILD_FOLDER
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

# The modules of lasthop that come with one, itself included
LOADED = {
    "study": {"study"},
    "usb-bus": {"usb-bus"},
    "tcp-linux24": {"tcp-linux24"},
    "tcp-script": {"tcp-script"},
    "tcp-linux24-script": {"tcp-linux24", "tcp-linux24-script", "tcp-script"},
    "linux-bridge": {"linux-bridge"},
    "linux-kernel": {"linux-kernel"},
    "linux-kernel-script": {"linux-kernel", "linux-kernel-script", "tcp-script"},
    "wifi-ext": {"wifi-ext"},
    "fast-wifi": {"fast-wifi"},
    "wavelan": {"fast-wifi", "wavelan"},
    "wlan-testbed": {
        "fast-wifi",
        "linux-bridge",
        "linux-kernel",
        "tcp-linux24",
        "usb-bus",
        "wavelan",
        "wifi-ext",
        "wlan-testbed",
    },
}
ARGUMENTS = {"study": ["--check", "--no-plot"], "usb-bus": ["--duration=1.01"]}
# The result store of studies is a file of it
DATABASE = "libsqlite3"


def output(*command, **options):
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


INCLUDE = re.compile(r'^#include ["<](?:ns3/)?([^">]+)[">]', re.MULTILINE)


def included(headers, names):
    """Of the headers in a folder, those that these include, directly or not; these among them."""
    found = set()
    while names:
        found |= names
        texts = [(headers / name).read_text(encoding="utf-8") for name in names]
        names = {name for text in texts for name in INCLUDE.findall(text)} - found
        names = {name for name in names if (headers / name).exists()}
    return found


class ModulesAlone(unittest.TestCase):
    """Each module of an installed lasthop, taken alone."""

    folder = None

    def setUp(self):
        outside = tempfile.TemporaryDirectory(prefix="lasthop-")
        self.addCleanup(outside.cleanup)
        self.outside = Path(outside.name)

    def test_installed_headers(self):
        """A user includes MODULE-module.h or what that includes; no other header is installed."""
        headers = self.folder.parent / "prefix" / "include" / "ns3"
        installed = {path.name for path in headers.iterdir()}
        self.assertEqual(installed, included(headers, {f"{module}-module.h" for module in LOADED}))

    def test_modules(self):
        for module, loaded in LOADED.items():
            with self.subTest(module=module):
                self.check_module(module, loaded)

    def test_types_by_name(self):
        """A program that names no symbol of a module loads it all the same, as in the build tree."""
        self.assertEqual(output(self.folder / "types-by-name"), "known\n")

    def test_study_outside_the_tree(self):
        """It tells the command that was typed and its own version, and finds what draws its plot."""
        program = shutil.copy(self.folder / "study-alone", self.outside)
        drawn = output(program, "--runs=3", cwd=self.outside)
        self.assertIn(f"command: {program} --runs=3\n", drawn)
        self.assertRegex(drawn, r"version: lasthop \S+, program [0-9a-f]{8}, ns-3 ")
        self.assertRegex(drawn, "(?m)^(plot: |no plot: lasthop: matplotlib is not installed)")
        self.assertTrue((self.outside / "report").is_dir())

    def check_module(self, module, loaded):
        program = self.folder / f"{module}-alone"
        command = [program, *ARGUMENTS.get(module, [])]
        result = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False
        )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        libraries = re.findall(r"^\s*liblasthop-([\w-]+)\.so => (\S+)", output("ldd", program), re.M)
        self.assertEqual({name for name, _ in libraries}, loaded)
        # ns-3's own libraries may need one, too, which is not ours to say.
        needed = [output("readelf", "-d", path) for path in (program, *(path for _, path in libraries))]
        self.assertEqual(any(DATABASE in entry for entry in needed), module == "study", needed)


if __name__ == "__main__":
    ModulesAlone.folder = Path(sys.argv.pop()).resolve()
    unittest.main(verbosity=2)
