# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The manifest of a campaign, and the files that it names."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from frontend import findings, ledger

from .errors import ReportError

FORMAT = 2
TYPES = {str: "a text", int: "a whole number", float: "a number", list: "a list", dict: "an object"}
TYPES |= {bool: "true or false"}


@dataclass
class Trace:
    """A run of which everything was recorded; without series it has captures alone."""

    point: str
    run: int
    title: str
    command: str
    series: Path | None
    captures: list[Path]


@dataclass
class StudyFiles:
    """One study: its findings, empty if it has failed, and the plots' descriptions, each None if it has no such
    plot."""

    name: str
    title: str
    command: str
    findings: dict
    bars: Path | None
    curves: Path | None
    traces: list[Trace]
    has_verdicts: bool  # whether its runs are long enough for them


@dataclass
class Paper:
    """The studies of one paper."""

    key: str
    citation: str
    studies: list[StudyFiles]


@dataclass
class Finding:
    """What a paper found, and the campaign's verdict on it, None if its runs are too short for one."""

    id: str
    paper: str
    where: str
    finding: str
    verdict: str | None
    words: str
    sentence: str


@dataclass
class Campaign:
    """All that the pages show."""

    version: str
    ns3: str
    mode: str
    seconds: float
    environment: dict
    database: Path | None
    papers: list[Paper]
    findings: list[Finding]
    errors: list[dict] = field(default_factory=list)


class _Reader:
    """Takes values out of an object of the manifest and says where one is wrong."""

    def __init__(self, path, content, place="the manifest"):
        self.path, self.content, self.place = path, content, place
        if not isinstance(content, dict):
            raise ReportError(f"{path}: {place} is not an object")

    def take(self, key, *types):
        """A value of one of some types."""
        if key not in self.content:
            raise ReportError(f"{self.path}: {self.place} has no '{key}'")
        value = self.content[key]
        if not isinstance(value, types) or isinstance(value, bool) and bool not in types:
            names = " or ".join(TYPES.get(kind, "null") for kind in types)
            raise ReportError(f"{self.path}: '{key}' of {self.place} is not {names}")
        return value

    def take_text(self, key):
        """A text that is not empty."""
        if not (text := self.take(key, str)):
            raise ReportError(f"{self.path}: '{key}' of {self.place} is empty")
        return text

    def take_name(self, key):
        """A text that becomes part of the name of a file."""
        name = self.take_text(key)
        if "/" in name or name.startswith("."):
            raise ReportError(f"{self.path}: '{key}' of {self.place} is '{name}': expected a plain name")
        return name

    def take_file(self, key):
        """A file that must exist, None if there is none."""
        name = self.take(key, str, type(None))
        return None if name is None else self.find(name)

    def find(self, name):
        """A file that must exist."""
        if not isinstance(name, str):
            raise ReportError(f"{self.path}: {self.place} has a file name that is no text")
        path = self.path.parent / name
        if not path.is_file():
            raise ReportError(f"{path}: there is no such file; {self.path} names it for {self.place}")
        return path

    def take_objects(self, key, place):
        """A list of objects, each with a reader of its own."""
        return [_Reader(self.path, entry, place) for entry in self.take(key, list)]


def read_json(path):
    """What a JSON file has."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{path}: not JSON: {error}") from error


def _read_trace(reader):
    reader.place = f"a trace of {reader.take_name('point')}"
    return Trace(
        reader.take_name("point"),
        reader.take("run", int),
        reader.take_text("title"),
        reader.take_text("command"),
        reader.take_file("series"),
        [reader.find(name) for name in reader.take("pcap", list)],
    )


def _read_findings(path):
    """What a study has found, with what the pages need of it."""
    if path is None:
        return {"claims": [], "points": {}}
    findings = read_json(path)
    reader = _Reader(path, findings, "the study")
    claims = reader.take_objects("claims", "a claim")
    for claim in claims:
        claim.take_text("id")
        claim.place = f"claim {claim.take_text('id')}"
        for key in ("cell", "unit", "verdict"):
            claim.take(key, str)
        if claim.take("kind", str) not in ledger.KINDS:
            kind = claim.take("kind", str)
            raise ReportError(f"{path}: 'kind' of {claim.place} is '{kind}': expected one of {', '.join(ledger.KINDS)}")
        for key in ("paper", "mean"):
            claim.take(key, int, float, type(None))
        for key in ("ci95", "band"):
            if len(claim.take(key, list)) != 2:
                raise ReportError(f"{path}: '{key}' of {claim.place} has not two edges")
        claim.take("runs", int)
    points = reader.take("points", dict)
    for name, metrics in points.items():
        for metric, values in _Reader(path, metrics, f"point {name}").content.items():
            value = _Reader(path, values, f"metric {metric}")
            value.take("unit", str)
            value.take("mean", int, float, type(None))
            value.take("ci95", list)
            value.take("runs", int)
    return findings


def _read_study(reader):
    name = reader.take_name("study")
    reader.place = f"study {name}"
    return StudyFiles(
        name,
        reader.take_text("title"),
        reader.take_text("command"),
        _read_findings(reader.take_file("json")),
        reader.take_file("bars"),
        reader.take_file("curves"),
        [_read_trace(entry) for entry in reader.take_objects("traces", "a trace")],
        reader.take("verdicts", bool),
    )


def _read_finding(reader):
    reader.place = f"finding {reader.take_name('id')}"
    verdict = reader.take("verdict", str, type(None))
    if verdict not in (None, *findings.VERDICTS):
        raise ReportError(f"{reader.path}: {reader.place}: there is no verdict '{verdict}'")
    texts = {key: reader.take_text(key) for key in ("where", "finding", "words", "sentence")}
    return Finding(id=reader.take_name("id"), paper=reader.take_name("paper"), verdict=verdict, **texts)


def read(path):
    """Read a manifest and check that all is there before anything is written."""
    if not path.is_file():
        raise ReportError(f"{path}: there is no such manifest")
    reader = _Reader(path, read_json(path))
    found = reader.take("format", int)
    if found != FORMAT:
        raise ReportError(f"{path}: format {found}: this program reads format {FORMAT}")
    papers = []
    for entry in reader.take_objects("papers", "a paper"):
        key = entry.take_name("key")
        entry.place = f"paper {key}"
        studies = [_read_study(study) for study in entry.take_objects("studies", "a study")]
        papers.append(Paper(key, entry.take_text("citation"), studies))
    if len({paper.key for paper in papers} | {"index", "rows"}) <= len(papers) + 1:
        raise ReportError(f"{path}: two pages would have the same name")
    return Campaign(
        reader.take_text("version"),
        reader.take_text("ns3"),
        reader.take_text("mode"),
        reader.take("seconds", int, float),
        reader.take("environment", dict),
        reader.take_file("database"),
        papers,
        [_read_finding(entry) for entry in reader.take_objects("findings", "a finding")],
        [
            {key: error.content.get(key) for key in ("study", "point", "run", "message", "command")}
            for error in reader.take_objects("errors", "an error")
        ],
    )
