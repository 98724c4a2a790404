# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What all plots share: colours, settings, small print, files."""

import io
import json
import textwrap

import matplotlib
from frontend.errors import UserError
from frontend.json_file import DAMAGE
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


class PlotError(UserError):
    """The input cannot be drawn; the text is one line for the user."""


class Description(dict):
    """An object of a description; a key that is not there is an error that names the file."""

    def __init__(self, path, content):
        super().__init__(content)
        self.path = path

    def __missing__(self, key):
        raise PlotError(f"{self.path}: no '{key}'; was it written for another plot or version?")


def read_description(path):
    """Read what a study has written for a plot."""
    with open(path, encoding="utf-8") as file:
        try:
            content = json.load(file, object_hook=lambda found: Description(path, found))
        except (ValueError, RecursionError) as error:
            raise PlotError(f"{path}: not JSON: {error}") from error
    if not isinstance(content, Description):
        raise PlotError(f"{path}: not the description of a plot")
    return content


def draw(path, compose, *arguments):
    """Call a function that draws; what a damaged description makes of it is one line that names the file."""
    try:
        return compose(*arguments)
    except DAMAGE as error:
        reason = str(error).partition("\n")[0]
        raise PlotError(f"{path}: not the description of a plot: {reason}") from error


def wrap_footer(plots, width, between="\n"):
    """The lines of the small print, which says how the numbers came about, for a figure of some width in inches."""
    origins = dict.fromkeys(f"lasthop {plot['version']}, ns-3 {plot['ns3']}, seed {plot['seed']}" for plot in plots)
    text = between.join([*(plot["command"] for plot in plots), *origins])
    return [part for line in text.split("\n") for part in textwrap.wrap(line, int(width * 14))]


def draw_words(figure, plots, footer, top):
    """Write the title, so many inches below the upper edge, and the small print."""
    width, height = figure.get_size_inches()
    title = "; ".join(dict.fromkeys(plot["title"] for plot in plots))
    figure.suptitle(textwrap.fill(title, int(width * 8.5)), fontsize=13, y=1 - top / height)
    figure.text(
        0.5,
        0.06 / height,
        "\n".join(footer),
        ha="center",
        va="bottom",
        fontsize=7,
        color="#777777",
        family="monospace",
    )


def save(figure, prefix):
    """Write both files, without the date and the name of the program that drew them, and close the figure."""
    for kind, metadata in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None})):
        with files.replacing(f"{prefix}.{kind}") as file:
            figure.savefig(file, format=kind, dpi=150, metadata=metadata)
    pyplot.close(figure)


def draw_svg(figure):
    """The same picture as the text of an SVG file, without the room that its missing words leave; closes the figure."""
    text = io.StringIO()
    metadata = {"Date": None, "Creator": None}
    figure.savefig(text, format="svg", dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.05)
    pyplot.close(figure)
    return text.getvalue()
