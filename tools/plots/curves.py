# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a study found over a parameter: panels with a curve for each of its settings."""

import math
import re

from matplotlib import ticker
from matplotlib.lines import Line2D

from . import style

COLOURS = (style.BLUE, style.VERMILION, style.GREEN, style.ORANGE, style.PURPLE, style.SKY)
MARKERS = ("o", "s", "^", "D", "v", "P")
# What tells curves apart whose colours are the same: line, and colour of the marker
REPEATS = (("-", None), ("--", "white"), (":", "white"))
# Inches
PANEL_WIDTH, PANEL_HEIGHT = 4.4, 3.3
MOST_COLUMNS = 3
# Below a panel, for numbers and the label of the axis
AXIS_ROOM = 0.9
# Most curves a legend of one panel, or of all, names in a line
LEGEND_COLUMNS, WIDE_LEGEND_COLUMNS = 2, 4
# By how much of the axis curves are moved apart, so that their intervals do not hide each other
DODGE = 0.012
# Share of the space between two values of the parameter that all curves together may take
MOST_DODGE = 0.3
# How far below the least mean a logarithmic axis may go for the sake of an interval
LOWEST_SHARE = 0.2


def scale_logarithmically(axes, panel):
    """Make the vertical axis logarithmic, with plain numbers at its ticks."""
    axes.set_yscale("log")
    points = [point for curve in panel["curves"] for point in curve["points"]]
    means = [point["mean"] for point in points if point["mean"] and point["mean"] > 0]
    if means:
        edges = [edge for point in points for edge in point["ci95"] if edge is not None and edge > 0]
        papers = [point["paper"] for point in points if point.get("paper")]
        low = max(min([*means, *edges]), LOWEST_SHARE * min(means))
        high = min(max([*means, *edges]), max(means) / LOWEST_SHARE)
        axes.set_ylim(min([low, 1, *papers]) / 1.25, max([high, 1, *papers]) * 1.25)
    bottom, top = axes.get_ylim()
    steps = (1, 2, 5) if top / bottom < 5e3 else (1,)
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=steps, numticks=20))
    axes.yaxis.set_major_formatter(ticker.StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_locator(ticker.LogLocator(subs=range(1, 10), numticks=60))
    axes.yaxis.set_minor_formatter(ticker.NullFormatter())


def choose_looks(panels):
    """A look for each label, the same in all panels; panels that share no label begin anew."""
    groups = []
    for panel in panels:
        labels = {curve["label"]: None for curve in panel["curves"]}
        for group in [group for group in groups if group.keys() & labels.keys()]:
            groups.remove(group)
            labels = group | labels
        groups.append(labels)
    return {label: i for group in groups for i, label in enumerate(group)}


def get_look(i):
    """Colour, marker and line of a curve."""
    line, filling = REPEATS[i // len(COLOURS) % len(REPEATS)]
    return {
        "color": COLOURS[i % len(COLOURS)],
        "linestyle": line,
        "marker": MARKERS[i % len(MARKERS)],
        "markerfacecolor": filling,
        "markersize": 4.5,
        "linewidth": 1.3,
    }


def has_intervals(panel):
    """Whether any of its points has an interval; a single run has none."""
    return any(low is not None for curve in panel["curves"] for point in curve["points"] for low in point["ci95"])


def choose_shift(panel):
    """How far apart to draw neighboring curves, in the unit of the parameter."""
    values = sorted({point["x"] for curve in panel["curves"] for point in curve["points"]})
    if len(values) < 2 or not has_intervals(panel):
        return 0
    gap = min(b - a for a, b in zip(values, values[1:]))
    return min(DODGE * (values[-1] - values[0]), MOST_DODGE * gap / len(panel["curves"]))


def draw_curve(axes, curve, shift, look):
    """Draw means, their 95 % intervals if there are any, and what the paper printed."""
    points = [point for point in curve["points"] if point["mean"] is not None]
    x = [point["x"] + shift for point in points]
    axes.plot(x, [point["mean"] for point in points], **look)
    known = [(x, point) for x, point in zip(x, points) if None not in point["ci95"]]
    if known:
        whiskers = [
            [point["mean"] - point["ci95"][0] for _, point in known],
            [point["ci95"][1] - point["mean"] for _, point in known],
        ]
        style_of_whiskers = {"ecolor": look["color"], "elinewidth": 1.1, "capsize": 2.5, "zorder": 1.9}
        axes.errorbar(
            [x for x, _ in known], [point["mean"] for _, point in known], whiskers, fmt="none", **style_of_whiskers
        )
    printed = [(point["x"] + shift, point["paper"]) for point in curve["points"] if point.get("paper") is not None]
    if printed:
        axes.plot(*zip(*printed), **PAPER_MARK | {"markeredgecolor": look["color"]})


PAPER_MARK = {"linestyle": "none", "marker": "o", "markersize": 10, "markerfacecolor": "none", "zorder": 3}


def draw_panel(axes, panel, looks):
    """Draw one panel."""
    shift = choose_shift(panel)
    middle = (len(panel["curves"]) - 1) / 2
    for i, curve in enumerate(panel["curves"]):
        draw_curve(axes, curve, (i - middle) * shift, get_look(looks[curve["label"]]))
    if panel["logarithmic"]:
        scale_logarithmically(axes, panel)
        axes.axhline(1, color="black", linewidth=0.8, linestyle=":")
    else:
        axes.set_ylim(bottom=0)
    values = sorted({point["x"] for curve in panel["curves"] for point in curve["points"]})
    if all(float(value).is_integer() for value in values) and values[-1] - values[0] <= 10:
        # Nobody skips half an ACK.
        axes.set_xticks(range(int(values[0]), int(values[-1]) + 1))
    axes.set_title(panel["title"], fontsize=10.5, weight="bold")
    axes.set_xlabel(panel["x"])
    axes.set_ylabel(panel["y"])
    axes.grid(True, color=style.GRID)


def get_labels(panels):
    """The labels of some panels, each once."""
    return list(dict.fromkeys(curve["label"] for panel in panels for curve in panel["curves"]))


def make_handles(labels, looks):
    """What a legend shows."""
    return [Line2D([], [], label=label, **get_look(looks[label])) for label in labels]


def have_common_curves(panels):
    """Whether each panel has a curve in common with those before."""
    known = set()
    for panel in panels:
        labels = {curve["label"] for curve in panel["curves"]}
        if known and not known & labels:
            return False
        known |= labels
    return True


def count_legend_columns(labels, is_wide):
    """In how many columns a legend names its curves."""
    most = WIDE_LEGEND_COLUMNS if is_wide else LEGEND_COLUMNS
    longest = max(map(len, labels))
    return max(1, min(len(labels), most if longest <= 22 else most // 2 if longest <= 48 else 1))


def choose_columns(panels):
    """How many panels stand side by side; pairs stay together."""
    stems = [re.split("[,:]", panel["title"])[:-1] for panel in panels]
    pairs = list(zip(stems[::2], stems[1::2]))
    if len(panels) == 4 or len(panels) % 2 == 0 and all(one == other and one for one, other in pairs):
        return 2
    return min(len(panels), MOST_COLUMNS)


def describe_runs(plot):
    """What the marks are, and how many runs they are made of."""
    runs = plot.get("runs")
    count = "" if runs is None else "one run" if runs == 1 else f"means of {runs} runs"
    texts = [count]
    if any(has_intervals(panel) for panel in plot["panels"]):
        texts.append("vertical lines: 95 % intervals")
    elif runs == 1:
        texts.append("no interval")
    points = [point for panel in plot["panels"] for curve in panel["curves"] for point in curve["points"]]
    if any(point.get("paper") is not None for point in points):
        texts.append("large circles: what the paper printed")
    return "; ".join(filter(None, texts))


def compose(plot, has_words=True):
    """The figure of all panels of one study; without words, its title and small print are left to the page that it
    stands on."""
    panels = plot["panels"]
    looks = choose_looks(panels)
    columns = choose_columns(panels)
    rows = math.ceil(len(panels) / columns)
    # One legend for all, or one below each panel
    common = get_labels(panels) if have_common_curves(panels) else []
    own = [] if common else [get_labels([panel]) for panel in panels]
    lines = max((math.ceil(len(one) / count_legend_columns(one, False)) for one in own), default=0)
    height = rows * (PANEL_HEIGHT + AXIS_ROOM + style.LEGEND_LINE * lines)
    legend = make_handles(common, looks), count_legend_columns(common, True) if common else None
    figure = style.make_figure(PANEL_WIDTH * columns, height, [plot], has_words, describe_runs(plot), *legend)
    for i, panel in enumerate(panels):
        axes = figure.add_subplot(rows, columns, i + 1)
        draw_panel(axes, panel, looks)
        if own:
            axes.legend(
                handles=make_handles(own[i], looks),
                loc="upper center",
                bbox_to_anchor=(0.5, -0.16),
                ncols=count_legend_columns(own[i], False),
                fontsize=8,
                columnspacing=1.2,
                handlelength=2.6,
                labelspacing=0.35,
                frameon=False,
            )
    return figure
