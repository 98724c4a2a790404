# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What two runs of a study do not have in common."""

import dataclasses
import json

from .ledger import ORIGIN, describe, key

MISSING = "missing"


@dataclasses.dataclass
class Differences:
    """One line for each verdict that has moved, and for each figure that has changed."""

    verdicts: list = dataclasses.field(default_factory=list)
    figures: list = dataclasses.field(default_factory=list)

    def __bool__(self):
        return bool(self.verdicts or self.figures)

    def show(self, study):
        """Print the lines; what matters most comes last."""
        for line in [*self.figures, *self.verdicts]:
            print(f"{study}: {line}")
        counted = f"{len(self.verdicts)} verdicts, {len(self.figures)} figures"
        print(f"{study}: CHANGED: {counted}", flush=True)


def compare(expected, found):
    """Compare a run with the one in the ledger."""
    differences = Differences()
    for name in ORIGIN:
        _compare_figure(name, expected[name], found[name], differences)
    _compare_points(expected["points"], found["points"], differences)
    _compare_claims(expected["claims"], found["claims"], differences)
    _compare_only_full(expected["only_full"], found["only_full"], differences)
    return differences


def _compare_points(expected, found, differences):
    for point in _names(expected, found):
        old, new = expected.get(point, {}), found.get(point, {})
        for metric in _names(old, new):
            values = old.get(metric, MISSING), new.get(metric, MISSING)
            _compare_figure(f"point {point}, metric {metric}", *values, differences)


def _compare_claims(expected, found, differences):
    old = {key(claim): claim for claim in expected}
    new = {key(claim): claim for claim in found}
    for name in _names(old, new):
        if name not in new:
            differences.verdicts.append(f"{name}: expected, but the study has no such claim")
        elif name not in old:
            differences.verdicts.append(f"{name}: unknown claim; it is {describe(new[name])}")
        elif old[name]["verdict"] != new[name]["verdict"]:
            line = f"{name}: expected {describe(old[name])}; it is {describe(new[name])}"
            differences.verdicts.append(line)
        else:
            for field in _names(old[name], new[name]):
                values = old[name].get(field, MISSING), new[name].get(field, MISSING)
                _compare_figure(f"{name}, {field}", *values, differences)


def _compare_only_full(expected, found, differences):
    old, new = ({key(claim): claim["kind"] for claim in claims} for claims in (expected, found))
    for name in _names(old, new):
        _compare_figure(f"{name} of --full", old.get(name, MISSING), new.get(name, MISSING), differences)


def _names(old, new):
    return [*old, *(name for name in new if name not in old)]


def _compare_figure(name, old, new, differences):
    if old != new:
        differences.figures.append(f"{name}: {json.dumps(old)} is now {json.dumps(new)}")
