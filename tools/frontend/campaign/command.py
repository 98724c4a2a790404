# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 reproduce."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from .. import ledger, ns3_tree, python_tools, verdicts
from ..build import build
from ..configuration import ensure_configured
from ..errors import UserError, unknown
from ..numbers import write_count, write_duration
from ..paths import ROOT, require_writable
from ..programs import require_built, require_ledgers
from ..programs import studies as study_programs
from . import campaign, cells, studies
from .engine import Engine, find_profile, require_space
from .export import FORMATS, export
from .processes import end_children

CRATE = "ro-crate-metadata.json"
PAGE = ROOT / "tools" / "lasthop-report.py"
MOST_ERRORS = 10


def add_options(verb, positive):
    """The command line."""
    verb.add_argument(
        "reproduce", nargs="*", metavar="NAME", help="paper, finding, claim or study; default: all"
    )
    extent = verb.add_mutually_exclusive_group()
    extent.add_argument(
        "--quick", action="store_const", dest="mode", const="quick", help="the ledger's short runs"
    )
    extent.add_argument(
        "--full", action="store_const", dest="mode", const="full", help="the runs behind the figures of the documents"
    )
    verb.set_defaults(mode="default")
    verb.add_argument("-j", "--jobs", type=positive, help="parallel runs, default: all cores")
    verb.add_argument(
        "--profile", metavar="NAME", help="make the runs on a cluster: slurm, kubernetes, or a folder with a config.yaml"
    )
    other = verb.add_mutually_exclusive_group()
    other.add_argument("--list-cells", action="store_true", help="only print the commands of the missing cells")
    verb.add_argument(
        "--report", metavar="FOLDER", default="report", help="output folder, default: report"
    )
    other.add_argument(
        "--compare", nargs=2, metavar=("OLD", "NEW"), help="list the changes between two databases"
    )
    other.add_argument(
        "--export",
        nargs=2,
        metavar=("FORMAT", "FILE"),
        help=f"{', '.join(FORMATS)} of the database",
    )
    verb.add_argument("--no-build", action="store_true", help="do not build first")


def reproduce(configuration, options):
    """Carry out one command line."""
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGHUP, _interrupt)
    try:
        return _reproduce(configuration, options)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise
    finally:
        end_children()


def _interrupt(_number, _frame):
    raise KeyboardInterrupt


def _reproduce(configuration, options):
    if ns3_tree.is_tree(configuration.ns3_dir):
        raise UserError("reproduce runs what ./ns3 builds itself: ./ns3 configure --ns3-dir=''")
    if not options.report:
        raise UserError("--report= needs the name of a folder")
    if options.compare:
        return _call("compare", *options.compare)
    if options.export:
        return _export(options)
    profile = find_profile(options.profile) if options.profile else None
    ensure_configured(configuration)
    programs = study_programs(configuration.folder)
    require_ledgers(configuration.folder, options.reproduce)
    chosen = studies.select(programs, options.reproduce, studies.ledger_claims(programs, options.reproduce))
    folder = _folder(options.report, is_made=not options.list_cells)
    if not options.no_build:
        build(configuration, list(chosen), options.jobs, quiet=options.quiet)
    for name in chosen:
        require_built(name, programs[name])
    described = [
        studies.describe(name, programs[name], options.mode, deciding)
        for name, deciding in chosen.items()
    ]
    jobs = options.jobs or (0 if profile else len(os.sched_getaffinity(0)))
    work = campaign.Campaign(folder, configuration.folder, options.mode, jobs, described)
    if options.list_cells:
        return _list_cells(work)
    with campaign.lock(work.state) as lock:
        return _run(work, profile, lock)


def _call(module, *arguments):
    """Run a module of this folder that needs the campaign's Python tools; return its exit status."""
    command = [python_tools.python(python_tools.REPRODUCE), "-m", f"{__package__}.{module}", *arguments]
    return subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT / "tools")}, check=False).returncode


def _export(options):
    kind, target = options.export
    if kind not in FORMATS:
        raise unknown("format", kind, FORMATS, f"expected one of {', '.join(FORMATS)}")
    report = Path(options.report)
    # The crate names the exports beside it; that of a campaign at work is not finished.
    in_crate = (report / CRATE).exists() and _is_below(Path(target), report)
    with campaign.lock(report / "campaign") if in_crate else contextlib.nullcontext():
        for path in export(kind, target, report):
            print(path, flush=True)
        return _call("crate", report) if in_crate else 0


def _is_below(path, folder):
    return path.resolve().is_relative_to(folder.resolve())


def _folder(name, is_made):
    folder = Path(name).absolute()
    require_writable(folder)
    if is_made:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _list_cells(work):
    """A folder that is not there yet is left to the first cell."""
    with campaign.lock(work.state) if work.state.exists() else contextlib.nullcontext():
        work.prepare()
        for study in work.studies:
            for cell in cells.missing(work.state, study, study.extent.first):
                print(cell.command(work.state))
    return 0


def _run(work, profile, lock):
    require_space(work.folder)
    expected = work.expected_seconds()
    extent = f"{write_duration(expected / work.jobs)}, {work.jobs} runs at a time" if work.jobs else f"{write_duration(expected)} of one core"
    print(f"{write_count(len(work.studies), 'study', 'studies')}, about {extent}", flush=True)
    engine = Engine(work.state, work.jobs, profile, lock) if profile else None
    # What writes the crate must not be missing at the end.
    python_tools.ensure(python_tools.REPRODUCE)
    path = work.run(engine, lock)
    for error in work.errors[:MOST_ERRORS]:
        where = " ".join(filter(None, [error["study"], error["point"]]))
        print(f"lasthop: {where}: {error['message']}; {error['command']}", file=sys.stderr)
    if work.errors[MOST_ERRORS:]:
        rest = len(work.errors) - MOST_ERRORS
        print(f"lasthop: {rest} errors more, in {path}", file=sys.stderr)
    _print_verdicts(work)
    print(f"database: {os.path.relpath(work.database)}", flush=True)
    statuses = [_build_page(path, work.folder), _call("crate", work.folder)]
    return max(*statuses, 1 if work.errors else 0)


def _print_verdicts(work):
    for entry in work.accounts:
        print(f"{entry['id']:4} {entry['words']}: {entry['finding']} {entry['sentence']}")
    if work.accounts:
        counted = verdicts.count_findings(entry["verdict"] for entry in work.accounts)
        print(f"{write_count(len(work.accounts), 'finding')}: {counted}\n")
    claims = []
    for judged in work.judged:
        found = judged.report["claims"] if judged.report else []
        claims += found
        counted = verdicts.count_claims(found) if judged.report else "not judged"
        print(f"{judged.study.name}, {write_count(judged.runs, 'run')}: {counted}")
    print(f"{write_count(len(claims), 'claim')} in {write_duration(work.seconds)}: {verdicts.count_claims(claims)}")
    if work.mode == "full":
        _print_moved(work)
    if work.mode == "quick":
        print(
            "The runs of --quick are short: their verdicts show that everything works, not what the papers found."
        )


def _print_moved(work):
    """What the documents say, the ledger has as evidence."""
    for judged in work.judged:
        name = judged.study.name
        documented = ledger.path_of(name).exists() and ledger.load(name)["evidence"]
        if judged.report and documented:
            for line in ledger.moved(documented, judged.report):
                print(f"{name}: unlike the documents, {line}")


def _build_page(manifest, folder):
    """The page's builder finds the Python that it needs itself."""
    if not PAGE.exists():
        return 0
    command = [sys.executable, str(PAGE), str(manifest), str(folder)]
    status = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    if status == 0:
        print(f"pages:    {os.path.relpath(folder / 'index.html')}", flush=True)
    return status
