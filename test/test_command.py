#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""./test.py --sanitize: what it builds, also after a program has got another name.

Usage: test_command.py PROGRAM, which is test.py
"""

from program import main
from project_test import ProjectTest


class TestCommand(ProjectTest):
    """CMake and CTest are called as they should."""

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
