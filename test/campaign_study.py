#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A study for the tests of campaigns. What it is and finds is in model.json, five folders up.

Keys of model.json: version; points; spread (of the samples about 1); first and most (runs); seconds (that a run takes);
crash (point and runs that fail); kill (a point at which the study is killed); shift (of the samples of points).
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
# As src/study/model/results-file.cc makes them.
LAYOUT = FOLDER / "layout.sql"


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


def open_results(model, options):
    """The results file, of this version."""
    database = sqlite3.connect(options["results"], isolation_level=None)
    if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        database.executescript(f"BEGIN; {LAYOUT.read_text(encoding='utf-8')} PRAGMA user_version = 3;")
        database.execute("INSERT INTO version VALUES (?, '3.44')", (model["version"],))
        database.execute("COMMIT")
    if database.execute("SELECT lasthop FROM version").fetchone() != (model["version"],):
        sys.exit(f"{NAME}: the results file is of another version")
    return database


def make_runs(model, options, database, point, runs):
    """Make the runs of one point that the results file does not have."""
    crashing, crashes = model.get("crash") or ("", [])
    own = [f"--{name}={value}" for name, value in options.items() if name in ("duration", "radio", "losses")]
    made = database.execute("SELECT run FROM run WHERE study = ? AND point = ?", (NAME, point)).fetchall()
    for run in set(runs) - {run for (run,) in made}:
        time.sleep(model["seconds"])
        if point == model.get("kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        key = (NAME, point, run, 1, round(float(options["duration"]) * 1e9), "")
        command = f'./ns3 run "{" ".join([NAME, f"--point={point}", f"--run={run}", *own])}"'
        if point == crashing and run in crashes:
            reason = f"no solution in run {run}"
            database.execute(f"INSERT OR REPLACE INTO failure VALUES ({'?, ' * 7}?)", (*key, command, reason))
            continue
        database.execute("BEGIN IMMEDIATE")
        cursor = database.execute(f"INSERT INTO run VALUES (NULL, {'?, ' * 6}?)", (*key, command))
        value = sample(model, point, run)
        rows = [(cursor.lastrowid, 0, "rate", "Mb/s", value), (cursor.lastrowid, 1, "run", "", run)]
        database.executemany("INSERT INTO metric VALUES (?, ?, ?, ?, ?)", rows)
        database.execute("DELETE FROM failure WHERE point = ? AND run = ?", (point, run))
        database.execute("COMMIT")


def make_all(model, options):
    """What --results is for: runs of one point, or of all, which are then judged."""
    database = open_results(model, options)
    first = int(options.get("run", 1))
    runs = range(first, first + int(options.get("runs", 1)))
    for point in [options["point"]] if "point" in options else model["points"]:
        make_runs(model, options, database, point, runs)
    if database.execute("SELECT count(*) FROM failure").fetchone()[0]:
        sys.exit(f"{NAME}: runs have failed")
    if "point" not in options:
        judge(model, options, database, len(runs))


def judge(model, options, database, runs):
    """A claim that is decided when the mean of all samples is sure enough."""
    query = "SELECT point, value FROM metric JOIN run ON id = run_id WHERE study = ? AND name = 'rate' AND run <= ?"
    values = [value for point, value in database.execute(query, (NAME, runs)) if point in model["points"]]
    mean = statistics.mean(values)
    half = 2 * statistics.stdev(values) / runs**0.5 if runs > 1 else None
    verdict = "one run" if half is None else "reproduced" if half < 0.1 else "undecided"
    edges = [None, None] if half is None else [mean - half, mean + half]
    command = f'./ns3 run "{NAME} --runs={runs}"'
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT OR REPLACE INTO study VALUES (?, 'a study of a test', ?, ?)", (NAME, command, runs))
    database.execute("DELETE FROM claim")
    row = (NAME, 0, "A1", "all", "calibrated", 1.0, "Mb/s", mean, *edges, runs, 0, 0.9, 1.1, verdict, None)
    database.execute(f"INSERT INTO claim VALUES ({'?, ' * 15}?)", row)
    database.execute("COMMIT")
    claim = {"id": "A1", "cell": "all", "kind": "calibrated", "paper": 1.0, "unit": "Mb/s", "mean": mean}
    claim |= {"ci95": edges, "runs": runs, "band": [0.9, 1.1], "verdict": verdict, "reason": None}
    report = {"study": NAME, "command": command, "claims": [claim]}
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
        for file in (f"{options['plot']}-series.json", options["json"]):
            Path(file).write_text("{}", encoding="utf-8")
    else:
        make_all(model, options)


main()
