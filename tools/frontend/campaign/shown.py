# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs whose series and captures the page shows."""

import dataclasses
import gzip
import json
import shlex
import shutil

from ..errors import UserError
from ..paths import ROOT, remove
from ..study_runs import run_study
from .studies import Study, join_options

TABLE = ROOT / "tools" / "campaign" / "shown-runs.json"


@dataclasses.dataclass(frozen=True)
class ShownRun:
    """One run."""

    study: Study
    point: str
    run: int
    options: tuple
    title: str

    @property
    def output(self):
        """The folder that it writes, relative to the folder of the campaign."""
        name = join_options(f"{self.point}-run{self.run}", self.options)
        return "/".join(("traces", self.study.version_key, self.study.name, name))

    @property
    def words(self):
        """The options of the program."""
        return [*self.options, f"--point={self.point}", f"--run={self.run}", "--trace", "--pcap"]

    @property
    def command(self):
        """The command that makes it again, for a reader."""
        return f'./ns3 run "{shlex.join([self.study.name, *self.words])}"'

    def make(self, state, watch, inherited):
        """Make the run, unless its folder is there."""
        folder = state / self.output
        if folder.exists():
            return
        beside = folder.with_name(f"{folder.name}.part")
        remove(beside)
        beside.mkdir(parents=True)
        options = [*self.words, f"--plot={beside / 'run'}"]
        run_study(self.study.name, self.study.program, options, 1, watch, inherited)
        for capture in beside.glob("*.pcap"):
            _compress(capture)
        beside.replace(folder)


def _compress(capture):
    """Wireshark and tshark read compressed captures."""
    with open(capture, "rb") as file, open(f"{capture}.gz", "wb") as packed:
        with gzip.GzipFile("", "wb", mtime=0, fileobj=packed) as target:
            shutil.copyfileobj(file, target)
    capture.unlink()


def runs(studies):
    """The shown runs of these studies."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    chosen = []
    for study in studies:
        for entry in table.get(study.name, []):
            if entry["point"] not in study.extent.points:
                raise UserError(f"{TABLE.relative_to(ROOT)}: {study.name} has no {entry['point']}")
            options = tuple(entry.get("options", ()))
            chosen.append(ShownRun(study, entry["point"], entry["run"], options, entry["title"]))
    return chosen
