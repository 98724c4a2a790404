#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Each file names its copyright holder and its licence, or REUSE.toml does: one line for each that does not."""

import shutil
import subprocess
import unittest

from project_test import REUSE, ROOT, UserError, find_python


class Licences(unittest.TestCase):
    """What reuse says of the checkout."""

    def test_every_file(self):
        if not (ROOT / ".git").exists() or not shutil.which("git"):
            self.skipTest("without git, nothing tells which files belong to the project")
        try:
            python = find_python(REUSE)
        except UserError as error:
            self.skipTest(str(error))
        command = [python, "-m", "reuse", "--root", ROOT, "lint", "--lines"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)


unittest.main(verbosity=2)
