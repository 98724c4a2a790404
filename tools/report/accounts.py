# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The findings of the papers as the pages show them."""

import re

from frontend import verdicts

# Class of the style sheet and mark of each verdict; None: the runs were too short for one
LOOKS = {
    verdicts.REPRODUCED: ("good", "✓"),
    verdicts.IN_PART: ("part", "◐"),
    verdicts.NOT: ("bad", "✗"),
    verdicts.UNDECIDED: ("open", "?"),
    None: ("none", "–"),
}


def group_rows(campaign, rows):
    """The rows of each finding by its id."""
    return {account.id: [row for row in rows if row.finding == account.id] for account in campaign.accounts}


def list_words(campaign, rows_of):
    """What a search finds of each finding by its id, beside what is shown."""
    titles = {study.name: study.title for paper in campaign.papers for study in paper.studies}
    return {one.id: f"{name_places(one.where)} {_words(rows_of[one.id], titles)}" for one in campaign.accounts}


def _words(rows, titles):
    """Each word of the names and titles of the studies and of the cells of the rows once."""
    studies = list(dict.fromkeys(row.study for row in rows))
    # A study's title begins with all its figures, of which a finding is some.
    texts = studies + [titles[name].rpartition(": ")[2] for name in studies]
    words = re.findall(r"[\w.-]+", " ".join([*texts, *(f"{row.claim.cell} {row.claim.kind}" for row in rows)]).lower())
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


def count(campaign):
    """How many findings have each verdict."""
    counts = verdicts.count((account.verdict for account in campaign.accounts), LOOKS)
    return {verdict: number for verdict, number in counts.items() if number}


def arrange(sections, accounts):
    """Give each finding to the first study with rows of it, and order the studies by their findings."""
    order = [account.id for account in accounts]
    taken = set()
    for section in sections:
        own = [account for account in accounts if any(row.finding == account.id for row in section.rows)]
        section.accounts = [account for account in own if account.id not in taken]
        section.elsewhere = [account for account in own if account.id in taken]
        section.others = [row for row in section.rows if row.finding not in order]
        taken |= {account.id for account in own}

    def place(section):
        return min((order.index(account.id) for account in section.accounts + section.elsewhere), default=len(order))

    return sorted(sections, key=place)
