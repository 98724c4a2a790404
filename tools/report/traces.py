# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Traced runs, as the page draws them: small enough to stand in it, exact to the nanosecond."""

import base64
import json
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy
from plots import panels, run_data, style, time_sequence

from . import figures

LEVEL_COLOURS = ("blue", "purple", "orange")
PANEL_COLOURS = ("blue", "vermilion", "green", "purple")
# The kinds of events of a connection
SEQUENCE_LINES = [
    {"label": "segment", "draw": "dots", "colour": "blue"},
    {"label": "retransmission", "draw": "crosses", "colour": "vermilion"},
    {"label": "ACK", "draw": "level", "colour": "green"},
    {"label": "receiver's window", "draw": "level", "colour": "orange"},
    {"label": "SACK block", "draw": "spans", "colour": "purple"},
]


@dataclass
class TraceView:
    """One traced run on its page."""

    name: str
    title: str
    command: str
    svg: str
    data: str  # of the views; empty: there are none
    files: dict[str, Path]


def make(study, trace):
    """Draw a traced run and pack its events."""
    name = f"{study.name}-{trace.point}-run{trace.run}"
    if trace.series is None:
        files = _name_files(study, trace, name, trace.captures)
        return TraceView(name, trace.title, trace.command, "", "", files)
    description = style.read_description(trace.series)
    if any(entry["kind"] == "time-sequence" for entry in description["series"]):
        run = run_data.Run(trace.series)
        views = _make_sequence_views(run)
        figure = time_sequence.compose([trace.series], has_words=False)
        span = run.get_span()
        parts = run.parts or [time_sequence.choose_columns([run], None, None)[0][1]]
        titles = run.part_titles or ["where it is drawn large"]
    else:
        run = run_data.PanelRun(trace.series)
        views = _make_panel_views(run)
        figure = panels.compose([trace.series], has_words=False)
        span = panels.get_span(run) if views else (0, 1)
        parts, titles = run.parts, run.part_titles
    svg = figures.embed(figure, name, f"{trace.title}. The views below have each event.")
    content = {"span": span, "parts": parts, "titles": titles, "views": views}
    folder = trace.series.parent
    tables = list(dict.fromkeys(folder / entry["file"] for entry in description["series"]))
    files = _name_files(study, trace, name, [*tables, *trace.captures])
    return TraceView(name, trace.title, trace.command, svg, _pack(content) if views else "", files)


def _name_files(study, trace, name, paths):
    """The files of a run by names that no other run's have."""
    own = f"{study.name}-{trace.point}-"
    return {path.name if path.name.startswith(own) else f"{name}-{path.name}": path for path in paths}


def _pack(content):
    """JSON, compressed, in letters."""
    text = json.dumps(content, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _differ(values):
    """The first value, and from each to the next: many are alike, so that they compress well."""
    return numpy.diff(values, prepend=0).tolist()


def _pack_times(times):
    return _differ(numpy.round(times * 1e9).astype(numpy.int64))


def _whole(values):
    return numpy.round(values).astype(numpy.int64)


def _make_sequence_views(run):
    """A view for each place that saw the connection, and one for each level."""
    views = [
        {
            "label": series.label,
            "unit": "bytes",
            "lines": SEQUENCE_LINES,
            "t": _pack_times(series.columns["time"]),
            "v": _differ(_whole(series.columns["seq"])),
            "len": _whole(series.columns["len"]).tolist(),
            "line": _whole(series.columns["kind"]).tolist(),
        }
        for series in run.sequences
    ]
    for i, series in enumerate(run.levels):
        views.append(_make_view(series.label, [("level", series)], LEVEL_COLOURS[i % len(LEVEL_COLOURS) :]))
    return views


def _make_panel_views(run):
    """A view for each panel over time; what has another unit than its first series gets its own."""
    views = []
    for name, content in run.panels.items():
        over_time = [(kind, series) for kind, series in content if kind not in ("distribution", "spans")]
        for unit in dict.fromkeys(series.unit for _, series in over_time):
            chosen = [(kind, series) for kind, series in over_time if series.unit == unit]
            labels = ", ".join(series.label for _, series in chosen)
            has_first_unit = unit == over_time[0][1].unit
            views.append(_make_view(name if has_first_unit else f"{name}: {labels}", chosen, PANEL_COLOURS))
    return views


def _make_view(label, content, colours):
    """A view of some series, whose events are in the order of time."""
    times, values = (numpy.concatenate([one.columns[name] for _, one in content]) for name in ("time", "value"))
    lines = numpy.repeat(range(len(content)), [len(one.columns["time"]) for _, one in content])
    order = numpy.argsort(times, kind="stable")
    return {
        "label": label,
        "unit": content[0][1].unit,
        "lines": [
            {"label": one.label, "draw": kind, "colour": colours[i % len(colours)]}
            for i, (kind, one) in enumerate(content)
        ],
        "t": _pack_times(times[order]),
        "v": values[order].tolist(),
        "line": lines[order].tolist(),
    }
