#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what a study found, as PREFIX.png and PREFIX.svg.

lasthop-plot.py bars STUDY.json PREFIX
    The paper's values beside ours, from the description a study writes beside its plot.
lasthop-plot.py time-sequence SERIES.csv PREFIX
    Segments, retransmissions, ACK line and window line over time, as tcptrace draws them, from
    the columns time (s), seq (bytes), len (bytes) and kind (0 segment, 1 retransmission, 2 ACK,
    3 window).

Equal input gives equal files.
"""

import argparse
import csv
import json
import math
import sys
import textwrap

# Okabe and Ito's colours, which colour-blind readers can tell apart.
PAPER_COLOUR = "#BBBBBB"
OUR_COLOUR = "#0072B2"
VERDICTS = {
    "reproduced": ("#007A5A", "✓ reproduced"),
    "not reproduced": ("#D55E00", "✗ NOT reproduced"),
    "undecided": ("#946200", "? undecided"),
}
BAR_WIDTH = 0.38


class PlotError(Exception):
    """The input cannot be drawn; the text is one line for the user."""


def load_matplotlib():
    """Import matplotlib with settings that make its files depend on the input alone."""
    try:
        import matplotlib
    except ImportError as error:
        raise PlotError("matplotlib is not installed") from error
    matplotlib.use("Agg")
    matplotlib.rcParams.update(
        {
            "svg.hashsalt": "lasthop",
            "svg.fonttype": "none",
            "font.family": "DejaVu Sans",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.axisbelow": True,
        }
    )
    from matplotlib import pyplot

    return pyplot


def save(figure, prefix):
    """Write both files, without the date and the name of the program that drew them."""
    figure.savefig(prefix + ".png", dpi=150, metadata={"Software": None})
    figure.savefig(prefix + ".svg", metadata={"Date": None, "Creator": None})


def number(value):
    """A number with three significant digits, as printed on a bar."""
    return (
        f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"
    )


def draw_value(axes, x, value, top, **style):
    """Write a bar's value above the highest thing drawn there."""
    axes.annotate(
        number(value),
        (x, top),
        xytext=(0, 4),
        textcoords="offset points",
        ha="center",
        fontsize=9,
        **style,
    )


def draw_bar_pair(axes, x, bar):
    """Draw one claim: the paper's bar, ours with its interval, and the band's edges."""
    band = [edge for edge in bar["band"] if edge is not None]
    axes.hlines(band, x - 0.46, x + 0.46, color="black", linewidth=0.8, linestyle=":", zorder=4)
    if bar["paper"] is not None:
        left = x - BAR_WIDTH / 2
        axes.bar(left, bar["paper"], BAR_WIDTH, color=PAPER_COLOUR, zorder=2)
        draw_value(axes, left, bar["paper"], max([bar["paper"], *band]), color="#555555")
    if bar["mean"] is not None:
        right = x + BAR_WIDTH / 2
        low, high = bar["ci95"]
        axes.bar(right, bar["mean"], BAR_WIDTH, color=OUR_COLOUR, zorder=2)
        if low is not None:
            whiskers = [[bar["mean"] - low], [high - bar["mean"]]]
            axes.errorbar(right, bar["mean"], whiskers, ecolor="black", capsize=4, zorder=5)
        top = max([bar["mean"], *band] + ([] if high is None else [high]))
        draw_value(axes, right, bar["mean"], top, color=OUR_COLOUR, weight="bold")


def draw_group(axes, name, bars):
    """Draw one group of claims in its own axes."""
    for x, bar in enumerate(bars):
        draw_bar_pair(axes, x, bar)
    axes.set_title(name, fontsize=11, weight="bold")
    axes.set_xticks(range(len(bars)))
    axes.set_xticklabels([bar["label"].replace(", ", "\n") for bar in bars], fontsize=9)
    for x, bar in enumerate(bars):
        colour, text = VERDICTS[bar["verdict"]]
        axes.text(
            x,
            -0.17,
            text,
            transform=axes.get_xaxis_transform(),
            ha="center",
            va="top",
            color=colour,
            fontsize=8.5,
            weight="bold",
        )
    axes.set_xlim(-0.6, len(bars) - 0.4)
    axes.tick_params(axis="x", length=0)
    axes.yaxis.grid(True, color="#E4E4E4")


def draw_legend(figure, bars):
    """Say what the colours and lines are, once for all groups."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    runs = sorted({bar["runs"] for bar in bars})
    count = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    band = {"color": "black", "linestyle": ":", "linewidth": 0.8}
    interval = {"color": "black", "marker": "|", "markersize": 12, "linestyle": "none"}
    handles = [
        Patch(color=PAPER_COLOUR, label="paper"),
        Patch(color=OUR_COLOUR, label=f"simulation, {count} {'run' if runs == [1] else 'runs'}"),
        Line2D([], [], label="95 % interval", **interval),
        Line2D([], [], label="band that counts as reproduced", **band),
    ]
    figure.legend(
        handles=handles,
        loc="upper center",
        ncols=4,
        frameon=False,
        fontsize=9,
        bbox_to_anchor=(0.5, 0.935),
    )


def draw_footer(figure, text):
    """Write in small print how the numbers came about."""
    width = int(figure.get_figwidth() * 14)
    figure.text(
        0.5,
        0.012,
        "\n".join(textwrap.wrap(text, width)),
        ha="center",
        va="bottom",
        fontsize=7,
        color="#777777",
        family="monospace",
    )


def draw_bars(path, prefix):
    """Draw all claims, one panel for each group."""
    with open(path, encoding="utf-8") as file:
        plot = json.load(file)
    groups = {}
    for bar in plot["bars"]:
        groups.setdefault(bar["group"], []).append(bar)
    pyplot = load_matplotlib()
    widths = [len(bars) for bars in groups.values()]
    figure, all_axes = pyplot.subplots(
        1,
        len(groups),
        sharey=True,
        squeeze=False,
        figsize=(max(9.2, 1.45 * sum(widths) + 1.2), 5.2),
        gridspec_kw={"width_ratios": widths, "wspace": 0.06},
    )
    for axes, (name, bars) in zip(all_axes[0], groups.items()):
        draw_group(axes, name, bars)
    first = all_axes[0][0]
    units = sorted({bar["unit"] for bar in plot["bars"]})
    first.set_ylabel(units[0] if len(units) == 1 else "")
    first.set_ylim(bottom=min(0, first.get_ylim()[0]), top=first.get_ylim()[1] * 1.05)
    title = textwrap.fill(plot["title"], int(figure.get_figwidth() * 8.5))
    figure.suptitle(title, fontsize=13, y=0.985)
    draw_legend(figure, plot["bars"])
    origin = f"lasthop {plot['version']}, ns-3 {plot['ns3']}, seed {plot['seed']}"
    draw_footer(figure, f"{plot['command']}   {origin}")
    left = 0.85 / figure.get_figwidth()
    figure.subplots_adjust(left=left, right=0.985, top=0.79, bottom=0.22)
    save(figure, prefix)
    pyplot.close(figure)


def read_series(path):
    """Return the series' title and its rows by kind."""
    title = ""
    kinds = {0: [], 1: [], 2: [], 3: []}
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().splitlines()
    comments = [line[2:] for line in lines if line.startswith("#")]
    title = comments[0] if comments else path
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        kind = int(float(row["kind"]))
        if kind not in kinds:
            raise PlotError(f"{path}: kind {row['kind']} is not 0, 1, 2 or 3")
        kinds[kind].append((float(row["time"]), float(row["seq"]), float(row["len"])))
    if not any(kinds.values()):
        raise PlotError(f"{path}: no rows")
    return title, comments[1:], kinds


def draw_time_sequence(path, prefix):
    """Draw segments as vertical lines, ACK and window as steps."""
    title, comments, kinds = read_series(path)
    pyplot = load_matplotlib()
    figure, axes = pyplot.subplots(figsize=(10, 6))
    steps = ((3, "#E69F00", "window edge"), (2, "#009E73", "ACK"))
    for kind, colour, label in steps:
        if kinds[kind]:
            times, seqs, _ = zip(*sorted(kinds[kind]))
            axes.step(
                times,
                [seq / 1e3 for seq in seqs],
                where="post",
                color=colour,
                linewidth=1,
                label=label,
            )
    segments = ((0, OUR_COLOUR, "segment", 1.2), (1, "#D55E00", "retransmission", 2.4))
    for kind, colour, label, width in segments:
        if kinds[kind]:
            times, seqs, lens = zip(*kinds[kind])
            ends = [(seq + size) / 1e3 for seq, size in zip(seqs, lens)]
            axes.vlines(
                times, [seq / 1e3 for seq in seqs], ends, color=colour, linewidth=width, label=label
            )
    if kinds[1]:
        times, seqs, _ = zip(*kinds[1])
        axes.plot(times, [seq / 1e3 for seq in seqs], "x", color="#D55E00", markersize=5)
    axes.set_xlabel("time, s")
    axes.set_ylabel("sequence number, kB")
    axes.grid(True, color="#E4E4E4")
    axes.legend(loc="upper left", frameon=False)
    axes.set_title(title, fontsize=12)
    draw_footer(figure, "   ".join(comments))
    figure.subplots_adjust(left=0.09, right=0.98, top=0.93, bottom=0.12)
    save(figure, prefix)
    pyplot.close(figure)


def main():
    """Parse the command line and draw; a failure is one line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=["bars", "time-sequence"])
    parser.add_argument("input")
    parser.add_argument("prefix")
    args = parser.parse_args()
    draw = draw_bars if args.kind == "bars" else draw_time_sequence
    try:
        draw(args.input, args.prefix)
    except (PlotError, OSError, KeyError, ValueError) as error:
        print(
            f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else error,
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
