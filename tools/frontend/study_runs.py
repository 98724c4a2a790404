# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Running a study for its JSON, with the same arithmetic on every CPU."""

import contextlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

from . import ledger
from .errors import UserError, last_line

# Where the CPU has fused multiply-add, exp(), log(), pow(), sin() and others of glibc's libm use it
# and round otherwise, so that a frame is lost on one machine and not on another. Without it all
# x86-64 machines compute the same.
SAME_ARITHMETIC = "glibc.cpu.hwcaps=-FMA,-FMA4"
POLL_S = 0.1


class StudyFailed(UserError):
    """A study has ended without a report."""


def run_study(name, program, options, jobs, watch=lambda: None, inherited=(), report=None):
    """Let a study make its runs, so many at a time, and return the JSON that it writes.

    watch      called about ten times a second
    inherited  file descriptors that the study keeps open
    report     file of that JSON, if it is to be kept
    """
    with tempfile.TemporaryDirectory(prefix="lasthop-") as folder:
        report = report or Path(folder) / "report.json"
        report.unlink(missing_ok=True)
        arguments = [str(program), *map(str, options), f"--jobs={jobs}", f"--json={report}"]
        with open(Path(folder) / "errors", "w+", encoding="utf-8", errors="replace") as errors:
            process = subprocess.Popen(
                arguments,
                cwd=folder,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                pass_fds=inherited,
            )
            _wait(process, watch)
            if process.returncode:
                errors.seek(0)
                raise StudyFailed(_reason(name, process.returncode, errors.read()))
        return json.loads(report.read_text(encoding="utf-8"))


def run_check(name, program, options, jobs):
    """Make the runs of a ledger's check, and return what the ledger keeps of them."""
    found = ledger.record(run_study(name, program, [*options, "--no-plot"], jobs))
    return {**found, "only_full": ledger.only_full(describe(name, program))}


def _wait(process, watch):
    try:
        while process.poll() is None:
            watch()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(POLL_S)
    except BaseException:
        process.kill()
        process.wait()
        raise


def _reason(name, status, said):
    if status < 0:
        return f"{name} was ended by signal {-status}"
    last = last_line(said, f"exit status {status}")
    return f"{name} failed: {last.removeprefix(f'{name}: ')}"


def describe(name, program):
    """Ask a study what it is: the JSON of --list-points."""
    return run_study(name, program, ["--list-points"], jobs=1)


def environment():
    """Ours, without what would change attributes of ns-3; studies run in it. No plot is drawn, but its numbers are
    written."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NS_")}
    return {**kept, "GLIBC_TUNABLES": SAME_ARITHMETIC, "LASTHOP_PYTHON": "true"}
