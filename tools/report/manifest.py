# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The manifest of a campaign, and the files that it names."""

from dataclasses import dataclass, field
from pathlib import Path

from frontend import json_file, verdicts
from frontend.json_file import JsonError, entry, is_name, is_one_of, is_text

FORMAT = 2


def _is_format(value, _key, _place):
    return "" if value == FORMAT else f"format {value}: this program reads format {FORMAT}"


def _has_edges(value, key, place):
    return "" if len(value) == 2 else f"'{key}' of {place} has not two edges"


def _is_verdict(*known):
    return lambda value, _key, place: "" if value in known else f"{place}: there is no verdict '{value}'"


@dataclass
class Claim:
    """What a study asks, and what it has found."""

    id: str = entry(is_text, place="claim {}")
    cell: str
    unit: str
    verdict: str = entry(_is_verdict(*verdicts.OF_CLAIMS))
    kind: str = entry(is_one_of(*verdicts.KINDS))
    paper: float | None
    mean: float | None
    ci95: list = entry(_has_edges)
    band: list = entry(_has_edges)
    runs: int
    left_out: int = 0
    reason: str | None = None


@dataclass
class Metric:
    """What was measured in a point."""

    unit: str
    mean: float | None
    ci95: list
    runs: int


@dataclass
class Report:
    """What a study has found, with what the pages need of it."""

    claims: list[Claim] = entry(each=("a claim",))
    points: dict[str, dict[str, Metric]] = entry(each=("point {}", "metric {}"))


@dataclass
class Trace:
    """A run of which everything was recorded; without series it has captures alone."""

    point: str = entry(is_name, place="a trace of {}")
    run: int
    title: str = entry(is_text)
    command: str = entry(is_text)
    series: Path | None
    captures: list[Path] = entry(key="pcap")


@dataclass
class StudyFiles:
    """One study: its report, empty if it has failed, and the plots' descriptions, each None if it has no such plot."""

    name: str = entry(is_name, key="study", place="study {}")
    title: str = entry(is_text)
    command: str = entry(is_text)
    json: Path | None
    bars: Path | None
    curves: Path | None
    traces: list[Trace] = entry(each=("a trace",))
    has_verdicts: bool = entry(key="verdicts")  # whether its runs are long enough for them

    report: Report = field(init=False)

    def __post_init__(self):
        self.report = json_file.read(Report, self.json, "the study") if self.json else Report([], {})


@dataclass
class Paper:
    """The studies of one paper."""

    key: str = entry(is_name, place="paper {}")
    studies: list[StudyFiles] = entry(each=("a study",))
    citation: str = entry(is_text)


@dataclass
class Account:
    """What a paper found, and the campaign's verdict on it, None if its runs are too short for one."""

    id: str = entry(is_name, place="finding {}")
    verdict: str | None = entry(_is_verdict(None, *verdicts.OF_FINDINGS))
    where: str = entry(is_text)
    finding: str = entry(is_text)
    words: str = entry(is_text)
    sentence: str = entry(is_text)
    paper: str = entry(is_name)


@dataclass
class Failure:
    """A run that has failed."""

    study: object = None
    point: object = None
    run: object = None
    message: object = None
    command: object = None


@dataclass
class Campaign:
    """All that the pages show."""

    format: int = entry(_is_format)
    papers: list[Paper] = entry(each=("a paper",))
    version: str = entry(is_text)
    ns3: str = entry(is_text)
    mode: str = entry(is_text)
    seconds: float
    environment: dict
    database: Path | None
    accounts: list[Account] = entry(key="findings", each=("a finding",))
    errors: list[Failure] = entry(each=("an error",))


def read(path):
    """Read a manifest and check that all is there before anything is written."""
    if not path.is_file():
        raise JsonError(f"{path}: there is no such manifest")
    campaign = json_file.read(Campaign, path, "the manifest")
    names = {paper.key for paper in campaign.papers} | {"index", "rows"}
    if len(names) < len(campaign.papers) + 2:
        raise JsonError(f"{path}: two pages would have the same name")
    return campaign
