# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What all plots share: colours, settings, small print, files."""

import io
import math
import textwrap
from pathlib import Path

import matplotlib
from frontend import json_file
from frontend.errors import UserError
from matplotlib import pyplot

from . import files

# Okabe and Ito's colours, which colour-blind readers can tell apart.
BLUE = "#0072B2"
SKY = "#56B4E9"
GREEN = "#009E73"
ORANGE = "#E69F00"
VERMILION = "#D55E00"
PURPLE = "#CC79A7"
GREY = "#BBBBBB"
GRID = "#E4E4E4"
# Inches
EDGE, TITLE_LINE, NOTE_LINE, LEGEND_LINE, FOOT_LINE = 0.1, 0.3, 0.24, 0.24, 0.12

# The files depend on the input alone.
matplotlib.use("Agg")
matplotlib.rcParams.update(
    {
        "svg.hashsalt": "lasthop",
        "svg.fonttype": "none",
        "font.family": "DejaVu Sans",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.formatter.useoffset": False,
    }
)


class Description(dict):
    """An object of a description; a key that is not there is an error that names the file."""

    def __init__(self, path, content):
        super().__init__(content)
        self.path = path

    def __missing__(self, key):
        raise UserError(f"{self.path}: no '{key}'; was it written for another plot or version?")


def read_description(path):
    """Read what a study has written for a plot."""
    content = json_file.load(Path(path), lambda found: Description(path, found))
    if not isinstance(content, Description):
        raise UserError(f"{path}: not the description of a plot")
    return content


def draw(path, compose, *arguments):
    """Call a function that draws; what a damaged description makes of it is one line that names the file."""
    try:
        return compose(*arguments)
    except json_file.DAMAGE as error:
        reason = str(error).partition("\n")[0]
        raise UserError(f"{path}: not the description of a plot: {reason}") from error


def make_figure(width, height, plots, has_words, note="", handles=(), columns=None):
    """A figure with room for axes of so many inches, which arranges what is drawn in it by itself.

    plots      descriptions that have the title, which is written above the axes, and the small print below them
    has_words  whether the figure has these two; a page writes them itself
    note       a line between the title and the axes
    handles    what the legend of all axes shows, which is above them
    columns    of this legend; None: a single row
    """
    title = "; ".join(dict.fromkeys(plot["title"] for plot in plots))
    title = textwrap.fill(title, int(width * 8.5)) if has_words else ""
    note = textwrap.fill(note, int(width * 11))
    footer = wrap_footer(plots, width) if has_words else []
    columns = columns or len(handles)
    legend = LEGEND_LINE * math.ceil(len(handles) / columns) if handles else 0
    rooms = [_measure(title, TITLE_LINE), _measure(note, NOTE_LINE), legend]
    foot = 0.1 + FOOT_LINE * len(footer)
    total = EDGE + sum(rooms) + height + foot
    figure = pyplot.figure(figsize=(width, total), layout="constrained")
    tops = [(total - EDGE - sum(rooms[:i])) / total for i in range(4)]
    centred = {"ha": "center", "va": "top"}
    figure.text(0.5, tops[0], title, fontsize=13, **centred)
    figure.text(0.5, tops[1], note, fontsize=9, color="#555555", **centred)
    if handles:
        figure.legend(
            handles=handles,
            loc="upper center",
            bbox_to_anchor=(0.5, tops[2]),
            borderaxespad=0,
            ncols=columns,
            frameon=False,
            fontsize=9,
            columnspacing=1.5,
            handletextpad=0.6,
        )
    print_small = {"ha": "center", "va": "bottom", "fontsize": 7, "color": "#777777", "family": "monospace"}
    figure.text(0.5, 0.06 / total, "\n".join(footer), **print_small)
    figure.get_layout_engine().set(rect=(0, foot / total, 1, tops[3] - foot / total), w_pad=0.1, h_pad=0.06)
    return figure


def _measure(text, line):
    return line * (text.count("\n") + 1) if text else 0


def wrap_footer(plots, width):
    """The lines of the small print, which says how the numbers came about, for a figure of some width in inches."""
    origins = dict.fromkeys(f"lasthop {plot['version']}, ns-3 {plot['ns3']}, seed {plot['seed']}" for plot in plots)
    lines = [*(plot["command"] for plot in plots), *origins]
    return [part for line in lines for part in textwrap.wrap(line, int(width * 14))]


def _arrange(figure):
    """Let matplotlib arrange the figure. The last digits of its solution are not always the same."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        axes.set_position([round(edge, 4) for edge in axes.get_position().bounds])


def save(figure, prefix):
    """Write both files, without the date and the name of the program that drew them, and close the figure."""
    _arrange(figure)
    for kind, metadata in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None})):
        with files.replacing(f"{prefix}.{kind}") as file:
            figure.savefig(file, format=kind, dpi=150, metadata=metadata)
    pyplot.close(figure)


def draw_svg(figure):
    """The same picture as the text of an SVG file, without the room that its missing words leave; closes the figure."""
    _arrange(figure)
    text = io.StringIO()
    metadata = {"Date": None, "Creator": None}
    figure.savefig(text, format="svg", dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.05)
    pyplot.close(figure)
    return text.getvalue()
