# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Running cells elsewhere, by Snakemake and a profile."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
import uuid
from pathlib import Path

from .. import python_tools
from ..errors import UserError, last_line, unknown
from ..paths import ROOT, write_file
from ..study_runs import environment
from .processes import end_children

SNAKEFILE = ROOT / "tools" / "campaign" / "Snakefile"
PROFILES = ROOT / "tools" / "campaign" / "profiles"
# What Snakemake says of a job that has ended badly; one that was killed says nothing itself.
JOB_FAILED = "\nError in rule "
POLL_S = 0.2
# What Snakemake may take to end the jobs that it has given to others: first of itself, since a terminal interrupts it
# too, then told by us.
CANCEL_S = (3, 15)
LEAST_FREE = 1 << 20


class Engine:
    """Runs cells below one folder, some at a time."""

    def __init__(self, state, jobs, profile, lock):
        self._state = state
        self._jobs = jobs
        self._profile = profile
        self._lock = lock
        # What a profile may mark its jobs with.
        self._id = uuid.uuid4().hex
        # A profile may need a plugin, and have requirements of its own.
        own = profile / "requirements.txt"
        requirements = own if own.exists() else python_tools.SNAKEMAKE
        self._check_profile()
        self._python = python_tools.python(requirements)

    def run(self, cells, meter):
        """Make these cells; return those that failed, each with what was said."""
        if not cells:
            return []
        require_space(self._state)
        for cell in cells:
            self._error_file(cell).unlink(missing_ok=True)
        plan = {cell.output: cell.command(self._state) for cell in cells}
        write_file(self._state / "plan.json", json.dumps(plan, indent=1))
        ended = self._run_snakemake(cells, meter)
        failed = [cell for cell in cells if not (self._state / cell.output).exists()]
        require_space(self._state)
        has_error = JOB_FAILED in self._read_log() or any(
            self._error_file(cell).exists() for cell in failed
        )
        if ended and not has_error:
            raise UserError(f"Snakemake failed: {last_line(self._read_log())}; see {self._log}")
        return [(cell, self._said(cell)) for cell in failed]

    @property
    def _log(self):
        return self._state / "snakemake.log"

    def _run_snakemake(self, cells, meter):
        with open(self._log, "w", encoding="utf-8") as log:
            # It stays in our process group, so that whoever kills the group kills it and its jobs.
            with subprocess.Popen(
                self._command(),
                cwd=self._state,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment(),
                # If we alone are killed, it goes on, and no other campaign may begin.
                pass_fds=[self._lock.fileno()],
            ) as process:
                try:
                    while process.poll() is None:
                        meter.show("elsewhere", 0, lambda: self._count(cells))
                        time.sleep(POLL_S)
                except KeyboardInterrupt:
                    self._let_cancel(process)
                    raise
        return process.returncode

    def _count(self, cells):
        """How many runs are made, and how many there will be."""
        there = [cell.runs for cell in cells if (self._state / cell.output).exists()]
        return sum(there), sum(cell.runs for cell in cells)

    def _check_profile(self):
        """Without its cluster each cell would fail; a profile that can tell has a command for it."""
        check = self._profile / "check"
        if not check.exists():
            return
        try:
            result = subprocess.run(
                [str(check)], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise UserError(f"{check}: {error.strerror}") from error
        if result.returncode:
            raise UserError(f"--profile={self._profile.name}: {last_line(result.stderr)}")

    def _let_cancel(self, snakemake):
        """A signal ends this process, not the jobs on a cluster. Snakemake cancels those. The profile's command
        `cancel` deletes jobs that Snakemake does not know yet."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        alone, told = CANCEL_S
        try:
            snakemake.wait(alone)
        except subprocess.TimeoutExpired:
            snakemake.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                snakemake.wait(told)
        cancel = self._profile / "cancel"
        if cancel.exists():
            end_children()  # what they would still submit comes too late
            quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            subprocess.run([str(cancel)], env=self._environment(), check=False, **quiet)

    def _environment(self):
        # A profile may have commands of its own.
        path = f"{self._profile}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        own = {"PYTHONUNBUFFERED": "1", "PATH": path, "LASTHOP_CAMPAIGN": self._id}
        return {**environment(), **own}

    def _command(self):
        command = [str(self._python), "-m", "snakemake", "--snakefile", str(SNAKEFILE)]
        command += ["--config", "plan=plan.json", "--scheduler", "greedy", "--keep-going"]
        # The campaign has a lock of its own, which the kernel releases however it ends; Snakemake's would be left.
        command += [
            "--rerun-incomplete",
            "--nolock",
            "--rerun-triggers",
            "mtime",
            "--drop-metadata",
        ]
        command += ["--nocolor", "--profile", str(self._profile)]
        if self._jobs:
            command += ["--jobs", str(self._jobs)]
            # Without this each end of a job costs a look at all that wait; at a cluster's profile, many jobs are
            # submitted at once.
            command += ["--scheduler-subsample", str(max(64, 4 * self._jobs))]
        return command

    def _error_file(self, cell):
        return self._state / f"{cell.output}.error"

    def _said(self, cell):
        """What was said of a cell that has no results file."""
        try:
            said = self._error_file(cell).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return "it was killed, or was not run"
        return said.removeprefix(f"{cell.study.name}: ") or "it said nothing"

    def _read_log(self):
        return self._log.read_text(encoding="utf-8", errors="replace")


def find_profile(name):
    """The folder of a profile, given its name or its path."""
    if "/" in name:
        folder = Path(name).absolute()
        if not (folder / "config.yaml").exists():
            raise UserError(f"--profile={name}: there is no config.yaml in it")
        return folder
    known = [path.name for path in PROFILES.iterdir() if path.is_dir()]
    if name not in known:
        raise unknown("profile", name, known, f"expected a folder or one of {', '.join(sorted(known))}")
    return PROFILES / name


def require_space(folder):
    """A full disk is one error, not one of each cell."""
    if shutil.disk_usage(folder).free < LEAST_FREE:
        raise UserError(f"the disk of {folder} is full; what is finished is kept")
