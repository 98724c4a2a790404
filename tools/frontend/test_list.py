# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Which ns-3 test suites and which examples are tests, written for CTest."""

import os
import runpy
import shlex
import shutil
import subprocess
from pathlib import Path

from .errors import UserError
from .paths import ROOT, example_folders, modules, write_file
from .programs import programs

FULLNESS = ("QUICK", "EXTENSIVE", "TAKES_FOREVER")

# Where several tests run at a time, those that may be long are started first: single cases of
# GoogleTest, which have no cost, fill the end.
COST = 1

# It compares two radios in whole testbeds. The code of both runs in other suites, too.
NOT_SANITIZED = {"wlan-testbed-radio"}


def fullness():
    """How much is tested, as ./test.py has passed it on."""
    return os.environ.get("LASTHOP_TEST_FULLNESS", FULLNESS[0])


def write(folder, test_folder):
    """Write tests.cmake into a build folder. The suites of another one are instrumented by no sanitizer,
    and load the libraries of this one."""
    tests = [*_suites(folder, test_folder), *_examples(folder, folder != test_folder)]
    (folder / "testpy-output").mkdir(exist_ok=True)
    lines = [line for test in tests for line in _cmake(folder, *test)]
    write_file(folder / "tests.cmake", "\n".join(lines) + "\n")


def write_ground(folder, tests):
    """Write the tests into a folder of their own, each under valgrind, and return it. Python is not looked
    into, only what it calls."""
    if not shutil.which("valgrind"):
        raise UserError("valgrind is not installed: apt-get install valgrind")
    ground = folder / "grind"
    ground.mkdir(exist_ok=True)
    valgrind = ["valgrind", "--quiet", "--leak-check=full", "--error-exitcode=1"]
    valgrind += ["--trace-children=yes", "--trace-children-skip=*python*"]
    lines = [
        line
        for test in tests
        for line in _cmake(folder, test["name"], test["kind"], [*valgrind, *test["command"]])
    ]
    write_file(ground / "CTestTestfile.cmake", "\n".join(lines) + "\n")
    return ground


def _suites(folder, test_folder):
    runner = test_folder / "test-runner"
    if not runner.exists():
        return
    listed = subprocess.run(
        [runner, "--list", "--print-test-types"], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        raise UserError(f"{runner} --list failed: {listed.stderr.strip()}")
    for line in listed.stdout.splitlines():
        kind, name = line.split()
        if folder != test_folder and name in NOT_SANITIZED:
            continue
        arguments = [f"--suite={name}", f"--fullness={fullness()}", "--verbose"]
        arguments += [f"--tempdir={folder / 'testpy-output' / name}"]
        yield name, kind, [str(runner), *arguments]


def _examples(folder, sanitized):
    paths = programs(folder)
    for command in _chosen_examples(paths, sanitized):
        name, *arguments = shlex.split(command)
        yield command, "example", [str(paths[name]), *arguments]


def sanitized_programs(folder):
    """The programs that are tests in a build with sanitizers."""
    commands = _chosen_examples(programs(folder), sanitized=True)
    return sorted({command.split()[0] for command in commands})


def listed_examples():
    """Each example that is listed to be run: the list, the command and its other fields."""
    lists = [module / "test" / "examples-to-run.py" for module in modules()]
    lists += [example / "examples-to-run.py" for example in example_folders()]
    for path in filter(Path.exists, lists):
        for command, *conditions in runpy.run_path(str(path))["cpp_examples"]:
            yield path, command, conditions


def _chosen_examples(paths, sanitized):
    for path, command, conditions in listed_examples():
        name = command.split()[0]
        if name not in paths:
            raise UserError(f"{path.relative_to(ROOT)} names '{name}', which is no program")
        if is_chosen(path, command, conditions, sanitized):
            yield command


def is_chosen(path, command, conditions, sanitized=False):
    """The fields after the command are: whether to run, whether under valgrind, the fullness. The
    sanitizers find what valgrind finds, so that the second field counts for them."""
    level = conditions[2] if len(conditions) > 2 else FULLNESS[0]
    if not {*conditions[:2]} <= {"True", "False"} or level not in FULLNESS:
        raise UserError(f"{path.relative_to(ROOT)}: the fields of '{command}' are not understood")
    runs = conditions[1 if sanitized else 0] == "True"
    return runs and FULLNESS.index(level) <= FULLNESS.index(fullness())


def _cmake(folder, name, kind, command):
    # ns-3 complains of the name of a test case, in each suite, and goes on.
    of_suite = (
        " FAIL_REGULAR_EXPRESSION [==[Invalid test name]==]"
        ' ENVIRONMENT_MODIFICATION "${LASTHOP_TEST_ENVIRONMENT}"'
    )
    quoted = " ".join(f"[==[{word}]==]" for word in command)
    yield f"add_test([==[{name}]==] {quoted})"
    yield (
        f"set_tests_properties([==[{name}]==] PROPERTIES LABELS {kind} COST {COST} "
        f"WORKING_DIRECTORY [==[{folder / 'testpy-output'}]==]{'' if kind == 'example' else of_suite})"
    )
