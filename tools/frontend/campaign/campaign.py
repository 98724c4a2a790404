# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A campaign: rounds of cells until each study has enough runs, then the database and the manifest."""

import contextlib
import datetime
import fcntl
import re
import shutil
import time

from ..errors import UserError
from . import cells, gather, judge, manifest, shown
from .stopping import next_runs

# Where cells, runs that are shown and findings are, and what of a cell or a file is left if it was killed.
PLACES = ("cells/*/*/*/*/*", "traces/*/*/*", "studies/*")
LEFT = re.compile(r"\.part(-journal)?$|\.\d+\.error$")


@contextlib.contextmanager
def lock(state):
    """One campaign at a time in a folder, as long as its Snakemake, which inherits the lock, is at work, too. The
    kernel releases it, however they end."""
    state.mkdir(parents=True, exist_ok=True)
    with open(state / "lock", "w", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UserError(f"another campaign is at work in {state}") from error
        yield file


class Campaign:
    """What a campaign does and finds."""

    def __init__(self, folder, mode, jobs, chosen):
        self.folder = folder
        self.state = folder / "campaign"
        self.database = folder / "results.sqlite"
        self.mode = mode
        self.jobs = jobs
        self.studies = chosen
        self.findings = []
        self.shown = []
        self.errors = []
        self.begin = None
        self.seconds = 0.0

    def run(self, engine, meter, speeds, show_runs=True):
        """Make all rounds, gather and write the manifest; return its path."""
        self.begin = datetime.datetime.now(datetime.timezone.utc)
        begin = time.monotonic()
        clean(self.state)
        findings = self._run_rounds(engine, meter, speeds)
        if show_runs:
            self._show_runs(engine, meter, speeds)
        self.findings = [findings[study.name] for study in self.studies]
        gather.write_campaign(self.database, self.findings, self.errors)
        self.seconds = time.monotonic() - begin
        return manifest.write(self.state, self)

    def _run_rounds(self, engine, meter, speeds):
        findings = {}
        for study in self.studies:
            gather.drop_useless(self.state, study)
        wanted = {study: study.extent.first for study in self.studies}
        while wanted:
            failed = self._run_cells(engine, meter, speeds, wanted)
            judged = judge.judge_all(self.state, wanted.items(), self.jobs)
            following = {}
            for study, runs in wanted.items():
                rows, report = judged[study.name]
                has_failed = isinstance(report, UserError)
                if has_failed:
                    self._note_failure(study, report, failed)
                findings[study.name] = (study, runs, rows, None if has_failed else report)
                if not has_failed:
                    claims = [claim for claim in report["claims"] if study.decides(claim)]
                    more = next_runs(claims, runs, study.extent.first, study.extent.most)
                    following.update({study: more} if more else {})
            wanted = following
        return findings

    def _run_cells(self, engine, meter, speeds, wanted):
        todo = [
            cell
            for study, runs in wanted.items()
            for cell in cells.missing(self.state, study, runs)
        ]
        meter.start(count_studies(wanted), todo, speeds)
        failed = engine.run(todo, meter)
        meter.end()
        for cell, run, said in failed:
            self._add_error(cell, run, said)
        return failed

    def _add_error(self, cell, run, said):
        self.errors.append(
            {
                "study": cell.study.name,
                "point": cell.point,
                "run": run,
                "message": said,
                "command": cell.repeat(run),
            }
        )

    def _note_failure(self, study, report, failed):
        """A study is not judged because cells have failed, which is known, or for a reason of its own."""
        if not any(cell.study.name == study.name for cell, *_ in failed):
            command = f'./ns3 run "{study.name} {" ".join(study.extent.arguments)}"'
            self.errors.append(
                {
                    "study": study.name,
                    "point": None,
                    "run": None,
                    "message": str(report),
                    "command": command,
                }
            )

    def _show_runs(self, engine, meter, speeds):
        self.shown = shown.cells(self.studies)
        todo = [cell for cell, _ in self.shown if not (self.state / cell.output).exists()]
        meter.start("shown runs", todo, speeds)
        for cell, run, said in engine.run(todo, meter):
            self._add_error(cell, run, said)
        meter.end()


def count_studies(studies):
    """How many there are, in words."""
    return "1 study" if len(studies) == 1 else f"{len(studies)} studies"


def clean(state):
    """Remove what a campaign that was killed has left half made."""
    for path in [path for place in PLACES for path in state.glob(place) if LEFT.search(path.name)]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
