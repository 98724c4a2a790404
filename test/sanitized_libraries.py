#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tests of the default build load the libraries of the build with sanitizers, not their own.

Usage: sanitized_libraries.py LIBRARIES TEST_PROGRAM..., in the environment of these tests
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path


class SanitizedLibraries(unittest.TestCase):
    """The loader is asked, so that no program runs."""

    libraries: Path
    programs: list[str]

    def loaded(self, program):
        """File name and folder of each library of ours that is tested."""
        asked = {**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}
        listed = subprocess.run([program], env=asked, capture_output=True, text=True, check=True)
        paths = [Path(word) for word in listed.stdout.split() if word.startswith("/")]
        own = [path for path in paths if path.name.startswith("liblasthop-")]
        return [path for path in own if not path.name.endswith("-test.so")]

    def test_folder(self):
        for program in self.programs:
            with self.subTest(program=program):
                loaded = self.loaded(program)
                self.assertTrue(loaded)
                self.assertEqual({path.parent for path in loaded}, {self.libraries})


if __name__ == "__main__":
    SanitizedLibraries.libraries = Path(sys.argv[1])
    SanitizedLibraries.programs = sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
