# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The folder of pages."""

import base64
import csv
import hashlib
import importlib.resources
import io
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import jinja2
from frontend import numbers
from markupsafe import Markup
from plots import files, style

from . import accounts, claims, figures, strips, traces

TEMPLATES = Path(__file__).parent / "templates"
DATA = "data"
DATABASE = "results.sqlite"
CLAIMS = "claims.csv"
# What was written, a name in each line
CONTENT = f"{DATA}/files.txt"


@dataclass
class StudySection:
    """What a page shows of a study."""

    study: object
    rows: list
    accounts: list = field(default_factory=list)
    others: list = field(default_factory=list)  # rows of no finding
    elsewhere: list = field(default_factory=list)  # findings of which another section has the rows
    figures: list = field(default_factory=list)
    sensitivity: object = None
    traces: list = field(default_factory=list)

    @property
    def picture(self):
        """The trace whose picture stands for the study, which has no figure."""
        return next((trace for trace in self.traces if trace.svg), None) if not self.figures else None


class Site:
    """Writes into one folder."""

    def __init__(self, folder):
        self.folder = folder
        self._written = {CONTENT}
        (folder / DATA).mkdir(parents=True, exist_ok=True)

    def write(self, name, text):
        """Write a file whole or not at all."""
        self._written.add(name)
        with files.replacing(self.folder / name) as file:
            file.write(text.encode())

    def write_table(self, name, table):
        """Write a table as data/NAME."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows(table.rows)
        self.write(f"{DATA}/{name}", text.getvalue())

    def copy(self, source, target):
        """Copy a file, unless it lies there already."""
        self._written.add(target)
        target = self.folder / target
        if target.exists() and target.samefile(source):
            return
        with open(source, "rb") as old, files.replacing(target) as new:
            shutil.copyfileobj(old, new)

    def remove_old(self):
        """Remove what an earlier campaign has left here, and this one has not."""
        try:
            known = (self.folder / CONTENT).read_text(encoding="utf-8").split("\n")
        except (OSError, ValueError):
            known = []
        for name in {*known} - self._written - {DATABASE}:
            path = self.folder / name
            if path.parent in (self.folder, self.folder / DATA) and path.is_file():
                path.unlink()
        self.write(CONTENT, "\n".join(sorted(self._written)))


def build(campaign, folder):
    """Write all pages; index.html comes last."""
    rows = claims.make_rows(campaign)
    rows_of = accounts.group_rows(campaign, rows)
    site = Site(folder)
    environment = _make_environment()
    environment.globals.update(
        rows_of=rows_of,
        words=accounts.list_words(campaign, rows_of),
        places={account.id: accounts.name_places(account.where) for account in campaign.accounts},
    )
    sections = {
        paper.key: accounts.arrange([_make_section(site, paper, study) for study in paper.studies], campaign.accounts)
        for paper in campaign.papers
    }
    if campaign.database:
        site.copy(campaign.database, DATABASE)
    site.write_table(CLAIMS, claims.tabulate(rows))
    for paper in campaign.papers:
        page = environment.get_template("paper.html.j2")
        text = page.render(campaign=campaign, paper=paper, sections=sections[paper.key])
        site.write(f"{paper.key}.html", text)
    page = environment.get_template("rows.html.j2")
    site.write("rows.html", page.render(campaign=campaign, rows=rows, counts=claims.count_verdicts(rows)))
    page = environment.get_template("index.html.j2")
    text = page.render(
        campaign=campaign,
        counts=accounts.count(campaign),
        others=[section for paper in campaign.papers for section in sections[paper.key] if section.others],
        row_count=len(rows),
    )
    site.write("index.html", text)
    site.remove_old()


def _make_section(site, paper, study):
    section = StudySection(study, claims.make_study_rows(paper.key, study))
    if study.bars:
        section.figures.append(style.draw(study.bars, figures.draw_bars, study))
    if study.curves:
        section.figures.append(style.draw(study.curves, figures.draw_curves, study))
    for figure in section.figures:
        site.write_table(f"{figure.name}.csv", figure.table)
    if study.report.points:
        site.write_table(f"{study.name}-metrics.csv", figures.tabulate_metrics(study))
    if study.name.endswith("-sensitivity"):
        section.sensitivity = figures.tabulate_sensitivity(study)
    for trace in study.traces:
        view = style.draw(trace.series, traces.make, study, trace)
        section.traces.append(view)
        for name, file in view.files.items():
            site.copy(file, f"{DATA}/{name}")
    return section


def _make_environment():
    """Templates whose values are escaped, and what stands in every page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    vendor = importlib.resources.files("youplot") / "vendor"
    # The carrier itself is not imported; only the two files that it brings are read.
    scripts = {
        "uplot": (vendor / "uplot.iife.min.js").read_text(encoding="utf-8"),
        "page": (TEMPLATES / "page.js").read_text(encoding="utf-8"),
        "trace": (TEMPLATES / "trace.js").read_text(encoding="utf-8"),
    }
    environment.globals.update(
        scripts={name: Script(text) for name, text in scripts.items()},
        styles={
            "page": Markup((TEMPLATES / "page.css").read_text(encoding="utf-8")),
            "uplot": Markup((vendor / "uplot.min.css").read_text(encoding="utf-8")),
        },
        verdicts=claims.VERDICTS,
        looks=accounts.LOOKS,
        data=DATA,
        database=DATABASE,
        claims_file=CLAIMS,
    )
    environment.filters.update(
        number=numbers.write,
        interval=numbers.write_interval,
        duration=numbers.write_duration,
        certainty=claims.describe_certainty,
        width=claims.relative_width,
        edge=claims.find_edge,
        strip=strips.draw,
        markup=Markup,
        without=_leave_out_key,
    )
    return environment


def _leave_out_key(title, key):
    """A study's title on the page of its paper."""
    shorter = title.removeprefix(f"{key}, ")
    return title if shorter == title else shorter[:1].upper() + shorter[1:]


class Script:
    """A script with the hash by which the page allows it, and no other."""

    def __init__(self, text):
        # As the HTML parser sees it
        self.text = Markup(text.replace("\r\n", "\n"))
        digest = hashlib.sha256(self.text.encode()).digest()
        self.allowed = f"'sha256-{base64.b64encode(digest).decode()}'"
