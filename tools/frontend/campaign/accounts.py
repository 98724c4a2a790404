# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a campaign says of the findings of the papers: the verdicts of tools/ledger findings, from its own runs."""

import sys

from .. import findings, ledger
from ..errors import UserError

TOO_SHORT = "Its runs are too short for a verdict."


def make(judged):
    """The account of each finding that has rows in the studies, in the form of the manifest. Where it has no verdict,
    its runs are too short for one.

    judged  for each study what has come of it
    """
    if not findings.FILE.exists():
        return []
    own = [_source(one.study, one.report) for one in judged]
    short = {one.study.name for one in judged if not one.study.gives_verdicts}
    names = {one.study.name for one in judged}
    accounts = findings.account([*own, *_others(names)])
    return [_entry(one, short) for one in accounts if any(row.study in names for row in one.rows)]


def _source(study, report):
    claims = report["claims"] if report else []
    known = {ledger.key(claim) for claim in claims}
    others = [claim for claim in study.claims if ledger.key(claim) not in known]
    return findings.Source(study.name, claims, others, "" if report else f"{study.name} was not judged")


def _others(names):
    """Rows of studies that the campaign does not run."""
    for name in ledger.names():
        if name in names:
            continue
        try:
            check = ledger.load(name)["check"]
        except UserError as error:
            # It hinders no campaign of another study.
            print(f"lasthop: {error}; the findings lack its rows", file=sys.stderr)
        else:
            yield findings.Source(name, [], [*check["claims"], *check["only_full"]], f"{name} was not run")


def _entry(account, short):
    finding = account.finding
    entry = {**account.entry(), "where": finding.where, "finding": finding.finding, "words": account.words}
    if any(row.study in short for row in account.rows):
        entry |= {"verdict": None, "words": "no verdict", "sentence": TOO_SHORT}
    return entry
