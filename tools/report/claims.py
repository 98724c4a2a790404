# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The rows of the claims table."""

from dataclasses import dataclass

from frontend import findings, numbers, verdicts

from .manifest import Claim

# None: the runs were too short for a verdict
VERDICTS = {**verdicts.LOOKS, None: ("none", "–", "no verdict")}


@dataclass
class Table:
    """Numbers in rows; texts as they are shown and values as they are exported."""

    columns: list[str]
    rows: list[list]

    @property
    def texts(self):
        """The rows as they are shown."""
        return [[_show(cell) for cell in row] for row in self.rows]


def _show(cell):
    return numbers.write(cell) if cell is None or isinstance(cell, (int, float)) else cell


@dataclass(frozen=True)
class Row:
    """One claim."""

    paper: str
    study: str
    claim: Claim
    has_verdict: bool

    @property
    def finding(self):
        """The finding that it belongs to, or would."""
        return findings.finding_of({"id": self.claim.id})

    @property
    def counts(self):
        """Whether it can reproduce a finding."""
        return self.claim.kind == verdicts.COUNTED

    @property
    def verdict(self):
        """The verdict, None without one."""
        return self.claim.verdict if self.has_verdict else None

    @property
    def look(self):
        """Class of the style sheet, mark and words of the verdict."""
        return VERDICTS[self.verdict]


def make_rows(campaign):
    """The rows of all studies, in the manifest's order."""
    return [
        row for paper in campaign.papers for study in paper.studies for row in make_study_rows(paper.key, study)
    ]


def make_study_rows(paper, study):
    """The rows of one study."""
    return [Row(paper, study.name, claim, study.has_verdicts) for claim in study.report.claims]


def count_verdicts(rows):
    """How many claims have each verdict or none, in the order of VERDICTS."""
    return verdicts.count((row.verdict for row in rows), VERDICTS)


def tabulate(rows):
    """The rows as they are exported."""
    columns = ["paper", "study", "claim", "cell", "unit", "printed", "ours", "from", "to", "band from", "band to"]
    columns += ["runs", "left out", "kind", "verdict", "reason"]
    return Table(columns, [_list_values(row, row.claim) for row in rows])


def _list_values(row, claim):
    values = [row.paper, row.study, claim.id, claim.cell, claim.unit, claim.paper, claim.mean, *claim.ci95, *claim.band]
    return values + [claim.runs, claim.left_out, claim.kind, row.verdict, claim.reason]


def find_edge(edges):
    """The edge by which an interval is sorted, None if there is none."""
    return next((edge for edge in edges if edge is not None), None)


def relative_width(claim):
    """Half the interval over the estimate, None without an interval."""
    low, high = claim.ci95
    if low is None or high is None or not claim.mean or numbers.is_rounding(claim.mean):
        return None
    return abs((high - low) / 2 / claim.mean)


def describe_certainty(claim):
    """What the estimate rests on: runs, width of the interval, runs left out."""
    parts = [numbers.write_count(claim.runs, "run")]
    width = relative_width(claim)
    low, high = claim.ci95
    if low is not None and low == high:
        parts.append("no variation between runs")
    elif low is not None and high is not None and low <= 0 <= high:
        # A percentage of a mean near 0 says nothing.
        parts.append(f"± {numbers.write((high - low) / 2, 2)} {claim.unit}".strip())
    elif width is not None:
        parts.append(f"± {numbers.write(100 * width, 2)} %")
    if claim.left_out:
        parts.append(f"{claim.left_out} left out")
    return ", ".join(parts)
