# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A campaign: each study makes, keeps and judges runs until it has enough; then the database and the manifest."""

import contextlib
import dataclasses
import datetime
import fcntl
import re
import shutil
import sys
import time

from ..errors import UserError
from ..study_runs import StudyFailed, run_study
from . import accounts, cells, manifest, meter, results, shown
from .stopping import next_runs
from .studies import Study

# Where cells, shown runs and results files are, and what is left there of a campaign that was killed.
PLACES = ("cells/*/*/*/*/*", "traces/*/*/*", "studies/*", "results/*/*/*", "*")
LEFT = re.compile(r"\.part(-journal)?$|\.\d+\.error$")


@contextlib.contextmanager
def lock(state):
    """One campaign at a time in a folder, as long as what it has started, which inherits the lock, is at work, too. The
    kernel releases it, however they end."""
    state.mkdir(parents=True, exist_ok=True)
    with open(state / "lock", "w", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UserError(f"another campaign is at work in {state}") from error
        yield file


@dataclasses.dataclass
class Judged:
    """What has come of a study: its report is None if it was not judged."""

    study: Study
    runs: int
    report: dict | None


class Campaign:
    """What a campaign does and finds with the programs of a build folder. With an engine, runs are made elsewhere, and
    only judged here."""

    def __init__(self, folder, build, mode, jobs, chosen):
        self.folder = folder
        self.state = folder / "campaign"
        self.database = folder / "results.sqlite"
        self.build = build
        self.mode = mode
        self.jobs = jobs
        self.studies = chosen
        self.judged = []
        self.accounts = []
        self.shown = []
        self.errors = []
        self.begin = None
        self.seconds = 0.0
        self._meter = meter.Meter(sys.stderr, jobs)
        self._inherited = ()

    def expected_seconds(self):
        """What the first round should take one core."""
        return sum(self._seconds_of(study, study.extent.first) for study in self.studies)

    def run(self, engine, held):
        """Make all rounds, join what was found and write the manifest; return its path.

        engine  makes cells elsewhere; None: studies make their runs here
        held    the lock of the folder
        """
        self.begin = datetime.datetime.now(datetime.timezone.utc)
        begin = time.monotonic()
        self._inherited = (held.fileno(),)
        self.prepare()
        judged = self._run_rounds(engine)
        self._show_runs()
        self._meter.end()
        self.judged = [judged[study.name] for study in self.studies]
        self.accounts = accounts.make(self.judged)
        results.join(
            self.database,
            [(one.study, self.state, one.runs, bool(one.report)) for one in self.judged],
        )
        self.seconds = time.monotonic() - begin
        return manifest.write(self.state, self)

    def prepare(self):
        """Remove what a campaign that was killed has left half made, and take over what was made elsewhere."""
        places = [path for place in PLACES for path in self.state.glob(place)]
        places += self.folder.glob(f"{self.database.name}.*")
        for path in filter(lambda path: LEFT.search(path.name), places):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        for study in self.studies:
            results.remove_misplaced(self.state, study)
            cells.take_over(self.state, study)

    def _run_rounds(self, engine):
        judged = {}
        wanted = {study: study.extent.first for study in self.studies}
        while wanted:
            if engine:
                self._run_elsewhere(engine, wanted)
            for study, runs in wanted.items():
                self._meter.expect(self._seconds_of(study, runs))
            following = {}
            for study, runs in wanted.items():
                report = self._judge(study, runs, can_make=not engine)
                judged[study.name] = Judged(study, runs, report)
                if report:
                    claims = [claim for claim in report["claims"] if study.decides(claim)]
                    more = next_runs(claims, runs, study.extent.first, study.extent.most)
                    following.update({study: more} if more else {})
            wanted = following
        return judged

    def _seconds_of(self, study, runs):
        points = len(study.extent.points)
        return meter.seconds_of(study, max(0, runs * points - self._count(study, runs)))

    def _count(self, study, runs):
        """How many of these runs there are."""
        made = results.made(self.state, study)
        return sum(len([run for run in of_point if run <= runs]) for of_point in made.values())

    def _judge(self, study, runs, can_make):
        """Let a study make the runs that it lacks, and judge all."""
        expected = self._seconds_of(study, runs)
        total = runs * len(study.extent.points)
        if self._count(study, runs) < total and not can_make:
            return self._note_failure(study, runs, "runs are missing; the next campaign makes them")
        folder = self.state / "studies"
        folder.mkdir(exist_ok=True)
        file = results.path_of(self.state, study)
        file.parent.mkdir(parents=True, exist_ok=True)
        options = [*study.extent.arguments, f"--runs={runs}", f"--results={file}"]
        options += ["--full"] if study.extent.is_full else []
        options.append(f"--plot={folder / study.name}")
        try:
            report = run_study(
                study.name,
                study.program,
                options,
                self.jobs or 1,
                lambda: self._meter.show(study.name, expected, lambda: (self._try_to_count(study, runs), total)),
                self._inherited,
                folder / f"{study.name}.json",
            )
        except StudyFailed as error:
            return self._note_failure(study, runs, str(error))
        finally:
            self._meter.finish(expected)
        if results.remove_misplaced(self.state, study):
            return self._note_failure(study, runs, "it was built anew during the campaign")
        return report

    def _try_to_count(self, study, runs):
        """The study may be making its file."""
        try:
            return self._count(study, runs)
        except UserError:
            return 0

    def _note_failure(self, study, runs, reason):
        """Runs have failed, which the results file tells, or the study itself has."""
        failed = results.failures(self.state, study, runs)
        for point, run, said, command in failed:
            self._add_error(study, point, run, said, command)
        if not failed and not any(error["study"] == study.name for error in self.errors):
            command = f'./ns3 run "{" ".join([study.name, *study.extent.arguments])}"'
            self._add_error(study, None, None, reason, command)

    def _add_error(self, study, point, run, said, command):
        error = {"study": study.name, "point": point, "run": run, "message": said, "command": command}
        if error not in self.errors:
            self.errors.append(error)

    def _run_elsewhere(self, engine, wanted):
        todo = [cell for study, runs in wanted.items() for cell in cells.missing(self.state, study, runs)]
        failed = engine.run(todo, self._meter)
        for study in wanted:
            cells.take_over(self.state, study)
        for cell, said in failed:
            self._add_error(cell.study, cell.point, cell.first, said, cell.repeat(cell.first))

    def _show_runs(self):
        self.shown = shown.runs(self.studies)
        for run in self.shown:
            try:
                run.make(self.state, lambda: None, self._inherited)
            except StudyFailed as error:
                self._add_error(run.study, run.point, run.run, str(error), run.command)
