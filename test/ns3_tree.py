#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Working in a source tree of ns-3: a made-up one, with the folders that ns-3 has, and commands that leave behind
what ns-3's leave behind. tools/try-tree tries lasthop in a real one.

Usage: ns3_tree.py PROGRAM, which is ns3
"""

import json
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from program import ProgramTest, main

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import try_tree

# The folders of ns-3 3.44 to 3.48 and of its development branch.
EXAMPLES = """channel-models energy error-model ipv6 matrix-topology naming realtime routing socket stats tcp
traffic-control tutorial udp udp-client-server wireless""".split()
MODULES = """antenna aodv applications bridge brite buildings click config-store core csma csma-layout dsdv dsr energy
fd-net-device flow-monitor internet internet-apps lr-wpan lte mesh mobility mpi netanim network nix-vector-routing olsr
openflow point-to-point point-to-point-layout propagation sixlowpan spectrum stats tap-bridge test topology-read
traffic-control uan virtual-net-device visualizer wifi wimax zigbee""".split()

# The tree's ./ns3 notes its arguments, and leaves what CMake and a build would leave; it fails where a file "fail"
# stands beside the tree, and waits where a file "wait" does. What CMake then builds repeats what a file "built" there
# has of the compiler's output.
NS3 = """#!/usr/bin/env python3
import pathlib, shutil, sys, time
tree = pathlib.Path(__file__).parent
with open(tree.parent / "calls", "a") as calls:
    print(*sys.argv[1:], file=calls)
(tree / "cmake-cache").mkdir(exist_ok=True)
(tree / "build").mkdir(exist_ok=True)
(tree / "cmake-cache" / "CMakeCache.txt").write_text(
    "NS3_EXAMPLES:BOOL=ON\\nCMAKE_CXX_COMPILER:FILEPATH=c++\\nCMAKE_GENERATOR:INTERNAL=Ninja\\nCMAKE_MAKE_PROGRAM:FILEPATH=ninja\\nCMAKE_PROJECT_NAME:STATIC=NS3\\n"
)
(tree / "cmake-cache" / "build.ninja").write_text(
    "FLAGS = -Os -std=c++23\\n"
    "rule say\\n  command = test ! -e ../../built || cat ../../built\\n  description = Saying\\n"
    "build test-runner usb-bus-example: say\\n"
)
program = tree / "build" / "contrib" / "usb-bus" / "examples" / "ns3.48-usb-bus-example-default"
runner = tree / "build" / "utils" / "ns3.48-test-runner-default"
(tree / ".lock-ns3_linux_build").write_text(
    f"BUILD_PROFILE = 'default'; VERSION = '3.48'; ns3_runnable_programs = ['{program}', '{runner}']\\n"
)
if (tree.parent / "runner").exists():
    runner.parent.mkdir(exist_ok=True)
    shutil.copy(tree.parent / "runner", runner)
if (tree.parent / "wait").exists():
    try:
        (tree.parent / "waiting").touch()
        time.sleep(60)
    except KeyboardInterrupt:
        time.sleep(1)
        (tree / "build" / "late").touch()
        sys.exit(1)
sys.exit((tree.parent / "fail").exists() and 3)
"""

# A ./ns3 that only changes options.
CONFIGURE = """#!/usr/bin/env python3
import pathlib, subprocess
cache = pathlib.Path(__file__).parent / "cmake-cache"
options = ["-DCMAKE_BUILD_TYPE=debug", "-DMINE=c", "-DOURS=d", "-DNS3_TESTS=OFF"]
subprocess.run(["cmake", *options, cache], check=True, capture_output=True)
"""

# Its ./test.py takes options as ns-3's does, and repeats a file "tested" that stands beside the tree.
TEST = """#!/usr/bin/env python3
import argparse, pathlib
parser = argparse.ArgumentParser()
parser.add_argument("-n", "--no-build", action="store_true")
parser.add_argument("--jobs", type=int)
parser.parse_args()
print((pathlib.Path(__file__).parents[1] / "tested").read_text())
"""

# What its ./test.py would call: all suites fail where lasthop is, and one everywhere.
RUNNER = """
#include <cstring>
int Lasthop() __attribute__((weak));
int main(int, char** arguments) { return Lasthop || !std::strcmp(arguments[1], "--suite=fragile"); }
"""

BUILT = """[1/4] Building CXX object contrib/usb-bus/CMakeFiles/usb-bus.dir/model/urb.cc.o
In file included from urb.cc:1:
/ns-3/src/core/model/ptr.h:1:1: warning: shown in a header of ns-3
[2/4] Building CXX object src/core/CMakeFiles/core.dir/model/ptr.cc.o
/ns-3/src/core/model/ptr.cc:1:1: warning: nothing to us
[3/4] Linking CXX shared library libns3.48-core.so
"""

NOBODY = 65534


class Ns3Tree(ProgramTest):
    """The program is a copy of ./ns3 with what it links, in the test's folder."""

    def setUp(self):
        super().setUp()
        root = Path(self.program).parent
        for name in ("tools", "src", "examples", "cmake"):
            ignored = shutil.ignore_patterns("__pycache__", "*.cc", "*.h", "doc", "test")
            shutil.copytree(root / name, self.folder / name, ignore=ignored)
        self.program = str(shutil.copy(self.program, self.folder))
        self.tree = self.folder / "ns-3"
        for module in MODULES:
            (self.tree / "src" / module).mkdir(parents=True)
        for example in EXAMPLES:
            (self.tree / "examples" / example).mkdir(parents=True)
            (self.tree / "examples" / example / "CMakeLists.txt").touch()
        (self.tree / "contrib").mkdir()
        (self.tree / "ns3").write_text(NS3, encoding="utf-8")
        (self.tree / "test.py").write_text(TEST, encoding="utf-8")
        self.write_version("3.48")
        self.untouched = self.list_tree()

    def write_version(self, text):
        """Make it another ns-3."""
        (self.tree / "VERSION").write_text(f"{text}\n", encoding="utf-8")

    def list_tree(self):
        """What is in the tree, with the content of files and the targets of links."""
        found = {}
        for path in self.tree.rglob("*"):
            name = str(path.relative_to(self.tree))
            if path.is_symlink():
                found[name] = os.readlink(path)
            else:
                found[name] = path.read_bytes() if path.is_file() else None
        return found

    def configure(self, *arguments, **options):
        """Call ./ns3 configure for the tree."""
        return self.run_program("configure", f"--ns3-dir={self.tree}", *arguments, **options)

    def undo(self):
        """Take lasthop out of the tree, without fetching another ns-3."""
        return self.run_program("distclean")

    def check_refused(self, ended, *parts):
        """Expect one line, and a tree as it was."""
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        for part in parts:
            self.assertIn(part, ended.stderr)
        self.assertEqual(self.list_tree(), self.untouched)

    def test_damaged_records(self):
        self.program = str(self.folder / "tools" / "try-tree")
        part = {"passed": 1, "skipped": 0, "failed": []}
        record = {"ns-3": "3.48", "ns-3 commit": None, "compiler": "g++ 12.2.0", "standard": "23", "profile": "default"}
        record |= {"lasthop": "a53138e", "warnings": [], "suites": part, "programs": part}
        record |= {"suites of ns-3": part | {"failed without lasthop": []}}
        record |= {"studies": part | {"verdicts": 3, "differ": []}}
        place = self.folder / "test" / "trees" / "record.json"
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(record), encoding="utf-8")
        self.assertIn("| 3.48 | g++ 12.2.0 |", self.run_program("--table").stdout)
        changes = [{name: value} for name in record for value in (3, "\n|")]
        changes += [{"lasthop": "--output=x"}, {"ns-3": "3.1/../x"}, {"ns-3": "9" * 5000}]
        changes += [{"suites": part | {"failed": "x"}}, {"studies": part | {"verdicts": 3, "differ": [{"study": "x"}]}}]
        contents = [json.dumps(record | change).encode() for change in changes]
        contents += [b"", b"\xff", b"[]", b"3", b"[" * 100000]
        for content in contents:
            place.write_bytes(content)
            with self.subTest(content=content[:300]):
                self.check_refused(self.run_program("--table"), f"{place} is damaged: it is no record")
        for option in ("--age", str(self.tree)):
            self.check_refused(self.run_program(option), f"{place} is damaged: it is no record")

    def test_names_that_are_no_tree(self):
        (self.folder / "circle").symlink_to("circle")
        for name in ("circle", "~nobody-has-this-name", "missing", str(self.tree / "VERSION")):
            self.check_refused(self.run_program("configure", f"--ns3-dir={name}"), f"no folder {self.folder / name}")

    def test_every_folder_is_linked(self):
        ended = self.configure()
        self.assertEqual(ended.returncode, 0, ended.stderr)
        for module in (self.folder / "src").iterdir():
            self.assertEqual((self.tree / "contrib" / module.name).resolve(), module)
        for example in (self.folder / "examples").iterdir():
            self.assertEqual((self.tree / "examples" / example.name).resolve(), example)
        calls = (self.folder / "calls").read_text(encoding="utf-8")
        self.assertIn("--enable-examples --enable-tests --enable-modules=fast-wifi;linux-bridge;linux-kernel;linux-kernel-script;study;", calls)

    def test_tree_is_as_it_was_after_undoing(self):
        self.assertEqual(self.configure().returncode, 0)
        self.assertEqual(self.configure("-d", "release").returncode, 0)
        ended = self.undo()
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.list_tree(), self.untouched)

    def test_tree_is_as_it_was_after_failing(self):
        (self.folder / "fail").touch()
        ended = self.configure()
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertEqual(self.list_tree(), self.untouched)

    def test_build_of_a_user_stays(self):
        subprocess.run([sys.executable, self.tree / "ns3", "configure"], check=True)
        (self.tree / "build" / "program").touch()
        self.assertEqual(self.configure().returncode, 0)
        self.undo()
        self.assertTrue((self.tree / "build" / "program").exists())
        self.assertTrue((self.tree / "cmake-cache").exists())
        self.assertFalse(any((self.tree / "contrib").iterdir()))

    def test_options_of_a_user_come_back(self):
        """With a project of CMake's in the place of ns-3, and a name that is not UTF-8."""
        self.tree = self.tree.rename(self.folder / os.fsdecode(b"ns-3 \xff"))
        (self.tree / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.13)\nproject(x NONE)\n")
        cache = self.tree / "cmake-cache"
        options = ["NS3_ENABLED_MODULES=wifi;lte", "CMAKE_BUILD_TYPE=release", "MINE=a b", "NS3_TESTS=ON"]
        cmake = ["cmake", *(f"-D{option}" for option in options), "-S", str(self.tree), "-B", str(cache)]
        subprocess.run(cmake, check=True, capture_output=True)
        before = set((cache / "CMakeCache.txt").read_bytes().splitlines())
        (self.tree / "ns3").write_text(CONFIGURE, encoding="utf-8")
        self.assertEqual(self.configure("-d", "debug").returncode, 0)
        changed = (cache / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
        for line in ("CMAKE_BUILD_TYPE:UNINITIALIZED=debug", "MINE:UNINITIALIZED=c", "OURS:UNINITIALIZED=d"):
            self.assertIn(f"{line}\n", changed)
        self.assertEqual(self.undo().stderr, "")
        self.assertEqual(set((cache / "CMakeCache.txt").read_bytes().splitlines()), before)

    def test_versions(self):
        for text in ("3.43", "3.9", "2.35", "x", ""):
            self.write_version(text)
            self.untouched = self.list_tree()
            self.check_refused(self.configure(), f"ns-3 {text} in {self.tree} is not supported, only 3.44 and later")
        long = (b"3." + b"9" * 5000, b"a" * 5000)
        for text in (b"x\ny", b"3.48\n3.44", b"3.48/../../x", b"\xff\xfe", b"\x1b[31m", *long):
            (self.tree / "VERSION").write_bytes(text)
            self.untouched = self.list_tree()
            ended = self.configure()
            self.check_refused(ended, f" in {self.tree} is not supported")
            self.assertLess(len(ended.stderr), 200)
        (self.tree / "VERSION").unlink()
        self.untouched = self.list_tree()
        self.check_refused(self.configure(), f"{self.tree} has no file VERSION that can be read")
        for text, warnings in (("3.44", 0), ("3.46.1", 0), ("3-dev", 0), ("3.99", 1)):
            self.write_version(text)
            ended = self.configure()
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(ended.stderr.count("the last that was tried"), warnings, ended.stderr)

    def interrupt(self, number, *arguments):
        """Send a signal to all that a command has called, while the tree's ./ns3 waits; Ctrl-C is SIGINT."""
        (self.folder / "wait").touch()
        command = [self.program, *arguments, str(self.tree)]
        options = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True}
        with subprocess.Popen(command, cwd=self.folder, **options) as ended:
            while not (self.folder / "waiting").exists() and ended.poll() is None:
                time.sleep(0.05)
            os.killpg(ended.pid, number)
            said = ended.communicate()[1]
        (self.folder / "wait").unlink()
        return ended.returncode, said

    def test_interrupted_configuration(self):
        self.assertEqual(self.interrupt(signal.SIGINT, "configure", "--ns3-dir"), (130, "lasthop: interrupted\n"))
        self.assertEqual(self.list_tree(), self.untouched)
        self.assertIn("the pinned wheel", self.run_program("show", "config").stdout)

    def test_killed_configuration(self):
        self.interrupt(signal.SIGKILL, "configure", "--ns3-dir")
        self.assertEqual(self.configure().returncode, 0)
        self.undo()
        self.assertEqual(self.list_tree(), self.untouched)

    def test_interrupted_trial(self):
        self.program = str(self.folder / "tools" / "try-tree")
        self.assertEqual(self.interrupt(signal.SIGINT), (130, "lasthop: interrupted\n"))
        self.assertEqual(self.list_tree(), self.untouched)

    def test_program_that_runs_for_ever_is_ended(self):
        code = "import subprocess, sys; from frontend.try_tree import limit_processor_time; limit_processor_time(1)"
        code += "; print(subprocess.run([sys.executable, '-c', 'while True: pass']).returncode)"
        command = [sys.executable, "-c", code]
        ended = subprocess.run(command, cwd=self.folder / "tools", capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(ended.stdout, f"{-signal.SIGXCPU}\n", ended.stderr)

    def test_links_of_an_earlier_version(self):
        self.assertEqual(self.configure().returncode, 0)
        module = self.folder / "src" / "study"
        module.rename(module.with_name("new-name"))
        self.undo()
        self.assertEqual(self.list_tree(), self.untouched)

    @unittest.skipUnless(os.geteuid() == 0, "only root can become another user")
    def test_tree_in_which_not_all_can_be_linked(self):
        self.folder.chmod(0o755)
        for folder in (self.folder, self.tree, self.tree / "contrib"):
            os.chown(folder, NOBODY, NOBODY)
        ended = self.configure(user=NOBODY, group=NOBODY, extra_groups=[])
        self.check_refused(ended, f"{self.tree}/examples/", ": Permission denied")

    def test_damaged_notes_of_the_tree(self):
        self.assertEqual(self.configure().returncode, 0)
        lock = self.tree / f".lock-ns3_{sys.platform}_build"
        for content in (b"", b"\xff", b"x", b"(", b"\0", b"BUILD_PROFILE = VERSION = ns3_runnable_programs = 3"):
            lock.write_bytes(content)
            self.untouched = self.list_tree()
            for arguments in (["show", "targets"], ["run", "x"]):
                self.check_refused(self.run_program(*arguments), f"{lock} is damaged: run ./ns3 configure")

    def test_names_that_are_taken(self):
        place = self.tree / "examples" / "kuang2003"
        place.mkdir()
        self.untouched = self.list_tree()
        self.check_refused(self.configure(), f"{place} is already there and is not a link to")
        place.rmdir()
        (self.tree / "src" / "wavelan").mkdir()
        self.untouched = self.list_tree()
        self.check_refused(self.configure(), f"{self.tree} has a module wavelan of its own")

    def test_tree_that_does_not_build_our_modules(self):
        """It builds none of the programs, either: ns-3 has no variables for these modules then."""
        lists = [path for path in (self.folder / "examples").glob("*/CMakeLists.txt") if "build_example(" in path.read_text()]
        self.assertTrue(lists)
        for path in lists:
            # A script of CMake cannot make a target.
            ended = subprocess.run(["cmake", "-P", path], capture_output=True, text=True, check=False)
            self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_mistakes_that_end_a_trial_before_it_begins(self):
        self.program = str(self.folder / "tools" / "try-tree")
        for option, line in (
            ("--tests-of=core,nosuch", f"no module of {self.tree} named 'nosuch'"),
            ("--tests-of=", f"no module of {self.tree} named ''"),
            (f"--record={self.folder}", f"--record {self.folder}: this is a folder; expected the name of a file"),
            (f"--record={self.program}/record.json", f"{self.program} is not a folder"),
        ):
            self.check_refused(self.run_program(option, str(self.tree)), line)

    def test_trial_needs_a_tree_that_nobody_uses(self):
        self.program = str(self.folder / "tools" / "try-tree")
        self.check_refused(self.run_program(), "try-tree needs a source tree of ns-3")
        self.check_refused(self.run_program(str(self.folder)), f"{self.folder} is no source tree of ns-3")
        self.check_refused(self.run_program("/nonexist"), "/nonexist is no source tree of ns-3")
        (self.tree / "build").mkdir()
        self.untouched = self.list_tree()
        self.check_refused(self.run_program(str(self.tree)), "has been configured or built")

    def make_trial(self, **results):
        """Try lasthop in the tree, whose test.py says PASS of each program that is listed, unless it says
        something else of it by its name; return the record and the lines printed."""
        commands = [
            command
            for path in sorted((self.folder / "examples").glob("*/examples-to-run.py"))
            for command, *conditions in runpy.run_path(str(path))["cpp_examples"]
            if len(conditions) == 2
        ]
        lines = [
            f"[{number}/99] {results.pop(command.split()[0].replace('-', '_'), 'PASS')}: Example examples/paper/{command}"
            for number, command in enumerate(commands, start=1)
        ]
        lines += [f"[99/99] {result}: TestSuite {name.replace('_', '-')}" for name, result in results.items()]
        (self.folder / "tested").write_text("\n".join(lines), encoding="utf-8")
        suites = self.folder / "src" / "usb-bus" / "test"
        suites.mkdir(exist_ok=True)
        (suites / "suite.cc").write_text('TestSuite("usb-helper", Type::UNIT)', encoding="utf-8")
        record = self.folder / "record.json"
        self.program = str(self.folder / "tools" / "try-tree")
        ended = self.run_program(str(self.tree), f"--record={record}")
        self.assertEqual(self.list_tree(), self.untouched)
        self.assertTrue(record.exists(), ended.stderr + ended.stdout)
        return json.loads(record.read_text(encoding="utf-8")), ended, len(commands)

    def test_trial_that_passes(self):
        os.mkfifo(self.tree / "pipe")
        (self.tree / "link").symlink_to(os.fsdecode(b"\xff"))
        self.untouched = self.list_tree()
        record, ended, programs = self.make_trial(usb_helper="PASS", object="PASS", wifi="SKIP")
        self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
        self.assertEqual(record["ns-3"], "3.48")
        self.assertEqual(record["standard"], "23")
        self.assertEqual(record["suites"], {"passed": 1, "skipped": 0, "failed": []})
        self.assertEqual(record["suites of ns-3"]["passed"], 1)
        self.assertEqual(record["suites of ns-3"]["failed"], [])
        self.assertEqual(record["programs"], {"passed": programs, "skipped": 0, "failed": []})
        self.assertEqual(ended.stdout.splitlines()[-1], f"{programs + 2} passed, 0 failed")

    def make_runner(self):
        """A program that loads a library of ours."""
        library = self.folder / "libns3.48-usb-bus-test-default.so"
        for source, *options in (
            ("int Lasthop() { return 0; }", "-shared", "-o", library, f"-Wl,-soname,{library.name}"),
            (RUNNER, "-o", self.folder / "runner", "-Wl,--no-as-needed", library, f"-Wl,-rpath,{self.folder}"),
        ):
            subprocess.run(["c++", "-x", "c++", "-", "-x", "none", *options], input=source, text=True, check=True)

    def test_trial_that_fails(self):
        (self.folder / "built").write_text(BUILT, encoding="utf-8")
        self.make_runner()
        record, ended, _ = self.make_trial(usb_helper="CRASH", object="FAIL", fragile="FAIL", dcf_validation="FAIL")
        self.assertEqual(ended.returncode, 1, ended.stderr + ended.stdout)
        self.assertEqual(record["suites"]["failed"], ["usb-helper"])
        self.assertEqual(record["suites of ns-3"]["failed"], ["object"])
        self.assertEqual(record["suites of ns-3"]["failed without lasthop"], ["fragile"])
        self.assertEqual(len(record["programs"]["failed"]), 1)
        self.assertIn("dcf-validation", record["programs"]["failed"][0])
        self.assertEqual(record["warnings"], ["/ns-3/src/core/model/ptr.h:1:1: warning: shown in a header of ns-3"])
        self.assertIn("4 failed", ended.stdout.splitlines()[-1])

    def test_program_that_was_not_run(self):
        record, ended, programs = self.make_trial(kuang2003_usb_modes="NOT")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(record["programs"]["passed"], programs - len(record["programs"]["failed"]))
        self.assertTrue(all(name.endswith("(not run)") for name in record["programs"]["failed"]))


class Blame(unittest.TestCase):
    """Who is named when a tree does not build."""

    def test_whose_source_failed(self):
        theirs = Path("src/core/CMakeFiles/core.dir/model/test.cc.o")
        ours = Path("contrib/usb-bus/CMakeFiles/usb-bus.dir/model/urb.cc.o")
        tree = Path("/tree")
        for failed, expected in (
            ([theirs], f"/tree: ns-3 itself does not build with this compiler: {theirs}"),
            ([theirs, ours], "/tree does not build with lasthop in it"),
            ([], "/tree does not build with lasthop in it"),
        ):
            said = try_tree._describe_failure(tree, failed)  # pylint: disable=protected-access
            self.assertEqual(said, expected)


if __name__ == "__main__":
    main()
