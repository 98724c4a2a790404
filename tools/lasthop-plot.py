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

from frontend import python_tools
from frontend.errors import UserError, run_main


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


def main(arguments):
    """Draw the figure."""
    options = parse(arguments)
    python_tools.go_on_with(lambda: python_tools.find(python_tools.PLOT), ["matplotlib"])
    try:
        from plots import bars, curves, panels, style, time_sequence
    except ImportError as error:
        raise UserError(f"{error.name} is not installed") from error
    first = options.inputs[0]
    if options.kind in ("bars", "curves"):
        if len(options.inputs) != 1:
            raise UserError(f"{options.kind}: one description, please")
        compose = bars.compose if options.kind == "bars" else curves.compose
        style.draw(first, lambda: style.save(compose(style.read_description(first)), options.prefix))
    else:
        compose = panels.compose if options.kind == "panels" else time_sequence.compose
        part = (options.start, options.length)
        style.draw(first, lambda: style.save(compose(options.inputs, *part), options.prefix))
    return 0


if __name__ == "__main__":
    run_main(main)
