# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Records of trials in source trees of ns-3, one text file for each version, compiler and profile.

A record says which lasthop was tried in which ns-3, built how, and has for the suites of lasthop, the suites of
ns-3 and the programs how many passed and the names of those that did not (a suite of ns-3 that fails without lasthop,
too, is named apart and is no failure); warnings of the compiler in sources of lasthop; and for the studies how many
were checked, and each verdict that is not the ledger's, with the reason if one has been written beside it.
"""

import json
import re

from . import git
from .errors import UserError
from .json_file import DAMAGE
from .paths import ROOT, write_file

FOLDER = ROOT / "test" / "trees"
# A record that is older says nothing of today's sources.
MOST_COMMITS = 50
SOURCES = ("src", "examples", "cmake")
PARTS = ("suites", "suites of ns-3", "programs", "studies")
TEXTS = {
    "ns-3": r"[0-9]{1,4}[.-][0-9A-Za-z.+-]{1,30}",
    "compiler": r"[a-z+]+ [0-9.]+",
    "standard": r"\w+",
    "profile": r"\w+",
    "lasthop": r"[0-9a-f]+(-dirty)?|unknown",
}
HEADINGS = ("ns-3", "compiler", "C++", "profile", "suites", "ns-3 suites", "programs", "verdicts that differ", "lasthop")


def path_of(record):
    """Where a record is kept."""
    compiler = re.sub(r"[^a-z0-9+.]+", "-", record["compiler"].lower())
    return FOLDER / f"{record['ns-3']}-{compiler}-{record['profile']}.json"


def load_all():
    """All records, the oldest ns-3 first."""
    return sorted(map(load, FOLDER.glob("*.json")), key=_order)


def load(path):
    """The record in a file."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        is_whole = _is_whole(record)
    except DAMAGE:
        is_whole = False
    if not is_whole:
        raise UserError(f"{path} is damaged: it is no record that tools/try-tree has made")
    return record


def _is_whole(record):
    """Whether all that is read of a record has the form that it is read in; the commit is given to Git."""
    return (
        all(re.fullmatch(pattern, record[name]) for name, pattern in TEXTS.items())
        and (record["ns-3 commit"] is None or re.fullmatch(r"\w+", record["ns-3 commit"]))
        and all(isinstance(record[part]["passed"], int) and _are(str, record[part]["failed"]) for part in PARTS)
        and _are(str, record["suites of ns-3"]["failed without lasthop"])
        and _are(str, record["warnings"])
        and isinstance(record["studies"]["verdicts"], int)
        and _are(dict, record["studies"]["differ"])
        and all(_is_difference(found) for found in record["studies"]["differ"])
    )


def _is_difference(found):
    return _are(str, [found["study"], found["what"], found["reason"] or ""])


def _are(kind, values):
    return isinstance(values, list) and all(isinstance(value, kind) for value in values)


def save(record, path):
    """Write a record. Reasons that test/trees has for verdicts which differ in the same way are kept."""
    known = path_of(record)
    before = load(known)["studies"]["differ"] if known.exists() else []
    reasons = {(verdict["study"], verdict["what"]): verdict["reason"] for verdict in before}
    for verdict in record["studies"]["differ"]:
        verdict["reason"] = reasons.get((verdict["study"], verdict["what"]))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, json.dumps(record, indent=2, ensure_ascii=False) + "\n")


def failures(record):
    """What did not pass, one line each. A verdict that differs fails only without a reason."""
    lines = [f"{part}: {name} failed" for part in PARTS for name in record[part]["failed"]]
    lines += [f"warning: {line}" for line in record["warnings"]]
    lines += [
        f"{verdict['study']}: {verdict['what']}: nobody has written a reason beside it"
        for verdict in record["studies"]["differ"]
        if not verdict["reason"]
    ]
    return lines


def table(records):
    """The records as a table in Markdown, nothing without any."""
    if not records:
        return ""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *map(_row, records)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _row(record):
    studies = record["studies"]
    head = f"head ({record['ns-3 commit']})" if record["ns-3 commit"] else "head"
    differ = f"{len(studies['differ'])} of {studies['verdicts']}" if studies["verdicts"] else "not compared"
    return [
        record["ns-3"] if "." in record["ns-3"] else head,
        record["compiler"],
        record["standard"],
        record["profile"],
        *(_count(record[part]) for part in PARTS[:3]),
        differ,
        record["lasthop"],
    ]


def _count(part):
    counts = {name: len(part.get(name, [])) for name in ("failed", "failed without lasthop")}
    return ", ".join([f"{part['passed']} passed", *(f"{count} {name}" for name, count in counts.items() if count)])


def _order(record):
    numbers = [int(number) for number in re.findall(r"\d+", record["ns-3"])]
    return ("." not in record["ns-3"], numbers, record["compiler"], record["profile"])


def age(record):
    """How many commits have changed the sources since the record was made; None if that cannot be told."""
    commit = record["lasthop"].removesuffix("-dirty")
    counted = git.ask(ROOT, "rev-list", "--count", f"{commit}..HEAD", "--", *SOURCES)
    return int(counted) if counted else None
