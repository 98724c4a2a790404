# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The verdicts on claims and on findings, the kinds of claims, and how many there are of each."""

from collections import Counter

# On a claim, as a study writes them.
REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"
NUMBER_ONLY = "number matched, mechanism differs"
UNDECIDED, ONE_RUN = "undecided", "one run"
OF_CLAIMS = (REPRODUCED, NUMBER_ONLY, NOT_REPRODUCED, UNDECIDED, ONE_RUN)
# Class of the style sheet, mark and words of each
LOOKS = {
    REPRODUCED: ("good", "✓", "reproduced"),
    NOT_REPRODUCED: ("bad", "✗", "not reproduced"),
    UNDECIDED: ("open", "?", "undecided"),
    ONE_RUN: ("open", "•", "one run"),
    NUMBER_ONLY: ("open", "≈", "number only"),
}
# More runs may give another verdict.
OPEN = (UNDECIDED, ONE_RUN)
# On a finding, whose rows are claims: reproduced, undecided, or one of these.
IN_PART, NOT = "in part", "not"
OF_FINDINGS = (REPRODUCED, IN_PART, NOT, UNDECIDED)
# What a claim proves, as src/study/model/study-claim.h says.
COUNTED, CALIBRATED, PUT_IN = "counted", "calibrated", "put in"
CANNOT_FAIL, STRICTER = "cannot fail", "stricter"
KINDS = (COUNTED, CALIBRATED, PUT_IN, CANNOT_FAIL, STRICTER)


def count(verdicts, known):
    """How many there are of each known verdict."""
    counts = Counter(verdicts)
    return {verdict: counts[verdict] for verdict in known}


def count_claims(claims):
    """How many claims have which verdict, in words."""
    return _write(count((claim["verdict"] for claim in claims), OF_CLAIMS)) or "no claims"


def count_findings(verdicts):
    """How many findings have which verdict, in words; None is no verdict."""
    return _write(count(verdicts, (*OF_FINDINGS, None)))


def _write(counts):
    return ", ".join(f"{number} {verdict or 'without a verdict'}" for verdict, number in counts.items() if number)
