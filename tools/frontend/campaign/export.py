# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The results of a campaign in formats of other programs."""

import csv
import gzip
import io
import json
from pathlib import Path

from plots import files

from .. import json_file
from ..errors import UserError
from ..json_file import DAMAGE, JsonError
from . import results

QUERY = "SELECT * FROM result ORDER BY study, point, run"
FORMATS = ("csv", "parquet", "flent")
# Flent's own step, and its format of 2015 and later.
STEP_S = 0.2
FLENT_FORMAT = 4
# A simulation has no date, and Flent wants one, with fractions of a second.
START_S = 946684800
START = "2000-01-01T00:00:00.000000Z"
# The kind of an ACK in a time-sequence graph.
ACK = 2


def export(kind, target, report):
    """Write the target; return what was written."""
    if kind == "flent":
        return _write_flent(_checked_folder(target), report)
    writer = {"csv": _write_csv, "parquet": _write_parquet}[kind]
    return writer(_checked_file(target, report / "results.sqlite"), report)


def _checked_file(target, database_file):
    """Where to write, behind any symbolic link: a new file, or a regular one that is not the database."""
    path = Path(target)
    if not target or target.endswith("/") or path.name in ("", ".."):
        raise UserError(f"--export: '{target}' is not the name of a file")
    if path.exists() and not path.is_file():
        raise UserError(f"--export: '{target}' is not a regular file")
    if path.exists() and database_file.exists() and path.samefile(database_file):
        raise UserError(f"--export: '{target}' is the database itself")
    resolved = path.resolve()
    if not resolved.parent.is_dir():
        raise UserError(f"--export: there is no folder '{resolved.parent}'")
    return resolved


def _checked_folder(target):
    path = Path(target)
    if not target or (path.exists() and not path.is_dir()):
        raise UserError(f"--export: '{target}' is not a folder")
    return path


def _write_csv(target, report):
    with results.opened(report / "results.sqlite") as database:
        rows = database.execute(QUERY)
        with files.replacing(target) as file:
            text = io.TextIOWrapper(file, "utf-8", newline="")
            writer = csv.writer(text)
            writer.writerow([column[0] for column in rows.description])
            writer.writerows(rows)
            text.detach()
    return [target]


def _write_parquet(target, report):
    try:
        import pandas  # pylint: disable=import-outside-toplevel
        import pyarrow  # pylint: disable=import-outside-toplevel,unused-import
    except ImportError as error:
        raise UserError(
            f"Parquet needs pandas and pyarrow, and python3 has no {error.name}: "
            "apt-get install python3-pandas, pip install pyarrow, or --export csv"
        ) from error
    with results.opened(report / "results.sqlite") as database:
        with files.replacing(target) as file:
            pandas.read_sql_query(QUERY, database).to_parquet(file, index=False)
    return [target]


def _write_flent(target, report):
    """A file of Flent is one run of one of its tests, so the target is a folder with a file for each shown run that
    has TCP connections."""
    manifest = report / "campaign" / "manifest.json"
    try:
        content = json_file.load(manifest)
    except (OSError, JsonError) as error:
        raise UserError(f"{manifest} cannot be read: run ./ns3 reproduce") from error
    try:
        runs = dict(_flent_runs(manifest.parent, content))
    except (ArithmeticError, *DAMAGE) as error:
        raise UserError(
            f"{manifest}, or a file that it names, is damaged: run ./ns3 reproduce"
        ) from error
    if not runs:
        raise UserError("no shown run has TCP connections: run ./ns3 reproduce with other names")
    target.mkdir(parents=True, exist_ok=True)
    for name, run in runs.items():
        # The same runs give the same bytes.
        with files.replacing(target / name) as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            packed.write(json.dumps(run, indent=1).encode())
    return [target / name for name in runs]


def _flent_runs(folder, manifest):
    """The name and the content of each file."""
    for study in (study for paper in manifest["papers"] for study in paper["studies"]):
        for trace in filter(lambda trace: trace["series"], study["traces"]):
            run = _flent_run(folder / trace["series"], manifest)
            if run:
                name = f"{study['study']}-{trace['point']}-run{trace['run']}.flent.gz"
                if Path(name).name != name:
                    raise ValueError(name)
                yield name, run


def _flent_run(file, manifest):
    """What Flent's test tcp_bidirectional would have measured, or tcp_upload where nothing is downloaded."""
    run = json.loads(file.read_text(encoding="utf-8"))
    totals = {}
    for series in run["series"]:
        direction = _direction(series)
        if direction:
            acknowledged = _acknowledged(file.parent / Path(series["file"]).name)
            totals.setdefault(direction, []).append(acknowledged)
    if not totals:
        return None
    times = [time for flows in totals.values() for flow in flows for time, _ in flow]
    steps = int(max(times, default=0.0) / STEP_S)
    results = {
        f"TCP {direction}": [sum(rates) for rates in zip(*(_rates(flow, steps) for flow in flows))]
        for direction, flows in totals.items()
    }
    return {
        "version": FLENT_FORMAT,
        "metadata": {
            "NAME": "tcp_bidirectional" if "download" in totals else "tcp_upload",
            "TITLE": f"{run['study']} {run['point']} run {run['run']}",
            "NOTE": f"simulated: {run['command']}; lasthop {manifest['version']}, ns-3 {manifest['ns3']}",
            "TIME": START,
            "T0": START,
            "HOST": "simulated",
            "HOSTS": ["simulated"],
            "LOCAL_HOST": "simulated",
            "LENGTH": steps * STEP_S,
            "TOTAL_LENGTH": steps * STEP_S,
            "STEP_SIZE": STEP_S,
            "TEST_PARAMETERS": {},
            "IP_VERSION": 4,
            "SERIES_META": {name: {"UNITS": "Mbits/s"} for name in results},
        },
        "x_values": [step * STEP_S for step in range(steps)],
        "results": results,
        "raw_values": {
            name: [
                {"t": START_S + step * STEP_S, "val": rate, "dur": STEP_S}
                for step, rate in enumerate(rates)
            ]
            for name, rates in results.items()
        },
    }


def _direction(series):
    """Where a connection goes, if this is where it is sent."""
    if series["kind"] != "time-sequence":
        return None
    if series["name"].startswith("down"):
        return "download"
    return "upload" if series["name"].startswith(("tcp", "sender", "up")) else None


def _acknowledged(file):
    """When how many bytes have been acknowledged."""
    with open(file, encoding="utf-8", newline="") as text:
        rows = csv.DictReader(line for line in text if not line.startswith("#"))
        return [
            (float(row["time"]), float(row["seq"])) for row in rows if float(row["kind"]) == ACK
        ]


def _rates(flow, steps):
    """Mb/s in each step."""
    rates = [0.0] * steps
    highest = 0.0
    for time, number in flow:
        step = int(time / STEP_S)
        if number > highest and step < steps:
            rates[step] += (number - highest) * 8e-6 / STEP_S
        highest = max(highest, number)
    return rates
