#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A study for the tests of campaigns. What it is and finds is in model.json, five folders up.

Keys of model.json: version; points; spread (of the samples about 1); first and most (runs); seconds (that a run takes);
crash (point and runs that fail); kill (a point whose job is killed); shift (of the samples of points).
"""

import hashlib
import json
import os
import signal
import sqlite3
import statistics
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[4]
NAME = Path(__file__).name
TABLES = """
PRAGMA application_id = 1234;
PRAGMA user_version = 1;
CREATE TABLE version (lasthop TEXT NOT NULL, ns3 TEXT NOT NULL);
CREATE TABLE run (
    id INTEGER PRIMARY KEY, study TEXT NOT NULL, point TEXT NOT NULL, run INTEGER NOT NULL, seed INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL, overrides TEXT NOT NULL);
CREATE TABLE metric (
    run_id INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL,
    value REAL NOT NULL, PRIMARY KEY (run_id, position)) WITHOUT ROWID;
"""


def sample(model, point, run):
    """The same number each time, of this version."""
    key = f"{model['version']} {point} {run}".encode()
    uniform = int.from_bytes(hashlib.sha256(key).digest()[:4], "big") / 2**32
    return 1 + model["spread"] * (uniform - 0.5) + model.get("shift", {}).get(point, 0)


def description(model):
    """What --list-points --json writes."""
    extents = [{"runs": model[name], "duration_s": 2.5} for name in ("first", "most")]
    return {
        "study": NAME,
        "title": "a study of a test",
        "version": model["version"],
        "ns3": "3.44",
        "shown": extents[0],
        "full": extents[1],
        "points": [{"name": name, "label": name, "only_full": False} for name in model["points"]],
        "claims": [],
    }


def make_runs(model, options):
    """Runs of one point, into a results file."""
    first = int(options["run"])
    crashing, crashes = model.get("crash") or ("", [])
    failures = []
    for run in range(first, first + int(options.get("runs", 1))):
        time.sleep(model["seconds"])
        if options["point"] == model.get("kill"):
            os.kill(os.getppid(), signal.SIGKILL)
            sys.exit(1)
        if options["point"] == crashing and run in crashes:
            repeat = f'./ns3 run "{NAME} --point={options["point"]} --run={run}"'
            failures.append(f"{NAME}: no solution in run {run}; to repeat it: {repeat}")
            continue
        database = sqlite3.connect(options["results"])
        if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            database.executescript(TABLES)
            database.execute("INSERT INTO version VALUES (?, '3.44')", (model["version"],))
        if database.execute("SELECT lasthop FROM version").fetchone() != (model["version"],):
            sys.exit(f"{NAME}: the results file is of another version")
        row = (NAME, options["point"], run, round(float(options["duration"]) * 1e9))
        cursor = database.execute("INSERT INTO run VALUES (NULL, ?, ?, ?, 1, ?, '')", row)
        value = sample(model, options["point"], run)
        rows = [(cursor.lastrowid, 0, "rate", "Mb/s", value), (cursor.lastrowid, 1, "run", "", run)]
        database.executemany("INSERT INTO metric VALUES (?, ?, ?, ?, ?)", rows)
        database.commit()
        database.close()
    if failures:
        sys.exit("\n".join(failures))


def judge(model, options):
    """A claim that is decided when the mean of all samples is sure enough."""
    runs = int(options["runs"])
    database = sqlite3.connect(options["results"])
    found = database.execute("SELECT value FROM metric WHERE name = 'rate'").fetchall()
    if len(found) != runs * len(model["points"]):
        sys.exit(f"{NAME}: the results file has not all runs")
    values = [value for (value,) in found]
    mean = statistics.mean(values)
    half = 2 * statistics.stdev(values) / runs**0.5 if runs > 1 else None
    verdict = "one run" if half is None else "reproduced" if half < 0.1 else "undecided"
    claim = {"id": "A1", "cell": "all", "calibrated": True, "paper": 1.0, "unit": "Mb/s", "mean": mean}
    claim |= {"ci95": [None, None] if half is None else [mean - half, mean + half]}
    claim |= {"runs": runs, "band": [0.9, 1.1], "verdict": verdict, "reason": None}
    report = {"study": NAME, "command": f'./ns3 run "{NAME} --runs={runs}"', "claims": [claim]}
    Path(options["json"]).write_text(json.dumps(report), encoding="utf-8")


def main():
    """Do what a study does."""
    model = json.loads((FOLDER / "model.json").read_text(encoding="utf-8"))
    words = [word.removeprefix("--").partition("=") for word in sys.argv[1:]]
    options = {name: value for name, _, value in words}
    if "version" in options:
        print(f"{NAME}: lasthop {model['version']}, ns-3 3.44")
    elif "list-points" in options:
        Path(options["json"]).write_text(json.dumps(description(model)), encoding="utf-8")
    elif "trace" in options:
        Path(f"{options['plot']}-series.json").write_text("{}", encoding="utf-8")
    elif "point" in options:
        make_runs(model, options)
    else:
        judge(model, options)


main()
