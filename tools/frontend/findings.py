# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The findings of the papers, and what the claims of the studies say of each.

A study judges claims, which are the rows of its table. The first word of a row's id names the finding that the row
belongs to: "K2" and "K2 s.d." are rows of K2. The verdict on a finding is computed from its rows alone.
"""

import dataclasses
import json
import re
from collections import Counter

from . import ledger
from .errors import UserError
from .json_file import DAMAGE, damaged
from .numbers import write_interval, write_plainly, write_with_unit
from .paths import ROOT
from .verdicts import CALIBRATED, CANNOT_FAIL, COUNTED, IN_PART, NOT, NOT_REPRODUCED, NUMBER_ONLY, ONE_RUN, OPEN, PUT_IN
from .verdicts import REPRODUCED, STRICTER, UNDECIDED

FILE = ROOT / "doc" / "findings.json"
# The fields in which two outcomes may differ.
OUTCOME = ("mean", "ci95", "band", "unit", "runs", "verdict", "kind")


@dataclasses.dataclass(frozen=True)
class Finding:
    """What a paper found."""

    id: str
    paper: str
    where: str  # the paper's table, figure or section
    finding: str  # in words of our own
    repetitions: str  # regular expression: a part of a row's cell that tells repetitions apart


@dataclasses.dataclass(frozen=True)
class Row:
    """A claim of a study. Without a verdict it has not been judged."""

    study: str
    claim: dict

    @property
    def verdict(self):
        """The study's verdict on it."""
        return self.claim.get("verdict")

    @property
    def kind(self):
        """Whether it counts."""
        return self.claim["kind"]


@dataclasses.dataclass(frozen=True)
class Source:
    """What is known of a study: claims that it has judged, and those that it judges in longer runs only."""

    study: str
    claims: list
    others: list = ()
    remark: str = ""  # what a reader has to know of these claims


@dataclasses.dataclass(frozen=True)
class Account:
    """The verdict on a finding."""

    finding: Finding
    verdict: str
    held: int
    asked: int
    sentence: str
    rows: tuple = ()
    remarks: tuple = ()  # what a reader has to know of the evidence

    @property
    def words(self):
        """The verdict as tables show it."""
        return f"in part, {self.held} of {self.asked}" if self.verdict == IN_PART else self.verdict

    def entry(self):
        """The verdict for other programs."""
        return {
            "id": self.finding.id,
            "paper": self.finding.paper,
            "verdict": self.verdict,
            "held": self.held,
            "asked": self.asked,
            "sentence": self.sentence,
        }


def load():
    """The findings in the order of the papers, and the title of each paper."""
    try:
        papers = json.loads(FILE.read_text(encoding="utf-8"))["papers"]
        found = [
            Finding(one["id"], paper["paper"], one["where"], one["finding"], paper["repetitions"] or "")
            for paper in papers
            for one in paper["findings"]
        ]
        titles = {paper["paper"]: paper["title"] for paper in papers}
        for one in found:
            re.compile(one.repetitions)
            if not all(text.strip() for text in (one.id, one.where, one.finding)):
                raise ValueError(f"{one.id or 'a finding'} has an empty text")
        twice = [name for name, times in Counter(one.id for one in found).items() if times > 1]
        if twice:
            raise ValueError(f"two findings are called {twice[0]}")
    except OSError as error:
        raise UserError(f"{FILE.relative_to(ROOT)}: {error.strerror}") from error
    except (re.error, *DAMAGE) as error:
        raise damaged(FILE, error) from error
    return found, titles


def finding_of(claim):
    """The id of the finding that a claim belongs to."""
    return claim["id"].split(" ")[0]


def from_ledger():
    """What the evidence of each study says."""
    return [_read_ledger(study, ledger.load(study)) for study in ledger.names()]


def _read_ledger(study, entry):
    check, evidence = entry["check"], entry["evidence"]
    if not evidence:
        return Source(study, [], [*check["claims"], *check["only_full"]], f"{study} has no evidence")
    judged = {ledger.key(claim) for claim in evidence["claims"]}
    others = [claim for claim in [*check["claims"], *check["only_full"]] if ledger.key(claim) not in judged]
    remark = f"the evidence of {study} is older than a change of the model" if evidence["stale"] else ""
    return Source(study, evidence["claims"], others, remark)


def account(sources, known=None):
    """The verdict on each finding that these studies have rows of, or on all known ones.

    known  findings; None: those of the file, and of these only those with rows
    """
    findings = load()[0] if known is None else known
    accounts = [judge(finding, sources) for finding in findings]
    return [one for one in accounts if one.rows] if known is None else accounts


def judge(finding, sources):
    """Compute the verdict on a finding."""
    rows, remarks = [], []
    for source in sources:
        own = [Row(source.study, claim) for claim in source.claims if finding_of(claim) == finding.id]
        # Of a claim that was not judged, the verdict is not known, whatever a shorter run may say.
        own += [
            Row(source.study, {**claim, "verdict": None})
            for claim in source.others
            if finding_of(claim) == finding.id
        ]
        rows += own
        if own and source.remark:
            remarks.append(source.remark)
    different = _count_repetitions_once(rows, finding.repetitions)
    asked = [row for row in different if _is_asked(row)]
    held = [row for row in asked if row.verdict == REPRODUCED and row.kind == COUNTED]
    verdict = _conclude(asked, held)
    parts = [_count_held(asked, held), *_name_others(asked), *_name_not_asked(rows, different), *remarks]
    sentence = "; ".join(parts)
    return Account(finding, verdict, len(held), len(asked), sentence[:1].upper() + sentence[1:] + ".", tuple(rows), tuple(remarks))


def _count_repetitions_once(rows, repetitions):
    """Rows of a study that differ in their repetition alone, and agree to all digits, are one."""
    different = {}
    for row in rows:
        cell = re.sub(repetitions, "", row.claim["cell"]) if repetitions else row.claim["cell"]
        outcome = json.dumps([row.claim.get(name) for name in OUTCOME])
        different.setdefault((row.study, row.claim["id"], cell, outcome), row)
    return list(different.values())


def _is_asked(row):
    """What asks more than the paper stands beside, and what cannot fail says nothing if it holds."""
    return row.kind != STRICTER and not (row.kind == CANNOT_FAIL and row.verdict == REPRODUCED)


def _is_open(row):
    return row.verdict in (None, *OPEN)


def _conclude(asked, held):
    if asked and len(held) == len(asked):
        return REPRODUCED
    if any(row.verdict != REPRODUCED and not _is_open(row) for row in asked):
        return IN_PART if held else NOT
    if not held or any(_is_open(row) for row in asked):
        return UNDECIDED
    return IN_PART  # the other rows prove nothing


def _count_held(asked, held):
    if not asked:
        return "no row asks for it"
    if len(asked) == 1:
        claim = asked[0].claim
        printed = f", where the paper has {write_plainly(claim['paper'])}" if claim.get("paper") is not None else ""
        value = f" with {_value(claim)}{printed}" if claim.get("mean") is not None else ""
        return f"its one row {'holds' if held else 'does not count as held'}{value}"
    if len(held) == len(asked):
        return "both rows hold" if len(asked) == 2 else f"all {len(asked)} rows hold"
    return f"{len(held) or 'none'} of {len(asked)} rows {'hold' if len(held) > 1 else 'holds'}"


def _name_others(asked):
    """Why the other rows do not hold, the worst first and by an example."""
    counted = [row for row in asked if row.kind == COUNTED]
    for verdict, words in (
        (NOT_REPRODUCED, "not reproduced"),
        (NUMBER_ONLY, "right, but for a different reason than in the paper"),
    ):
        some = [row for row in asked if row.verdict == verdict]
        if some:
            claim = some[0].claim
            yield f"{_are(len(some))} {words} ({claim['cell']}: {_value(claim)}, expected {_band(claim)})"
    for verdict, words in ((UNDECIDED, "undecided"), (ONE_RUN, "of one run"), (None, "not measured")):
        some = [row for row in counted if row.verdict == verdict]
        if some:
            yield f"{_are(len(some))} {words} ({some[0].claim['cell']})"
    for kind, words in (
        (CALIBRATED, "calibrated"),
        (PUT_IN, "put in"),
        (CANNOT_FAIL, "of those that cannot fail"),
    ):
        matching = sum(row.kind == kind and row.verdict == REPRODUCED for row in asked)
        if matching:
            yield f"{matching} {'matches' if matching == 1 else 'match'}, but {_are(matching, False)} {words}"
        some = sum(row.kind == kind and _is_open(row) for row in asked)
        if some:
            yield f"{_are(some)} open and {words}"


def _name_not_asked(rows, different):
    for kind, words in ((CANNOT_FAIL, "cannot fail"), (STRICTER, "test more than the paper shows")):
        number = sum(row.kind == kind and not _is_asked(row) for row in different)
        if number:
            verb = words.replace("test ", "tests ") if number == 1 else words
            yield f"{number} more {verb}"
    if len(rows) > len(different):
        number = len(rows) - len(different)
        yield f"{number} {'equals another' if number == 1 else 'equal others'} in all digits, and {'counts' if number == 1 else 'count'} once"


def _are(number, is_named=True):
    verb = "is" if number == 1 else "are"
    return f"{number} {verb}" if is_named else verb


def _value(claim):
    return "no value" if claim.get("mean") is None else write_with_unit(claim["mean"], claim["unit"])


def _band(claim):
    low, high = claim["band"]
    return write_plainly(low) if low == high else write_interval(claim["band"], write_plainly)
