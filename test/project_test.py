# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A project of its own with one example, and with stand-ins for CMake and CTest; and the Python tools of tests."""

import json
import os
import shutil
import sys
from pathlib import Path

from program import ProgramTest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from frontend import python_tools
from frontend.errors import UserError

BROWSER = ROOT / "tools" / "requirements-browser.txt"
REUSE = ROOT / "tools" / "requirements-reuse.txt"

# Both leave a line for each call. CMake's configuration finds the programs that there are.
CMAKE = """#!/bin/sh
echo "$@" >>"$CALLS"
case "$1" in
--preset=default) touch build/default/build.ninja ;;
--preset=sanitize) echo "new-name /new-name" >build/sanitize/programs.txt ;;
esac
"""
CTEST = """#!/bin/sh
echo '{"tests": [{"name": "new-name", "properties": []}]}'
"""


def find_python(requirements):
    """The Python that has these requirements. Only where all tests are wanted does a test install what it needs."""
    if not python_tools.find(requirements) and not os.environ.get("LASTHOP_TEST_ALL"):
        raise UserError(f"{requirements.relative_to(ROOT)} is not installed; with LASTHOP_TEST_ALL=1 it is")
    return python_tools.python(requirements)


class ProjectTest(ProgramTest):
    """The program, ./ns3 or ./test.py, is a copy in the test's folder, with the tools."""

    def setUp(self):
        super().setUp()
        root = Path(self.program).parent
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "tools", self.folder / "tools", ignore=ignored)
        self.program = str(shutil.copy(self.program, self.folder))
        examples = self.folder / "examples" / "paper"
        examples.mkdir(parents=True)
        (examples / "CMakeLists.txt").touch()
        self.examples = examples / "examples-to-run.py"
        for profile in ("default", "sanitize"):
            build = self.folder / "build" / profile
            build.mkdir(parents=True)
            (build / "build.ninja").touch()
        (build / "programs.txt").write_text("old-name /old-name\n", encoding="utf-8")
        installed = self.folder / "installed"
        installed.mkdir()
        state = self.folder / "build" / "configuration.json"
        state.write_text(json.dumps({"ns3_dir": str(installed)}), encoding="utf-8")
        commands = self.folder / "bin"
        commands.mkdir()
        for name, text in (("cmake", CMAKE), ("ctest", CTEST)):
            (commands / name).write_text(text, encoding="utf-8")
            (commands / name).chmod(0o755)
        self.calls = self.folder / "calls"
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.update(PATH=f"{commands}:{before['PATH']}", CALLS=str(self.calls))

    def name_example(self, name):
        """Name the program of the only example."""
        text = f'cpp_examples = [("{name}", "True", "True")]\n'
        self.examples.write_text(text, encoding="utf-8")
