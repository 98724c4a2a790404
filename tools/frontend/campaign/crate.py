# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What an archive needs to know of a campaign's results, as an RO-Crate. It runs in the environment of
tools/requirements-reproduce.txt, which has rocrate."""

import hashlib
import json
from pathlib import Path

from rocrate.model import ContextEntity
from rocrate.rocrate import ROCrate

from ..errors import UserError, run_main
from ..json_file import DAMAGE
from ..paths import write_file

NAME = "ro-crate-metadata.json"
# What most archives read; its vocabulary does not have sha256 yet.
VERSION = "1.1"
TERMS = {"sha256": "http://schema.org/sha256"}
DATABASE = "results.sqlite"
MANIFEST = "campaign/manifest.json"
# The names of all files of the pages, a line each.
PAGES = "data/files.txt"
EXPORTS = ("*.csv", "*.parquet", "*.flent.gz")
# What is below the folder and is no export.
OTHER_FOLDERS = ("campaign", "data")
TYPES = {
    ".csv": "text/csv",
    ".gz": "application/gzip",
    ".html": "text/html",
    ".json": "application/json",
    ".parquet": "application/vnd.apache.parquet",
    ".pcap": "application/vnd.tcpdump.pcap",
    ".sqlite": "application/vnd.sqlite3",
    ".txt": "text/plain",
}
DESCRIPTIONS = {
    DATABASE: "Samples, claims and verdicts. The view 'result' lists each value with its study, point and run.",
    MANIFEST: "Studies with their commands, the machine, and errors. It also names files that the crate does not have.",
    "index.html": "The first of the pages that show the claims. They need no network.",
}
LICENCE = "https://spdx.org/licenses/GPL-2.0-only"
AUTHORS = "The lasthop authors"


def main(arguments):
    """Write ro-crate-metadata.json beside the database of a folder; it appears whole or not at all."""
    folder = Path(arguments[0])
    manifest = folder / MANIFEST
    try:
        campaign = json.loads(manifest.read_text(encoding="utf-8"))
        crate = _make(folder, campaign)
    except DAMAGE as error:
        raise UserError(f"{manifest} is damaged: run ./ns3 reproduce") from error
    content = json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False)
    write_file(folder / NAME, content + "\n")


def _make(folder, campaign):
    crate = ROCrate(version=VERSION)
    crate.metadata.extra_terms.update(TERMS)
    keys = ", ".join(paper["key"] for paper in campaign["papers"])
    crate.name = f"Results of lasthop {campaign['version']}: {keys}"
    crate.description = (
        f"Simulations of {keys} with lasthop {campaign['version']} and ns-3 {campaign['ns3']}: "
        "every sample, the verdict on each claim, and pages that show them."
    )
    crate.datePublished = campaign["end"]
    crate.license = _add(crate, LICENCE, "CreativeWork", name="GPL-2.0-only", url=LICENCE)
    for paper in campaign["papers"]:
        if paper["key"] != "models":
            article = _add(crate, f"#{paper['key']}", "ScholarlyArticle", name=paper["citation"])
            crate.root_dataset.append_to("citation", article, compact=True)
    files = [_add_file(crate, folder, name) for name in _list_files(folder)]
    _add_action(crate, campaign, _add_software(crate, campaign), files)
    return crate


def _add(crate, identifier, kind, **properties):
    """Add an entity that is not a file."""
    return crate.add(ContextEntity(crate, identifier, properties={"@type": kind, **properties}))


def _list_files(folder):
    """The database, the manifest, and those pages and exports that show this database."""
    database = folder / DATABASE
    pages = folder / PAGES
    listed = pages.read_text(encoding="utf-8").splitlines() if pages.is_file() else []
    found = {PAGES, *listed} - {DATABASE}
    for pattern in EXPORTS:
        # Not deeper: the folder may be one with much else in it.
        paths = [*folder.glob(pattern), *folder.glob(f"*/{pattern}")]
        names = [path.relative_to(folder) for path in paths]
        found |= {name.as_posix() for name in names if name.parts[0] not in OTHER_FOLDERS}
    since = database.stat().st_mtime_ns
    return [DATABASE, MANIFEST, *(name for name in sorted(found) if _is_newer(folder / name, since))]


def _is_newer(path, since):
    return path.is_file() and path.stat().st_mtime_ns >= since


def _add_file(crate, folder, name):
    path = folder / name
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    properties = {
        "name": name,
        "description": DESCRIPTIONS.get(name),
        "contentSize": str(path.stat().st_size),
        "encodingFormat": TYPES.get(path.suffix),
        "sha256": digest,
    }
    known = {key: value for key, value in properties.items() if value}
    return crate.add_file(path, name, properties=known)


def _add_software(crate, campaign):
    """lasthop, which needs ns-3; its version is that of the release and the commit, as in 1.0.0+0e044a4."""
    ns3 = _add(
        crate,
        "https://www.nsnam.org/",
        "SoftwareApplication",
        name="ns-3",
        version=campaign["ns3"],
        url="https://www.nsnam.org/",
    )
    lasthop = _add(
        crate,
        "#lasthop",
        "SoftwareApplication",
        name="lasthop",
        version=campaign["version"],
        author=_add(crate, "#authors", "Organization", name=AUTHORS),
        license=crate.license,
        softwareRequirements=ns3,
    )
    commit = campaign["version"].partition("+")[2]
    if commit:
        lasthop["identifier"] = _add(
            crate, "#commit", "PropertyValue", name="git commit", propertyID="commit", value=commit
        )
    return lasthop


def _add_action(crate, campaign, software, files):
    """How the files came about."""
    properties = {
        "@type": "CreateAction",
        "name": "Campaign",
        "description": campaign["command"],
        "startTime": campaign["begin"],
        "endTime": campaign["end"],
        "actionStatus": "http://schema.org/CompletedActionStatus",
    }
    if campaign["errors"]:
        properties["actionStatus"] = "http://schema.org/FailedActionStatus"
        properties["error"] = f"{len(campaign['errors'])} errors, listed in {MANIFEST}"
    action = crate.add_action(software, "#campaign", result=files, properties=properties)
    crate.root_dataset["mentions"] = action


if __name__ == "__main__":
    run_main(main)
