# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""When a study has enough runs: a function of its claims alone, whatever the order of the cells."""

from ..verdicts import OPEN


def next_runs(claims, made, first, most):
    """How many runs of each point the study needs next; None if it needs no more.

    claims  the claims that decide, each with its "verdict" after that many runs
    made    the runs of each point that these claims were judged by, 0 before the first round
    first   the runs of the first round
    most    the paper's own number, beyond which nothing is added
    """
    if made < first:
        return first
    if made >= most or not any(claim["verdict"] in OPEN for claim in claims):
        return None
    return min(2 * made, most)
