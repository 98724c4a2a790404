#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""An edited model file costs its own objects and one link, and an installation builds no test and no program. Ninja
lists the steps without taking them.

Usage: build_steps.py BUILD_FOLDER
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / "src" / "usb-bus" / "model" / "usb-wifi-adapter.cc"
MOST_STEPS = 12


class BuildSteps(unittest.TestCase):
    """What Ninja would do in the build folder."""

    folder = None

    def setUp(self):
        if not (self.folder / "build.ninja").exists():
            self.skipTest("only Ninja tells its steps in advance")
        temporary = tempfile.NamedTemporaryFile("w", suffix=".ninja", encoding="utf-8")
        self.addCleanup(temporary.close)
        # Ninja would stop at the step that asks CMake whether there are new files.
        text = (self.folder / "build.ninja").read_text(encoding="utf-8")
        temporary.write(re.sub(r"^build build\.ninja: .*\n(  .*\n)*", "", text, flags=re.MULTILINE))
        temporary.flush()
        self.copy = temporary.name

    def steps(self):
        """The commands that a build would call."""
        command = ["ninja", "-n", "-v", "-f", self.copy]
        listed = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True)
        return re.findall(r"^\[\d+/\d+\] (.*)", listed.stdout, re.MULTILINE)

    def test_model_file(self):
        before = self.steps()
        times = MODEL.stat()
        self.addCleanup(os.utime, MODEL, ns=(times.st_atime_ns, times.st_mtime_ns))
        os.utime(MODEL)
        new = [step for step in self.steps() if step not in before]
        self.assertTrue(any(MODEL.name in step for step in new), new)
        self.assertLessEqual(len(new), MOST_STEPS, new)

    def test_modules(self):
        """What ./ns3 install builds, from a fresh clone on."""
        command = ["ninja", "-t", "commands", "modules"]
        listed = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True)
        sources = re.findall(r" -c (\S+\.cc)$", listed.stdout, re.MULTILINE)
        links = re.findall(r" -o (lib/\S+) ", listed.stdout)
        modules = [path.parent.name for path in ROOT.glob("src/*/CMakeLists.txt")]
        self.assertEqual(set(links), {f"lib/liblasthop-{module}.so" for module in modules})
        self.assertTrue(sources)
        self.assertEqual([name for name in sources if re.search(r"/(test|examples|scratch)/", name)], [])


if __name__ == "__main__":
    BuildSteps.folder = Path(sys.argv.pop())
    unittest.main(verbosity=2)
