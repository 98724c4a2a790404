# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The studies, what each mode runs of them, and which of them a command line names."""

import dataclasses
import re
import urllib.parse
from pathlib import Path

from .. import ledger, study_runs
from ..errors import unknown

PAPERS = {
    "kuang2003": "T. Kuang, F. Xiao, C. Williamson. Diagnosing Wireless TCP Performance Problems: "
    "A Case Study. University of Calgary, 2003.",
    "vacirca2005": "F. Vacirca, F. Cuomo. Experimental results on the support of TCP over 802.11b: "
    'an insight into fairness issues. University of Rome "La Sapienza", 2005.',
    "gopal2005": "S. Gopal, D. Raychaudhuri. Experimental evaluation of the TCP simultaneous-send "
    "problem in 802.11 Wireless Local Area Networks. EWIND 2005.",
    "malone2008": "D. Malone, D. J. Leith, A. Aggarwal, I. Dangerfield. Spurious TCP Timeouts in "
    "802.11 Networks. 2008.",
    "xylomenos1999": "G. Xylomenos, G. C. Polyzos. TCP and UDP Performance over a Wireless LAN. 1999.",
    # Studies of no paper.
    "models": "Models against other models",
}
FULL = "--full"
RUN_OPTIONS = ("--runs=", "--duration=")
LEAST_RUNS = 2
LISTS = "tools/ledger findings lists papers and findings, ./ns3 show targets lists studies"


def join_options(name, options):
    """A name of a file or folder that tells its options; Snakemake gives jobs elsewhere no name with a comma."""
    return "+".join([name, *(urllib.parse.quote(option.lstrip("-"), safe="=") for option in options)])


@dataclasses.dataclass(frozen=True)
class Extent:
    """What is run of a study: every cell of it has these options and this duration."""

    options: tuple
    duration: str
    first: int  # runs of each point at first
    most: int  # and at most
    points: tuple
    is_full: bool = False

    @property
    def arguments(self):
        """What a command line of the study says, of one cell and of all."""
        return [*self.options, f"--duration={self.duration}"]

    @property
    def key(self):
        """The name of a folder for cells of this extent."""
        return join_options(f"{self.duration}s", self.options)


@dataclasses.dataclass(frozen=True)
class Study:
    """A program and what is known of it."""

    name: str
    program: Path
    paper: str
    title: str
    version: str
    ns3: str
    extent: Extent
    deciding: frozenset = frozenset()  # claims that decide when it has enough runs; none: all
    claims: tuple = dataclasses.field(default=(), compare=False)  # all that it can judge
    gives_verdicts: bool = True  # whether its runs are long enough

    @property
    def version_key(self):
        """A folder for what this version has computed."""
        return f"{self.version}_ns-{self.ns3}"

    def decides(self, claim):
        """Whether more runs are made for a claim."""
        return not self.deciding or claim["id"] in self.deciding


def paper_of(program):
    """The paper whose folder a program is in."""
    return program.parent.name if program.parent.name in PAPERS else "models"


def select(programs, names, claims):
    """The studies that names of papers, claims and studies mean, each with its claims that decide.

    programs  path of each study's program by name
    claims    the claims of each study by its name
    """
    papers = {name: paper_of(path) for name, path in programs.items()}
    known = {*programs, *papers.values()}
    known |= {part for ids in claims.values() for claim in ids for part in (claim, _group(claim))}
    chosen = {} if names else {name: frozenset() for name in programs}
    for name in names:
        if name not in known:
            raise unknown("paper, finding, claim or study", name, known, LISTS)
        for study in programs:
            if name in (study, papers[study]):
                chosen[study] = frozenset()
            named = {claim for claim in claims.get(study, ()) if name in (claim, _group(claim))}
            if named and chosen.get(study) != frozenset():
                chosen[study] = chosen.get(study, frozenset()) | named
    return {name: chosen[name] for name in programs if name in chosen}


def _group(claim):
    """What several claims about one finding begin with: K2 of "K2 s.d.", B3 of "B3-short"."""
    return re.split("[ -]", claim)[0]


def ledger_claims(programs, names):
    """The claims of each study, as the ledger knows them, for they are needed before anything is built. Names of papers
    and studies need none, so that a damaged ledger hinders no campaign of another study."""
    if {*programs, *map(paper_of, programs.values())}.issuperset(names):
        return {}
    known = {name: ledger.load(name) for name in programs if ledger.path_of(name).exists()}
    return {
        name: {claim["id"] for claim in entry["check"]["claims"]} for name, entry in known.items()
    }


def describe(name, program, mode, deciding=frozenset()):
    """Ask a program what it is."""
    description = study_runs.describe(name, program)
    extent = _extent(name, description, mode)
    return Study(
        name,
        program,
        paper_of(program),
        description["title"],
        description["version"],
        description["ns3"],
        extent,
        deciding,
        tuple(description["claims"]),
        mode != "quick" or _is_long_enough(name, extent),
    )


def _is_long_enough(name, extent):
    """Whether quick runs are as many and as long as those of the evidence: a few runs that are alike would decide."""
    entry = ledger.load(name) if ledger.path_of(name).exists() else ledger.new()
    if not entry["evidence"]:
        return False
    evidence = _recorded_extent(entry["evidence"], entry["evidence"]["runs"], extent.points)
    is_as_long = float(extent.duration) >= float(evidence.duration) and extent.first >= evidence.first
    return is_as_long and extent.options == evidence.options


def _extent(name, description, mode):
    shown, full = description["shown"], description["full"]
    points = description["points"]
    names = tuple(point["name"] for point in points if not point["only_full"])
    if mode == "default":
        most = max(shown["runs"], full["runs"])
        return Extent((), _text(shown["duration_s"]), shown["runs"], most, names)
    # A study of the user's has no ledger.
    entry = ledger.load(name) if ledger.path_of(name).exists() else ledger.new()
    own = {"command": f"./ns3 run {name}", "claims": [], **shown}
    if mode == "full":
        evidence = entry["evidence"] or own
        if FULL in ledger.options(evidence):
            names = tuple(point["name"] for point in points)
        return _recorded_extent(evidence, evidence["runs"], names)
    check = entry["check"] or own
    # One run gives no verdict.
    runs = max(check["runs"], LEAST_RUNS) if check["claims"] else check["runs"]
    return _recorded_extent(check, runs, names)


def _recorded_extent(record, runs, names):
    """What a part of a ledger was made with."""
    words = ledger.options(record)
    options = tuple(word for word in words if word != FULL and not word.startswith(RUN_OPTIONS))
    return Extent(options, _text(record["duration_s"]), runs, runs, names, is_full=FULL in words)


def _text(number):
    return f"{number:g}"
