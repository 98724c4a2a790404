#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The report's rows and numbers, and campaigns that cannot be shown: one clear line and exit status 1.

Usage: report_mistakes.py lasthop-report.py
"""

import csv
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import numbers, python_tools
from frontend.errors import UserError
from program import ProgramTest, main
from project_test import find_python
from report import claims, manifest
from report_campaign import CLAIMS, STUDY, make_claim, make_study, write_campaign, write_manifest


class Numbers(unittest.TestCase):
    """What is printed."""

    def test_digits(self):
        values = {0.443: "0.443", 5.1449: "5.145", 12.0: "12", 1234567.8: "1234568", -0.5: "−0.5", 0: "0"}
        for value, text in (values | {3e-5: "3e−05", 1.5e-13: "≈ 0", None: "–"}).items():
            self.assertEqual(numbers.write(value), text)

    def test_intervals(self):
        self.assertEqual(numbers.write_interval([1, 2.5]), "1 to 2.5")
        self.assertEqual(numbers.write_interval([None, 2]), "at most 2")
        self.assertEqual(numbers.write_interval([2, None]), "at least 2")
        self.assertEqual(numbers.write_interval([None, None]), "none")

    def test_durations(self):
        texts = [numbers.write_duration(seconds) for seconds in (4.4, 754.2, 7325)]
        self.assertEqual(texts, ["4 s", "13 min", "2.0 h"])


class Claims(ProgramTest):
    """Rows of the table."""

    def make_rows(self):
        write_campaign(self.folder)
        return claims.make_rows(manifest.read(self.folder / "manifest.json"))

    def test_rows(self):
        rows = self.make_rows()
        self.assertEqual([row.claim.id for row in rows], ["K2", "K10", "K1", "K9"])
        self.assertEqual((rows[0].paper, rows[0].study, rows[0].claim.paper), ("kuang2003", STUDY, 0.44))
        intervals = [numbers.write_interval(row.claim.ci95) for row in rows]
        self.assertEqual(intervals, ["0.441 to 0.445", "3 to 3.2", "none", "none"])

    def test_certainty(self):
        texts = [claims.describe_certainty(manifest.Claim(**claim)) for claim in CLAIMS]
        wanted = ["5 runs, ± 0.45 %", "5 runs, ± 3.2 %, 2 left out", "1 run", "5 runs"]
        self.assertEqual(texts, wanted)
        around_zero = make_claim("K2", "undecided", mean=0.001, ci95=[-0.134, 0.136])
        self.assertEqual(claims.describe_certainty(manifest.Claim(**around_zero)), "5 runs, ± 0.14 Mb/s")
        alike = make_claim("K2", "reproduced", mean=1, ci95=[1, 1])
        self.assertEqual(claims.describe_certainty(manifest.Claim(**alike)), "5 runs, no variation between runs")

    def test_counts(self):
        counts = claims.count_verdicts(self.make_rows())
        self.assertEqual(list(counts.values()), [1, 1, 1, 1, 0, 0])

    def test_runs_that_are_too_short(self):
        """The counts still add up to the number of rows."""
        content = write_campaign(self.folder)
        content["papers"][0]["studies"][0]["verdicts"] = False
        write_manifest(self.folder, content)
        rows = claims.make_rows(manifest.read(self.folder / "manifest.json"))
        self.assertEqual(list(claims.count_verdicts(rows).values()), [0, 0, 0, 0, 0, 4])

    def test_unknown_verdict(self):
        write_campaign(self.folder)
        self.write("study.json", make_study(claims=[make_claim("K2", "perhaps")]))
        with self.assertRaisesRegex(UserError, "K2: there is no verdict 'perhaps'"):
            claims.make_rows(manifest.read(self.folder / "manifest.json"))

    def write(self, name, content):
        """Write one file of the campaign."""
        (self.folder / name).write_text(json.dumps(content), encoding="utf-8")


class ReportMistakes(ProgramTest):
    """Each test writes a campaign and spoils a part of it."""

    @classmethod
    def setUpClass(cls):
        try:
            find_python(python_tools.REPORT)
        except UserError as error:
            raise unittest.SkipTest(str(error)) from error

    def setUp(self):
        super().setUp()
        self.manifest = write_campaign(self.folder)

    def check(self, *parts):
        """Expect one line with these parts, and no page."""
        errors = self.check_refused(["manifest.json", "report"], [1], parts)
        self.assertEqual(errors.count("\n"), 1, errors)

    def test_campaign_is_shown(self):
        for _ in range(2):
            result = self.run_program("manifest.json", "report")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
        names = {path.name for path in (self.folder / "report").rglob("*") if path.is_file()}
        data = {f"{STUDY}-off-run1-{name}" for name in ("device.csv", "queue.csv", "laptop.pcap")}
        data |= {"claims.csv", "files.txt", f"{STUDY}-bars.csv"}
        data |= {f"{STUDY}-curves.csv", f"{STUDY}-metrics.csv"}
        data |= {f"kuang2003-usb-sensitivity-{name}.csv" for name in ("metrics", "on-run2-queue")}
        self.assertEqual(names, data | {"index.html", "kuang2003.html", "rows.html", "results.sqlite"})
        with open(self.folder / "report" / "data" / "claims.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["verdict"] for row in rows], [claim["verdict"] for claim in CLAIMS])
        self.assertEqual([row["kind"] for row in rows], ["counted", "counted", "calibrated", "counted"])
        page = (self.folder / "report" / "kuang2003.html").read_text(encoding="utf-8")
        self.assertIn("Table 2: &lt;throughput&gt; &amp; USB modes", page)
        self.assertNotIn("<throughput>", page)

    def test_output_that_nobody_reads(self):
        for redirection in (">&-", "| true"):
            script = f'"$@" {redirection}'
            result = subprocess.run(
                ["sh", "-c", script, "sh", self.program, "manifest.json", "report"],
                cwd=self.folder,
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual((result.returncode, result.stderr), (0, ""), redirection)

    def test_study_that_has_failed_is_named(self):
        study = self.manifest["papers"][0]["studies"][0]
        study |= {"json": None, "bars": None, "curves": None}
        study["traces"][0]["series"] = None
        write_manifest(self.folder, self.manifest)
        result = self.run_program("manifest.json", "report")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        page = (self.folder / "report" / "kuang2003.html").read_text(encoding="utf-8")
        self.assertIn("This study has no findings", page)
        self.assertIn("laptop.pcap", page)

    def test_equal_input_gives_equal_files(self):
        self.run_program("manifest.json", "report")
        before = self.content()
        self.run_program("manifest.json", "report")
        self.assertEqual(self.content(), before)

    def test_what_an_earlier_campaign_has_left_goes(self):
        self.run_program("manifest.json", "report")
        (self.folder / "report" / "mine.html").touch()
        listed = self.folder / "report" / "data" / "files.txt"
        listed.write_text(listed.read_text() + "\n../manifest.json\n/etc/hostname\n", encoding="utf-8")
        self.manifest["papers"][0] |= {"key": "gopal2005", "studies": self.manifest["papers"][0]["studies"][1:]}
        write_manifest(self.folder, self.manifest)
        result = self.run_program("manifest.json", "report")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        pages = {path.name for path in (self.folder / "report").glob("*")}
        self.assertEqual(pages, {"index.html", "rows.html", "gopal2005.html", "mine.html", "results.sqlite", "data"})
        self.assertFalse((self.folder / "report" / "data" / f"{STUDY}-bars.csv").exists())
        self.assertTrue((self.folder / "manifest.json").exists())

    def test_manifest_that_cannot_be_read(self):
        (self.folder / "manifest.json").write_text("{", encoding="utf-8")
        self.check("manifest.json: not JSON")
        (self.folder / "manifest.json").write_text("[]", encoding="utf-8")
        self.check("manifest.json: the manifest is not an object")
        for content in (b"\xff\xfe", b"[" * 5000):
            (self.folder / "manifest.json").write_bytes(content)
            self.check("manifest.json: not JSON")
        (self.folder / "manifest.json").unlink()
        self.check("manifest.json: there is no such manifest")

    def test_manifest_of_another_format(self):
        write_manifest(self.folder, self.manifest | {"format": 1})
        self.check("manifest.json: format 1: this program reads format 2")

    def test_key_that_is_wrong(self):
        for key, value, part in (
            ("seconds", "long", "'seconds' of the manifest is not a whole number or a number"),
            ("papers", {}, "'papers' of the manifest is not a list"),
            ("version", "", "'version' of the manifest is empty"),
            ("papers", [{"key": "../x", "citation": "x", "studies": []}], "expected a plain name"),
        ):
            with self.subTest(key=key, value=value):
                write_manifest(self.folder, self.manifest | {key: value})
                self.check(part)
        write_manifest(self.folder, {k: v for k, v in self.manifest.items() if k != "errors"})
        self.check("the manifest has no 'errors'")

    def test_file_that_is_missing(self):
        for name in ("study.json", "bars.json", "series.json", "laptop.pcap", "runs.sqlite"):
            with self.subTest(name=name):
                path = self.folder / name
                content = path.read_bytes()
                path.unlink()
                self.check(f"{name}: there is no such file")
                path.write_bytes(content)

    def test_study_that_is_damaged(self):
        (self.folder / "study.json").write_text('{"claims": [{"id": "K2"}]}', encoding="utf-8")
        self.check("study.json: claim K2 has no 'cell'")
        study = make_study(claims=[make_claim("K2", "reproduced", kind="half")])
        (self.folder / "study.json").write_text(json.dumps(study), encoding="utf-8")
        self.check("study.json: 'kind' of claim K2 is 'half'")
        (self.folder / "study.json").write_text('{"claims": []}', encoding="utf-8")
        self.check("study.json: the study has no 'points'")

    def test_plot_that_is_damaged(self):
        for name, content, part in (
            ("bars.json", "{}", "bars.json: no 'bars'"),
            ("curves.json", '{"panels": [1]}', "curves.json: not the description of a plot"),
            ("device.csv", "# device\ntime,seq\n1,2\n", "device.csv: no column 'len'"),
        ):
            with self.subTest(name=name):
                path = self.folder / name
                before = path.read_text(encoding="utf-8")
                path.write_text(content, encoding="utf-8")
                result = self.run_program("manifest.json", "report")
                self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1), result.stderr)
                self.assertIn(part, result.stderr)
                self.assertFalse((self.folder / "report" / "index.html").exists())
                path.write_text(before, encoding="utf-8")

    def test_folder_that_cannot_be_written(self):
        (self.folder / "report").write_text("a file", encoding="utf-8")
        self.check("report/data'", "Not a directory")
        (self.folder / "report").unlink()
        if os.geteuid() != 0:
            (self.folder / "report").mkdir(mode=0o500)
            self.check("report", "Permission denied")


if __name__ == "__main__":
    main()
