# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command ./test.py."""

import dataclasses
import fnmatch
import json
import os
import re
import subprocess
import sys

from . import ns3_tree, progress, python_tools, test_report
from .build import build
from .configuration import NOT_WRITABLE, PROFILES, SANITIZE, configure, ensure_configured, load
from .errors import CommandFailed, UserError, unknown
from .ns3_command import Parser, positive
from .paths import ROOT, require_writable
from .test_list import FULLNESS, sanitized_programs, write_ground

KINDS = ("unit", "system", "example", "performance")
# Long enough for the slowest example under the sanitizers on a slow machine.
TIMEOUT_S = 900
# Of each allocation, AddressSanitizer keeps the callers for its reports, and fills the first bytes with a pattern.
# Its defaults, 30 callers and 4096 bytes, take more than half of the time of a simulation. What the user has set in
# ASAN_OPTIONS comes after these, and wins.
ASAN_OPTIONS = "malloc_context_size=2:max_malloc_fill_size=64"
# Some tests wait for most of their time.
DEFAULT_JOBS = (os.cpu_count() or 1) + 1

STARTED = re.compile(r" +Start +\d+: ")
PASSED = re.compile(r" *(\d+)/(\d+) Test +#\d+: .* Passed ")


def parser():
    """The command line; options mean what they mean in ns-3."""
    top = Parser(prog="./test.py", allow_abbrev=False, description="Build and run the tests.")
    top.add_argument("-s", "--suite", metavar="NAME", help="only this suite; wildcards allowed")
    top.add_argument("-e", "--example", metavar="NAME", help="only this example")
    top.add_argument("-c", "--constrain", metavar="KIND", choices=KINDS, help="only this kind")
    longer = "run longer tests, too; default: QUICK"
    top.add_argument("-f", "--fullness", choices=FULLNESS, default=FULLNESS[0], help=longer)
    top.add_argument("-k", "--kinds", action="store_true", help="print the kinds of tests")
    top.add_argument("-l", "--list", action="store_true", help="print the tests")
    top.add_argument("-n", "--no-build", action="store_true", help="do not build first")
    top.add_argument("-v", "--verbose", action="store_true", help="print the output of the tests")
    for letter, kind, what in (
        ("-x", "xml", "a JUnit report"),
        ("-t", "text", "the results as text"),
        ("-w", "web", "the results as a page"),
    ):
        names = [letter, f"--{kind}", *(["--html"] if kind == "web" else [])]
        top.add_argument(*names, metavar="FILE", help=f"write {what}")
    top.add_argument("-d", "--duration", action="store_true", help="list the slowest tests at the end")
    top.add_argument("-g", "--grind", action="store_true", help="run the tests under valgrind")
    accepted = "accepted for compatibility: always on"
    top.add_argument("-m", "--multiple", action="store_true", help=accepted)
    top.add_argument("-r", "--retain", action="store_true", help=accepted)
    top.add_argument("--nocolor", action="store_true", help=accepted)
    top.add_argument("-p", "--pyexample", metavar="NAME", help="no Python example is a test")
    top.add_argument(
        "-j", "--jobs", type=positive, default=DEFAULT_JOBS, help=f"parallel tests, default {DEFAULT_JOBS}"
    )
    top.add_argument("--rerun-failed", action="store_true", help="only the tests that failed last")
    top.add_argument("--sanitize", action="store_true", help="test a build with ASan and UBSan")
    return top


def main(arguments):
    """Carry out one command line."""
    configuration = load()
    if ns3_tree.is_tree(configuration.ns3_dir):
        return ns3_tree.test(configuration, arguments)
    options = parser().parse_args(arguments)
    if options.kinds:
        print("\n".join(KINDS))
        return 0
    if options.pyexample is not None:
        raise UserError(f"-p {options.pyexample}: no Python example is a test; tools/python runs a script")
    reports = test_report.wanted(options)
    if options.sanitize:
        configuration.profile = SANITIZE
    _require_mention(options.suite, "suite")
    _require_mention(options.example, "example")
    ensure_configured(configuration)
    # The tests write there, also those of what is built already.
    require_writable(configuration.folder, NOT_WRITABLE)
    os.environ["LASTHOP_TEST_FULLNESS"] = options.fullness
    if not options.no_build:
        _build(configuration)
    tests = _select(_known_tests(configuration.folder), options)
    if options.list:
        print("\n".join(f"{test['kind']:12}{test['name']}" for test in tests))
        return 0
    if options.rerun_failed:
        tests = _only_failed(configuration.folder, tests)
    return _run(configuration.folder, tests, options, reports)


def _require_mention(name, kind):
    """A wrong name is refused before anything is built: a test's name, or the last part of it, stands in
    some source."""
    if name is None or any(letter in name for letter in "*?["):
        return
    last = re.split(r"[./]", name)[-1].split()
    files = [path for top in ("src", "examples", "test", "cmake") for path in (ROOT / top).rglob("*")]
    texts = (path for path in files if path.suffix in (".cc", ".py", ".txt", ".cmake"))
    if last and not any(last[0] in path.read_text("utf-8", "replace") for path in texts):
        raise UserError(f"no {kind} named '{name}'; ./test.py --list shows all")


def _only_failed(folder, tests):
    """Those that CTest has noted as failed; its own option takes no notice of a choice of tests."""
    try:
        lines = (folder / "Testing" / "Temporary" / "LastTestsFailed.log").read_text().splitlines()
    except FileNotFoundError:
        lines = []
    failed = {line.split(":", 1)[-1] for line in lines}
    tests = [test for test in tests if test["name"] in failed]
    if not tests:
        raise UserError("none of these tests failed the last time")
    return tests


def _build(configuration):
    """The sanitizers look at the libraries that the tests of the default build load."""
    if configuration.profile == SANITIZE:
        default = dataclasses.replace(configuration, profile=PROFILES[0])
        if not default.is_made:
            configure(default)
        build(default, ["tests"])
    build(configuration, _targets(configuration))


def _targets(configuration):
    """All, but with sanitizers, where each program takes long to build, only those that are tests."""
    if configuration.profile != SANITIZE:
        return ()
    try:
        programs = sanitized_programs(configuration.folder)
    except UserError:
        # CMake ran before a program came or got another name. What is still wrong then is an error.
        configure(configuration)
        programs = sanitized_programs(configuration.folder)
    return ["all", *programs]


def _known_tests(folder):
    listed = subprocess.run(
        ["ctest", "--show-only=json-v1"], cwd=folder, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        raise UserError(f"the tests could not be listed: {listed.stderr.strip()}")
    tests = json.loads(listed.stdout)["tests"]
    return [
        {"number": number, "name": test["name"], "kind": _kind(test), "command": test.get("command")}
        for number, test in enumerate(tests, start=1)
    ]


def _kind(test):
    labels = [item["value"] for item in test["properties"] if item["name"] == "LABELS"]
    return labels[0][0] if labels else "system"


def _select(tests, options):
    if options.constrain:
        tests = [test for test in tests if test["kind"] == options.constrain]
    if options.suite is not None:
        suites = [test for test in tests if test["kind"] != "example"]
        tests = _named("test", suites, options.suite, lambda test: test["name"])
    if options.example is not None:
        examples = [test for test in tests if test["kind"] == "example"]
        tests = _named("example", examples, options.example, lambda test: test["name"].split()[0])
    if not tests:
        raise UserError("there is no such test; ./test.py --list shows all")
    return tests


def _named(kind, tests, pattern, name):
    found = [test for test in tests if fnmatch.fnmatchcase(name(test), pattern)]
    if not found:
        raise unknown(kind, pattern, {name(test) for test in tests}, "./test.py --list shows all")
    return found


def _run(folder, tests, options, reports):
    if any(test["kind"] == "example" for test in tests):
        os.environ.update(python_tools.environment())
    if options.sanitize:
        own = os.environ.get("ASAN_OPTIONS", "")
        os.environ["ASAN_OPTIONS"] = f"{ASAN_OPTIONS}:{own}"
    command = ["ctest", "--output-on-failure", "--no-label-summary", "--timeout", str(TIMEOUT_S)]
    command += ["-j", str(options.jobs)]
    command += ["--verbose"] if options.verbose else []
    if options.grind:
        folder = write_ground(folder, tests)
    else:
        command += ["-I", _numbers(tests)]
    junit = folder / "Testing" / "junit.xml"
    command += ["--output-junit", str(junit)]
    classify = progress.keep_all if options.verbose else _classify
    try:
        progress.run(command, classify, sys.stdout, cwd=folder)
        return 0
    except CommandFailed as failure:
        return failure.status
    finally:
        test_report.write(junit, reports)


def _classify(line):
    """Passed tests are counted in tenths, unless on a terminal; what failed is shown in full."""
    if STARTED.match(line):
        return progress.Line.HIDE
    passed = PASSED.match(line)
    if not passed:
        return progress.Line.KEEP
    done, total = int(passed[1]), int(passed[2])
    is_tenth = done * 10 // total > (done - 1) * 10 // total
    return progress.Line.STEP if is_tenth else progress.Line.TERMINAL_STEP


def _numbers(tests):
    """CTest's form for single tests: an empty range, then their numbers."""
    return ",".join(["0", "0", "0", *(str(test["number"]) for test in tests)])
