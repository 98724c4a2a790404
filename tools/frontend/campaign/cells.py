# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Cells: runs of one point that are made elsewhere, by one job each.

A cell writes cells/VERSION/STUDY/EXTENT/POINT/FIRST-LAST.sqlite below the campaign's folder. Its runs are moved into the
study's results file, so an existing file has not been taken over yet.
"""

import dataclasses
import shlex
from pathlib import Path

from ..paths import ROOT
from . import results
from .studies import Study

RUN_CELL = ROOT / "tools" / "campaign" / "run-cell"


@dataclasses.dataclass(frozen=True)
class Cell:
    """Runs of one point."""

    study: Study
    point: str
    first: int
    runs: int

    @property
    def output(self):
        """What the cell writes, relative to the folder of the campaign."""
        return str(_folder(self.study) / self.point / f"{self.first}-{self.first + self.runs - 1}.sqlite")

    def command(self, state):
        """The plain command that makes it, for any scheduler; state is the campaign's folder."""
        words = [RUN_CELL, state, self.output, self.point, self.first, self.runs]
        words += [self.study.program, *self.study.extent.arguments]
        return shlex.join(str(word) for word in words)

    def repeat(self, run):
        """The command that makes one of its runs again, for a reader."""
        words = [self.study.name, f"--point={self.point}", f"--run={run}"]
        words += [f"--duration={self.study.extent.duration}", *self.study.extent.options]
        return f'./ns3 run "{shlex.join(words)}"'


def _folder(study):
    return Path("cells", study.version_key, study.name, study.extent.key)


def take_over(state, study):
    """Add the runs of finished cells to the study's."""
    files = sorted((state / _folder(study)).glob("*/*.sqlite"))
    results.take_over(state, study, files)


def missing(state, study, runs):
    """The cells that are still needed for so many runs of each point."""
    made = results.made(state, study)
    cells = []
    for point in study.extent.points:
        wanted = [run for run in range(1, runs + 1) if run not in made.get(point, ())]
        cells += [Cell(study, point, first, count) for first, count in _ranges(wanted)]
    return cells


def _ranges(numbers):
    """The first and the length of each sequence without a gap."""
    ranges = []
    for number in numbers:
        if ranges and number == sum(ranges[-1]):
            ranges[-1] = (ranges[-1][0], ranges[-1][1] + 1)
        else:
            ranges.append((number, 1))
    return ranges
