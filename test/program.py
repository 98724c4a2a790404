# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Running a program with wrong arguments in a folder of its own."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TIMEOUT_S = 300


class ProgramTest(unittest.TestCase):
    """The program is the last argument of the test."""

    program = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lasthop-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *arguments, **options):
        """Run the program in the test's folder."""
        return subprocess.run(
            [self.program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
            **options,
        )

    def run_on_full_disk(self, folder, *arguments):
        """Run the program while a folder lies on a file system without room, where one may be mounted."""
        unshare = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        mount = 'mount -t tmpfs -o size=64k none "$0"'
        if subprocess.run([*unshare, mount, folder], check=False, capture_output=True).returncode:
            self.skipTest("no file system can be mounted here")
        copy = shutil.copytree(folder, self.folder / "copy")
        script = f'{mount} && cp -a "$1/." "$0" && shift && cat /dev/zero 2>/dev/null >"$0/rest"; exec "$@"'
        return subprocess.run(
            [*unshare, script, folder, copy, self.program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )

    def make_project(self, study, source):
        """Give the test's folder a build with one study, which is this script."""
        build = self.folder / "build" / "default"
        program = build / "examples" / "kuang2003" / study
        program.parent.mkdir(parents=True)
        shutil.copy(Path(__file__).with_name(source), program)
        (build / "build.ninja").touch()
        (build / "programs.txt").write_text(f"{study} {program}\n", encoding="utf-8")

    def content(self):
        """Every file and folder below the test's folder, with what is in it."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes() if path.is_file() else None
            for path in self.folder.rglob("*")
        }

    def check_refused(self, arguments, statuses, parts):
        """Expect an exit status, a first error line with these parts, and nothing else done."""
        before = self.content()
        result = self.run_program(*arguments)
        self.assertIn(result.returncode, statuses, result.stderr)
        self.assertEqual(result.stdout, "")
        for part in parts:
            self.assertIn(part, result.stderr.partition("\n")[0])
        self.assertEqual(self.content(), before, "no file made or changed")
        return result.stderr


def main():
    """Run the tests of the calling script on the program named on the command line."""
    ProgramTest.program = str(Path(sys.argv.pop()).resolve())
    unittest.main(verbosity=2)
