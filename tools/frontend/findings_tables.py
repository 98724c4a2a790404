# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The findings as tables: on a terminal, in README and at the head of each paper's chapter."""

import re
import textwrap

from . import findings
from .errors import UserError
from .paths import ROOT, write_file
from .verdicts import count_findings

README = ROOT / "README.md"
CHAPTERS = ROOT / "src" / "wlan-testbed" / "doc"
# Between these lines a document has a table that is written by the command that they name.
MARKDOWN_MARKS = ("<!-- tools/ledger findings --write -->", "<!-- end of findings -->")
RST_MARKS = (".. tools/ledger findings --write", ".. end of findings")
WIDTH = 118
TEXT_WIDTH = 100


def _count(accounts):
    return count_findings(account.verdict for account in accounts)


def print_accounts(accounts, titles):
    """Print what a reader at a terminal wants: each finding, its verdict and why."""
    for paper, own in _by_paper(accounts):
        print(f"\n{paper}: {titles[paper]}\n")
        for account in own:
            finding = account.finding
            print(f"{finding.id:4} {account.words} ({finding.where})")
            for text in (finding.finding, account.sentence):
                print(textwrap.fill(text, TEXT_WIDTH, initial_indent=" " * 5, subsequent_indent=" " * 5))
    print(f"\n{len(accounts)} findings: {_count(accounts)}")


def _by_paper(accounts):
    return [
        (paper, [account for account in accounts if account.finding.paper == paper])
        for paper in dict.fromkeys(account.finding.paper for account in accounts)
    ]


def markdown(accounts, titles):
    """The table of README: one for all papers."""
    lines = ["| id | where | finding | verdict |", "|---|---|---|---|"]
    for paper, own in _by_paper(accounts):
        lines.append(f"| | | **{paper}**: {_escape_markdown(titles[paper])} | {_count(own)} |")
        lines += [
            f"| {one.finding.id} | {one.finding.where} | {_escape_markdown(one.finding.finding)} "
            f"| {one.words}{' †' if one.remarks else ''} |"
            for one in own
        ]
    lines += ["", f"Of {len(accounts)} findings: {_count(accounts)}."]
    if any(one.remarks for one in accounts):
        lines.append("† The evidence is missing or older than a change of the model.")
    return "\n".join(lines)


def _escape_markdown(text):
    return re.sub(r"[|<*`]", r"\\\g<0>", text)


def rst(accounts):
    """The table of a paper's chapter."""
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 6 14 40 40", ""]
    rows = [("id", "where", "finding", "verdict")]
    for one in accounts:
        verdict = f"**{one.words}**: {_escape_rst(one.sentence[:1].lower() + one.sentence[1:])}"
        rows.append((one.finding.id, one.finding.where, _escape_rst(one.finding.finding), verdict))
    for row in rows:
        for i, text in enumerate(row):
            first = "   * - " if i == 0 else "     - "
            lines += textwrap.wrap(
                text,
                WIDTH,
                initial_indent=first,
                subsequent_indent=" " * len(first),
                break_long_words=False,
                break_on_hyphens=False,
            )
    return "\n".join(lines)


def _escape_rst(text):
    return re.sub(r"[*`|\\]|_(?=\W|$)", r"\\\g<0>", text)


def documents():
    """The text that README and each chapter should have, by its path."""
    accounts, titles = findings.account(findings.from_ledger(), findings.load()[0]), findings.load()[1]
    wanted = {README: (MARKDOWN_MARKS, markdown(accounts, titles))}
    for paper, own in _by_paper(accounts):
        wanted[CHAPTERS / f"{paper}.rst"] = (RST_MARKS, rst(own))
    return {path: _replace(path, *content) for path, content in wanted.items()}


def _replace(path, marks, table):
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path.relative_to(ROOT)}: {error.strerror}") from error
    begin, end = (re.search(f"^{re.escape(mark)}$", text, re.MULTILINE) for mark in marks)
    if not begin or not end or begin.end() > end.start():
        raise UserError(f"{path.relative_to(ROOT)}: it has no lines '{marks[0]}' and '{marks[1]}' for the findings")
    return f"{text[: begin.end()]}\n\n{table}\n\n{text[end.start() :]}"


def outdated():
    """The documents whose tables are not those of the ledger, with the text that they should have."""
    return {path: text for path, text in documents().items() if path.read_text(encoding="utf-8") != text}


def write():
    """Write the tables into the documents, and return those that have changed."""
    changed = outdated()
    for path, text in changed.items():
        write_file(path, text)
    return list(changed)
