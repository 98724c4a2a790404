#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""lasthop's modules in ns-3's Python bindings: the same rate as from C++, and one line for what is wrong.

Usage: python_bindings.py usb-bus-example
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from frontend import python_tools
from frontend import wheel as ns3_wheel
from frontend.errors import UserError
from project_test import find_python

SCRIPT = ROOT / "src" / "usb-bus" / "examples" / "usb-bus-example.py"
# To read all headers of ns-3 takes 20 s where nothing else runs.
TIMEOUT_S = 600
CALLBACK = """
from lasthop import ns
ns.cppyy.cppdef('''void CallAt(ns3::Time time, std::function<void()> f)
{
    ns3::Simulator::Schedule(time, f);
}''')
def call():
    print(ns.Simulator.Now().GetSeconds())
ns.cppyy.gbl.CallAt(ns.Seconds(2), call)
ns.Simulator.Run()
ns.UsbHelper().SetControllerType("ns3::Node")
"""


class PythonBindings(unittest.TestCase):
    """The example and the build are those of the command line."""

    program: Path

    def setUp(self):
        try:
            find_python(python_tools.PYTHON)
        except UserError as error:
            self.skipTest(str(error))
        folder = tempfile.TemporaryDirectory(prefix="lasthop-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_python(self, *arguments, folder=None, tool=ROOT / "tools" / "python"):
        """Run tools/python, with lasthop from this folder."""
        return subprocess.run(
            [tool, *arguments],
            env=os.environ | {"LASTHOP_DIR": str(folder or self.build())},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )

    def build(self):
        """The build folder."""
        return self.program.parents[3]

    def check_refused(self, folder, *parts):
        """Expect one line with these parts."""
        ended = self.run_python("-c", "import lasthop", folder=folder)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(ended.stdout, "")
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        for part in ("lasthop: ", *parts):
            self.assertIn(part, ended.stderr)

    def copy_build(self):
        """A folder with one module of the build."""
        (self.folder / "lib").mkdir()
        library = self.folder / "lib" / "liblasthop-usb-bus.so"
        shutil.copy(self.build() / "lib" / library.name, library)
        return library

    def test_same_rate_as_cpp(self):
        ended = self.run_python(SCRIPT)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(ended.stderr, "")
        command = [self.program, "--duration=2"]
        from_cpp = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.assertEqual(ended.stdout.strip(), from_cpp.partition(",")[0])

    def test_callback_and_fatal_error(self):
        """Python is called by the simulator; a fatal error of ns-3 ends Python, but loses nothing printed."""
        ended = self.run_python("-c", CALLBACK)
        self.assertEqual(ended.returncode, 2, ended.stderr)
        self.assertEqual(ended.stdout, "2.0\n")
        self.assertIn("'ns3::Node' is not a ns3::UsbHostController", ended.stderr)
        self.assertEqual(ended.stderr.count("\n"), 2, "ns-3's message, and that it ends")

    def test_current_folder_with_another_ns3(self):
        """Its libraries are not used; on the path they are refused, because ns-3's bindings find two of each."""
        core = next(ns3_wheel.folder().glob("ns3/lib*/libns3*-core*.so"))
        (self.folder / "lib").mkdir()
        (self.folder / "lib" / core.name).touch()
        ended = self.run_python("-c", "import os, lasthop; print(os.getcwd())")
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, f"{self.folder}\n", ""))
        before = os.environ["PATH"]
        self.addCleanup(os.environ.update, PATH=before)
        os.environ["PATH"] = f"{before}:{self.folder}"
        self.check_refused(None, "There are multiple build profiles for module", "Delete one to continue: ")

    def test_wrong_folder(self):
        for folder in (self.folder, self.folder / "missing", SCRIPT):
            self.check_refused(folder, str(folder), "has no lib/liblasthop-*.so: run ./ns3 build")

    def test_checkout_that_is_not_built(self):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "tools", self.folder / "tools", ignore=ignored)
        (self.folder / "build").mkdir()
        state = self.folder / "build" / "configuration.json"
        for content, line in (
            ({}, "nothing is built here: run ./ns3 build"),
            ({"ns3_dir": "/prefix"}, "has the bindings of the pinned ns-3, not those of /prefix"),
        ):
            state.write_text(json.dumps(content), encoding="utf-8")
            ended = self.run_python("-c", "", tool=self.folder / "tools" / "python")
            self.assertEqual(ended.returncode, 1)
            self.assertRegex(ended.stderr, rf"^lasthop: .*{re.escape(line)}.*\n$")

    def test_missing_header(self):
        self.copy_build()
        self.check_refused(self.folder, "usb-bus-module.h is missing: run ./ns3 build")

    def test_damaged_library(self):
        library = self.copy_build()
        (self.folder / "include").symlink_to(self.build() / "include")
        library.write_bytes(library.read_bytes()[:1000])
        self.check_refused(self.folder, f"{library} is damaged: run ./ns3 build")

    def test_another_ns3(self):
        library = self.copy_build()
        (self.folder / "include").symlink_to(self.build() / "include")
        content = library.read_bytes()
        version = content.partition(b"libns3")[2].partition(b"-")[0]
        library.write_bytes(content.replace(b"libns3" + version, b"libns3" + b"x" * len(version)))
        other = f"was built with libns3{'x' * len(version)}-core"
        self.check_refused(self.folder, other, f"but Python has loaded libns3{version.decode()}-core")


if __name__ == "__main__":
    PythonBindings.program = Path(sys.argv.pop()).resolve()
    unittest.main(verbosity=2)
