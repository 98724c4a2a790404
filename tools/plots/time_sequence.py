# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Traced runs over time, a column for each run."""

import math
import textwrap

import numpy
from frontend.errors import UserError
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import AutoMinorLocator

from . import style
from .run_data import ACK, RETRANSMISSION, SACK, SEGMENT, WINDOW, Run, require_part

# Segments in the part of the run that is drawn large.
PART_SEGMENTS = 16
# How much longer the part is than the stretch around a retransmission without a new segment, and
# where in it the stretch begins.
PART_STRETCHES, PART_LEAD = 1.6, 0.15
# Heights in inches; what is left of the figure's is for titles and small print.
WHOLE_HEIGHT, VIEW_HEIGHT, ONLY_VIEW_HEIGHT, LEVEL_HEIGHT = 1.1, 1.7, 3.3, 0.75
# Of the title of a column
LETTERS_PER_INCH = 10
COLUMN_WIDTH, ONE_COLUMN_WIDTH = 4.6, 8.6
DOT = {"marker": "o", "markersize": 3, "color": style.BLUE}
CROSS = {"marker": "x", "markersize": 6, "color": style.VERMILION}
ACK_LINE = {"color": style.GREEN, "linewidth": 1.3}
WINDOW_LINE = {"color": style.ORANGE, "linewidth": 1}
SACK_LINE = {"color": style.PURPLE, "linewidth": 1.6}
LEVEL_COLOURS = (style.BLUE, style.PURPLE, style.ORANGE)


def round_up(value):
    """The next number of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value * (1 - 1e-9))


def choose_own_length(run):
    """How long a part shows some segments, or what happens around the first retransmission, s."""
    length = PART_SEGMENTS * run.get_spacing()
    if stretch := run.find_retransmission():
        length = max(length, PART_STRETCHES * (stretch[1] - stretch[0]))
    return length


def choose_length(runs, length):
    """How long a part of each run to draw, s: enough for some segments of the slowest."""
    spans = [run.get_span() for run in runs]
    longest = max(end - begin for begin, end in spans)
    if length is None:
        wanted = max(choose_own_length(run) for run in runs)
        length = round_up(wanted) if wanted > 0 else longest
    return min(length, longest) if longest > 0 else 1.0


def choose_start(run, start, length):
    """Where that part begins, s."""
    begin, end = run.get_span()
    if start is None:
        stretch = run.find_retransmission()
        start = stretch[0] - PART_LEAD * length if stretch else (begin + end - length) / 2
        start = max(begin, min(start, end - length))
        # A round number, so that a tick of the axis is an instant with a name.
        unit = 10.0 ** math.floor(math.log10(length)) / 10
        return math.floor(start / unit) * unit
    return start


def in_part(times, part):
    """Which events to draw; one more on each side, so that lines reach the edges."""
    first = max(0, numpy.searchsorted(times, part[0], "left") - 1)
    return slice(first, numpy.searchsorted(times, part[1], "right") + 1)


def draw_whole(axes, run, part):
    """The whole run, small, with a mark on the part that is drawn large."""
    axes.axvspan(*part, color=style.ORANGE, alpha=0.35, linewidth=0)
    for kind, colour in ((SEGMENT, style.BLUE), (RETRANSMISSION, style.VERMILION)):
        times, offsets, _ = run.device.of_kind(kind)
        # Thousands of dots would make the SVG file large.
        axes.plot(times, offsets / 1e6, ".", markersize=2, color=colour, rasterized=True)
    axes.set_xlabel("time, s", labelpad=1)


def draw_line(axes, series, kind, part, **line):
    """ACK or window line, in kB over ms of the part."""
    times, offsets, _ = series.of_kind(kind)
    chosen = in_part(times, part)
    axes.step(1e3 * (times[chosen] - part[0]), offsets[chosen] / 1e3, where="post", **line)


def draw_spans(axes, series, kind, part, line, dot):
    """Bytes from a first to a last one as lines, with a dot or a cross at the first."""
    times, offsets, lengths = series.of_kind(kind)
    chosen = in_part(times, part)
    x, low = 1e3 * (times[chosen] - part[0]), offsets[chosen] / 1e3
    axes.vlines(x, low, low + lengths[chosen] / 1e3, **line)
    if dot:
        axes.plot(x, low, linestyle="none", zorder=3, **dot)


def draw_view(axes, series, part):
    """What one place sees of the connection in a part of the run, as tcptrace draws it."""
    draw_line(axes, series, WINDOW, part, **WINDOW_LINE)
    draw_line(axes, series, ACK, part, **ACK_LINE)
    draw_spans(axes, series, SACK, part, SACK_LINE, None)
    for kind, dot in ((SEGMENT, DOT), (RETRANSMISSION, CROSS)):
        line = {"color": dot["color"], "linewidth": 1}
        draw_spans(axes, series, kind, part, line, dot)
    axes.set_title(series.label, fontsize=8.5, loc="left", color="#333333", pad=2)
    axes.set_xlim(0, 1e3 * (part[1] - part[0]))


def get_heights(run, part):
    """Lowest and highest byte sent or acknowledged in the part, kB, with a margin; the window may
    be far above. The same for all views, so that they can be compared."""
    seen = []
    for series in run.sequences:
        inside = (series.columns["time"] >= part[0]) & (series.columns["time"] <= part[1])
        inside &= series.columns["kind"] != WINDOW
        offsets, lengths = series.columns["seq"][inside], series.columns["len"][inside]
        seen += [offsets, offsets + lengths]
    values = numpy.concatenate(seen) / 1e3
    if not len(values):
        return 0, 1
    low, high = values.min(), values.max()
    margin = 0.05 * max(high - low, 1)
    return low - margin, high + 3 * margin


def draw_level(axes, series, part, colour):
    """A queue or the like over the part, filled below."""
    times, values = series.columns["time"], series.columns["value"]
    chosen = in_part(times, part)
    x = 1e3 * (numpy.append(times[chosen], part[1]) - part[0])
    y = values[chosen]
    if len(y):
        y = numpy.append(y, y[-1])
        axes.fill_between(x, y, step="post", color=colour, alpha=0.3, linewidth=0)
        axes.step(x, y, where="post", color=colour, linewidth=1)
    axes.margins(y=0.15)
    axes.set_title(series.label, fontsize=8.5, loc="left", color="#333333", pad=2)


def describe(run):
    """Title of a run's column and a line of numbers."""
    plot = run.description
    numbers = []
    if (rate := run.get_rate()) is not None:
        numbers.append(f"{rate:.2f} Mb/s acknowledged")
    if (spacing := run.get_spacing()) > 0:
        numbers.append(f"a segment every {1e3 * spacing:.2f} ms (median)")
    return f"{plot['label']}, run {plot['run']}", ", ".join(numbers)


def write_above(axes, text, x, height, **looks):
    """Write a line so many points above axes, at a part x of their width."""
    axes.annotate(
        text, (x, 1), xycoords="axes fraction", xytext=(0, height), textcoords="offset points", **looks
    )


def draw_column(column, run, part, part_title, level_rows, head):
    """Draw one part of a run from top to bottom, below its head: the run's name and numbers, or nothing."""
    whole, *views = column[: 1 + len(run.sequences)]
    small = column[1 + len(run.sequences) :]
    name, numbers = head
    whole.set_title(f"{name}\n", fontsize=11, weight="bold", pad=2, loc="left")
    first = (views or small)[0]
    span = f"{part[0]:.3f} s to {part[1]:.3f} s"
    title = f"{part_title}: {span}" if part_title else span
    write_above(first, title, 0.5, 15, ha="center", fontsize=9.5, weight="bold")
    write_above(whole, numbers, 0, 4, ha="left", fontsize=8.5, color="#555555")
    draw_whole(whole, run, part)
    heights = get_heights(run, part)
    for axes, series in zip(views, run.sequences):
        draw_view(axes, series, part)
        axes.set_ylim(heights)
    by_label = {series.label: series for series in run.levels}
    for axes, label, colour in zip(small, level_rows, LEVEL_COLOURS * len(level_rows)):
        if label in by_label:
            draw_level(axes, by_label[label], part, colour)
    for axes in (*views, *small):
        axes.grid(True, color=style.GRID, linewidth=0.6)
        axes.tick_params(labelbottom=axes is column[-1])
    column[-1].xaxis.set_minor_locator(AutoMinorLocator(10))
    column[-1].set_xlabel(f"time after {part[0]:.3f} s, ms")


def label_rows(column, run, level_rows):
    """Name quantities and units at the left."""
    views = column[1 : 1 + len(run.sequences)]
    small = column[1 + len(run.sequences) :]
    # With the axis from 0 on; the axes of a row share it, so this comes after all are drawn.
    for axes in (column[0], *small):
        axes.set_ylim(bottom=0)
    column[0].set_ylabel("sequence\nnumber, MB", fontsize=9)
    for axes in views:
        axes.set_ylabel("sequence\nnumber, kB", fontsize=9)
    units = {series.label: series.unit for series in run.levels}
    for axes, label in zip(small, level_rows):
        axes.set_ylabel(units.get(label, "").replace(" per ", "\nper "), fontsize=9)


def make_handles(runs):
    """The names of dots and lines, once for all columns."""

    def is_seen(kind):
        return any(
            len(next(series.of_kind(kind))) for run in runs for series in run.sequences
        )

    handles = [Line2D([], [], linestyle="none", label="segment", **DOT)]
    if is_seen(RETRANSMISSION):
        handles.append(Line2D([], [], linestyle="none", label="retransmission", **CROSS))
    handles.append(Line2D([], [], label="ACK", **ACK_LINE))
    if is_seen(SACK):
        handles.append(Line2D([], [], label="SACK block", **SACK_LINE))
    handles.append(Line2D([], [], label="receiver's window", **WINDOW_LINE))
    handles.append(Patch(color=style.ORANGE, alpha=0.35, linewidth=0, label="part that is drawn below"))
    return handles


def make_axes(figure, columns, heights, views):
    """The axes by row and column: the whole run, the views of its part, and levels."""
    grid = figure.add_gridspec(len(heights), columns, height_ratios=heights)
    rows = []
    for row in range(len(heights)):
        axes = []
        for i in range(columns):
            shares = i and not 0 < row <= views
            shared = {"sharex": rows[1][i] if row > 1 else None, "sharey": axes[0] if shares else None}
            axes.append(figure.add_subplot(grid[row, i], **shared))
        rows.append(axes)
    return rows


def choose_columns(runs, start, length):
    """Which part of which run each column shows, and its title."""
    if start is None and length is None and all(run.parts for run in runs):
        return [(run, *part) for run in runs for part in zip(run.parts, run.part_titles)]
    for run in runs:
        require_part(run.get_span(), start, length)
    length = choose_length(runs, length)
    begins = [choose_start(run, start, length) for run in runs]
    return [(run, (begin, begin + length), "") for run, begin in zip(runs, begins)]


def compose(paths, start=None, length=None, has_words=True):
    """The figure of the runs side by side; without words, its title and small print are left to the page that it
    stands on."""
    runs = [Run(path) for path in paths]
    views = [series.label for series in runs[0].sequences]
    if any([series.label for series in run.sequences] != views for run in runs):
        raise UserError("the runs were not recorded at the same places")
    level_rows = list(dict.fromkeys(series.label for run in runs for series in run.levels))
    columns = choose_columns(runs, start, length)
    width = ONE_COLUMN_WIDTH if len(columns) == 1 else COLUMN_WIDTH * len(columns)
    view_height = VIEW_HEIGHT if len(views) > 1 else ONLY_VIEW_HEIGHT
    heights = [WHOLE_HEIGHT] + [view_height] * len(views) + [LEVEL_HEIGHT] * len(level_rows)
    descriptions = [run.description for run in runs]
    figure = style.make_figure(width, sum(heights) * 1.2 + 0.9, descriptions, has_words, handles=make_handles(runs))
    rows = make_axes(figure, len(columns), heights, len(views))
    for i, (run, part, title) in enumerate(columns):
        is_first = i == 0 or columns[i - 1][0] is not run
        name, numbers = describe(run) if is_first else ("", "")
        name = textwrap.fill(name, int(LETTERS_PER_INCH * width / len(columns)))
        draw_column([row[i] for row in rows], run, part, title, level_rows, (name, numbers))
    label_rows([row[0] for row in rows], runs[0], level_rows)
    return figure
