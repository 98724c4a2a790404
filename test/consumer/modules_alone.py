#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Run the programs of this project and look at the libraries that each of them loads.

Usage: modules_alone.py BUILD_FOLDER
"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

# The modules of lasthop that come with one, itself included
LOADED = {
    "study": {"study"},
    "usb-bus": {"usb-bus"},
    "tcp-linux24": {"tcp-linux24"},
    "tcp-script": {"tcp-script"},
    "linux-bridge": {"linux-bridge"},
    "wifi-ext": {"wifi-ext"},
    "wlan-testbed": {"linux-bridge", "tcp-linux24", "usb-bus", "wifi-ext", "wlan-testbed"},
}
ARGUMENTS = {"study": ["--check", "--no-plot"], "usb-bus": ["--duration=1.01"]}
# The result store of studies is a file of it
DATABASE = "libsqlite3"


def output(*command):
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class ModulesAlone(unittest.TestCase):
    """Each module of an installed lasthop, taken alone."""

    folder = None

    def test_modules(self):
        for module, loaded in LOADED.items():
            with self.subTest(module=module):
                self.check_module(module, loaded)

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
