#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A prefix into which ./ns3 install has put the modules: another user builds and runs programs with it, and can read
neither the checkout nor the cache. What was installed can be moved, and taken away again.

Usage: installed_prefix.py BUILD_FOLDER HIDDEN_FOLDER...
"""

import contextlib
import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from frontend import installation
from frontend.errors import UserError

EXAMPLE = Path("src", "usb-bus", "examples", "usb-bus-example.cc")
ARGUMENTS = {"study-alone": ["--check", "--no-plot"], "usb-bus-alone": ["--duration=1.01"]}
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def content(folder):
    """The names of all files and folders below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


class InstalledPrefix(unittest.TestCase):
    """What is built is installed as it is: CTest has built it."""

    build = None
    hidden = ()

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="lasthop-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.folder.chmod(0o755)
        self.addCleanup(os.umask, os.umask(0o077))
        self.addCleanup(mock.patch.stopall)
        mock.patch.object(installation, "build").start()

    def call(self, function, prefix):
        """Install or uninstall."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            function(SimpleNamespace(folder=self.build), str(prefix))
        return printed.getvalue()

    def test_taken_away(self):
        """What was there before stays."""
        prefix = self.folder / "prefix"
        (prefix / "include" / "ns3").mkdir(parents=True)
        (prefix / "include" / "ns3" / "other.h").touch()
        (prefix / "lib").mkdir()
        before = content(prefix)
        self.call(installation.install, prefix)
        self.call(installation.install, prefix)
        self.assertTrue((prefix / "lib" / "liblasthop-study.so").exists())
        moved = prefix.rename(self.folder / "moved")
        self.assertIn(f"removed from {moved}", self.call(installation.uninstall, moved))
        self.assertEqual(content(moved), before)
        with self.assertRaisesRegex(UserError, f"nothing was installed in {moved}"):
            self.call(installation.uninstall, moved)

    def test_stale_file(self):
        """What an earlier version had installed is not left among the files of this one."""
        prefix = self.folder / "prefix"
        self.call(installation.install, prefix)
        stale = prefix / "include" / "ns3" / "of-an-earlier-version.h"
        stale.touch()
        with (prefix / installation.MANIFEST).open("a", encoding="utf-8") as manifest:
            manifest.write(f"{stale.relative_to(prefix)}\n")
        self.call(installation.install, prefix)
        self.assertFalse(stale.exists())
        self.call(installation.uninstall, prefix)
        self.assertFalse(prefix.exists())

    def test_manifest_of_a_stranger(self):
        """Nothing outside the prefix is removed."""
        manifest = self.folder / "prefix" / installation.MANIFEST
        manifest.parent.mkdir(parents=True)
        kept = self.folder / "kept"
        kept.touch()
        for line in ("../kept", str(kept)):
            manifest.write_text(f"{line}\n", encoding="utf-8")
            with self.assertRaisesRegex(UserError, "nothing was removed"):
                self.call(installation.uninstall, self.folder / "prefix")
        self.assertTrue(kept.exists())

    def test_missing_ns3(self):
        """A package that uses an installed ns-3 of the user's says that it is not there."""
        text = (ROOT / "cmake" / "lasthopConfig.cmake.in").read_text(encoding="utf-8")
        text = text.replace("@PACKAGE_INIT@", "").replace("@NS3_DIR@", "/dev/null/missing")
        (self.folder / "lasthopConfig.cmake").write_text(text, encoding="utf-8")
        script = self.folder / "find.cmake"
        script.write_text(f"find_package(lasthop REQUIRED PATHS {self.folder} NO_DEFAULT_PATH)\n")
        ended = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=False)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("it needs the ns-3 in /dev/null/missing", " ".join(ended.stderr.split()))

    @unittest.skipUnless(os.geteuid() == 0, "only root can become another user")
    def test_another_user(self):
        self.call(installation.install, self.folder / "prefix")
        prefix = (self.folder / "prefix").rename(self.folder / "moved")
        source = self.folder / "source"
        os.umask(0o022)
        shutil.copytree(HERE, source / "test" / "consumer")
        (source / EXAMPLE).parent.mkdir(parents=True)
        shutil.copy(ROOT / EXAMPLE, source / EXAMPLE)
        build = self.folder / "build"
        build.mkdir()
        os.chown(build, 65534, 65534)
        project = ["-S", source / "test" / "consumer", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"]
        self.run_as_nobody(build, "cmake", *project)
        self.run_as_nobody(build, "cmake", "--build", build, "--parallel", str(os.cpu_count()))
        programs = sorted(build.glob("*-alone"))
        self.assertTrue(programs)
        for program in programs:
            self.run_as_nobody(build, program, *ARGUMENTS.get(program.name, []))

    def run_as_nobody(self, folder, *command):
        """Run a command as another user, with empty folders in place of the hidden ones where that can be."""
        words = [str(word) for word in (*NOBODY, *command)]
        can_hide = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
        if can_hide.returncode == 0:
            hide = [f"mount -t tmpfs -o mode=700 none {shlex.quote(name)}" for name in map(str, self.hidden)]
            words = ["unshare", "--mount", "sh", "-c", " && ".join([*hide, f"exec {shlex.join(words)}"])]
        ended = subprocess.run(
            words,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)


if __name__ == "__main__":
    InstalledPrefix.build, *InstalledPrefix.hidden = map(Path, sys.argv[1:])
    unittest.main(argv=sys.argv[:1], verbosity=2)
