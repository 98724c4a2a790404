# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Cells: runs of one point, made by one job, each in a file of its own.

A cell lies in cells/VERSION/STUDY/EXTENT/POINT and is named after its runs, such as 1-4.sqlite. Which cells there are
depends on what was made before; which runs there are, and what they have found, does not.
"""

import dataclasses
import re
import shlex
from pathlib import Path

from ..paths import ROOT
from .studies import Study, join_options

RUN_CELL = ROOT / "tools" / "campaign" / "run-cell"
NAME = re.compile(r"(\d+)-(\d+)\.sqlite")


@dataclasses.dataclass(frozen=True)
class Cell:
    """Runs of one point."""

    study: Study
    point: str
    first: int
    runs: int

    kind = "runs"

    @property
    def arguments(self):
        """What the study is told, beside the run."""
        return self.study.extent.arguments

    @property
    def output(self):
        """What the cell writes, relative to the folder of the campaign."""
        name = f"{self.first}-{self.first + self.runs - 1}.sqlite"
        return str(folder(self.study) / self.point / name)

    def command(self, state):
        """The plain command that makes it, for any scheduler; state is the campaign's folder."""
        words = [RUN_CELL, state, self.output, self.kind, self.point, self.first, self.runs]
        words += [self.study.program, *self.arguments]
        return shlex.join(str(word) for word in words)

    def repeat(self, run=None):
        """The command that makes one of its runs again, for a reader."""
        words = [self.study.name, *self.arguments, f"--point={self.point}"]
        words += [f"--run={run or self.first}", *self._files()]
        return f'./ns3 run "{shlex.join(words)}"'

    @property
    def simulated_seconds(self):
        """How much it simulates."""
        return self.runs * float(self.study.extent.duration)

    def _files(self):
        return []


@dataclasses.dataclass(frozen=True)
class ShownCell(Cell):
    """One run whose series and captures are shown."""

    options: tuple = ()

    kind = "shown"

    @property
    def arguments(self):
        return list(self.options)

    @property
    def output(self):
        name = join_options(f"{self.point}-run{self.first}", self.options)
        return "/".join(("traces", self.study.version_key, self.study.name, name))

    @property
    def simulated_seconds(self):
        durations = [word for word in self.options if word.startswith("--duration=")]
        return float(durations[-1].partition("=")[2]) if durations else 10.0

    def _files(self):
        return ["--trace", "--pcap"]


def folder(study):
    """Where the cells of a study are, relative to the folder of the campaign."""
    return Path("cells", study.version_key, study.name, study.extent.key)


def made(state, study, point):
    """The files of finished cells of a point by their first and last run."""
    try:
        files = sorted((state / folder(study) / point).iterdir())
    except FileNotFoundError:
        return {}
    found = ((NAME.fullmatch(file.name), file) for file in files)
    return {(int(name[1]), int(name[2])): file for name, file in found if name}


def missing(state, study, runs):
    """The cells that are still needed for so many runs of each point."""
    cells = []
    for point in study.extent.points:
        have = set()
        for first, last in made(state, study, point):
            have.update(range(first, min(last, runs) + 1))
        wanted = [run for run in range(1, runs + 1) if run not in have]
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
