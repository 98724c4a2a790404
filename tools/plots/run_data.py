# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A traced run as its study wrote it: a description and a CSV file for each series."""

import csv
from pathlib import Path

import numpy
from frontend.errors import UserError

from .style import read_description

SEGMENT, RETRANSMISSION, ACK, WINDOW, SACK = range(5)
# Of each kind of series.
COLUMNS = {"time-sequence": ("time", "seq", "len", "kind"), "level": ("time", "value")}
# Of those that share axes.
PANEL_COLUMNS = {
    "level": ("time", "value"),
    "dots": ("time", "value"),
    "line": ("time", "value"),
    "crosses": ("time", "value"),
    "spans": ("time", "end"),
    "distribution": ("value",),
}


class Series:
    """One series; its columns are arrays."""

    def __init__(self, description, columns):
        self.name = description["name"]
        self.label = description["label"]
        self.unit = description["unit"]
        self.columns = columns

    def of_kind(self, kind):
        """Times, offsets and lengths of the events of one kind of a time-sequence series."""
        chosen = self.columns["kind"] == kind
        return (self.columns[name][chosen] for name in ("time", "seq", "len"))


class TracedRun:
    """A run with its series, each with its entry in the description."""

    def __init__(self, path, columns):
        """Columns are those that each kind of series has."""
        self.description = read_description(path)
        self.content = []
        for entry in self.description["series"]:
            if entry["kind"] not in columns:
                raise UserError(f"{path}: a series of kind '{entry['kind']}' is not of this plot")
            file = Path(path).parent / entry["file"]
            names = columns[entry["kind"]]
            content = _read_columns(file, names)
            _require_drawable(file, {name: content[name] for name in names})
            self.content.append((entry, Series(entry, content)))

    @property
    def parts(self):
        """Stretches its study wants drawn large, s; older descriptions name none."""
        return [tuple(part) for part in self.description.get("parts", [])]

    @property
    def part_titles(self):
        """What each of them shows; those of a study that gives no titles are numbered."""
        parts, titles = self.parts, self.description.get("part_titles", [])
        if len(titles) == len(parts):
            return titles
        return [f"part {i + 1} of {len(parts)}" if len(parts) > 1 else "part" for i in range(len(parts))]


class Run(TracedRun):
    """One run of TCP connections, over time."""

    def __init__(self, path):
        super().__init__(path, COLUMNS)
        self.sequences = [series for entry, series in self.content if entry["kind"] == "time-sequence"]
        self.levels = [series for entry, series in self.content if entry["kind"] == "level"]
        if not self.sequences:
            raise UserError(f"{path}: no TCP connection was recorded")

    @property
    def device(self):
        """The time-sequence series of the sender's device, or else of TCP."""
        named = [series for series in self.sequences if series.name.startswith("device")]
        return (named or self.sequences)[0]

    def get_spacing(self):
        """Median time between segments at the device, s; 0 if there are fewer than two."""
        times, _, _ = self.device.of_kind(SEGMENT)
        return float(numpy.median(numpy.diff(times))) if len(times) > 1 else 0.0

    def get_rate(self):
        """Bytes acknowledged over the time in which that happened, Mb/s; None if unknown."""
        times, offsets, _ = self.sequences[0].of_kind(ACK)
        if len(times) < 2 or times[-1] == times[0]:
            return None
        return float(8e-6 * (offsets[-1] - offsets[0]) / (times[-1] - times[0]))

    def get_span(self):
        """First and last instant at which TCP did something, s."""
        times = self.sequences[0].columns["time"]
        return float(times[0]), float(times[-1])

    def find_retransmission(self):
        """The last new segment before the first retransmission and the next one after it, s;
        None if there is none."""
        times, _, _ = self.device.of_kind(RETRANSMISSION)
        if not len(times):
            return None
        new, _, _ = self.device.of_kind(SEGMENT)
        next_one = int(numpy.searchsorted(new, times[0]))
        end = new[next_one] if next_one < len(new) else self.get_span()[1]
        return float(new[max(0, next_one - 1)]), float(end)


class PanelRun(TracedRun):
    """One run whose series are drawn in panels."""

    def __init__(self, path):
        super().__init__(path, PANEL_COLUMNS)
        self.panels = {}
        for entry, series in self.content:
            self.panels.setdefault(entry["panel"], []).append((entry["kind"], series))


def require_part(span, start, length):
    """Refuse a part of a run that is not in it; None is what the user has not chosen."""
    begin, end = span
    if start is not None and not begin <= start < end:
        raise UserError(f"--from={start}: the run lasts from {begin:.3f} s to {end:.3f} s")
    if length is not None and not length > 0:
        raise UserError(f"--length={length}: must be more than 0")


def _require_drawable(path, columns):
    """Refuse rows that would be left out or drawn elsewhere: graphs begin at the first row, end at the last one
    and choose rows by their kind."""
    times = columns.get("time", numpy.array([]))
    if (numpy.diff(times) < 0).any():
        raise UserError(f"{path}: the rows are not in the order of time")
    if (columns.get("end", times) < times).any():
        raise UserError(f"{path}: a span ends before it begins")
    strange = set(columns.get("kind", [])) - set(range(SACK + 1))
    if strange:
        raise UserError(f"{path}: kind {min(strange):g}: expected a whole number from 0 to {SACK}")


def _read_columns(path, names):
    """Return the columns of a CSV file below its comment lines, by name; these must be there."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    if not rows:
        raise UserError(f"{path}: no column names")
    for name in names:
        if name not in rows[0]:
            raise UserError(f"{path}: no column '{name}'")
    values = numpy.array(rows[1:], dtype=float).reshape(-1, len(rows[0]))
    return dict(zip(rows[0], values.T))
