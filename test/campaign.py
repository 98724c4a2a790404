#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Campaigns of a study that the test chooses: rounds, what is gathered, mistakes, and a campaign that is killed.

Usage: campaign.py [TEST...] PROGRAM, which is ns3. LASTHOP_KILLS is how often a campaign is killed, by default 4.
"""

import contextlib
import datetime
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from program import ProgramTest, main

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import python_tools
from frontend.campaign import export, gather, stopping, studies
from frontend.errors import UserError

STUDY = "kuang2003-fake"
# Stands for the builder of the pages, which is another test's.
PAGE = """import sys
from pathlib import Path
folder = Path(sys.argv[2])
(folder / "data").mkdir(exist_ok=True)
(folder / "index.html").write_text("<!DOCTYPE html>")
(folder / "data" / "a b+c.csv").write_text("x")
(folder / "data" / "files.txt").write_text("data/a b+c.csv\\ndata/files.txt\\nindex.html\\n")
"""
KILLS = int(os.environ.get("LASTHOP_KILLS", "4"))
LONG_S = 120


class StoppingRule(unittest.TestCase):
    """A function of the findings alone."""

    def test_rounds(self):
        undecided, decided = [{"verdict": "undecided"}], [{"verdict": "not reproduced"}]
        for claims, made, expected in (
            ([], 0, 3),
            (undecided, 0, 3),
            (undecided, 3, 6),
            (undecided, 6, 10),
            (undecided, 10, None),
            (decided, 3, None),
            (undecided + decided, 3, 6),
            ([{"verdict": "one run"}], 3, 6),
            ([{"verdict": "number matched, mechanism differs"}], 3, None),
            ([], 3, None),
        ):
            self.assertEqual(stopping.next_runs(claims, made, first=3, most=10), expected)

    def test_order_of_claims(self):
        claims = [{"verdict": verdict} for verdict in ("reproduced", "undecided", "one run")]
        found = {
            stopping.next_runs(random.sample(claims, len(claims)), 4, first=4, most=20)
            for _ in range(20)
        }
        self.assertEqual(found, {8})


class Selection(unittest.TestCase):
    """What a command line names."""

    programs = {
        "kuang2003-a": Path("examples/kuang2003/kuang2003-a"),
        "rate-b": Path("examples/kuang2003/rate-b"),
        "gopal2005-c": Path("examples/gopal2005/gopal2005-c"),
    }
    claims = {"kuang2003-a": {"K1", "K1 s.d.", "B1"}, "rate-b": {"B1"}}

    def select(self, *names):
        """The studies of these names."""
        return studies.select(self.programs, names, self.claims)

    def test_names(self):
        everything = {name: frozenset() for name in self.programs}
        self.assertEqual(self.select(), everything)
        self.assertEqual(list(self.select("kuang2003")), ["kuang2003-a", "rate-b"])
        self.assertEqual(self.select("B1"), {name: {"B1"} for name in ("kuang2003-a", "rate-b")})
        self.assertEqual(self.select("K1", "kuang2003-a"), {"kuang2003-a": frozenset()})
        self.assertEqual(self.select("K1", "B1")["kuang2003-a"], {"K1", "K1 s.d.", "B1"})
        self.assertEqual(self.select("K1 s.d."), {"kuang2003-a": {"K1 s.d."}})

    def test_wrong_name(self):
        with self.assertRaisesRegex(
            UserError, "no paper, claim or study named 'kuang203'.*kuang2003"
        ):
            self.select("kuang203")


class Export(unittest.TestCase):
    """What Flent gets."""

    def test_rates(self):
        flow = [(0.05, 1000.0), (0.1, 5000.0), (0.3, 4000.0), (0.5, 10000.0), (9.0, 20000.0)]
        rates = export._rates(flow, 3)  # pylint: disable=protected-access
        expected = [5000 * 8e-6 / 0.2, 0, 5000 * 8e-6 / 0.2]
        self.assertEqual([round(rate, 9) for rate in rates], [round(rate, 9) for rate in expected])

    def test_direction(self):
        for name, kind, expected in (
            ("tcp", "time-sequence", "upload"),
            ("down-2", "time-sequence", "download"),
            ("air", "time-sequence", None),
            ("up-1", "level", None),
        ):
            found = export._direction(
                {"name": name, "kind": kind}
            )  # pylint: disable=protected-access
            self.assertEqual(found, expected)


class ExportTarget(unittest.TestCase):
    """Where an export may write."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lasthop-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.database = self.folder / "results.sqlite"
        with gather.new_database(self.database, gather.CAMPAIGN_SCHEMA):
            pass

    def test_refused(self):
        os.mkfifo(self.folder / "fifo")
        (self.folder / "to-fifo").symlink_to("fifo")
        (self.folder / "to-database").symlink_to("results.sqlite")
        os.link(self.database, self.folder / "hard")
        before = sorted(self.folder.iterdir())
        content = self.database.read_bytes()
        names = ("fifo", "to-fifo", "to-database", "hard", "results.sqlite", "none/x.csv", "x/", ".")
        for target in ("", ".", "/", "..", *(f"{self.folder}/{name}" for name in names)):
            with self.subTest(target=target), self.assertRaisesRegex(UserError, "^--export: "):
                export.export("csv", target, self.folder)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        self.assertEqual(self.database.read_bytes(), content)
        self.assertTrue((self.folder / "fifo").is_fifo())

    def test_link_is_kept(self):
        (self.folder / "link.csv").symlink_to("x.csv")
        for _ in range(2):
            export.export("csv", str(self.folder / "link.csv"), self.folder)
            self.assertTrue((self.folder / "link.csv").is_symlink())
            self.assertTrue((self.folder / "x.csv").read_text().startswith("study,"))

    def test_damaged_manifest(self):
        manifest = self.folder / "campaign" / "manifest.json"
        manifest.parent.mkdir()
        for content in ('{"papers": [{}]}', "[]", "{", '{"papers": 3}', "[" * 5000):
            manifest.write_text(content, encoding="utf-8")
            with self.assertRaisesRegex(UserError, "run ./ns3 reproduce"):
                export.export("flent", str(self.folder / "flent"), self.folder)
        manifest.write_text('{"papers": []}', encoding="utf-8")
        with self.assertRaisesRegex(UserError, "no shown run has TCP connections"):
            export.export("flent", str(self.folder / "flent"), self.folder)
        self.assertFalse((self.folder / "flent").exists())


class Campaign(ProgramTest):
    """Each test has a project of its own with one study."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        try:
            python_tools.ensure_for_test(python_tools.REPRODUCE)
        except UserError as error:
            raise unittest.SkipTest(str(error))

    def setUp(self):
        super().setUp()
        root = Path(self.program).parent
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "tools", self.folder / "tools", ignore=ignored)
        (self.folder / "tools" / "campaign" / "shown-runs.json").write_text("{}", encoding="utf-8")
        # The page is another test's.
        (self.folder / "tools" / "lasthop-report.py").unlink(missing_ok=True)
        self.program = str(shutil.copy(self.program, self.folder))
        self.make_project(STUDY, "campaign_study.py")
        self.values = {"version": "v1", "points": ["a", "b", "c"], "spread": 0.3}
        self.model(first=2, most=16, seconds=0)

    def model(self, **values):
        """What the study is from now on."""
        self.values |= values
        beside = self.folder / "model.new"
        beside.write_text(json.dumps(self.values), encoding="utf-8")
        beside.replace(self.folder / "model.json")
        part = {"seed": 1, "first_run": 1, "runs": self.values["most"], "duration_s": 2.5, "claims": []}
        options = f"{self.values.get('options', '')} --runs={part['runs']}"
        part["command"] = f'./ns3 run "{STUDY} {options.strip()}"'
        claim = {"id": "A1", "cell": "all", "calibrated": True, "mean": 1.0, "unit": "Mb/s", "verdict": "undecided"}
        claim |= {"ci95": [0.8, 1.2], "band": [0.9, 1.1]}
        evidence = {**part, "claims": [claim], "stale": []}
        entry = {"check": {**part, "points": {}}, "evidence": evidence, "history": []}
        (self.folder / "test" / "ledger").mkdir(parents=True, exist_ok=True)
        ledger = self.folder / "test" / "ledger" / f"{STUDY}.json"
        ledger.write_text(json.dumps(entry), encoding="utf-8")

    def reproduce(self, *arguments):
        """Run the command without building."""
        return self.run_program("reproduce", "--no-build", "--jobs=2", *arguments)

    def database(self, report="report"):
        """The file that a campaign leaves."""
        return self.folder / report / "results.sqlite"

    def ask(self, query, report="report"):
        """Rows of the database."""
        with contextlib.closing(sqlite3.connect(self.database(report))) as database:
            return database.execute(query).fetchall()

    def succeed(self, *arguments):
        """A campaign without errors."""
        result = self.reproduce(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        return result

    def test_rounds_until_decided(self):
        result = self.succeed()
        self.assertIn("1 reproduced", result.stdout)
        ((runs,),) = self.ask("SELECT runs FROM study")
        self.assertEqual(runs, 4)
        rows = self.ask(
            "SELECT point, run, seed, lasthop, ns3, command FROM result WHERE metric = 'rate'"
        )
        self.assertEqual(
            [row[:2] for row in rows], [(p, r) for p in "abc" for r in range(1, runs + 1)]
        )
        command = f'./ns3 run "{STUDY} --duration=2.5 --point=a --run=1"'
        self.assertEqual(rows[0][2:], (1, "v1", "3.44", command))
        claims = self.ask("SELECT claim, cell, calibrated, verdict FROM claim")
        self.assertEqual(claims, [("A1", "all", 1, "reproduced")])
        manifest = json.loads((self.folder / "report/campaign/manifest.json").read_text())
        self.assertEqual((manifest["mode"], manifest["errors"]), ("default", []))
        self.assertEqual(manifest["papers"][0]["studies"][0]["study"], STUDY)

    def test_the_way_does_not_matter(self):
        self.succeed("--full", "--report=full")
        self.succeed("--report=two")
        self.succeed("--full", "--report=two")
        self.assertEqual(self.database("full").read_bytes(), self.database("two").read_bytes())

    def test_new_version(self):
        self.succeed()
        self.model(version="v2")
        self.succeed()
        self.assertEqual(self.ask("SELECT DISTINCT lasthop FROM result"), [("v2",)])

    def test_failed_cell(self):
        self.model(first=3, crash=["b", [1, 3]])
        result = self.reproduce()
        self.assertEqual(result.returncode, 1)
        for run in (1, 3):
            command = f'./ns3 run "{STUDY} --duration=2.5 --point=b --run={run}"'
            line = f"lasthop: {STUDY} b: no solution in run {run}; {command}\n"
            self.assertIn(line, result.stderr)
        self.assertEqual(self.ask("SELECT DISTINCT point FROM result"), [("a",), ("c",)])
        self.assertEqual(self.ask("SELECT point, run FROM error"), [("b", 1), ("b", 3)])
        self.model(crash=None)
        self.succeed()

    def test_killed_cell(self):
        self.model(kill="b")
        result = self.reproduce()
        self.assertEqual(result.returncode, 1)
        command = f'./ns3 run "{STUDY} --duration=2.5 --point=b --run=1"'
        self.assertIn(f"lasthop: {STUDY} b: it was killed, or was not run; {command}\n", result.stderr)
        self.assertEqual(self.ask("SELECT DISTINCT point FROM result"), [("a",), ("c",)])
        self.model(kill=None)
        self.succeed()

    def test_linked_folder(self):
        """The page's database is that of its own campaign, though the cells are another's."""
        self.succeed("--report=one")
        (self.folder / "two").mkdir()
        (self.folder / "two" / "campaign").symlink_to("../one/campaign")
        self.succeed("--report=two")
        state = self.folder / "two" / "campaign"
        manifest = json.loads((state / "manifest.json").read_text(encoding="utf-8"))
        self.assertTrue((state / manifest["database"]).samefile(self.database("two")))

    def test_unreadable_cell(self):
        self.succeed("--full")
        expected = self.database().read_bytes()
        cells = sorted((self.folder / "report" / "campaign" / "cells").rglob("*.sqlite"))
        cells[0].write_bytes(b"")
        self.succeed("--full")
        self.assertEqual(self.database().read_bytes(), expected)

    def test_cell_that_is_not_what_its_name_says(self):
        self.succeed("--full")
        expected = self.database().read_bytes()
        for change in (
            "DELETE FROM run WHERE run = 2",
            "UPDATE run SET point = 'c'",
            "UPDATE run SET study = 'other'",
        ):
            cell = next((self.folder / "report" / "campaign" / "cells").rglob("a/*.sqlite"))
            with contextlib.closing(sqlite3.connect(cell)) as database, database:
                database.execute(change)
            self.succeed("--full")
            self.assertEqual(self.database().read_bytes(), expected, change)

    def test_full_makes_the_runs_of_the_documents(self):
        result = self.succeed("--full")
        self.assertRegex(result.stdout, r"^1 study, about \d+ s, 2 cells at a time\n")
        self.assertEqual(self.ask("SELECT runs FROM study"), [(16,)])
        moved = f"{STUDY}: unlike the documents, A1 (all): undecided -> reproduced\n"
        self.assertIn(moved, result.stdout)

    def test_study_without_ledger(self):
        """A user's own study has its own runs and duration in every mode."""
        (self.folder / "test" / "ledger" / f"{STUDY}.json").unlink()
        for mode in ("--quick", "--full"):
            self.succeed(mode)
            self.assertEqual(self.ask("SELECT runs FROM study"), [(2,)])

    def test_damaged_ledger_of_another_study(self):
        """Only who asks for it, or for a claim that it may have, needs it."""
        damaged = "kuang2003-damaged"
        build = self.folder / "build" / "default"
        path = build / "examples" / "kuang2003" / damaged
        with open(build / "programs.txt", "a", encoding="utf-8") as programs:
            programs.write(f"{damaged} {path}\n")
        ledger = self.folder / "test" / "ledger" / f"{damaged}.json"
        ledger.write_text("{", encoding="utf-8")
        self.succeed("--quick", STUDY)
        self.refused(["A1"], f"test/ledger/{damaged}.json is damaged")

    def read_crate(self, report="report"):
        """What an archive reads in the folder; every file that it finds there has the size and the hash that it reads."""
        python = python_tools.ensure_for_test(python_tools.REPRODUCE) / "bin" / "python"
        command = [python, Path(__file__).with_name("campaign_archive.py"), self.folder / report]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = json.loads(result.stdout)
        for name, size, digest in found["files"].values():
            content = Path(name).read_bytes()
            self.assertEqual((str(len(content)), hashlib.sha256(content).hexdigest()), (size, digest), name)
        self.assertEqual(sorted(found["action"]["result"]), sorted(found["files"]))
        return found

    def test_crate(self):
        """What an archive finds beside the database."""
        (self.folder / "tools" / "lasthop-report.py").write_text(PAGE, encoding="utf-8")
        self.model(version="1.0.0+0e044a4")
        before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        self.succeed("--quick")
        found = self.read_crate()
        action, software = found["action"], found["software"]
        expected = {"results.sqlite", "campaign/manifest.json", "index.html", "data/files.txt", "data/a%20b%2Bc.csv"}
        self.assertEqual(set(found["files"]), expected)
        begin, end = (datetime.datetime.fromisoformat(action[name]) for name in ("startTime", "endTime"))
        self.assertTrue(before <= begin <= end <= datetime.datetime.now(datetime.timezone.utc))
        self.assertEqual(action["description"], "./ns3 reproduce --no-build --jobs=2 --quick")
        self.assertTrue(action["actionStatus"].endswith("/CompletedActionStatus"))
        self.assertEqual((software["version"], found["ns3"]["version"]), ("1.0.0+0e044a4", "3.44"))
        self.assertTrue(found["licence"].endswith("/GPL-2.0-only"))
        self.assertEqual(found["papers"], [studies.PAPERS["kuang2003"]])
        self.assertEqual(found["citation"], "#kuang2003")

    def test_crate_with_exports(self):
        """Those below the folder are named until another campaign finds other results."""
        expected = {"results.sqlite", "campaign/manifest.json"}
        self.succeed("--quick")
        self.succeed("--export", "csv", "elsewhere.csv")
        self.assertEqual(set(self.read_crate()["files"]), expected)
        self.succeed("--export", "csv", "report/all.csv")
        (self.folder / "report" / "tables").mkdir()
        self.succeed("--export", "csv", "report/tables/all.csv")
        self.assertEqual(set(self.read_crate()["files"]), {*expected, "all.csv", "tables/all.csv"})
        self.succeed("--quick")
        self.assertEqual(set(self.read_crate()["files"]), expected)

    def test_crate_of_a_campaign_with_errors(self):
        self.model(first=3, crash=["b", [1, 3]])
        self.assertEqual(self.reproduce().returncode, 1)
        action = self.read_crate()["action"]
        self.assertTrue(action["actionStatus"].endswith("/FailedActionStatus"))
        self.assertEqual(action["error"], "2 errors, listed in campaign/manifest.json")

    def test_crate_that_cannot_be_written(self):
        self.succeed()
        manifest = self.folder / "report" / "campaign" / "manifest.json"
        crate = self.folder / "report" / "ro-crate-metadata.json"
        before = crate.read_bytes()
        for content in ('{"papers": [{}]}', "[]", "{", '{"papers": 3}', "[" * 5000):
            manifest.write_text(content, encoding="utf-8")
            self.refused(["--export", "csv", "report/x.csv"], "manifest.json is damaged: run ./ns3 reproduce")
        manifest.unlink()
        self.refused(["--export", "csv", "report/x.csv"], "manifest.json")
        self.assertEqual(crate.read_bytes(), before)

    def test_list_cells(self):
        listed = self.succeed("--full", "--list-cells").stdout.splitlines()
        self.assertEqual(len(listed), 3)
        self.assertFalse((self.folder / "report").exists(), "the first cell makes it")
        (self.folder / "file").touch()
        self.refused(["--list-cells", "--report=file/x"], "file is not a folder")
        for line in listed:
            subprocess.run(line, shell=True, check=True, cwd="/")
        self.assertEqual(self.succeed("--full", "--list-cells").stdout, "")
        self.succeed("--full")

    def test_compare_and_export(self):
        self.model(spread=0.3, first=8, most=8)
        self.succeed("--report=old")
        same = self.succeed("--compare", self.database("old"), self.database("old"))
        self.assertIn("claims: 0 verdicts moved, of 1\n", same.stdout)
        self.assertIn("metrics: 6 equal, 0 not, of which 0 significantly\n", same.stdout)
        self.model(version="v2", spread=0.001, first=8, most=8, shift={"b": 0.5})
        self.succeed("--report=new")
        moved = self.succeed("--compare", self.database("old"), self.database("new")).stdout
        self.assertIn("metrics: 3 equal, 3 not, of which 1 significantly\n", moved)
        self.assertRegex(moved, rf"\n{STUDY} b rate +[\d.]+ -> 1.5 +8, 8 +\de-\d+\n")
        self.assertLessEqual(max(map(len, moved.splitlines())), 100)
        self.refused(
            ["--compare", "none.sqlite", self.database("old")], "none.sqlite: there is no such"
        )
        self.refused(
            ["--compare", self.program, self.database("old")], "not the database of a campaign"
        )
        older = self.folder / "older.sqlite"
        shutil.copy(self.database("old"), older)
        with contextlib.closing(sqlite3.connect(older)) as database:
            database.executescript(
                "ALTER TABLE claim DROP COLUMN calibrated; PRAGMA user_version = 1;"
            )
        self.refused(["--compare", older, self.database("old")], "has format 1", "reads 2")
        self.refused(["--export", "xls", "x"], "no format named 'xls'", "csv")
        self.refused(["--export", "csv", "x.csv"], "report/results.sqlite: there is no such file")
        self.refused(["--export", "flent", "x", "--report=old"], "no shown run has TCP connections")
        self.succeed("--export", "csv", "x.csv", "--report=old")
        lines = (self.folder / "x.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 1 + 3 * 8 * 2)
        for value in ("text", 1e300):
            spoilt = self.folder / "spoilt.sqlite"
            shutil.copy(self.database("old"), spoilt)
            with contextlib.closing(sqlite3.connect(spoilt)) as database, database:
                database.execute("UPDATE sample SET value = ?", (value,))
            self.refused(["--compare", spoilt, self.database("old")], "is no number up to 1e+100")
        self.assertTrue(
            lines[0].startswith("study,paper,point,run,seed,duration_s,lasthop,ns3,command,")
        )

    def test_full_disk(self):
        """A file system of its own, where one may be made."""
        report = self.folder / "small"
        report.mkdir()
        script = 'mount -t tmpfs -o size=3m small small && exec "$@"'
        command = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh"]
        if subprocess.run(
            [*command, "true"], cwd=self.folder, check=False, capture_output=True
        ).returncode:
            self.skipTest("no file system can be mounted here")
        fill = 'head -c 2700000 /dev/zero > small/other; exec "$@"'
        ended = subprocess.run(
            [
                *command,
                "sh",
                "-c",
                fill,
                "sh",
                self.program,
                "reproduce",
                "--no-build",
                "--report=small",
            ],
            cwd=self.folder,
            check=False,
            capture_output=True,
            text=True,
        )
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertRegex(ended.stderr, r"\Alasthop: the disk of .*small/campaign is full; .*\n\Z")

    def test_killed(self):
        """Killed at random, with a lock that is left and a program that changes in between."""
        self.model(seconds=0.2, most=4, points=list("abcdefghijkl"))
        begin = time.monotonic()
        self.succeed("--full", "--report=undisturbed")
        usual = time.monotonic() - begin
        state = self.folder / "report" / "campaign"
        moment = random.Random(1)
        finished = []
        attempts = 0
        while len(finished) < KILLS and attempts < 5 * KILLS:
            process = self.start("--full")
            time.sleep(moment.uniform(0, usual / 3))
            # A program that changes while the campaign runs, so that there always is something to do.
            done = len(finished) >= KILLS * 3 // 4
            self.model(version="v1" if done else f"changed-{attempts // 2}")
            time.sleep(moment.uniform(0, usual / 3))
            was_at_work = process.poll() is None
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            crate = self.folder / "report" / "ro-crate-metadata.json"
            if crate.exists():
                json.loads(crate.read_text(encoding="utf-8"))
            attempts += 1
            if was_at_work:
                finished.append(len(list((state / "cells").rglob("*.sqlite"))))
            (state / ".snakemake" / "locks").mkdir(parents=True, exist_ok=True)
            lock = state / ".snakemake" / "locks" / "0.output.lock"
            lock.write_text("cells/any\n", encoding="utf-8")
        self.model(version="v1")
        self.succeed("--full")
        self.assertEqual(self.database().read_bytes(), self.database("undisturbed").read_bytes())
        self.assertEqual(self.read_crate()["files"].keys(), self.read_crate("undisturbed")["files"].keys())
        print(
            f"{len(finished)} of {attempts} killed at work, with {finished} cells ",
            end="",
            flush=True,
        )
        self.assertEqual(len(finished), KILLS)

    def test_killed_alone(self):
        """What goes on without the campaign keeps others out of its folder."""
        self.model(seconds=2)
        process = self.start()
        time.sleep(4)
        process.kill()
        process.wait()
        self.refused([], "another campaign is at work")
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        self.model(seconds=0)
        self.succeed()

    def test_point_named_like_what_is_left(self):
        self.model(points=["a.partial", "b.part", "c.1.error"])
        self.succeed()
        cells = sorted((self.folder / "report/campaign/cells").rglob("*.sqlite"))
        begun = [cell.stat().st_mtime_ns for cell in cells]
        left = cells[0].with_name(f"{cells[0].name}.123.part")
        left.touch()
        self.succeed()
        self.assertEqual([cell.stat().st_mtime_ns for cell in cells], begun)
        self.assertFalse(left.exists())

    def start(self, *arguments):
        """Begin a campaign in a process group of its own."""
        return subprocess.Popen(
            [self.program, "reproduce", "--no-build", "--jobs=2", *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def test_interrupted(self):
        self.succeed()
        crate = self.folder / "report" / "ro-crate-metadata.json"
        before = crate.read_bytes()
        self.model(version="v2", seconds=20)
        process = self.start()
        time.sleep(4)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LONG_S)
        self.assertLess(time.monotonic() - begin, 1)
        self.assertEqual(errors, "lasthop: interrupted\n")
        self.assertEqual(process.returncode, 130)
        self.assertEqual(crate.read_bytes(), before)
        self.read_crate()
        left = [path for path in Path("/proc").glob("[0-9]*/cmdline") if self.is_ours(path)]
        self.assertEqual(left, [])

    def is_ours(self, command_line):
        """Whether a process belongs to the project of this test."""
        try:
            return str(self.folder).encode() in command_line.read_bytes()
        except OSError:
            return False

    def test_two_at_once(self):
        self.model(seconds=3)
        process = self.start()
        time.sleep(2)
        self.refused([], "another campaign is at work")
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()

    def test_report_with_signs_in_its_path(self):
        """Snakemake, SQLite and shells give meanings to these."""
        self.model(options="--losses=0.1,1e+0")
        self.succeed("--full", "--report=50%20 of #1? {it's}")
        self.succeed("--full")
        self.assertEqual(self.database("50%20 of #1? {it's}").read_bytes(), self.database().read_bytes())

    def prepare_kubernetes(self):
        """A kubectl of the test's, and the profile with less time between looks."""
        jobs, programs = self.folder / "jobs", self.folder / "bin"
        jobs.mkdir()
        programs.mkdir()
        python = python_tools.ensure_for_test(python_tools.REPRODUCE) / "bin" / "python"
        kubectl = programs / "kubectl"
        stand_in = Path(__file__).with_name("campaign_kubectl.py")
        kubectl.write_text(f'#!/bin/sh\nexec {python} {stand_in} "$@"\n', encoding="utf-8")
        kubectl.chmod(0o755)
        profiles = self.folder / "tools" / "campaign" / "profiles"
        profile = shutil.copytree(profiles / "kubernetes", self.folder / "my-cluster")
        config = profile / "config.yaml"
        text = config.read_text(encoding="utf-8")
        config.write_text(text.replace("status-checks: 10", "status-checks: 1"), encoding="utf-8")
        values = {"PATH": f"{programs}:{os.environ['PATH']}", "KUBECTL_JOBS": str(jobs)}
        changed = mock.patch.dict(os.environ, values)
        changed.start()
        self.addCleanup(changed.stop)
        return jobs

    def test_kubernetes(self):
        """Cells and shown runs with options come from jobs, and the database is that of this machine."""
        jobs = self.prepare_kubernetes()
        self.model(options="--radio=dcf --losses=0.1,1e+0")
        shown = [{"point": "a", "run": 1, "options": ["--duration=2", "--radio=dcf"], "title": "a run"}]
        table = self.folder / "tools" / "campaign" / "shown-runs.json"
        table.write_text(json.dumps({STUDY: shown}), encoding="utf-8")
        self.succeed("--full", "--profile=./my-cluster")
        self.assertEqual(len(list(jobs.glob("*.code"))), 4)
        self.succeed("--full", "--report=here")
        self.assertEqual(self.database().read_bytes(), self.database("here").read_bytes())
        self.assertEqual(len(list(jobs.glob("*.code"))), 4)

    def test_kubernetes_with_a_failed_cell(self):
        self.prepare_kubernetes()
        self.model(first=3, most=3, crash=["b", [2]])
        result = self.reproduce("--profile=./my-cluster")
        self.assertEqual(result.returncode, 1)
        command = f'./ns3 run "{STUDY} --duration=2.5 --point=b --run=2"'
        self.assertIn(f"lasthop: {STUDY} b: no solution in run 2; {command}\n", result.stderr)
        self.assertEqual(self.ask("SELECT DISTINCT point FROM result"), [("a",), ("c",)])

    def test_kubernetes_interrupted(self):
        """What runs elsewhere is ended, too."""
        jobs = self.prepare_kubernetes()
        self.model(seconds=60)
        process = self.start("--profile=./my-cluster")
        end = time.monotonic() + LONG_S
        # Snakemake does not know the last of them yet.
        while len(list(jobs.glob("*.pid"))) < 2 and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LONG_S)
        self.assertEqual(errors, "lasthop: interrupted\n")
        end = time.monotonic() + LONG_S
        while list(jobs.glob("*.pid")) and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(list(jobs.glob("*.pid")), [])

    def test_kubernetes_that_refuses(self):
        self.prepare_kubernetes()
        with mock.patch.dict(os.environ, {"KUBECTL_REFUSES": "error: no such volume"}):
            self.refused(["--profile=./my-cluster"], "--profile=my-cluster: error: no such volume")
        (self.folder / "my-cluster" / "check").chmod(0o644)
        self.refused(["--profile=./my-cluster"], "check: Permission denied")

    def refused(self, arguments, *parts):
        """One line that says what is wrong."""
        result = self.reproduce(*arguments)
        self.assertIn(result.returncode, (1, 2), result.stdout)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("lasthop: "), result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)

    def test_mistakes(self):
        self.refused(["kuang203"], "no paper, claim or study named 'kuang203'", "kuang2003")
        self.refused(["--jobs=0"], "whole number")
        self.refused(["--quick", "--full"], "not allowed with")
        self.refused(["--report=/proc/none"], "/proc/none")
        self.refused(["--report="], "--report= needs the name of a folder")
        self.refused(["--compare", "a", "b", "--export", "csv", "x"], "not allowed with")
        self.refused(["--profile=sturm"], "no profile named 'sturm'", "slurm")
        os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")
        os.environ["PIP_INDEX_URL"] = "http://localhost:1/"
        self.addCleanup(lambda: (os.environ.pop("XDG_CACHE_HOME"), os.environ.pop("PIP_INDEX_URL")))
        result = self.reproduce()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\nlasthop: pip failed \(.*setuptools.*\)\n\Z")


main()
