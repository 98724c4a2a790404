# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Gathering cells: into a results file that the study judges, and into the one database of the campaign."""

import contextlib
import os
import sqlite3
from pathlib import Path

from ..errors import UserError
from . import cells

# The schema of the campaign's database, which doc/reproduce.rst documents.
FORMAT = 2
CAMPAIGN_SCHEMA = f"""
PRAGMA user_version = {FORMAT};
CREATE TABLE study (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    paper TEXT NOT NULL,
    title TEXT NOT NULL,
    lasthop TEXT NOT NULL,
    ns3 TEXT NOT NULL,
    command TEXT NOT NULL,
    runs INTEGER NOT NULL);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    study_id INTEGER NOT NULL REFERENCES study (id),
    point TEXT NOT NULL,
    run INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    overrides TEXT NOT NULL,
    command TEXT NOT NULL,
    UNIQUE (study_id, point, run));
CREATE TABLE metric (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    UNIQUE (name, unit));
CREATE TABLE sample (
    run_id INTEGER NOT NULL REFERENCES run (id),
    position INTEGER NOT NULL,
    metric_id INTEGER NOT NULL REFERENCES metric (id),
    value REAL NOT NULL,
    PRIMARY KEY (run_id, position)) WITHOUT ROWID;
CREATE TABLE claim (
    study_id INTEGER NOT NULL REFERENCES study (id),
    position INTEGER NOT NULL,
    claim TEXT NOT NULL,
    cell TEXT NOT NULL,
    calibrated INTEGER NOT NULL,
    paper REAL,
    unit TEXT NOT NULL,
    mean REAL,
    low REAL,
    high REAL,
    runs INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    band_low REAL,
    band_high REAL,
    verdict TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (study_id, position)) WITHOUT ROWID;
CREATE TABLE error (
    study TEXT NOT NULL,
    point TEXT,
    run INTEGER,
    message TEXT NOT NULL,
    command TEXT NOT NULL);
CREATE VIEW result AS
    SELECT study.name AS study, paper, point, run, seed, duration_ns / 1e9 AS duration_s, lasthop, ns3,
           run.command AS command, metric.name AS metric, unit, value
    FROM sample JOIN run ON run.id = run_id JOIN study ON study.id = study_id
         JOIN metric ON metric.id = metric_id;
"""


@contextlib.contextmanager
def new_database(path, schema):
    """A database that appears under its name when it is complete and on the disk."""
    beside = path.with_name(f"{path.name}.part")
    beside.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(beside)) as database:
            # The file is thrown away if anything happens before it is complete.
            database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + schema)
            with database:
                yield database
        with open(beside, "rb") as file:
            os.fsync(file.fileno())
        os.replace(beside, path)
        _sync_folder(path.parent)
    except sqlite3.Error as error:
        raise UserError(f"{path} cannot be written: {error}") from error
    finally:
        beside.unlink(missing_ok=True)


def _sync_folder(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def connect_to_read(path):
    """A connection to a file that is not changed, whatever characters its path has."""
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)


def read_cell(file):
    """The version of a cell, and its runs: each a row of the table run without its id, and its metrics."""
    with contextlib.closing(connect_to_read(file)) as database:
        version = database.execute("SELECT lasthop, ns3 FROM version").fetchone()
        runs = []
        for number, *row in database.execute(
            "SELECT id, study, point, run, seed, duration_ns, overrides FROM run ORDER BY run"
        ).fetchall():
            metrics = database.execute(
                "SELECT position, name, unit, value FROM metric WHERE run_id = ? ORDER BY position",
                (number,),
            ).fetchall()
            runs.append((tuple(row), metrics))
    return version, runs


def read_layout(file):
    """The statements that give another file the tables and the marks of this one."""
    with contextlib.closing(connect_to_read(file)) as database:
        marks = [
            f"PRAGMA {name} = {database.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        tables = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return "\n".join([*marks, *(f"{sql};" for (sql,) in tables)])


def drop_useless(state, study):
    """Remove the cells of a study that cannot be read, those that have not the runs that their names say, and those
    that another version has made because the program was built anew while a campaign ran: they count as missing."""
    for point in study.extent.points:
        for (first, last), file in cells.made(state, study, point).items():
            if not _is_useful(file, study, point, first, last):
                file.unlink()


def _is_useful(file, study, point, first, last):
    try:
        version, runs = read_cell(file)
    except sqlite3.Error:
        return False
    return (
        version == (study.version, study.ns3)
        and len(runs) == last - first + 1
        and all(
            row[:3] == (study.name, point, number) for number, (row, _) in enumerate(runs, first)
        )
    )


def read_study(state, study, runs):
    """The first runs of each point, in the order of points and runs."""
    found = {}
    for point in study.extent.points:
        for file in cells.made(state, study, point).values():
            _, rows = read_cell(file)
            found.update({(point, row[2]): (row, metrics) for row, metrics in rows})
    return [
        found[point, run]
        for point in study.extent.points
        for run in range(1, runs + 1)
        if (point, run) in found
    ]


def write_study(path, study, rows, layout):
    """The results file of a study, laid out as its cells are."""
    with new_database(path, layout) as database:
        database.execute("INSERT INTO version VALUES (?, ?)", (study.version, study.ns3))
        for number, (row, metrics) in enumerate(rows, 1):
            database.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?)", (number, *row))
            database.executemany(
                "INSERT INTO metric VALUES (?, ?, ?, ?, ?)",
                [(number, *metric) for metric in metrics],
            )


def write_campaign(path, findings, errors):
    """The campaign's database. Equal findings give an equal file, in whatever order the cells have ended.

    findings  for each study: the study, its runs per point, its rows as of read_study, its report or None
    errors    dictionaries with the columns of the table error
    """
    with new_database(path, CAMPAIGN_SCHEMA) as database:
        writer = _Writer(database)
        for study, runs, rows, report in sorted(findings, key=lambda finding: finding[0].name):
            writer.add(study, runs, rows, report)
        for error in sorted(errors, key=lambda error: [str(value) for value in error.values()]):
            columns = ("study", "point", "run", "message", "command")
            values = [error[column] for column in columns]
            database.execute("INSERT INTO error VALUES (?, ?, ?, ?, ?)", values)


class _Writer:
    def __init__(self, database):
        self._database = database
        self._studies = 0
        self._runs = 0
        self._metrics = {}

    def add(self, study, runs, rows, report):
        """Add a study."""
        self._studies += 1
        command = report["command"] if report else ""
        self._database.execute(
            "INSERT INTO study VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._studies,
                study.name,
                study.paper,
                study.title,
                study.version,
                study.ns3,
                command,
                runs,
            ),
        )
        for row, metrics in rows:
            self._add_run(study, row, metrics)
        for position, claim in enumerate(report["claims"] if report else []):
            self._add_claim(position, claim)

    def _add_run(self, study, row, metrics):
        self._runs += 1
        _, point, run, seed, duration, overrides = row
        command = cells.Cell(study, point, run, 1).repeat()
        self._database.execute(
            "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (self._runs, self._studies, point, run, seed, duration, overrides, command),
        )
        samples = [
            (self._runs, position, self._metric(name, unit), value)
            for position, name, unit, value in metrics
        ]
        self._database.executemany("INSERT INTO sample VALUES (?, ?, ?, ?)", samples)

    def _metric(self, name, unit):
        if (name, unit) not in self._metrics:
            self._metrics[name, unit] = len(self._metrics) + 1
            row = (self._metrics[name, unit], name, unit)
            self._database.execute("INSERT INTO metric VALUES (?, ?, ?)", row)
        return self._metrics[name, unit]

    def _add_claim(self, position, claim):
        row = (
            self._studies,
            position,
            claim["id"],
            claim["cell"],
            int(claim["calibrated"]),
            claim["paper"],
            claim["unit"],
            claim["mean"],
            *claim["ci95"],
            claim["runs"],
            claim.get("left_out", 0),
            *claim["band"],
            claim["verdict"],
            claim["reason"],
        )
        self._database.execute(f"INSERT INTO claim VALUES ({', '.join('?' * len(row))})", row)
