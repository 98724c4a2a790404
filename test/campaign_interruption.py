#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Campaigns that are interrupted, killed, or begun twice.

Usage: campaign_interruption.py [TEST...] PROGRAM, which is ns3. LASTHOP_KILLS is how often a campaign is killed, by default 4.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from campaign_project import LONG_S, CampaignTest
from program import main

# A cache of one page makes SQLite write into the file, and its journal, before the end of the transaction.
KILLED_IN_A_COMMIT = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA cache_size = 1")
database.execute("BEGIN IMMEDIATE")
database.execute("DELETE FROM metric")
database.execute("DELETE FROM run")
database.executemany("INSERT INTO study VALUES (?, ?, '', 1)", [(str(name), "t" * 3000) for name in range(50)])
os.kill(os.getpid(), signal.SIGKILL)
"""

KILLS = int(os.environ.get("LASTHOP_KILLS", "4"))


class Interruption(CampaignTest):
    """Whatever happens, the next campaign goes on from there."""

    def test_killed(self):
        """Killed at random, with a program that changes in between."""
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
                finished.append(len(list((state / "results").rglob("*.sqlite"))))
        self.model(version="v1")
        self.succeed("--full")
        self.assertEqual(self.database().read_bytes(), self.database("undisturbed").read_bytes())
        self.assertEqual(self.read_crate()["files"].keys(), self.read_crate("undisturbed")["files"].keys())
        print(
            f"{len(finished)} of {attempts} killed at work, with {finished} results files ",
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

    def test_killed_in_a_commit(self):
        """The journal that SQLite leaves restores the results file."""
        self.succeed()
        before = self.database().read_bytes()
        (results,) = (self.folder / "report/campaign/results").rglob("*.sqlite")
        killed = subprocess.run([sys.executable, "-c", KILLED_IN_A_COMMIT, results], check=False)
        self.assertEqual(killed.returncode, -signal.SIGKILL)
        self.assertTrue(results.with_name(f"{results.name}-journal").exists())
        self.model(seconds=60)
        self.succeed()
        self.assertEqual(self.database().read_bytes(), before)

    def test_point_named_like_what_is_left(self):
        self.model(points=["a.partial", "b.part", "c.1.error"])
        for line in self.succeed("--full", "--list-cells").stdout.splitlines():
            subprocess.run(line, shell=True, check=True, cwd="/")
        cells = sorted((self.folder / "report/campaign/cells").rglob("*.sqlite"))
        left = cells[0].with_name(f"{cells[0].name}.123.part")
        left.touch()
        self.model(seconds=60)
        self.succeed("--full")
        self.assertFalse(left.exists())

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


main()
