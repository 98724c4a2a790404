# SPDX-License-Identifier: GPL-2.0-only
"""What a study found over a parameter: panels with a curve for each of its settings."""

import math
import textwrap

from . import style

COLOURS = (style.BLUE, style.VERMILION, style.GREEN, style.ORANGE, style.PURPLE, style.SKY)
MARKERS = ("o", "s", "^", "D", "v", "P")
# What tells curves apart whose colours are the same: line, and colour of the marker
REPEATS = (("-", None), ("--", "white"), (":", "white"))
# Inches
PANEL_WIDTH, PANEL_HEIGHT = 4.4, 4.1
HEAD, FOOT = 0.8, 1.6
MOST_COLUMNS = 3
# Between a panel and its legend, for numbers and label of the axis
LEGEND_GAP = 0.48
# By which a legend may be wider than its panel, left and right together
LEGEND_OVERHANG = 0.2
# Characters of a label with which three fit below a panel
SHORT_LABEL = 14


def scale_logarithmically(axes):
    """Make the vertical axis logarithmic, with plain numbers."""
    from matplotlib import ticker

    axes.set_yscale("log")
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(ticker.StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_formatter(ticker.NullFormatter())


def draw_panel(axes, panel):
    """Draw one panel: means with their 95 % intervals."""
    for i, curve in enumerate(panel["curves"]):
        points = curve["points"]
        x = [point["x"] for point in points]
        y = [point["mean"] for point in points]
        edges = [point["ci95"] for point in points]
        whiskers = [
            [0 if low is None else mean - low for mean, (low, _) in zip(y, edges)],
            [0 if high is None else high - mean for mean, (_, high) in zip(y, edges)],
        ]
        line, filling = REPEATS[i // len(COLOURS) % len(REPEATS)]
        axes.errorbar(
            x,
            y,
            whiskers,
            label=curve["label"],
            color=COLOURS[i % len(COLOURS)],
            linestyle=line,
            marker=MARKERS[i % len(MARKERS)],
            markerfacecolor=filling,
            markersize=4.5,
            linewidth=1.3,
            capsize=3,
        )
    if panel["logarithmic"]:
        scale_logarithmically(axes)
        axes.axhline(1, color="black", linewidth=0.8, linestyle=":")
    else:
        axes.set_ylim(bottom=0)
    axes.set_title(panel["title"], fontsize=10, weight="bold")
    axes.set_xlabel(panel["x"])
    axes.set_ylabel(panel["y"])
    axes.grid(True, color=style.GRID)


def draw_legend(axes, panel):
    """Name the curves below the panel, where none of them can be hidden, in as many columns as fit
    into the panel's share of the figure."""
    is_short = all(len(curve["label"]) <= SHORT_LABEL for curve in panel["curves"])
    panel_size = axes.get_window_extent()
    room = panel_size.width * (PANEL_WIDTH + LEGEND_OVERHANG) / PANEL_WIDTH
    below = LEGEND_GAP * axes.figure.dpi / panel_size.height
    for columns in range(3 if is_short else 2, 0, -1):
        legend = axes.legend(
            loc="upper center",
            bbox_to_anchor=(0.5, -below),
            ncols=columns,
            fontsize=8 if is_short else 7.5,
            columnspacing=1,
            handlelength=2.4,
            frameon=False,
        )
        if legend.get_window_extent().width <= room:
            return


def draw(paths, prefix):
    """Draw all panels of one study."""
    if len(paths) != 1:
        raise style.PlotError("curves: one description, please")
    figure = compose(style.read_description(paths[0]))
    style.save(figure, prefix)
    style.close(figure)


def compose(plot, has_words=True):
    """The figure; without words, its title and small print are left to the page that it stands on."""
    panels = plot["panels"]
    columns = min(len(panels), MOST_COLUMNS)
    rows = math.ceil(len(panels) / columns)
    pyplot = style.load_matplotlib()
    width, height = PANEL_WIDTH * columns, PANEL_HEIGHT * rows + HEAD + FOOT
    figure, grid = pyplot.subplots(rows, columns, squeeze=False, figsize=(width, height))
    all_axes = [axes for row in grid for axes in row]
    for axes, panel in zip(all_axes, panels):
        draw_panel(axes, panel)
    for axes in all_axes[len(panels) :]:
        axes.set_axis_off()
    if has_words:
        title = textwrap.fill(plot["title"], int(width * 8.5))
        figure.suptitle(title, fontsize=13, y=1 - 0.12 / height)
        footer = [plot["command"], style.origin(plot)]
        style.draw_footer(figure, style.wrap_footer(footer, width))
    figure.subplots_adjust(
        left=0.75 / width,
        right=1 - 0.15 / width,
        top=1 - HEAD / height,
        bottom=FOOT / height,
        wspace=0.28,
        hspace=0.58,
    )
    # The places of the panels decide what fits below them.
    for axes, panel in zip(all_axes, panels):
        draw_legend(axes, panel)
    return figure
