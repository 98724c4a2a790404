# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""How far a campaign is, and how long it will take."""

import json
import shutil
import statistics
import time

from ..paths import ROOT

SPEEDS = ROOT / "tools" / "campaign" / "speeds.json"
# A second of a terminal, a minute of a file.
SHOW_S = {True: 1, False: 60}
START_S = 0.05


def load_speeds():
    """Seconds of one core per simulated second of each study, as they were measured on some machine."""
    try:
        return json.loads(SPEEDS.read_text(encoding="utf-8"))["seconds_per_simulated_second"]
    except FileNotFoundError:
        return {}


def speed_key(study):
    """What the speed of a study goes by: its name and options."""
    return " ".join([study.name, *study.extent.options])


def seconds_of(cell, speeds):
    """How long a cell should take."""
    usual = statistics.median(speeds.values()) if speeds else 0.1
    speed = speeds.get(speed_key(cell.study), speeds.get(cell.study.name, usual))
    return START_S * cell.runs + cell.simulated_seconds * speed


def text(seconds):
    """A time as one says it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


class Meter:
    """A line that tells how far the cells of a round are."""

    def __init__(self, stream, state, jobs):
        self._stream = stream
        self._times = state / "times.tsv"
        self._jobs = jobs
        self._title = ""
        self._expected = {}
        self._left = {}
        self._total = 0.0
        self._offset = 0
        self._begin = 0.0
        self._shown_at = 0.0

    def start(self, title, cells, speeds):
        """Begin a round."""
        self._title = title
        self._expected = {cell.output: seconds_of(cell, speeds) for cell in cells}
        self._total = sum(self._expected.values())
        self._left = dict(self._expected)
        self._offset = self._times.stat().st_size if self._times.exists() else 0
        self._begin = time.monotonic()
        self._shown_at = 0.0 if self._stream.isatty() else self._begin

    def show(self):
        """Show the line if it is time; what is no terminal gets one each minute."""
        now = time.monotonic()
        if now - self._shown_at < SHOW_S[self._stream.isatty()]:
            return
        self._shown_at = now
        self._read()
        done = len(self._expected) - len(self._left)
        line = f"{self._title}: {done} of {len(self._expected)} cells, {text(self._remaining(now))} left"
        if self._stream.isatty():
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\033[K{line[:width]}")
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def end(self):
        """Clear the line."""
        if self._stream.isatty():
            self._stream.write("\r\033[K")
            self._stream.flush()

    def _read(self):
        """Cells append to the file as they end."""
        if not self._times.exists():
            return
        with open(self._times, "rb") as file:
            file.seek(self._offset)
            lines = file.read().split(b"\n")
            for line in lines[:-1]:
                self._offset += len(line) + 1
                self._left.pop(line.split(b"\t")[0].decode(errors="replace"), None)

    def _remaining(self, now):
        """By what was done in this round, or by the table while nothing is."""
        left = sum(self._left.values())
        done = self._total - left
        if done <= 0.02 * self._total:
            return left / max(1, self._jobs)
        return left * (now - self._begin) / done
