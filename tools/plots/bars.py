# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The paper's values beside ours, a bar for each."""

from frontend import numbers, verdicts
from frontend.errors import UserError
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from . import style

PAPER_COLOUR = style.GREY
OUR_COLOUR = style.BLUE
# Of verdicts, and of claims that do not count
COLOURS = {"good": "#007A5A", "bad": style.VERMILION, "open": "#946200"}
OTHER_COLOUR = "#777777"
BAR_WIDTH = 0.38
# Inches
BAR_PAIR, HEIGHT = 1.42, 4.2


def draw_value(axes, x, text, top, **colour):
    """Write a bar's value above the highest thing drawn there."""
    axes.annotate(
        text,
        (x, top),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        fontsize=9,
        **colour,
    )


def draw_bar_pair(axes, x, bar):
    """Draw one claim: the paper's bar, ours with its interval, and the band's edges."""
    band = [edge for edge in bar["band"] if edge is not None]
    axes.hlines(band, x - 0.46, x + 0.46, color="black", linewidth=0.8, linestyle=":", zorder=4)
    if bar["paper"] is not None:
        left = x - BAR_WIDTH / 2
        axes.bar(left, bar["paper"], BAR_WIDTH, color=PAPER_COLOUR, zorder=2)
        top = max([bar["paper"], *band])
        draw_value(axes, left, numbers.write_plainly(bar["paper"]), top, color="#555555")
    if bar["mean"] is not None:
        right = x + BAR_WIDTH / 2
        low, high = bar["ci95"]
        axes.bar(right, bar["mean"], BAR_WIDTH, color=OUR_COLOUR, zorder=2)
        if low is not None:
            whiskers = [[bar["mean"] - low], [high - bar["mean"]]]
            axes.errorbar(right, bar["mean"], whiskers, ecolor="black", capsize=4, zorder=5)
        top = max([bar["mean"], *band] + ([] if high is None else [high]))
        draw_value(axes, right, numbers.write_briefly(bar["mean"]), top, color=OUR_COLOUR, weight="bold")


def draw_outcome(axes, x, bar, lines, has_verdicts):
    """Write below the label how far ours is from the paper's, the verdict, and why the claim does not count."""
    if bar["verdict"] not in verdicts.LOOKS:
        raise UserError(f"{bar.path}: there is no verdict '{bar['verdict']}'")
    look, mark, words = verdicts.LOOKS[bar["verdict"]]
    below = {"xycoords": axes.get_xaxis_transform(), "textcoords": "offset points", "va": "top"}
    top = -8 - 13 * lines
    if bar["paper"] and bar["mean"] is not None:
        deviation = 100 * (bar["mean"] / bar["paper"] - 1)
        text = f"{deviation:+.1f} %".replace("-", "−") if abs(deviation) >= 0.05 else "±0.0 %"
        axes.annotate(text, (x, 0), xytext=(0, top), ha="center", fontsize=9, **below)
    counts = bar["kind"] == verdicts.COUNTED
    said = [(f"{mark} {words}", COLOURS[look] if counts else OTHER_COLOUR, "bold")] if has_verdicts else []
    said += [] if counts else [(bar["kind"], OTHER_COLOUR, "normal")]
    for line, (text, colour, weight) in enumerate(said, 1):
        place = (0, top - 14 * line)
        axes.annotate(text, (x, 0), xytext=place, ha="center", color=colour, fontsize=9, weight=weight, **below)


def draw_group(axes, name, bars, lines, has_verdicts):
    """Draw one group of claims in its own axes."""
    for x, bar in enumerate(bars):
        draw_bar_pair(axes, x, bar)
        draw_outcome(axes, x, bar, lines, has_verdicts)
    axes.set_title(name, fontsize=11, weight="bold")
    axes.set_xticks(range(len(bars)))
    axes.set_xticklabels([label(bar) for bar in bars], fontsize=9)
    axes.tick_params(axis="x", length=0)
    axes.yaxis.grid(True, color=style.GRID)


def label(bar):
    """The name under a bar, a line for each part."""
    return bar["label"].replace(", ", "\n")


def make_handles(bars):
    """What the colours and lines are, once for all groups."""
    runs = sorted({bar["runs"] for bar in bars})
    count = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    band = {"color": "black", "linestyle": ":", "linewidth": 0.8}
    interval = {"color": "black", "marker": "|", "markersize": 12, "linestyle": "none"}
    deviation = {
        "color": "black",
        "marker": r"$\pm\%$",
        "markersize": 15,
        "markeredgewidth": 0,
        "linestyle": "none",
    }
    handles = [
        Patch(color=PAPER_COLOUR, label="paper"),
        Patch(color=OUR_COLOUR, label=f"simulation, {count} {'run' if runs == [1] else 'runs'}"),
        Line2D([], [], label="counts as reproduced", **band),
        Line2D([], [], label="simulation against paper", **deviation),
    ]
    if any(bar["ci95"][0] is not None for bar in bars):
        handles.insert(2, Line2D([], [], label="95 % interval", **interval))
    return handles


def axis_name(bars):
    """What the bars of a group measure."""
    names = {", ".join(filter(None, [bar["quantity"], bar["unit"]])) for bar in bars}
    return names.pop() if len(names) == 1 else ""


def compose(plot, has_words=True, has_verdicts=True):
    """The figure of all claims of one study, a panel for each group. Without words, its title and small print are left
    to the page that it stands on. Runs that are too short give no verdicts."""
    groups = {}
    for bar in plot["bars"]:
        groups.setdefault(bar["group"], []).append(bar)
    widths = [len(bars) for bars in groups.values()]
    width = max(9.0, BAR_PAIR * sum(widths) + 1.2)
    names = [axis_name(bars) for bars in groups.values()]
    alike = len(set(names)) == 1
    figure = style.make_figure(width, HEIGHT, [plot], has_words, handles=make_handles(plot["bars"]))
    all_axes = figure.subplots(1, len(groups), sharey=alike, squeeze=False, width_ratios=widths)[0]
    lines = max(label(bar).count("\n") + 1 for bar in plot["bars"])
    # Bars of two cells should not be as wide as a page.
    room = max(0, width / BAR_PAIR / 1.4 - sum(widths)) / 2 / len(groups)
    for axes, (name, bars) in zip(all_axes, groups.items()):
        draw_group(axes, name, bars, lines, has_verdicts)
        axes.set_xlim(-0.6 - room, len(bars) - 0.4 + room)
    for axes, name in zip(all_axes[: 1 if alike else None], names):
        axes.set_ylabel(name)
        bottom, top = axes.get_ylim()
        axes.set_ylim(bottom=min(0, bottom), top=top * 1.05)
    return figure
