# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of a study, each with the table of its numbers."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from frontend import numbers
from plots import bars, curves, style

from .claims import Table

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
# By how much a picture may shrink before a reader has to scroll it
LEAST_SCALE = 0.75
# What follows the page's colours, light or dark
COLOURS = {
    "#ffffff": "paper",
    "#000000": "ink",
    style.GRID: "grid",
    style.GREY: "grey",
    "#333333": "muted",
    "#555555": "muted",
    "#777777": "muted",
    style.BLUE: "blue",
    style.SKY: "sky",
    style.GREEN: "green",
    style.ORANGE: "orange",
    style.VERMILION: "vermilion",
    style.PURPLE: "purple",
    "#007A5A": "good",
    "#946200": "open",
}


@dataclass
class Figure:
    """A picture with its numbers."""

    name: str
    title: str
    svg: str
    table: Table | None


def embed(figure, prefix, label):
    """The text of an SVG element that stands in a page: its names are its own, its colours the page's."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(style.draw_svg(figure))
    for metadata in root.findall(f"{{{SVG}}}metadata"):
        root.remove(metadata)
    _, _, width, _ = root.get("viewBox").split()
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{prefix}-{value}")
            elif key == f"{{{XLINK}}}href" and value.startswith("#"):
                element.set(key, f"#{prefix}-{value[1:]}")
            elif "url(#" in value:
                element.set(key, value.replace("url(#", f"url(#{prefix}-"))
    root.set("role", "img")
    root.set("aria-label", label)
    pixels = float(width) * 4 / 3
    root.set("style", f"width: {pixels:.0f}px; min-width: {LEAST_SCALE * pixels:.0f}px")
    text = ElementTree.tostring(root, encoding="unicode")
    # A telephone has other fonts.
    text = text.replace("'DejaVu Sans';", "'DejaVu Sans', sans-serif;")
    return re.sub(r"#[0-9a-fA-F]{6}\b", _use_page_colour, text)


_NAMES = {colour.lower(): name for colour, name in COLOURS.items()}


def _use_page_colour(match):
    name = _NAMES.get(match[0].lower())
    return f"var(--{name})" if name else match[0]


def draw_bars(study):
    """The bars of a study."""
    plot = style.read_description(study.bars)
    figure = bars.compose(plot, has_words=False, has_verdicts=study.has_verdicts)
    columns = ["group", "bar", "unit", "paper", "ours", "from", "to", "band from", "band to", "runs", "kind", "verdict"]
    rows = [
        [bar["group"], bar["label"], bar["unit"], bar["paper"], bar["mean"], *bar["ci95"], *bar["band"]]
        + [bar["runs"], bar["kind"], bar["verdict"] if study.has_verdicts else None]
        for bar in plot["bars"]
    ]
    return _finish(f"{study.name}-bars", plot["title"], figure, Table(columns, rows))


def draw_curves(study):
    """The curves of a study."""
    plot = style.read_description(study.curves)
    figure = curves.compose(plot, has_words=False)
    columns = ["panel", "curve", "x", "paper", "ours", "from", "to"]
    rows = [
        [panel["title"], curve["label"], point["x"], point.get("paper"), point["mean"], *point["ci95"]]
        for panel in plot["panels"]
        for curve in panel["curves"]
        for point in curve["points"]
    ]
    return _finish(f"{study.name}-curves", plot["title"], figure, Table(columns, rows))


def _finish(name, title, figure, table):
    svg = embed(figure, name, f"{title}. The table below the figure has its numbers.")
    return Figure(name, title, svg, table)


def tabulate_metrics(study):
    """Every metric of every point, long form."""
    rows = [
        [point, metric, values.unit, values.mean, *values.ci95, values.runs]
        for point, metrics in study.report.points.items()
        for metric, values in metrics.items()
    ]
    return Table(["point", "metric", "unit", "mean", "from", "to", "runs"], rows)


def tabulate_sensitivity(study):
    """A row for each point, a column for each metric."""
    points = study.report.points
    units = {metric: values.unit for metrics in points.values() for metric, values in metrics.items()}
    columns = ["point"] + [f"{metric}, {unit}" if unit else metric for metric, unit in units.items()]
    rows = [[point] + [_write_mean(metrics.get(metric)) for metric in units] for point, metrics in points.items()]
    return Table(columns, rows)


def _write_mean(values):
    if values is None:
        return "–"
    low, high = values.ci95
    text = numbers.write(values.mean)
    return text if low is None or high is None else f"{text} ± {numbers.write((high - low) / 2, 2)}"
