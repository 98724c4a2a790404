#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a campaign leaves for others: exports, comparisons, and an RO-Crate.

Usage: campaign_results.py [TEST...] PROGRAM, which is ns3.
"""

import contextlib
import datetime
import shutil
import sqlite3
import sys
from pathlib import Path

from campaign_project import STUDY, CampaignTest
from program import main

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend.campaign import studies

# Stands for the builder of the pages, which is another test's.
PAGE = """import sys
from pathlib import Path
folder = Path(sys.argv[2])
(folder / "data").mkdir(exist_ok=True)
(folder / "index.html").write_text("<!DOCTYPE html>")
(folder / "data" / "a b+c.csv").write_text("x")
(folder / "data" / "files.txt").write_text("data/a b+c.csv\\ndata/files.txt\\nindex.html\\n")
"""


class Results(CampaignTest):
    """Of campaigns of one study."""

    def test_crate(self):
        """What an archive finds beside the database."""
        (self.folder / "tools" / "lasthop-report.py").write_text(PAGE, encoding="utf-8")
        self.model(version="1.0.0+0e044a4")
        before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        said = self.succeed("--quick").stdout
        self.assertIn("\ndatabase: report/results.sqlite\npages:    report/index.html\n", said)
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

    def test_compare_and_export(self):
        self.model(spread=0.3, first=8, most=8)
        self.succeed("--report=old")
        same = self.succeed("--compare", self.database("old"), self.database("old"))
        self.assertIn("\n0 of 1 verdict changed\n", same.stdout)
        self.assertIn("\n6 metrics equal, 0 different (0 significantly)\n", same.stdout)
        self.model(version="v2", spread=0.001, first=8, most=8, shift={"b": 0.5})
        self.succeed("--report=new")
        moved = self.succeed("--compare", self.database("old"), self.database("new")).stdout
        self.assertIn("\n3 metrics equal, 3 different (1 significantly)\n", moved)
        other = self.folder / "other.sqlite"
        shutil.copy(self.database("old"), other)
        with contextlib.closing(sqlite3.connect(other)) as database, database:
            database.execute("INSERT INTO run VALUES (1000, 'other', 'a', 1, 1, 1, '', '')")
        said = self.succeed("--compare", self.database("old"), other).stdout
        self.assertIn(f"other: only in {other}\n", said)
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
                "ALTER TABLE claim DROP COLUMN kind; PRAGMA user_version = 2;"
            )
        self.refused(["--compare", older, self.database("old")], "has layout 2", "reads 3")
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
                database.execute("UPDATE metric SET value = ?", (value,))
            self.refused(["--compare", spoilt, self.database("old")], "is no number up to 1e+100")
        self.assertTrue(
            lines[0].startswith("study,point,run,seed,duration_s,lasthop,ns3,command,")
        )


main()
