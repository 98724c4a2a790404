# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What moved between two campaigns. It runs in the environment of tools/requirements-reproduce.txt, which has scipy."""

import warnings

import numpy
from scipy import stats

from ..errors import UserError, run_main
from ..numbers import write_count, write_plainly
from . import results

LEVEL = 0.05
WIDTH = 100
# The square of a value is a number, too.
LARGEST = 1e100
MOST_ROWS = 40


def main(arguments):
    """Compare two databases and print what moved."""
    old_path, new_path = arguments
    with results.opened(old_path) as old, results.opened(new_path) as new:
        for name, one in (("old", old), ("new", new)):
            ours, ns3 = one.execute("SELECT lasthop, ns3 FROM version").fetchone()
            print(f"{name}: lasthop {ours}, ns-3 {ns3}")
        both = _comparable(old, new, arguments)
        _print_claims(_claims(old, both, old_path), _claims(new, both, new_path))
        _print_metrics(_samples(old, both, old_path), _samples(new, both, new_path))
    return 0


def _comparable(old, new, paths):
    """The studies of both whose runs lasted equally long and had the same options."""
    found = [_extents(old), _extents(new)]
    both = []
    for study in sorted(found[0].keys() | found[1].keys()):
        if study not in found[0] or study not in found[1]:
            print(f"{study}: only in {paths[study in found[1]]}")
        elif found[0][study] != found[1][study]:
            print(f"{study}: not compared, because its runs have other options or another duration")
        else:
            both.append(study)
    if not both:
        raise UserError("the two databases have no study that can be compared")
    return both


def _extents(database):
    rows = database.execute("SELECT DISTINCT study, duration_ns, overrides FROM run")
    extents = {}
    for name, *extent in rows:
        extents.setdefault(name, set()).add(tuple(extent))
    return extents


def _claims(database, both, path):
    rows = database.execute("SELECT study, claim, cell, verdict, mean FROM claim ORDER BY study, position")
    claims = {tuple(row[:3]): row[3:] for row in rows if row[0] in both}
    for where, (_, mean) in claims.items():
        if mean is not None:
            _require_number(mean, where, path)
    return claims


def _require_number(value, where, path):
    """A database does not enforce that a value is a number."""
    if not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise UserError(
            f"{path}: {' '.join(map(str, where))} has a value that is no number up to {LARGEST:g}"
        )


def _print_claims(old, new):
    rows = []
    for where in [*old, *(where for where in new if where not in old)]:
        before, after = (claims.get(where, ("no claim", None)) for claims in (old, new))
        if before[0] != after[0]:
            change = f"{before[0]} -> {after[0]}"
            means = f"{write_plainly(before[1])} -> {write_plainly(after[1])}"
            rows.append((" ".join(where), means, change))
    print(f"\n{len(rows)} of {write_count(len(old.keys() | new.keys()), 'verdict')} changed")
    _print_table(("claim", "mean", "verdict"), rows)


def _samples(database, both, path):
    rows = database.execute(
        "SELECT study, point, metric, value FROM result ORDER BY study, point, run"
    )
    samples = {}
    for *where, value in rows:
        if where[0] in both:
            _require_number(value, where, path)
            samples.setdefault(tuple(where), []).append(value)
    return {where: numpy.array(values) for where, values in samples.items()}


def _print_metrics(old, new):
    shared = [where for where in old if where in new]
    moved = [where for where in shared if not numpy.array_equal(old[where], new[where])]
    adjusted = _test([(where, old[where], new[where]) for where in moved])
    significant = sorted((where for where, p in adjusted.items() if p < LEVEL), key=adjusted.get)
    alone = len(old.keys() ^ new.keys())
    print(
        f"\n{write_count(len(shared) - len(moved), 'metric')} equal, {len(moved)} different "
        f"({len(significant)} significantly)\n(Welch's t-test, p below {LEVEL} after Benjamini and Hochberg)"
        + (f"; {alone} in one database only" if alone else "")
    )
    if len(adjusted) < len(moved):
        print(f"{len(moved) - len(adjusted)} of those that differ have one run or no spread: no test")
    rows = [
        (
            " ".join(where),
            f"{write_plainly(old[where].mean())} -> {write_plainly(new[where].mean())}",
            f"{len(old[where])}, {len(new[where])}",
            f"{adjusted[where]:.1g}",
        )
        for where in significant
    ]
    _print_table(("study, point, metric", "mean", "runs", "p"), rows)


def _test(moved):
    """The p of each metric that can be tested, adjusted for the number of tests."""
    testable = [(where, a, b) for where, a, b in moved if min(len(a), len(b)) > 1 and a.std() + b.std() > 0]
    if not testable:
        return {}
    with warnings.catch_warnings():
        # Samples that are nearly equal lose digits, which the test says.
        warnings.simplefilter("ignore", RuntimeWarning)
        found = [stats.ttest_ind(a, b, equal_var=False).pvalue for _, a, b in testable]
    return {where: p for (where, _, _), p in zip(testable, stats.false_discovery_control(found))}


def _print_table(heads, rows):
    """A table that is not wider than a page; the first column gives way."""
    if not rows:
        return
    shown = [heads, *rows[:MOST_ROWS]]
    widths = [max(len(row[column]) for row in shown) for column in range(len(heads))]
    widths[0] = max(20, min(widths[0], WIDTH - sum(widths[1:]) - 2 * (len(widths) - 1)))
    for row in shown:
        cut = row[0] if len(row[0]) <= widths[0] else f"{row[0][: widths[0] - 3]}..."
        line = "  ".join(text.ljust(width) for text, width in zip((cut, *row[1:]), widths))
        print(line.rstrip()[:WIDTH])
    if rows[MOST_ROWS:]:
        print(f"and {len(rows) - MOST_ROWS} more")


if __name__ == "__main__":
    run_main(main)
