#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Parts of campaigns by themselves: the rule that stops, the choice of studies, exports."""

import contextlib
import os
import random
import sqlite3
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import paths
from frontend.campaign import export, meter, results, stopping, studies
from frontend.errors import UserError


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
            UserError, "no paper, finding, claim or study named 'kuang203'.*kuang2003"
        ):
            self.select("kuang203")


class Durations(unittest.TestCase):
    """What a campaign expects before it has made a run."""

    def seconds_of(self, name, *options):
        """The seconds of two runs of 10 s."""
        extent = studies.Extent(options, "10", first=2, most=2, points=("a",))
        return meter.seconds_of(types.SimpleNamespace(name=name, extent=extent), 2)

    def test_table(self):
        speeds = {"a": 0.1, "a --fast": 0.01, "b": 0.3}
        with mock.patch.object(meter, "_speeds", lambda: speeds):
            for arguments, speed in ((("a",), 0.1), (("a", "--fast"), 0.01), (("b", "--other"), 0.3), (("c",), 0.1)):
                self.assertAlmostEqual(self.seconds_of(*arguments), 2 * (meter.START_S + 10 * speed))


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
        source = (Path(__file__).resolve().parents[1] / "src/study/model/results-file.cc").read_text(encoding="utf-8")
        layout = source.partition('TABLES = R"(')[2].partition(')"')[0]
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            database.executescript(f"{layout} PRAGMA user_version = {results.LAYOUT};")

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


class WholeFiles(unittest.TestCase):
    """What is written in place of a file."""

    def test_pipe_is_refused(self):
        with tempfile.TemporaryDirectory(prefix="lasthop-") as folder:
            pipe, file = Path(folder) / "pipe", Path(folder) / "file"
            os.mkfifo(pipe)
            with self.assertRaisesRegex(UserError, "pipe' is not a regular file"):
                paths.write_file(pipe, "text")
            self.assertTrue(pipe.is_fifo())
            for text in ("one", "two"):
                paths.write_file(file, text)
                self.assertEqual(file.read_text(encoding="utf-8"), text)
            self.assertEqual(sorted(os.listdir(folder)), ["file", "pipe"])


unittest.main(verbosity=2)
