# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a study has recorded in traced runs: quantities over time and distributions."""

import numpy
from frontend.errors import UserError

from . import style
from .run_data import PanelRun, require_part

# Inches
COLUMN_WIDTH, ONE_COLUMN_WIDTH, ROW_HEIGHT = 5.2, 8.6, 2.5
COLOURS = (style.BLUE, style.VERMILION, style.GREEN, style.PURPLE)
SECOND_COLOUR = style.ORANGE
BINS = 60
# Shares of a distribution that its axis leaves out on each side, so that one outlier does not
# press all that matters into a few bins; a line says how far the values reach.
OUTLIERS = 0.001


def is_distribution(run, panel):
    """Whether a panel has distributions."""
    return all(kind == "distribution" for kind, _ in run.panels.get(panel, []))


def draw_series(axes, kind, series, colour, span):
    """Draw one series over time, of which a span is shown."""
    times, values = series.columns["time"], series.columns["value"]
    if not len(times):
        return
    if kind == "level":
        # Below the dots of the same quantity
        line = {"linewidth": 0.6, "zorder": 1.9, "color": colour}
        axes.step(times, values, where="post", label=series.label, **line)
    elif kind == "line":
        axes.plot(times, values, color=colour, linewidth=1, label=series.label)
    else:
        mark = {"marker": "x", "markersize": 6} if kind == "crosses" else {"marker": "."}
        if kind == "crosses":
            shown = (times >= span[0]) & (times <= span[1])
            times, values = times[shown], values[shown]
        axes.plot(
            times,
            values,
            linestyle="none",
            color=colour,
            label=series.label,
            rasterized=len(times) > 500,
            # A cross at the edge of the panel is drawn whole.
            clip_on=kind != "crosses" or len(times) > 500,
            **({"markersize": 3} | mark),
        )


def draw_spans(axes, content, span):
    """Draw a row for each series, with a bar for each stretch of time."""
    for row, (_, series) in enumerate(content):
        begins, ends = series.columns["time"], series.columns["end"]
        shown = (ends >= span[0]) & (begins <= span[1])
        bars = list(zip(begins[shown], (ends - begins)[shown]))
        colour = COLOURS[row % len(COLOURS)]
        # With an edge, so that a short one is seen as well.
        axes.broken_barh(bars, (row - 0.35, 0.7), facecolor=colour, edgecolor=colour, linewidth=0.8)
    axes.set_xlim(span)
    axes.set_ylim(len(content) - 0.4, -0.6)
    axes.set_yticks(range(len(content)), [series.label for _, series in content], fontsize=8)
    axes.set_xlabel("time, s", fontsize=9)
    axes.locator_params(axis="x", nbins=6)
    axes.grid(True, axis="x", color=style.GRID, linewidth=0.6)
    axes.set_axisbelow(True)


def add_second_axis(axes):
    """An axis at the right, below what belongs to the left one."""
    second = axes.twinx()
    axes.set_zorder(second.get_zorder() + 1)
    axes.patch.set_visible(False)
    return second


def draw_times(axes, content, span):
    """Draw a panel over time; what has another unit than the first series has its own axis."""
    if all(kind == "spans" for kind, _ in content):
        draw_spans(axes, content, span)
        return
    unit = content[0][1].unit
    second = None
    for i, (kind, series) in enumerate(content):
        if series.unit == unit:
            draw_series(axes, kind, series, COLOURS[i % len(COLOURS)], span)
            continue
        second = second or add_second_axis(axes)
        draw_series(second, kind, series, SECOND_COLOUR, span)
        second.set_ylabel(series.unit, fontsize=9, color=SECOND_COLOUR)
        second.spines["right"].set_visible(True)
    for one in filter(None, (axes, second)):
        one.set_xlim(span)
        scale(one, span)
    axes.set_ylabel(unit, fontsize=9)
    axes.set_xlabel("time, s", fontsize=9)
    axes.grid(True, color=style.GRID, linewidth=0.6)
    handles = [handle for one in (axes, second) if one for handle in one.get_lines()]
    if len(handles) > 1:
        axes.legend(handles=handles, fontsize=7.5, loc="upper right", ncols=3, framealpha=0.85)


def mark_parts(axes, parts, span):
    """Mark in a longer stretch of the run the parts that have columns of their own."""
    for begin, end in parts:
        if span[0] <= begin and end <= span[1] and end - begin < span[1] - span[0]:
            axes.axvspan(begin, end, color=style.ORANGE, alpha=0.2, linewidth=0, zorder=0)


def scale(axes, span):
    """Let the vertical axis begin at 0 and end above what is seen."""
    top = 0
    for line in axes.get_lines():
        times, values = (numpy.asarray(data) for data in line.get_data())
        seen = values[(times >= span[0]) & (times <= span[1])]
        top = max([top, *seen])
    axes.set_ylim(0, 1.25 * top if top > 0 else 1)


def choose_edges(values):
    """Edges of the bins of a distribution."""
    low, high = numpy.quantile(values, (OUTLIERS, 1 - OUTLIERS))
    low = min(low, 0)
    # Counts and readings of registers: a bin for each, as wider ones would hold now one, now two.
    if high - low <= BINS and (values == numpy.round(values)).all():
        return numpy.arange(low - 0.5, max(high, low) + 1)
    return numpy.linspace(low, max(high, low + 1e-9), BINS + 1)


def draw_distributions(axes, runs, panel):
    """Draw what share of the values lies where, a line for each run."""
    all_values = [
        (run, series) for run in runs for kind, series in run.panels.get(panel, [])
    ]
    together = numpy.concatenate([series.columns["value"] for _, series in all_values])
    if not len(together):
        return
    edges = choose_edges(together)
    # Names distinguish several quantities of a run.
    has_names = any(len(run.panels.get(panel, [])) > 1 for run in runs)
    for i, (run, series) in enumerate(all_values):
        values = series.columns["value"]
        if not len(values):
            continue
        shares = numpy.histogram(values, edges)[0] / len(values) * 100
        reach = f"{values.min():.4g} to {values.max():.4g} {series.unit}"
        label = f"{run.description['label']}, run {run.description['run']}: {reach}"
        label = f"{series.label}, {label}" if has_names else label
        axes.stairs(shares, edges, color=COLOURS[i % len(COLOURS)], label=label, linewidth=1.2)
    axes.set_title(f"{panel}: distribution", fontsize=9.5, loc="left", pad=3)
    axes.set_xlabel(all_values[0][1].unit, fontsize=9)
    axes.set_ylabel("% per bin", fontsize=9)
    # With room for the legend above lines that are high in the middle.
    room = 1 + 0.15 * len(all_values) if has_names else 1
    axes.set_ylim(0, room * axes.get_ylim()[1])
    axes.grid(True, color=style.GRID, linewidth=0.6)
    axes.legend(fontsize=7.5, loc="upper right" if has_names else "best")


def get_span(run):
    """First and last instant of a run's series, s."""
    times = [
        (series.columns["time"][0], series.columns["end" if kind == "spans" else "time"].max())
        for content in run.panels.values()
        for kind, series in content
        if kind != "distribution" and len(series.columns["time"])
    ]
    if not times:
        raise UserError(f"{run.description.path}: nothing was recorded over time")
    begin, end = min(first for first, _ in times), max(last for _, last in times)
    return begin, end if end > begin else begin + 1


def choose_columns(runs, start, length):
    """Which part of which run each column shows: the whole run, or the part that is asked for,
    and else what the study names."""
    columns = []
    for run in runs:
        begin, end = get_span(run)
        require_part((begin, end), start, length)
        if start is None and length is None:
            columns.append((run, (begin, end), "whole run" if run.parts else ""))
            columns += [(run, *part) for part in zip(run.parts, run.part_titles)]
        else:
            first = begin if start is None else start
            columns.append((run, (first, end if length is None else min(first + length, end)), ""))
    return columns


def compose(paths, start=None, length=None, has_words=True):
    """The figure of the runs side by side; without words, its title and small print are left to the page that it
    stands on."""
    runs = [PanelRun(path) for path in paths]
    names = list(dict.fromkeys(name for run in runs for name in run.panels))
    wide = [name for name in names if all(is_distribution(run, name) for run in runs)]
    rows = [name for name in names if name not in wide]
    if not rows and (start is not None or length is not None):
        raise UserError("--from, --length: nothing was recorded over time")
    columns = choose_columns(runs, start, length) if rows else []
    width = ONE_COLUMN_WIDTH if len(columns) <= 1 else COLUMN_WIDTH * len(columns)
    height = ROW_HEIGHT * (len(rows) + len(wide))
    has_whole = any(title == "whole run" for _, _, title in columns)
    note = "orange: the part that the column at its right shows" if has_whole else ""
    figure = style.make_figure(width, height, [run.description for run in runs], has_words, note)
    grid = figure.add_gridspec(len(rows) + len(wide), max(len(columns), 1))
    for i, name in enumerate(rows):
        for j, (run, span, title) in enumerate(columns):
            if name not in run.panels:
                continue
            axes = figure.add_subplot(grid[i, j])
            draw_times(axes, run.panels[name], span)
            mark_parts(axes, run.parts, span)
            axes.set_title(name, fontsize=9.5, loc="left", pad=3)
            if i == 0:
                column = f"{run.description['label']}, run {run.description['run']}"
                column = f"{column}: {title}" if title else column
                axes.set_title(f"{column}\n", fontsize=11, weight="bold", pad=6)
    for i, name in enumerate(wide):
        draw_distributions(figure.add_subplot(grid[len(rows) + i, :]), runs, name)
    return figure
