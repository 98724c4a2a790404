# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The rows of the claims table."""

from dataclasses import dataclass

from frontend import findings, numbers, verdicts
from frontend.errors import UserError

# Class of the style sheet, mark, and words; without a verdict, the runs were too short for one
NONE = ("none", "–", "no verdict")
VERDICTS = {
    verdicts.REPRODUCED: ("good", "✓", "reproduced"),
    verdicts.NOT_REPRODUCED: ("bad", "✗", "not reproduced"),
    verdicts.UNDECIDED: ("open", "?", "undecided"),
    verdicts.ONE_RUN: ("open", "•", "one run"),
    verdicts.NUMBER_ONLY: ("open", "≈", "number only"),
}


@dataclass(frozen=True)
class Row:
    """One claim."""

    paper: str
    study: str
    id: str
    cell: str
    printed: str
    ours: str
    interval: str
    band: str
    unit: str
    verdict: str
    kind: str
    certainty: str
    reason: str
    sort_printed: float | None
    sort_ours: float | None
    sort_interval: float | None
    sort_band: float | None
    sort_certainty: float | None
    limits: tuple
    has_verdict: bool = True

    @property
    def finding(self):
        """The finding that it belongs to, or would."""
        return findings.finding_of({"id": self.id})

    @property
    def counts(self):
        """Whether it can reproduce a finding."""
        return self.kind == verdicts.COUNTED

    @property
    def look(self):
        """Class of the style sheet, mark and words of the verdict."""
        return VERDICTS[self.verdict] if self.has_verdict else NONE

    @property
    def style(self):
        """Class of the style sheet."""
        return self.look[0]

    @property
    def mark(self):
        """What says the verdict without a colour."""
        return self.look[1]

    @property
    def words(self):
        """The verdict in few words."""
        return self.look[2]


def make_rows(campaign):
    """The rows of all studies, in the manifest's order."""
    return [
        row for paper in campaign.papers for study in paper.studies for row in make_study_rows(paper.key, study)
    ]


def make_study_rows(paper, study):
    """The rows of one study."""
    return [_make_row(paper, study, claim) for claim in study.report.claims]


def count_verdicts(rows):
    """How many claims have each verdict, in the order of VERDICTS."""
    return verdicts.count((row.verdict for row in rows if row.has_verdict), VERDICTS)


def _make_row(paper, study, claim):
    if claim.verdict not in VERDICTS:
        raise UserError(f"{study.name}: claim {claim.id}: there is no verdict '{claim.verdict}'")
    return Row(
        paper=paper,
        study=study.name,
        id=claim.id,
        cell=claim.cell,
        printed=numbers.write(claim.paper),
        ours=numbers.write(claim.mean),
        interval=numbers.write_interval(claim.ci95),
        band=numbers.write_interval(claim.band),
        unit=claim.unit,
        verdict=claim.verdict,
        kind=claim.kind,
        certainty=describe_certainty(claim),
        reason=claim.reason or "",
        sort_printed=claim.paper,
        sort_ours=claim.mean,
        sort_interval=_first_edge(claim.ci95),
        sort_band=_first_edge(claim.band),
        sort_certainty=_relative_width(claim),
        limits=tuple(claim.band),
        has_verdict=study.has_verdicts,
    )


def _first_edge(edges):
    """The edge by which an interval is sorted, None if there is none."""
    return next((edge for edge in edges if edge is not None), None)


def _relative_width(claim):
    """Half the interval over the estimate, None without an interval."""
    low, high = claim.ci95
    if low is None or high is None or not claim.mean or numbers.is_rounding(claim.mean):
        return None
    return abs((high - low) / 2 / claim.mean)


def describe_certainty(claim):
    """What the estimate rests on: runs, width of the interval, runs left out."""
    runs = claim.runs
    parts = [f"{runs} run" if runs == 1 else f"{runs} runs"]
    width = _relative_width(claim)
    low, high = claim.ci95
    if low is not None and low == high:
        parts.append("interval without width")
    elif width is not None:
        parts.append(f"± {numbers.write(100 * width, 2)} %")
    if claim.left_out:
        parts.append(f"{claim.left_out} left out")
    return ", ".join(parts)
