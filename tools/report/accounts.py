# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The findings of the papers as the pages show them."""

import re
from dataclasses import dataclass

from frontend import verdicts

from . import strips

# Class of the style sheet and mark of each verdict; None: the runs were too short for one
LOOKS = {
    verdicts.REPRODUCED: ("good", "✓"),
    verdicts.IN_PART: ("part", "◐"),
    verdicts.NOT: ("bad", "✗"),
    verdicts.UNDECIDED: ("open", "?"),
    None: ("none", "–"),
}


@dataclass
class Account:
    """A finding with its verdict, its rows and its picture."""

    finding: object
    rows: list
    strip: str
    words: str  # what a search finds, beside what is shown

    @property
    def look(self):
        """Class of the style sheet and mark."""
        return LOOKS[self.finding.verdict]


@dataclass
class Group:
    """The findings of one paper."""

    paper: object
    accounts: list


def make(campaign, rows):
    """The accounts by the ids of their findings, in the manifest's order."""
    titles = {study.name: study.title for paper in campaign.papers for study in paper.studies}
    made = {}
    for finding in campaign.findings:
        own = [row for row in rows if row.finding == finding.id]
        words = f"{name_places(finding.where)} {_words(own, titles)}"
        made[finding.id] = Account(finding, own, strips.draw(own), words)
    return made


def _words(rows, titles):
    """Each word of the names and titles of the studies and of the cells of the rows once."""
    studies = list(dict.fromkeys(row.study for row in rows))
    # A study's title begins with all its figures, of which a finding is some.
    texts = studies + [titles[name].rpartition(": ")[2] for name in studies]
    words = re.findall(r"[\w.-]+", " ".join([*texts, *(f"{row.cell} {row.kind}" for row in rows)]).lower())
    return " ".join(dict.fromkeys(words))


def name_places(where):
    """Each table, figure and section of a text by its whole name: "figure 5 figure 6" of "Figures 5 and 6"."""
    names = []
    for kind, numbers in re.findall(r"(table|figure|section)s? ((?:[\w.]+(?: and | to |, (?=\d))?)+)", where, re.IGNORECASE):
        for first, last in re.findall(r"([\w.]+)(?: to (\w+))?", re.sub(" and |, ", " ", numbers)):
            if last and first.isdigit() and last.isdigit():
                names += [f"{kind} {number}" for number in range(int(first), int(last) + 1)]
            else:
                names += [f"{kind} {number}" for number in (first, last) if number]
    return " ".join(names).lower()


def group(campaign, accounts):
    """The accounts of each paper that has some."""
    groups = [
        Group(paper, [one for one in accounts.values() if one.finding.paper == paper.key]) for paper in campaign.papers
    ]
    return [one for one in groups if one.accounts]


def count(accounts):
    """How many findings have each verdict."""
    counts = verdicts.count((account.finding.verdict for account in accounts.values()), LOOKS)
    return {verdict: number for verdict, number in counts.items() if number}


def arrange(sections, accounts):
    """Give each finding to the first study with rows of it, and order the studies by their findings."""
    order = list(accounts)
    taken = {}
    for section in sections:
        own = [accounts[name] for name in order if any(row.finding == name for row in section.rows)]
        section.accounts = [account for account in own if account.finding.id not in taken]
        section.elsewhere = [account for account in own if account.finding.id in taken]
        taken.update(dict.fromkeys((account.finding.id for account in section.accounts), section))
        section.others = [row for row in section.rows if row.finding not in accounts]

    def place(section):
        places = [order.index(account.finding.id) for account in section.accounts + section.elsewhere]
        return min(places, default=len(order))

    return sorted(sections, key=place)
