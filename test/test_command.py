#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""./test.py --sanitize: what it builds, also after a program has got another name.

Usage: test_command.py PROGRAM, which is test.py
"""

import json
import os
import shutil
from pathlib import Path

from program import ProgramTest, main

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


class TestCommand(ProgramTest):
    """A project of its own with one example, and with stand-ins for CMake and CTest."""

    def setUp(self):
        super().setUp()
        root = Path(self.program).parent
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "tools", self.folder / "tools", ignore=ignored)
        self.program = str(shutil.copy(root / "test.py", self.folder))
        examples = self.folder / "examples" / "paper"
        examples.mkdir(parents=True)
        (examples / "CMakeLists.txt").touch()
        self.examples = examples / "examples-to-run.py"
        for profile in ("default", "sanitize"):
            build = self.folder / "build" / profile
            build.mkdir(parents=True)
            (build / "build.ninja").touch()
        (build / "programs.txt").write_text("old-name /old-name\n", encoding="utf-8")
        installed = self.folder / "ns3"
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

    def test_new_name(self):
        """CMake is asked for the programs, and the new one is built."""
        self.name_example("new-name")
        result = self.run_program("--sanitize", "--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        tests, configured, built = self.calls.read_text(encoding="utf-8").splitlines()
        self.assertTrue(tests.endswith(" --target tests"), tests)
        self.assertTrue(configured.startswith("--preset=sanitize "), configured)
        self.assertTrue(built.endswith(" --target all new-name"), built)

    def test_known_name(self):
        """CMake is not asked when all names are known."""
        self.name_example("old-name")
        result = self.run_program("--sanitize", "--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        _, built = self.calls.read_text(encoding="utf-8").splitlines()
        self.assertTrue(built.endswith(" --target all old-name"), built)

    def test_no_default_build(self):
        """The tests of the default build are made when there are none."""
        (self.folder / "build" / "default" / "build.ninja").unlink()
        self.name_example("old-name")
        result = self.run_program("--sanitize", "--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        configured, tests, _ = self.calls.read_text(encoding="utf-8").splitlines()
        self.assertTrue(configured.startswith("--preset=default "), configured)
        self.assertTrue(tests.endswith(" --target tests"), tests)

    def test_wrong_name(self):
        """A name that there is not is an error all the same."""
        self.name_example("no-name")
        result = self.run_program("--sanitize", "--list")
        self.assertEqual(result.returncode, 1)
        self.assertIn("names 'no-name', which is no program", result.stderr)


if __name__ == "__main__":
    main()
