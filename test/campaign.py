#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Campaigns of a study that the test chooses: rounds, what is gathered, and mistakes.

Usage: campaign.py [TEST...] PROGRAM, which is ns3.
"""

import contextlib
import json
import os
import sqlite3
import subprocess

from campaign_project import STUDY, CampaignTest
from program import main


class Campaign(CampaignTest):
    """From the command line to the database."""

    def test_rounds_until_decided(self):
        result = self.succeed()
        self.assertRegex(result.stdout, r"\n1 claim in \d+ s: 1 reproduced\n")
        ((runs,),) = self.ask("SELECT runs FROM study")
        self.assertEqual(runs, 4)
        rows = self.ask(
            "SELECT point, run, seed, lasthop, ns3, command FROM result WHERE metric = 'rate'"
        )
        self.assertEqual(
            [row[:2] for row in rows], [(p, r) for p in "abc" for r in range(1, runs + 1)]
        )
        command = f'./ns3 run "{STUDY} --point=a --run=1 --duration=2.5"'
        self.assertEqual(rows[0][2:], (1, "v1", "3.44", command))
        claims = self.ask("SELECT claim, cell, kind, verdict FROM claim")
        self.assertEqual(claims, [("A1", "all", "calibrated", "reproduced")])
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

    def test_failed_runs(self):
        """The other runs are kept, and those that failed are made again."""
        self.model(first=3, crash=["b", [1, 3]])
        result = self.reproduce()
        self.assertEqual(result.returncode, 1)
        for run in (1, 3):
            command = f'./ns3 run "{STUDY} --point=b --run={run} --duration=2.5"'
            line = f"lasthop: {STUDY} b: no solution in run {run}; {command}\n"
            self.assertIn(line, result.stderr)
        self.assertIn(f"{STUDY}, 3 runs: not judged\n", result.stdout)
        made = [(point, run) for point in "abc" for run in (1, 2, 3) if (point, run) not in (("b", 1), ("b", 3))]
        self.assertEqual(self.ask("SELECT point, run FROM result WHERE metric = 'rate'"), made)
        self.assertEqual(self.ask("SELECT point, run FROM failure"), [("b", 1), ("b", 3)])
        self.assertEqual(self.ask("SELECT * FROM claim"), [])
        self.model(crash=None)
        self.succeed()
        self.assertEqual(self.ask("SELECT point, run FROM failure"), [])

    def test_killed_study(self):
        self.model(kill="b")
        result = self.reproduce()
        self.assertEqual(result.returncode, 1)
        command = f'./ns3 run "{STUDY} --duration=2.5"'
        self.assertIn(f"lasthop: {STUDY}: {STUDY} was ended by signal 9; {command}\n", result.stderr)
        self.assertEqual(self.ask("SELECT DISTINCT point FROM result"), [("a",)])
        self.model(kill=None)
        self.succeed()

    def test_study_that_does_nothing(self):
        """Without any results there is no database, not an old one."""
        self.succeed()
        self.model(version="v2", kill="a")
        self.assertEqual(self.reproduce().returncode, 1)
        self.assertEqual(self.ask("SELECT count(*) FROM result"), [(0,)])
        manifest = json.loads((self.folder / "report/campaign/manifest.json").read_text())
        self.assertEqual(manifest["errors"][0]["study"], STUDY)

    def test_linked_folder(self):
        """The page's database is that of its own campaign, though the cells are another's."""
        self.succeed("--report=one")
        (self.folder / "two").mkdir()
        (self.folder / "two" / "campaign").symlink_to("../one/campaign")
        self.succeed("--report=two")
        state = self.folder / "two" / "campaign"
        manifest = json.loads((state / "manifest.json").read_text(encoding="utf-8"))
        self.assertTrue((state / manifest["database"]).samefile(self.database("two")))

    def test_damaged_results(self):
        """An empty file has no runs; one that cannot be read is refused, as it may be precious."""
        self.succeed("--full")
        expected = self.database().read_bytes()
        (file,) = (self.folder / "report" / "campaign" / "results").rglob("*.sqlite")
        file.write_bytes(b"")
        self.succeed("--full")
        self.assertEqual(self.database().read_bytes(), expected)
        file.write_bytes(b"no database" * 100)
        self.refused(["--full"], f"{file}: file is not a database; remove this file")
        file.unlink()
        self.succeed("--full")
        self.assertEqual(self.database().read_bytes(), expected)

    def test_results_that_lack_runs(self):
        self.succeed("--full")
        expected = self.database().read_bytes()
        (file,) = (self.folder / "report" / "campaign" / "results").rglob("*.sqlite")
        for change in (
            "DELETE FROM run WHERE run = 2",
            "UPDATE run SET point = 'd' WHERE point = 'c'",
            "UPDATE run SET study = 'other' WHERE run = 3",
        ):
            with contextlib.closing(sqlite3.connect(file)) as database, database:
                database.execute(change)
                database.execute("DELETE FROM metric WHERE run_id NOT IN (SELECT id FROM run)")
            self.succeed("--full")
            self.assertEqual(self.database().read_bytes(), expected, change)

    def test_full_makes_the_runs_of_the_documents(self):
        result = self.succeed("--full")
        self.assertRegex(result.stdout, r"^1 study, about \d+ s, 2 runs at a time\n")
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
        self.succeed("--full", "--report=here")
        self.assertEqual(self.database().read_bytes(), self.database("here").read_bytes())

    def test_useless_cells(self):
        """What cannot be read, or is of another version, is made again."""
        self.succeed("--full", "--report=here")
        listed = self.succeed("--full", "--list-cells").stdout.splitlines()
        for line in listed:
            subprocess.run(line, shell=True, check=True, cwd="/")
        first, second, _ = sorted((self.folder / "report" / "campaign" / "cells").rglob("*.sqlite"))
        first.write_bytes(b"no database" * 100)
        with contextlib.closing(sqlite3.connect(second)) as database, database:
            database.execute("UPDATE version SET lasthop = 'v0'")
        self.assertEqual(self.succeed("--full", "--list-cells").stdout.splitlines(), listed[:2])
        self.succeed("--full")
        self.assertEqual(self.database().read_bytes(), self.database("here").read_bytes())

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
        self.assertRegex(ended.stderr, r"\Alasthop: the disk of .*small is full; .*\n\Z")

    def test_report_with_signs_in_its_path(self):
        """SQLite and shells give meanings to these."""
        self.model(options="--losses=0.1,1e+0")
        self.succeed("--full", "--report=50%20 of #1? {it's}")
        self.succeed("--full")
        self.assertEqual(self.database("50%20 of #1? {it's}").read_bytes(), self.database().read_bytes())

    def test_mistakes(self):
        self.refused(["kuang203"], "no paper, finding, claim or study named 'kuang203'", "kuang2003")
        known = self.folder / "build" / "default" / "programs.txt"
        with known.open("a", encoding="utf-8") as file:
            file.write(f"gopal2005-today {known.parent}/examples/then-and-now/gopal2005-today\n")
        self.refused(["gopal2005-today"], "it by itself with ./ns3 run gopal2005-today", "has no ledger")
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
        self.assertRegex(result.stderr, r"\nlasthop: pip failed \(No matching distribution .*\)\n\Z")


main()
