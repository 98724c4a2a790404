# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Results files, which studies write (--results): one for each study of a campaign, and all of them joined.

A study's file is results/VERSION/STUDY/EXTENT.sqlite. Runs that were made elsewhere are in files of the same form, of
one cell each, until they are taken over.
"""

import contextlib
import json
import sqlite3
from pathlib import Path

from ..errors import UserError
from ..paths import write_bytes

# The layout of src/study/model/results-file.cc, which doc/reproduce.rst describes.
LAYOUT = 3
KEY = "study, point, run, seed, duration_ns, overrides"
# Of the runs of a study, those that a campaign needs.
CHOSEN = "study = :study AND run <= :runs AND point IN (SELECT value FROM json_each(:points))"
COPY_RUNS = f"""
INSERT OR IGNORE INTO main.run ({KEY}, command)
    SELECT {KEY}, command FROM part.run WHERE {CHOSEN} ORDER BY point, run;
INSERT OR IGNORE INTO main.metric
    SELECT own.id, position, name, unit, value FROM part.metric
        JOIN part.run AS other ON other.id = run_id JOIN main.run AS own USING ({KEY})
        ORDER BY own.id, position;
INSERT OR REPLACE INTO main.failure SELECT * FROM part.failure WHERE {CHOSEN} ORDER BY {KEY};
DELETE FROM main.failure WHERE ({KEY}) IN (SELECT {KEY} FROM main.run);
"""
COPY_CLAIMS = """
INSERT INTO main.study SELECT * FROM part.study WHERE name = :study;
INSERT INTO main.claim SELECT * FROM part.claim WHERE study = :study ORDER BY position;
"""
ALL_RUNS = 2**32


def path_of(state, study):
    """The file of a study in a campaign's folder."""
    return state / "results" / study.version_key / study.name / f"{study.extent.key}.sqlite"


def connect_to_read(path):
    """A connection to a file that exists, whatever characters its path has.

    Nobody writes with it. But a study that was killed in a commit leaves a journal, from which SQLite restores the file
    before the next read; without the right to write it would give up.
    """
    return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=rw", uri=True)


def _read(state, study, query, runs=ALL_RUNS):
    """Rows of a study's file; none while there is no file."""
    path = path_of(state, study)
    if not path.exists() or not path.stat().st_size:
        return []
    try:
        with contextlib.closing(connect_to_read(path)) as database:
            return database.execute(query, _chosen(study, runs)).fetchall()
    except sqlite3.Error as error:
        raise UserError(f"{path}: {error}; remove this file") from error


def made(state, study):
    """The runs of each point that a study has made."""
    runs = {}
    for point, run in _read(state, study, f"SELECT point, run FROM run WHERE {CHOSEN}"):
        runs.setdefault(point, set()).add(run)
    return runs


def remove_misplaced(state, study):
    """Remove the file if a program of another version has begun it, since it was built anew in the meantime; tell
    whether it was so."""
    found = _read(state, study, "SELECT lasthop, ns3 FROM version")
    is_misplaced = bool(found) and found != [(study.version, study.ns3)]
    if is_misplaced:
        path_of(state, study).unlink()
    return is_misplaced


def failures(state, study, runs):
    """Those of the first runs of each point that have failed: point, run, reason, and the command that makes the run again."""
    query = f"SELECT point, run, reason, command FROM failure WHERE {CHOSEN} ORDER BY point, run"
    return _read(state, study, query, runs)


def take_over(state, study, cells):
    """Move the runs of these files into the study's; a file that cannot be read, or that another version has written,
    has none."""
    target = path_of(state, study)
    made(state, study)  # refuses a damaged file
    for file in cells:
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(sqlite3.DatabaseError):
            if _is_of_version(file, study):
                _add(target, file, study)
        file.unlink()


def _is_of_version(file, study):
    with contextlib.closing(connect_to_read(file)) as database:
        return database.execute("SELECT lasthop, ns3 FROM version").fetchall() == [(study.version, study.ns3)]


def _add(target, file, study):
    if not target.exists():
        with _new_database(target, file):
            pass  # nothing but its layout and version
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as database:
        _attach(database, file)
        _execute(database, COPY_RUNS, _chosen(study, ALL_RUNS))


def join(path, judged):
    """One file of all that a campaign has found. Equal runs and verdicts give an equal file, in whatever order the runs
    have ended.

    judged  for each study: the study, its campaign's folder, its runs per point, and whether it was judged
    """
    judged = sorted(
        ((study, path_of(state, study), runs, is_judged) for study, state, runs, is_judged in judged),
        key=lambda entry: entry[0].name,
    )
    judged = [entry for entry in judged if entry[1].exists()]
    if not judged:
        path.unlink(missing_ok=True)
        return
    try:
        with _new_database(path, judged[0][1]) as database:
            for study, file, runs, is_judged in judged:
                database.execute("DETACH part")
                _attach(database, file)
                if study.version_key != judged[0][0].version_key:
                    raise UserError(f"{study.name} is of another version than {judged[0][0].name}: run ./ns3 build")
                _execute(database, COPY_RUNS + (COPY_CLAIMS if is_judged else ""), _chosen(study, runs))
    except sqlite3.Error as error:
        raise UserError(f"{path} cannot be written: {error}") from error


def _chosen(study, runs):
    return {"study": study.name, "runs": runs, "points": json.dumps(study.extent.points)}


def _attach(database, file):
    database.execute("ATTACH ? AS part", (str(file),))


def _execute(database, script, values):
    """All statements in one transaction; executescript() takes no values."""
    database.execute("BEGIN IMMEDIATE")
    for statement in filter(str.strip, script.split(";")):
        database.execute(statement, values)
    database.execute("COMMIT")


@contextlib.contextmanager
def _new_database(path, like):
    """A database with the layout and the version of another file, which is attached as "part". It is made in memory, and
    takes its place when it is complete."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        _attach(database, like)
        for name in ("application_id", "user_version"):
            (value,) = database.execute(f"PRAGMA part.{name}").fetchone()
            database.execute(f"PRAGMA main.{name} = {value}")
        tables = database.execute("SELECT sql FROM part.sqlite_master WHERE sql IS NOT NULL")
        for (statement,) in tables.fetchall():
            database.execute(statement)
        database.execute("INSERT INTO main.version SELECT * FROM part.version")
        yield database
        write_bytes(path, database.serialize())


@contextlib.contextmanager
def opened(path):
    """A campaign's database, to read; any other file is refused."""
    if not Path(path).is_file():
        raise UserError(f"{path}: there is no such file; ./ns3 reproduce makes one")
    try:
        with contextlib.closing(connect_to_read(path)) as database:
            (found,) = database.execute("PRAGMA user_version").fetchone()
            if found != LAYOUT:
                raise UserError(f"{path}: it has layout {found}, and this version reads {LAYOUT}")
            database.execute("SELECT 1 FROM result, claim LIMIT 1").fetchone()
            yield database
    except sqlite3.Error as error:
        raise UserError(f"{path} is not the database of a campaign: {error}") from error
