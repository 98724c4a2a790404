# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command tools/try-tree."""

import collections
import contextlib
import hashlib
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from . import cmake_cache, git, ledger, ns3_tree, progress, python_tools, tree_record
from .configuration import PROFILES, Configuration
from .errors import CommandFailed, UserError, unknown
from .ledger_differences import compare
from .ns3_command import Parser, positive
from .paths import absolute, example_folders, modules, require_writable
from .study_runs import run_check
from .test_list import is_chosen, listed_examples

# Modules of ns-3 whose suites lasthop could disturb: by its TypeIds and defaults, its queue discs and its sockets.
TESTED = ("core", "traffic-control", "internet", "wifi")
# What a suite, a program or a study may use; one that would run for ever is ended, and fails.
MOST_PROCESSOR_S = 3600
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
RESULT = re.compile(r"\[\d+/\d+\] (PASS|SKIP|FAIL|CRASH|VALGR): (TestSuite|Example) (.*)")
# How Ninja begins the line about what it could not build.
FAILED = "FAILED: "
STEP = re.compile(r"\[\d+/\d+\] (?:Building CXX object (\S+))?")


def parser():
    """The command line."""
    top = Parser(
        prog="tools/try-tree",
        allow_abbrev=False,
        description="Build and test lasthop in an ns-3 source tree, and restore the tree. CXX names the compiler.",
    )
    top.add_argument("tree", nargs="?", metavar="TREE", help="an unconfigured ns-3 source tree")
    top.add_argument("-d", "--build-profile", choices=PROFILES, default=PROFILES[0], help="default: default")
    top.add_argument("-j", "--jobs", type=positive, default=os.cpu_count(), help="parallel jobs, default: all cores")
    top.add_argument(
        "--tests-of",
        metavar="MODULES",
        default=",".join(TESTED),
        help=f"ns-3 modules whose suites are also run, default: {','.join(TESTED)}",
    )
    top.add_argument("--record", metavar="FILE", help="file for the record, default: in test/trees")
    top.add_argument("--keep", action="store_true", help="leave the links and the build in the tree")
    top.add_argument("--table", action="store_true", help="only print the table of all records")
    top.add_argument("--age", action="store_true", help="only report which records are too old")
    return top


def main(arguments):
    """Carry out one command line."""
    options = parser().parse_args(arguments)
    if options.table:
        print(tree_record.table(tree_record.load_all()), end="")
        return 0
    if options.age:
        return _tell_age()
    if not options.tree:
        raise UserError("try-tree needs a source tree of ns-3")
    return _try(options)


def _tell_age():
    """Say it, without failing: only somebody with a tree can renew a record."""
    for record in tree_record.load_all():
        name = tree_record.path_of(record).name
        age = tree_record.age(record)
        if age is None:
            print(f"STALE: {name} was made of commit {record['lasthop']}, which is not in this history")
        elif age > tree_record.MOST_COMMITS:
            print(f"STALE: {name} is {age} commits of sources old: tools/try-tree makes a new one")
    return 0


def _try(options):
    tree = str(absolute(options.tree))
    if not ns3_tree.is_tree(tree):
        raise UserError(f"{options.tree} is no source tree of ns-3")
    if not options.keep and ns3_tree.is_used(tree):
        raise UserError(f"{tree} has been configured or built: try-tree needs a tree that nobody uses, or --keep")
    # A trial takes hours, so what would stop it at its end is refused first.
    _require_modules(options.tests_of.split(","), tree)
    if options.record:
        _require_file(Path(options.record).absolute())
    tree_record.load_all()
    before = digests(tree)
    configuration = Configuration(ns3_dir=tree)
    limit_processor_time(MOST_PROCESSOR_S)
    try:
        record = _make_record(configuration, options)
    finally:
        if not options.keep:
            ns3_tree.unlink(configuration)
    if not options.keep:
        _require_unchanged(tree, before)
    path = Path(options.record) if options.record else tree_record.path_of(record)
    tree_record.save(record, path)
    return _report(record, path)


def _require_modules(names, tree):
    known = [path.name for path in (Path(tree) / "src").iterdir() if path.is_dir()]
    for name in names:
        if name not in known:
            raise unknown(f"module of {tree}", name, known, "expected the names of folders in its src")


def _require_file(path):
    if path.is_dir():
        raise UserError(f"--record {path}: this is a folder; expected the name of a file")
    require_writable(path.parent)


def digests(tree):
    """A digest of each file and link of a tree."""
    found = {}
    for folder, folders, files in os.walk(tree):
        for name in files + [name for name in folders if (Path(folder) / name).is_symlink()]:
            path = Path(folder) / name
            found[str(path.relative_to(tree))] = _digest(path)
        found.update({str((Path(folder) / name).relative_to(tree)): "folder" for name in folders})
    return found


def _digest(path):
    if path.is_symlink():
        return os.readlink(path)
    # To read a pipe would be to wait for somebody who writes.
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "special"


def _require_unchanged(tree, before):
    after = digests(tree)
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    if changed:
        raise UserError(f"{tree} is not as it was: {', '.join(changed[:5])}")


def limit_processor_time(seconds):
    """Each process that is started from now on has so much for itself, if it has no smaller limit already."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    if most == resource.RLIM_INFINITY or seconds < most:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))


def _make_record(configuration, options):
    tree = configuration.ns3_dir
    ns3_tree.note(configuration)
    ns3_tree.configure(configuration, options.build_profile, [], tested=options.tests_of.split(","))
    warnings = _build(tree, options.jobs)
    known = ns3_tree.programs(tree)
    results = _run_tests(configuration, options.jobs)
    ours = _our_suites()
    suites = [(result, name) for result, kind, name in results if kind == "TestSuite"]
    studies, differ = _check_studies(known, options.jobs)
    return {
        "ns-3": ns3_tree.version(tree),
        "ns-3 commit": git.ask(tree, "rev-parse", "--short", "HEAD"),
        **_describe_build(tree),
        "profile": options.build_profile,
        "lasthop": git.commit() or "unknown",
        "warnings": warnings,
        "suites": _count((result, name) for result, name in suites if name in ours),
        "suites of ns-3": _without_lasthop(
            tree, known["test-runner"], _count((result, name) for result, name in suites if name not in ours)
        ),
        "programs": _check_programs(results),
        "studies": studies | {"differ": differ},
    }


def _build(tree, jobs):
    """Build the suites and our programs; return the warnings about our sources, whichever header they are in."""
    warnings = set()
    source = None
    wanted = [name for name, path in ns3_tree.programs(tree).items() if _is_ours(path, tree)]

    said = collections.deque(maxlen=40)
    failed = []

    def classify(line):
        nonlocal source
        said.append(line)
        if line.startswith(FAILED):
            failed.append(Path(line.removeprefix(FAILED).strip()))
        step = STEP.match(COLOUR.sub("", line))
        if step:
            source = step[1] and Path(step[1])
            return progress.Line.STEP
        if source is None or not _is_ours(source, tree):
            return progress.Line.HIDE
        if "warning: " in line:
            warnings.add(COLOUR.sub("", line).strip().replace(f"{tree}/", ""))
        return progress.Line.KEEP

    # As ./ns3 build does, which would leave one processor idle.
    command = ["cmake", "--build", "cmake-cache", "-j", str(jobs), "--target", "test-runner", *wanted]
    try:
        progress.run(command, classify, sys.stderr, cwd=tree)
    except CommandFailed as failure:
        # What is shown until now is about our sources only.
        sys.stderr.writelines(said)
        raise UserError(_describe_failure(tree, failed)) from failure
    return sorted(warnings)


def _describe_failure(tree, failed):
    """Whose fault it is that something did not build, as far as that can be told."""
    if failed and not any(_is_ours(path, tree) for path in failed):
        return f"{tree}: ns-3 itself does not build with this compiler: {failed[0]}"
    return f"{tree} does not build with lasthop in it"


def _is_ours(path, tree):
    """Whether a file, or a program built from it, belongs to a folder that was linked."""
    parts = path.relative_to(tree).parts if path.is_relative_to(tree) else path.parts
    parts = parts[1:] if parts[0] == "build" else parts
    ours = {("contrib", module.name) for module in modules()} | {("examples", folder.name) for folder in example_folders()}
    return parts[:2] in ours


def _count(suites):
    """Suites and their results, as a record has them."""
    part = {"passed": 0, "skipped": 0, "failed": []}
    for result, name in suites:
        if result == "PASS":
            part["passed"] += 1
        elif result == "SKIP":
            part["skipped"] += 1
        else:
            part["failed"].append(name)
    return part


def _run_tests(configuration, jobs):
    """Run the tree's test.py, which has its own exit status for a suite that fails; return the result, the kind and
    the name of each suite and example."""
    results = []

    def classify(line):
        match = RESULT.search(COLOUR.sub("", line))
        if match:
            results.append(match.groups())
        return progress.Line.TERMINAL_STEP if match and match[1] in ("PASS", "SKIP") else progress.Line.KEEP

    os.environ.update(python_tools.environment())
    command = [sys.executable, str(Path(configuration.ns3_dir) / "test.py"), "--no-build", f"--jobs={jobs}"]
    with contextlib.suppress(CommandFailed):
        progress.run(command, classify, sys.stderr, cwd=configuration.ns3_dir)
    if not results:
        raise UserError("the tree's test.py has run nothing")
    return results


def _without_lasthop(tree, runner, part):
    """Which of the suites of ns-3 that failed do so where our libraries are empty, too."""
    if not part["failed"]:
        return part | {"failed without lasthop": []}
    with tempfile.TemporaryDirectory(prefix="lasthop-") as folder:
        _make_empty_libraries(tree, runner, folder)
        environment = os.environ | {"LD_LIBRARY_PATH": folder}
        alike = [name for name in part["failed"] if not _passes(runner, name, environment, folder)]
    failed = [name for name in part["failed"] if name not in alike]
    return part | {"failed": failed, "failed without lasthop": alike}


def _make_empty_libraries(tree, runner, folder):
    """The loader takes them in place of the tree's, which the runner names in the same way."""
    names = "|".join(module.name for module in modules())
    needed = subprocess.run(["readelf", "-d", runner], capture_output=True, text=True, check=True).stdout
    compiler = cmake_cache.compiler(ns3_tree.cache_folder(tree))
    for library in re.findall(rf"\[(libns[^]]*-(?:{names})(?:-test)?(?:-\w+)?\.so)\]", needed):
        command = [*compiler, "-shared", "-x", "c++", os.devnull, "-o", f"{folder}/{library}", f"-Wl,-soname,{library}"]
        subprocess.run(command, check=True)


def _passes(runner, suite, environment, folder):
    command = [runner, f"--suite={suite}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return not subprocess.run(command, env=environment, cwd=folder, check=False, **quiet).returncode


def _our_suites():
    """The names of our suites, as their sources have them."""
    sources = [path for module in modules() for path in (module / "test").glob("*.cc")]
    texts = [path.read_text(encoding="utf-8") for path in sources]
    return {name for text in texts for name in re.findall(r'TestSuite\(\s*"([^"]+)"', text)}


def _check_programs(results):
    """Each example that is listed to be run must have been run: the tree's test.py leaves out in silence what it
    does not find."""
    passed, failed = 0, []
    for command in [fields[1] for fields in listed_examples() if is_chosen(*fields)]:
        found = [result for result, kind, name in results if kind == "Example" and f"/{name}".endswith(f"/{command}")]
        if found == ["PASS"]:
            passed += 1
        else:
            failed.append(f"{command} ({found[0] if found else 'not run'})")
    return {"passed": passed, "skipped": 0, "failed": failed}


def _check_studies(known, jobs):
    """Make the checks of the ledger with the tree's programs."""
    failed = [f"{name} (not built)" for name in ledger.names() if name not in known]
    passed, verdicts, differ = 0, 0, []
    for study in filter(known.get, ledger.names()):
        check = ledger.load(study)["check"]
        try:
            found = run_check(study, known[study], ledger.options(check), jobs)
        except UserError as error:
            failed.append(str(error))
            continue
        passed += 1
        verdicts += len(found["claims"])
        for line in compare(check, found).verdicts:
            print(f"{study}: {line}", flush=True)
            differ.append({"study": study, "what": line, "reason": None})
    counts = {"passed": passed, "skipped": 0, "failed": failed, "verdicts": verdicts}
    return counts, sorted(differ, key=lambda verdict: (verdict["study"], verdict["what"]))


def _describe_build(tree):
    """The compiler and the language version, as CMake has chosen them."""
    folder = ns3_tree.cache_folder(tree)
    compiler = cmake_cache.compiler_version(folder)
    name = "clang++" if "clang" in compiler else "g++"
    number = re.search(r"\d+\.\d+(\.\d+)?", compiler)[0]
    build = (folder / "build.ninja").read_text(encoding="utf-8")
    standard = re.search(r"-std=(?:c|gnu)\+\+(\w+)", build)
    return {"compiler": f"{name} {number}", "standard": standard[1] if standard else "unknown"}


def _report(record, path):
    """Print what did not pass, and the sum."""
    lines = tree_record.failures(record)
    for line in lines:
        print(line)
    passed = sum(record[part]["passed"] for part in tree_record.PARTS)
    print(f"record: {shlex.quote(str(path))}")
    print(f"{passed} passed, {len(lines)} failed")
    return 1 if lines else 0
