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
SECOND_COLOUR = "orange"


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
    views = []
    for series in run.sequences:
        columns = series.columns
        order = numpy.argsort(columns["time"], kind="stable")
        views.append(
            {
                "label": series.label,
                "unit": "bytes",
                "kind": "sequence",
                "series": [
                    {
                        "label": series.label,
                        "t": _pack_times(columns["time"][order]),
                        "v": _differ(_whole(columns["seq"][order])),
                        "len": _whole(columns["len"][order]).tolist(),
                        "kind": _whole(columns["kind"][order]).tolist(),
                    }
                ],
            }
        )
    for i, series in enumerate(run.levels):
        colour = LEVEL_COLOURS[i % len(LEVEL_COLOURS)]
        views.append(_make_view(series.label, [("level", series, colour)]))
    return views


def _make_panel_views(run):
    """A view for each panel over time; what has another unit than its first series gets its own."""
    views = []
    for name, content in run.panels.items():
        over_time = [(kind, series) for kind, series in content if kind not in ("distribution", "spans")]
        for unit in dict.fromkeys(series.unit for _, series in over_time):
            chosen = [(kind, series) for kind, series in over_time if series.unit == unit]
            coloured = [
                (kind, series, PANEL_COLOURS[i % len(PANEL_COLOURS)]) for i, (kind, series) in enumerate(chosen)
            ]
            labels = ", ".join(series.label for _, series in chosen)
            has_first_unit = unit == over_time[0][1].unit
            views.append(_make_view(name if has_first_unit else f"{name}: {labels}", coloured))
    return views


def _make_view(label, content):
    series = []
    for kind, one, colour in content:
        order = numpy.argsort(one.columns["time"], kind="stable")
        times, values = one.columns["time"][order], one.columns["value"][order]
        series.append(
            {"label": one.label, "draw": kind, "colour": colour, "t": _pack_times(times), "v": values.tolist()}
        )
    return {"label": label, "unit": content[0][1].unit, "kind": "values", "series": series}
