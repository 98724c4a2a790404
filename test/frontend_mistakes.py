#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Mistakes of a user of ./ns3 and ./test.py, and surroundings that are not as they should be: one
clear line and an exit status, no traceback.

Usage: frontend_mistakes.py PROGRAM, which is ns3
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from program import main
from project_test import ProjectTest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import cmake_cache, packages, python_tools
from frontend.errors import UserError

NOBODY = 65534
CONFIGURATIONS = (b"", b"{", b"[]", b'{"profile": 3}', b'{"profile": "x"}', b'{"other": 1}', b"\xff", b"[" * 100000)


class FrontendMistakes(ProjectTest):
    """Each test expects one line that begins with the project's name."""

    def setUp(self):
        super().setUp()
        self.tests = str(shutil.copy(Path(ProjectTest.program).parent / "test.py", self.folder))
        (self.folder / "examples" / "paper" / "old-name.cc").write_text("int main() {}\n")
        self.state = self.folder / "build" / "configuration.json"
        self.known = self.folder / "build" / "default" / "programs.txt"
        self.known.write_text("old-name /old-name\n", encoding="utf-8")

    def check(self, arguments, *parts, program=None, status=1, **options):
        """Expect an exit status and one line with these parts."""
        with self.subTest(arguments=arguments, options=options):
            options = {"cwd": self.folder, "stdout": subprocess.PIPE, "stdin": subprocess.DEVNULL} | options
            ended = subprocess.run(
                [program or self.program, *arguments],
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                **options,
            )
            self.assertEqual(ended.returncode, status, ended.stderr)
            self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
            self.assertTrue(ended.stderr.startswith("lasthop: "), ended.stderr)
            for part in parts:
                self.assertIn(part, ended.stderr)

    def test_standard_output_that_is_full(self):
        for program, arguments in ((self.program, ["show", "profile"]), (self.tests, ["--kinds"])):
            with open("/dev/full", "w", encoding="ascii") as full:
                self.check(
                    arguments, "the standard output: No space left", program=program, stdout=full
                )

    def test_full_disk(self):
        ended = self.run_on_full_disk(self.state.parent, "configure")
        self.assertEqual(ended.returncode, 1)
        line = f"lasthop: '{self.state}': No space left on device\n"
        self.assertEqual(ended.stderr, f"Configuring build/default\n{line}")

    def test_damaged_configuration(self):
        for content in CONFIGURATIONS:
            self.state.write_bytes(content)
            self.check(["show", "profile"], "configuration.json is damaged: run ./ns3 distclean")
        self.check(["distclean"], "is damaged", "links into an ns-3 tree stay", status=0)
        self.assertFalse((self.folder / "build").exists())

    def test_damaged_list_of_programs(self):
        for content in (b"\xff\n", b"old-name\n", None):
            self.known.unlink(missing_ok=True)
            if content is not None:
                self.known.write_bytes(content)
            self.check(["run", "old-name"], "programs.txt is missing or damaged: run ./ns3 configure")

    def test_wrong_program_is_refused_first(self):
        shutil.rmtree(self.folder / "build")
        self.check(["run", "old-nam"], "no program named 'old-nam'; did you mean old-name?")
        self.check(["run", b"\xff\xfe"], "no program named")
        self.assertFalse(self.calls.exists(), "nothing is configured or built")

    def test_wrong_test_is_refused_first(self):
        for arguments in (["-s", "no-such"], ["-e", "no-such"]):
            self.check(arguments, "named 'no-such'", program=self.tests)
        self.assertFalse(self.calls.exists(), "nothing is configured or built")

    def test_clean_leaves_no_link_to_nothing(self):
        link = self.folder / "build" / "compile_commands.json"
        (self.folder / "build" / "sanitize" / link.name).touch()
        for folder, is_kept in (("sanitize", True), ("default", False)):
            link.unlink(missing_ok=True)
            link.symlink_to(f"{folder}/{link.name}")
            self.assertEqual(self.run_program("clean").returncode, 0)
            self.assertEqual(link.is_symlink(), is_kept)

    def test_option_before_the_verb(self):
        for arguments in (["--jobs=2", "build"], ["-j", "2", "build"], ["--quiet", "--no-build", "run", "old-name"]):
            self.check(arguments, ": options of a verb come after it; ", status=2)
        self.assertFalse(self.calls.exists(), "nothing is configured or built")

    def test_option_twice(self):
        self.check(["-s", "a", "-s", "b"], "-s/--suite: expected only once", program=self.tests, status=2)
        self.check(
            ["run", "--cwd=a", "--cwd=b", "old-name"], "argument --cwd: expected only once", status=2
        )
        self.check(
            ["run", "--gdb", "--valgrind", "old-name"], "--valgrind: not allowed with argument --gdb", status=2
        )
        self.check(
            ["build", "-j1", "--jobs=2"], "argument -j/--jobs: expected only once", status=2
        )
        self.assertFalse(self.calls.exists(), "nothing is configured or built")

    def test_build_that_waits_for_another_one(self):
        with open(self.known.with_name("lock"), "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            second = subprocess.Popen([self.program, "build"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
            with second:
                self.assertEqual(
                    second.stderr.readline(), "lasthop: waiting for another ./ns3 that uses build/default\n"
                )
                self.assertFalse(self.calls.exists(), "nothing is built")
                fcntl.flock(lock, fcntl.LOCK_UN)
                self.assertEqual(second.stderr.read(), "")
        self.assertEqual(second.returncode, 0)

    def test_program_in_scratch(self):
        (self.folder / "scratch").mkdir()
        (self.folder / "scratch" / "mine.cc").write_text("int main() {}\n", encoding="utf-8")
        self.assertIn("no program named 'mine'", self.run_program("run", "scratch/mine").stderr)
        self.assertIn("--preset=default", self.calls.read_text(), "CMake is asked for a new program")
        self.known.write_text(f"mine {shutil.which('true')}\n", encoding="utf-8")
        for name in ("mine", "scratch/mine", "scratch/mine.cc"):
            self.assertEqual(self.run_program("run", "--no-build", name).returncode, 0)
        (self.folder / "scratch" / ".#mine.cc").symlink_to("user@host.123")
        (self.folder / "scratch" / "folder.cc").mkdir()
        (self.folder / "scratch" / "latin.cc").write_bytes(b"int main() {} // \xe9\n")
        for name in ("yours", ".#mine"):
            self.check(["run", f"scratch/{name}.cc"], f"scratch/{name}.cc: no such file")
        self.check(["run", "scratch/folder.cc"], "no program named 'folder'; ./ns3 show targets lists all")
        (self.folder / "scratch" / "old-name.cc").write_text("int main() {}\n", encoding="utf-8")
        self.check(["run", "scratch/old-name.cc"], "scratch/old-name.cc: there is a program old-name already")

    def test_program_elsewhere_is_not_taken_for_one_of_ours(self):
        elsewhere = self.folder / "scratch" / "folder"
        elsewhere.mkdir(parents=True)
        (elsewhere / "old-name.cc").write_text("int main() {}\n", encoding="utf-8")
        for name in (elsewhere / "old-name.cc", "scratch/folder/old-name.cc", "scratch/old-name"):
            self.check(["run", name], f"{name} is no program of lasthop: copy your own into scratch/")
        self.check(["run", "old-name.cc"], "old-name.cc is no program of lasthop", cwd=elsewhere)

    def test_tools_with_wrong_arguments(self):
        for name, arguments, part in (
            ("fetch-ns3", ["--foo"], "unrecognized arguments: --foo"),
            ("list-tests", ["--foo"], "arguments are required: FOLDER, TEST_FOLDER"),
        ):
            self.check(arguments, part, program=self.folder / "tools" / name, status=2)
        self.check([".", "."], ". is not a configured build", program=self.folder / "tools" / "list-tests")

    def test_reports_that_cannot_be_written(self):
        (self.folder / "folder").mkdir()
        for option in ("-x", "-t", "-w"):
            for name in ("/dev/full", "folder", "missing/x"):
                self.check([option, name], f"={name}: ", program=self.tests)

    def test_global_value_that_ns3_aborts_at(self):
        self.addCleanup(os.environ.pop, "NS_GLOBAL_VALUE")
        for value in ("RngRun=abc", "SchedulerType=x;RngSeed=0", "RngRun=", "RngRun=-1"):
            os.environ["NS_GLOBAL_VALUE"] = value
            self.check(
                ["run", "old-name"], "NS_GLOBAL_VALUE: Rng", "expected a whole number from "
            )

    def test_shell_that_is_not_there(self):
        os.environ["SHELL"] = "/dev/null/missing"
        os.environ["XDG_CACHE_HOME"] = "/proc/missing"
        ended = self.run_program("shell")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("SHELL=/dev/null/missing: Not a directory", ended.stderr)

    def test_version_in_a_checkout_of_another_project(self):
        (self.folder / "VERSION").write_text("1.2.3\n", encoding="ascii")
        inner = self.folder / "inner"
        inner.mkdir()
        for name in ("tools", "examples", "build", "VERSION", "ns3"):
            (self.folder / name).rename(inner / name)
        git = ["git", "-c", "user.name=x", "-c", "user.email=x"]
        for command in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message=x"]):
            subprocess.run([*git, *command], cwd=self.folder, check=True)
        self.program = str(inner / "ns3")
        self.assertEqual(self.run_program("show", "version").stdout, "1.2.3\n")

    def test_prefixes(self):
        """A prefix that cannot be used is refused before anything is built."""
        (self.folder / "file").touch()
        (self.folder / "circle").symlink_to("circle")
        for name, part in (
            ("", "--prefix '': expected the name of a folder"),
            ("file", f"{self.folder / 'file'} is not a folder"),
            ("file/prefix", f"{self.folder / 'file'} is not a folder"),
            ("circle/prefix", f"{self.folder / 'circle'} is not a folder"),
        ):
            self.check(["install", f"--prefix={name}"], part)
        self.check(["uninstall", "--prefix="], "--prefix '': expected the name of a folder")
        self.check(["uninstall"], "nothing was installed in /usr/local; --prefix names another folder")
        for name in ("a;b", "a\nb"):
            self.check(["install", f"--prefix={name}"], "expected a name without ; and line breaks")
        home = self.folder / "~nobody-has-this-name"
        self.check(["uninstall", f"--prefix={home.name}"], f"nothing was installed in {home}")
        self.check(["uninstall", "--prefix=file"], "nothing was installed in ", "/file; --prefix")
        self.assertFalse(self.calls.exists(), "nothing is configured or built")

    def test_install_builds_modules_alone(self):
        ended = self.run_program("install", "--prefix=prefix")
        self.assertEqual(ended.returncode, 1, "the stand-in for CMake installs nothing")
        built, installed = self.calls.read_text(encoding="utf-8").splitlines()
        self.assertTrue(built.endswith(" --target modules"), built)
        self.assertIn(f" --prefix {self.folder / 'prefix'}/", installed)
        self.assertFalse((self.folder / "prefix").exists(), "nothing is left behind")

    def test_dry_run_calls_nothing(self):
        ended = self.run_program("--dry-run", "run", "old-name --with=this")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertTrue(ended.stdout.endswith("/old-name --with=this\n"), ended.stdout)
        self.assertFalse(self.calls.exists())
        self.check(["--dry-run", "clean"], "--dry-run goes with configure, build and run")

    def test_documents(self):
        self.check(["docs", "html"], "invalid choice: 'html'", status=2)
        doxygen = self.folder / "bin" / "doxygen"
        doxygen.write_text('#!/bin/sh\necho "$@" >>"$CALLS"\necho "lasthop: bad" >&2\nexit 3\n')
        doxygen.chmod(0o755)
        self.check(["docs", "doxygen"], "bad", status=3)
        self.assertEqual(self.calls.read_text(), "doc/doxygen.conf\n")
        doxygen.unlink()
        (self.folder / "bin" / "python3").symlink_to(sys.executable)
        os.environ["PATH"] = str(self.folder / "bin")
        for target in ("doxygen", "all"):
            self.check(["docs", target], "doxygen is not installed: run apt-get install doxygen")

    def test_documents_without_network(self):
        os.environ |= {"XDG_CACHE_HOME": str(self.folder), "PIP_NO_INDEX": "1"}
        ended = self.run_program("docs")
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r"^Installing .* \(once\)\nlasthop: pip failed \(.*\)\n$")

    def test_caches(self):
        """What is in the cache is run, so that only the user may write there."""
        cache = self.folder / "caches" / "lasthop"
        cache.mkdir(parents=True)
        cache.chmod(0o777)
        os.environ["XDG_CACHE_HOME"] = str(cache.parent)
        with self.assertRaisesRegex(UserError, "others can write into the cache folder"):
            python_tools.find(python_tools.PLOT)
        cache.rmdir()
        self.assertIsNone(python_tools.find(python_tools.PLOT))
        self.assertEqual(cache.stat().st_mode & 0o777, 0o700)

    def test_kernel_build_that_was_killed(self):
        """The next one removes what it has left."""
        kernels = self.folder / "cache" / "lasthop" / "linux-kernel"
        for name in ("build-left", "linux-source-6.1"):
            (kernels / name).mkdir(parents=True)
        os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")
        self.check(["kernel", f"--source={self.folder}"], "expected the sources of Linux")
        self.assertEqual(sorted(path.name for path in kernels.iterdir()), ["linux-source-6.1", "lock"])

    def test_compiler_without_a_name(self):
        os.environ["CXX"] = " "
        self.assertEqual(packages.compiler(), ["c++"])
        os.environ["CXX"] = "'"
        with self.assertRaisesRegex(UserError, "CXX="):
            packages.compiler()

    def test_compiler_of_two_words(self):
        """CMake keeps the words of CXX="ccache g++" apart."""
        self.assertEqual(cmake_cache.compiler_version(self.folder), "unknown")
        env, own = shutil.which("env"), self.folder / "my g++"
        own.write_text("#!/bin/sh\necho my $1\n", encoding="utf-8")
        own.chmod(0o755)
        entries = f"CMAKE_CXX_COMPILER:FILEPATH={env}\nCMAKE_CXX_COMPILER_ARG1:STRING= '{own}'\n"
        cmake_cache.path_of(self.folder).write_text(entries, encoding="utf-8")
        self.assertEqual(cmake_cache.compiler(self.folder), [env, str(own)])
        self.assertEqual(cmake_cache.compiler_version(self.folder), "my --version")

    def test_tools_have_hashes(self):
        """pip takes no file without the hash that is written here."""
        for requirements in (python_tools.PLOT, python_tools.FORMAT, python_tools.DOCS):
            text = requirements.read_text(encoding="ascii")
            names = [line for line in text.splitlines() if "==" in line]
            self.assertTrue(all(line.endswith("\\") for line in names), requirements)

    @unittest.skipUnless(os.geteuid() == 0, "only root can become another user")
    def test_checkout_that_cannot_be_written(self):
        self.folder.chmod(0o755)
        nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        own = "cannot be written: use a checkout of your own"
        commands = (["build"], ["build", "old-name"], ["docs"], ["configure", "-d", "debug"])
        for arguments in (*commands, ["clean"], ["distclean"]):
            self.check(arguments, own, **nobody)
        for arguments in ([], ["-n"], ["--sanitize"]):
            self.check(arguments, own, program=self.tests, **nobody)
        self.check(["run", "old-name"], "cannot be written; --no-build runs what is built", **nobody)
        self.check(["install", "--prefix=prefix"], f"{self.folder} cannot be written", **nobody)
        self.assertTrue(self.known.exists())
        self.known.write_text(f"old-name {shutil.which('false')}\n", encoding="utf-8")
        ended = subprocess.run([self.program, "run", "--no-build", "old-name"], check=False, **nobody)
        self.assertEqual(ended.returncode, 1, "the program was run")
        environment = {name: os.environ[name] for name in ("PATH", "CALLS")}
        for variables in ({}, {"HOME": "/dev/null/missing"}, {"HOME": str(self.folder)}):
            options = nobody | {"env": environment | variables}
            self.check(["shell"], "no plot is drawn: the cache folder", status=0, **options)
        self.assertFalse(self.calls.exists(), "nothing is configured or built")

    @unittest.skipUnless(os.geteuid() == 0, "only root can become another user")
    def test_build_of_another_user(self):
        """What is built needs the ns-3 in the cache of the one who built it."""
        self.folder.chmod(0o755)
        nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        wheel = self.folder / "cache" / "ns3"
        wheel.mkdir(parents=True)
        wheel.parent.chmod(0o700)
        self.state.write_text(json.dumps({"ns3_wheel": str(wheel)}), encoding="utf-8")
        commands = (["build"], ["run", "old-name"], ["run", "--no-build", "old-name"], ["shell"])
        for arguments in commands:
            self.check(arguments, "belongs to another user", "use a checkout of your own", **nobody)
        self.check(["-n"], "belongs to another user", program=self.tests, **nobody)
        self.state.parent.chmod(0o700)
        self.check(["build"], "belongs to another user", **nobody)


class Installations(ProjectTest):
    """With the real CMake, which installs two headers."""

    def setUp(self):
        cmake = shutil.which("cmake")
        super().setUp()
        stand_in = self.folder / "bin" / "cmake"
        stand_in.write_text(f'#!/bin/sh\n[ "$1" = --build ] || exec {cmake} "$@"\n', encoding="utf-8")
        self.prefix = self.folder / "prefix"
        self.make_version("old.h", "both.h")

    def make_version(self, *names):
        """Make a build that installs these headers."""
        lines = ['set(place "${CMAKE_INSTALL_PREFIX}/include/ns3")']
        lines += [f'file(INSTALL "{self.make_header(name)}" DESTINATION "${{place}}")' for name in names]
        script = self.folder / "build" / "default" / "cmake_install.cmake"
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def make_header(self, name):
        """A file to install."""
        path = self.folder / name
        path.write_text("// 1 2 3\n" * 10000, encoding="utf-8")
        return path

    def call(self, *arguments, **options):
        """Call ./ns3 with the prefix, and expect that it succeeds in silence."""
        ended = self.run_program(*arguments, f"--prefix={self.prefix}", **options)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return ended.stdout

    def files(self):
        """The names of the files in the prefix."""
        return {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if not path.is_dir()}

    def test_versions_one_over_the_other(self):
        manifest = "share/lasthop/install_manifest.txt"
        self.assertIn("3 files installed", self.call("install"))
        self.make_version("new.h", "both.h")
        self.call("install")
        self.assertEqual(self.files(), {"include/ns3/new.h", "include/ns3/both.h", manifest})
        self.assertIn("3 files removed", self.call("uninstall"))
        self.assertFalse(self.prefix.exists())

    def test_prefixes_with_odd_names(self):
        os.environ["PYTHONIOENCODING"] = "utf-8:strict"
        (self.folder / "a").mkdir()
        for name in ("a b", "'\"", "$x", "\xe9", os.fsdecode(b"\xff"), "-x", "a/../b"):
            self.prefix = self.folder / name
            self.call("install")
            self.assertEqual(len(self.files()), 3)
            self.call("uninstall")
            self.assertFalse(self.prefix.exists(), name)

    def test_folder_of_packagers(self):
        os.environ["DESTDIR"] = "destination"
        self.call("install")
        self.assertTrue(Path(f"{self.folder}/destination{self.prefix}/include/ns3/old.h").exists())

    def test_what_others_have_changed_stays(self):
        self.call("install")
        headers = self.prefix / "include" / "ns3"
        (headers / "theirs.h").touch()
        (headers / "old.h").unlink()
        (headers / "old.h").mkdir()
        (self.prefix / "share").rename(self.folder / "elsewhere")
        (self.prefix / "share").symlink_to(self.folder / "elsewhere")
        self.call("uninstall")
        self.assertEqual(self.files(), {"include/ns3/theirs.h"})
        self.assertTrue((self.prefix / "share").is_symlink())
        self.assertTrue((headers / "old.h").is_dir())

    def test_installation_that_fails(self):
        self.call("install")
        before = self.files()
        self.make_version("new.h", "both.h")
        (self.folder / "both.h").unlink()
        for prefix in (self.prefix, self.folder / "other"):
            ended = self.run_program("install", f"--prefix={prefix}")
            self.assertEqual((ended.returncode, ended.stderr.count("\n")), (1, 1), ended.stderr)
            self.assertIn("lasthop: install: CMake Error", ended.stderr)
        self.make_version("new.h")
        folder = self.prefix / "share" / "lasthop"
        ended = self.run_on_full_disk(folder, "install", f"--prefix={self.prefix}")
        self.assertRegex(ended.stderr, r"^lasthop: '.*/install_manifest.txt': No space left on device\n$")
        self.assertEqual(self.files(), before)
        self.assertFalse(prefix.exists())

    def test_damaged_manifests(self):
        self.call("install")
        manifest = self.prefix / "share" / "lasthop" / "install_manifest.txt"
        for content in (b"/etc/x\n", b"include/../../x\n", b"a\0b\n", b"\xff/../x\n"):
            manifest.write_bytes(content)
            for verb in ("install", "uninstall"):
                ended = self.run_program(verb, f"--prefix={self.prefix}")
                self.assertEqual(ended.returncode, 1)
                self.assertRegex(ended.stderr, r"^lasthop: .* names files that are not below .*removed\n$")
        manifest.write_bytes(b"\xff\ninclude/ns3/old.h\n")
        self.assertIn("2 files removed", self.call("uninstall"))


if __name__ == "__main__":
    main()
