# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The ledger: what each study is expected to say, one text file per study.

A ledger has these parts:

check     a run that is short enough to be made at every change: the command, every claim with its
          verdict, value and interval, the claims that the study judges with --full only, and the mean
          of every metric of every point
evidence  the run that the figures of the documents come from, long enough to decide the claims, made
          by hand or by ./ns3 reproduce --full. It has no metrics: as long as those of the check are
          the same, the model is the same and its verdicts hold. Its "stale" has the reasons for
          changes after which it was not made again
history   the reason for each change, the latest last, and the verdicts that moved
"""

import json
import math
import shlex
from pathlib import Path

from .errors import UserError
from .json_file import DAMAGE, damaged
from .numbers import write_plainly, write_with_unit
from .paths import ROOT, write_file
from .verdicts import KINDS

FOLDER = ROOT / "test" / "ledger"
# Enough to show any packet more or less; the last bits of a sum are left out.
DIGITS = 9
# The smallest of each number that a part was made with; all but the last are whole.
LEAST = {"seed": 1, "first_run": 0, "runs": 1, "duration_s": 0}
ORIGIN = ("command", *LEAST)


def names():
    """The studies that have a ledger."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def path_of(study):
    """The ledger of a study, whether it exists or not."""
    return FOLDER / f"{study}.json"


def new():
    """A ledger in which nothing is written yet."""
    return {"check": None, "evidence": None, "history": []}


def load(study):
    """The ledger of a study."""
    path = path_of(study)
    try:
        ledger = json.loads(path.read_text(encoding="utf-8"))
        _check_layout(ledger)
    except DAMAGE as error:
        raise damaged(path, error) from error
    return ledger


def _check_layout(ledger):
    for part in (ledger["check"], *filter(None, [ledger["evidence"]])):
        _check_numbers(part)
        options(part)
        for claim in part["claims"]:
            _check_claim(claim)
            describe(claim)
    for claim in ledger["check"]["only_full"]:
        _check_claim(claim)
    for point in ledger["check"]["points"].values():
        point.items()
    for change in ledger["history"]:
        change["reason"].strip()


def _check_claim(claim):
    key(claim).strip()
    claim["id"].strip()
    claim["cell"].strip()
    if claim["kind"] not in KINDS:
        kinds = ", ".join(KINDS)
        raise ValueError(f"the kind of {key(claim)} is {json.dumps(claim['kind'])}: expected one of {kinds}")


def _check_numbers(part):
    for name, least in LEAST.items():
        value = part[name]
        kinds = (int, float) if name == "duration_s" else (int,)
        if type(value) not in kinds or not least <= value < math.inf:
            kind = "a number" if float in kinds else "a whole number"
            raise ValueError(f"{name} is {json.dumps(value)}: expected {kind} from {least}")


def save(study, ledger):
    """Write a ledger; whoever is interrupted leaves the old one."""
    FOLDER.mkdir(exist_ok=True)
    write_file(path_of(study), _format(ledger) + "\n")


def _format(value, indent=""):
    """JSON in which what has no objects in it is one line."""
    items = list(value.values() if isinstance(value, dict) else value)
    deeper = indent + "  "
    lines = [
        _format(item, deeper) if _has_objects(item) else json.dumps(item, ensure_ascii=False)
        for item in items
    ]
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {line}" for key, line in zip(value, lines)]
        opening, closing = "{}"
    else:
        opening, closing = "[]"
    return opening + ",".join(f"\n{deeper}{line}" for line in lines) + f"\n{indent}{closing}"


def _has_objects(value):
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(isinstance(item, dict) or _has_objects(item) for item in items)


def record(report):
    """What is kept of the JSON that a study has written."""
    part = {name: report[name] for name in ORIGIN}
    claims = [key(claim) for claim in report["claims"]]
    for claim in claims:
        if claims.count(claim) > 1:
            raise UserError(f"{report['study']} has two claims {claim}, which cannot be told apart")
    part["claims"] = [_round(claim) for claim in report["claims"]]
    part["points"] = {
        point: {name: _round(metric["mean"]) for name, metric in metrics.items()}
        for point, metrics in report["points"].items()
    }
    return part


def _round(value):
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, list):
        return [_round(item) for item in value]
    if isinstance(value, dict):
        return {key: _round(item) for key, item in value.items()}
    return value


def load_evidence(study, file):
    """What is kept of the JSON of a long run, which was not made here."""
    try:
        report = json.loads(Path(file).read_text(encoding="utf-8"))
        part = {**record(report), "stale": []}
        made_by = report["study"]
    except OSError as error:
        raise UserError(f"--evidence={file}: {error.strerror}") from error
    except DAMAGE as error:
        raise UserError(f"--evidence={file}: this is not the JSON file of a study") from error
    if made_by != study:
        raise UserError(f"--evidence={file}: it is of {made_by}, not of {study}")
    del part["points"]
    return part


def only_full(description):
    """The claims that a study, as it describes itself, judges with --full only."""
    return [
        {name: claim[name] for name in ("id", "cell", "kind")}
        for claim in description["claims"]
        if claim["only_full"]
    ]


def figures(check):
    """What a check says of the model: all but what its claims prove."""
    claims = [{name: value for name, value in claim.items() if name != "kind"} for claim in check["claims"]]
    return {**check, "claims": claims, "only_full": []}


def relabel(evidence, check):
    """The evidence with the kinds of claims that the study gives them now, which is no matter of runs."""
    kinds = {key(claim): claim["kind"] for claim in [*check["claims"], *check["only_full"]]}
    claims = [{**claim, "kind": kinds.get(key(claim), claim["kind"])} for claim in evidence["claims"]]
    return {**evidence, "claims": claims}


def options(part):
    """The options of a part's command."""
    return shlex.split(shlex.split(part["command"])[-1])[1:]


def key(claim):
    """What tells a claim from the others of its study."""
    return f"{claim['id']} ({claim['cell']})"


def describe(claim):
    """A claim's value, and how it was judged."""
    low, high = claim["ci95"]
    value = write_with_unit(claim["mean"], claim["unit"])
    interval = "no interval" if low is None else f"{write_plainly(low)} .. {write_plainly(high)}"
    low, high = claim["band"]
    band = f"{write_plainly(low, '-inf')} .. {write_plainly(high, 'inf')}"
    return f"{claim['verdict']}, {value} ({interval}) in {band}"


def moved(old, new):
    """The verdicts that are not what they were, one line each; none in the first entry."""
    if not old or not old["claims"]:
        return []
    before = {key(claim): claim["verdict"] for claim in old["claims"]}
    after = {key(claim): claim["verdict"] for claim in new["claims"]}
    return [
        f"{name}: {before.get(name, 'no claim')} -> {after.get(name, 'no claim')}"
        for name in [*before, *(name for name in after if name not in before)]
        if before.get(name) != after.get(name)
    ]
