#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Campaigns whose cells are jobs of Kubernetes.

Usage: campaign_kubernetes.py [TEST...] PROGRAM, which is ns3.
"""

import json
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from unittest import mock

from campaign_project import LONG_S, STUDY, CampaignTest
from program import main
from project_test import find_python

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import python_tools


class Kubernetes(CampaignTest):
    """A stand-in runs the jobs on this machine."""

    def prepare_kubernetes(self):
        """A kubectl of the test's, and the profile with less time between looks."""
        jobs, programs = self.folder / "jobs", self.folder / "bin"
        jobs.mkdir()
        programs.mkdir()
        python = find_python(python_tools.SNAKEMAKE)
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
        """Cells come from jobs, and the database is that of this machine."""
        jobs = self.prepare_kubernetes()
        self.model(options="--radio=dcf --losses=0.1,1e+0")
        shown = [{"point": "a", "run": 1, "options": ["--duration=2", "--radio=dcf"], "title": "a run"}]
        table = self.folder / "tools" / "campaign" / "shown-runs.json"
        table.write_text(json.dumps({STUDY: shown}), encoding="utf-8")
        self.succeed("--full", "--profile=./my-cluster")
        self.assertEqual(len(list(jobs.glob("*.code"))), 3)
        self.succeed("--full", "--report=here")
        self.assertEqual(self.database().read_bytes(), self.database("here").read_bytes())
        self.assertEqual(len(list(jobs.glob("*.code"))), 3)

    def test_kubernetes_with_a_failed_cell(self):
        self.prepare_kubernetes()
        self.model(first=3, most=3, crash=["b", [2]])
        result = self.reproduce("--profile=./my-cluster")
        self.assertEqual(result.returncode, 1)
        command = f'./ns3 run "{STUDY} --point=b --run=2 --duration=2.5"'
        self.assertIn(f"lasthop: {STUDY} b: no solution in run 2; {command}\n", result.stderr)
        self.assertEqual(self.ask("SELECT count(*) FROM result WHERE metric = 'rate'"), [(8,)])

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


main()
