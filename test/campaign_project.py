# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A project with one study that the test chooses, for tests of campaigns."""

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import unittest
from pathlib import Path

from program import ProgramTest
from project_test import find_python

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import python_tools
from frontend.errors import UserError

STUDY = "kuang2003-fake"
LONG_S = 120


class CampaignTest(ProgramTest):
    """Each test has a project of its own with one study."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        try:
            find_python(python_tools.REPRODUCE)
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
        self.write_layout(root)
        self.values = {"version": "v1", "points": ["a", "b", "c"], "spread": 0.3}
        self.model(first=2, most=16, seconds=0)

    def write_layout(self, root):
        """The tables of a results file, as the studies of this project make them."""
        source = (root / "src" / "study" / "model" / "results-file.cc").read_text(encoding="utf-8")
        layout = source.partition('TABLES = R"(')[2].partition(')"')[0]
        self.assertIn("CREATE TABLE run", layout)
        (self.folder / "layout.sql").write_text(layout, encoding="utf-8")

    def model(self, **values):
        """What the study is from now on."""
        self.values |= values
        beside = self.folder / "model.new"
        beside.write_text(json.dumps(self.values), encoding="utf-8")
        beside.replace(self.folder / "model.json")
        part = {"seed": 1, "first_run": 1, "runs": self.values["most"], "duration_s": 2.5, "claims": []}
        options = f"{self.values.get('options', '')} --runs={part['runs']}"
        part["command"] = f'./ns3 run "{STUDY} {options.strip()}"'
        claim = {"id": "A1", "cell": "all", "kind": "calibrated", "mean": 1.0, "unit": "Mb/s", "verdict": "undecided"}
        claim |= {"ci95": [0.8, 1.2], "band": [0.9, 1.1]}
        evidence = {**part, "claims": [claim], "stale": []}
        entry = {"check": {**part, "points": {}, "only_full": []}, "evidence": evidence, "history": []}
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

    def read_crate(self, report="report"):
        """What an archive reads in the folder; every file that it finds there has the size and the hash that it reads."""
        python = find_python(python_tools.REPRODUCE)
        command = [python, Path(__file__).with_name("campaign_archive.py"), self.folder / report]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = json.loads(result.stdout)
        for name, size, digest in found["files"].values():
            content = Path(name).read_bytes()
            self.assertEqual((str(len(content)), hashlib.sha256(content).hexdigest()), (size, digest), name)
        self.assertEqual(sorted(found["action"]["result"]), sorted(found["files"]))
        return found

    def start(self, *arguments):
        """Begin a campaign in a process group of its own. What it leaves when it is killed goes with the test's folder."""
        return subprocess.Popen(
            [self.program, "reproduce", "--no-build", "--jobs=2", *arguments],
            cwd=self.folder,
            env=os.environ | {"TMPDIR": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def refused(self, arguments, *parts):
        """One line that says what is wrong."""
        result = self.reproduce(*arguments)
        self.assertIn(result.returncode, (1, 2), result.stdout)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("lasthop: "), result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)
