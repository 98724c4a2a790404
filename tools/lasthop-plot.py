#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Draw what a study found, as PREFIX.png and PREFIX.svg.

lasthop-plot.py bars STUDY.json PREFIX
    The paper's values beside ours, from the description a study writes beside its plot.
lasthop-plot.py curves STUDY.json PREFIX
    Means with their intervals over a parameter, from the description a study writes.
lasthop-plot.py time-sequence [--from SECONDS] [--length SECONDS] RUN.json... PREFIX
    Traced runs side by side, from the descriptions that --trace writes. A column has the whole
    run and below it a part, large: what each place saw of the connection (segments,
    retransmissions, ACK line, SACK blocks, window line over time as tcptrace draws them), the
    queues and the like. Some studies name the parts of a run, each of which gets a column.
lasthop-plot.py panels [--from SECONDS] [--length SECONDS] RUN.json... PREFIX
    Traced runs side by side, from the descriptions that --trace writes: what a study has recorded
    over time, a row for each quantity, and distributions, in which the runs are compared. Parts
    that the study names, or the one that is asked for, get columns of their own.

Equal input gives equal files.
"""

import argparse
import sys

from frontend import python_tools


def parse(arguments):
    """Return the options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=["bars", "curves", "panels", "time-sequence"])
    parser.add_argument("inputs", nargs="+", metavar="input")
    parser.add_argument("prefix")
    parser.add_argument(
        "--from",
        dest="start",
        type=float,
        metavar="SECONDS",
        help="start of the part (default: before the first retransmission, or in the middle)",
    )
    parser.add_argument(
        "--length",
        type=float,
        metavar="SECONDS",
        help="length of the part (default: 16 segments, or as long as the retransmission needs)",
    )
    return parser.parse_args(arguments)


def refuse(reason):
    """Print the line and return the exit status."""
    print(f"lasthop-plot: {reason}", file=sys.stderr)
    return 1


def main(arguments):
    """Draw; a failure is one line."""
    options = parse(arguments)
    python_tools.go_on_with(lambda: python_tools.find(python_tools.PLOT), ["matplotlib"])
    try:
        from plots import bars, curves, panels, style, time_sequence
        from plots.style import PlotError
    except ImportError as error:
        return refuse(f"{error.name} is not installed")
    try:
        if options.kind in ("bars", "curves"):
            if len(options.inputs) != 1:
                raise PlotError(f"{options.kind}: one description, please")
            draw = bars.compose if options.kind == "bars" else curves.compose
            figure = draw(style.read_description(options.inputs[0]))
        else:
            draw = panels.compose if options.kind == "panels" else time_sequence.compose
            figure = draw(options.inputs, options.start, options.length)
        style.save(figure, options.prefix)
        style.close(figure)
    except OSError as error:
        return refuse(f"{error.filename or options.prefix}: {error.strerror}")
    except (PlotError, ValueError) as error:
        return refuse(error)
    except (TypeError, LookupError, AttributeError) as error:
        # Something is there, but of another type than what a study writes.
        reason = str(error).partition("\n")[0]
        return refuse(f"{options.inputs[0]}: not the description of a plot: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
