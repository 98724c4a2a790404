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

    verdicts: list
    figures: list

    def __bool__(self):
        return bool(self.verdicts or self.figures)

    def show(self, study):
        """Print the lines; what matters most comes last."""
        for line in [*self.figures, *self.verdicts]:
            print(f"{study}: {line}")
        counted = f"{len(self.verdicts)} verdicts, {len(self.figures)} figures"
        print(f"{study}: CHANGED: {counted}", flush=True)


def compare(expected, found):
    """Compare a run with the one in the ledger. Of a claim whose verdict has moved, the figures do not matter."""
    old, new = ({key(claim): claim for claim in part["claims"]} for part in (expected, found))
    verdicts, alike = [], []
    for name in {**old, **new}:
        if name not in new:
            verdicts.append(f"{name}: expected, but the study has no such claim")
        elif name not in old:
            verdicts.append(f"{name}: unknown claim; it is {describe(new[name])}")
        elif old[name]["verdict"] != new[name]["verdict"]:
            verdicts.append(f"{name}: expected {describe(old[name])}; it is {describe(new[name])}")
        else:
            alike.append(name)
    before, after = _figures(expected, old, alike), _figures(found, new, alike)
    values = {name: (before.get(name, MISSING), after.get(name, MISSING)) for name in {**before, **after}}
    figures = [f"{name}: {json.dumps(a)} is now {json.dumps(b)}" for name, (a, b) in values.items() if a != b]
    return Differences(verdicts, figures)


def _figures(part, claims, chosen):
    """Each figure by its name: those of the runs, of the points, of the chosen claims, and of claims of --full."""
    points = part["points"].items()
    return {
        **{name: part[name] for name in ORIGIN},
        **{f"point {point}, metric {metric}": mean for point, means in points for metric, mean in means.items()},
        **{f"{name}, {field}": value for name in chosen for field, value in claims[name].items()},
        **{f"{key(claim)} of --full": claim["kind"] for claim in part["only_full"]},
    }
