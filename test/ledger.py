#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The ledger, with a study whose findings are in a text file: what has changed is named and fails,
what is accepted has a reason, and nothing is half-written.

Usage: ledger.py PROGRAM, which is tools/ledger
"""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from program import ProgramTest, main

STUDY = "kuang2003-fake"
EXPECTED = "A1 (first cell)"


class Ledger(ProgramTest):
    """Each test has a project of its own with one study."""

    def setUp(self):
        super().setUp()
        tools = Path(self.program).parent
        shutil.copytree(tools, self.folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        self.program = str(self.folder / "tools" / "ledger")
        self.file = self.folder / "test" / "ledger" / f"{STUDY}.json"
        self.file.parent.parent.mkdir()
        self.make_project(STUDY, "ledger_study.py")
        self.model(mean=1.5)

    def model(self, **values):
        """What the study finds from now on."""
        (self.folder / "model.json").write_text(json.dumps(values), encoding="utf-8")

    def ledger(self, verb, *arguments):
        """Run the command without building."""
        return self.run_program(verb, "--no-build", *arguments)

    def update(self, *arguments, reason="a better model"):
        """Accept what the study says."""
        result = self.ledger("update", f"--reason={reason}", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(self.file.read_text(encoding="utf-8"))

    def make(self, *arguments):
        """The first entry."""
        return self.update(STUDY, "--check-options=--duration=3", *arguments, reason="first")

    def expect_failure(self, *lines):
        """The check fails, says these lines and which command accepts the change."""
        result = self.ledger("check")
        self.assertEqual(result.returncode, 1, result.stdout)
        for line in lines:
            self.assertIn(f"{STUDY}: {line}\n", result.stdout)
        self.assertIn(f'\ntools/ledger update {STUDY} --reason="..."\n', result.stdout)
        self.assertIn("\nledger: 1 studies failed out of 1\n", result.stdout)

    def expect_success(self, *lines):
        """The check succeeds and says these lines."""
        result = self.ledger("check")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for line in lines:
            self.assertIn(f"{STUDY}: {line}\n", result.stdout)
        self.assertIn("ledger: 0 studies failed out of 1\n", result.stdout)

    def expect_refused(self, arguments, *parts):
        """One line, and no file is made or changed."""
        errors = self.check_refused([arguments[0], "--no-build", *arguments[1:]], [1, 2], parts)
        self.assertEqual(errors.count("\n"), 1, errors)
        self.assertTrue(errors.startswith("lasthop: "), errors)

    def test_unchanged(self):
        entry = self.make()
        self.assertEqual(entry["check"]["command"], f'./ns3 run "{STUDY} --duration=3"')
        self.assertEqual(entry["check"]["points"], {"near": {"throughput": 0.3}})
        self.assertEqual(entry["history"], [{"reason": "first", "moved": []}])
        self.expect_success("unchanged: 1 reproduced")
        before = self.file.read_bytes()
        self.update(reason="again")
        self.assertEqual(self.file.read_bytes(), before, "no reason for no change")

    def test_verdict_that_moves_either_way_fails(self):
        self.make()
        self.model(mean=3)
        self.expect_failure(
            f"{EXPECTED}: expected reproduced, 1.5 Mb/s (1.5 .. 1.5) in 1 .. 2; "
            "it is not reproduced, 3 Mb/s (3 .. 3) in 1 .. 2"
        )
        entry = self.update(reason="a slower bus")
        moved = {"reason": "a slower bus", "moved": [f"{EXPECTED}: reproduced -> not reproduced"]}
        self.assertEqual(entry["history"][1:], [moved])
        self.expect_success(
            "unchanged: 1 not reproduced",
            f"  as expected, {EXPECTED}: not reproduced, 3 Mb/s (3 .. 3) in 1 .. 2",
        )
        self.model(mean=1.5)
        self.expect_failure("CHANGED: 1 verdicts, 0 figures")

    def test_changed_metric_is_named(self):
        self.make()
        self.model(mean=1.5, metric=0.31)
        self.expect_failure("point near, metric throughput: 0.3 is now 0.31")
        self.model(mean=1.6)
        self.expect_failure(f"{EXPECTED}, mean: 1.5 is now 1.6")

    def test_claims_that_come_and_go(self):
        self.make()
        self.model(mean=1.5, cells=["second"])
        self.expect_failure(
            "A1 (second): unknown claim; it is reproduced, 1.5 Mb/s (1.5 .. 1.5) in 1 .. 2"
        )
        self.update()
        self.model(mean=1.5)
        self.expect_failure("A1 (second): expected, but the study has no such claim")

    def test_claims_that_cannot_be_told_apart(self):
        self.make()
        self.model(mean=1.5, cells=["first cell"])
        result = self.ledger("check")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"lasthop: {STUDY} has two claims {EXPECTED}", result.stdout)

    def test_study_that_fails(self):
        self.make()
        before = self.file.read_bytes()
        self.model(error=f"{STUDY}: run 1: the bus is gone")
        for arguments in (["check"], ["update", "--reason=new"]):
            result = self.ledger(*arguments)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"lasthop: {STUDY} failed: run 1: the bus is gone\n", result.stdout)
        self.assertEqual(self.file.read_bytes(), before)

    def evidence(self, mean):
        """The JSON file of a long run."""
        self.model(mean=mean)
        study = self.folder / "build" / "default" / "examples" / "kuang2003" / STUDY
        subprocess.run([study, "--duration=100", "--json=long.json"], cwd=self.folder, check=True)
        return "--evidence=long.json"

    def test_evidence(self):
        self.make(self.evidence(mean=3))
        self.model(mean=1.5)
        self.update()
        self.expect_success(
            "unchanged; evidence: 1 not reproduced",
            f"  as expected, {EXPECTED}: not reproduced, 3 Mb/s (3 .. 3) in 1 .. 2",
            "  STALE, the evidence is older than a change: a better model",
        )

    def test_evidence_is_stale_until_it_is_made_again_or_is_said_to_hold(self):
        self.make(self.evidence(mean=3))
        self.model(mean=3, metric=0.4)
        entry = self.update(reason="a longer queue")
        self.assertEqual(entry["evidence"]["duration_s"], 100)
        self.assertEqual(entry["evidence"]["stale"], ["a longer queue"])
        self.assertNotIn("points", entry["evidence"])
        entry = self.update("--evidence-holds=nothing waits there")
        self.assertEqual(entry["evidence"]["stale"], [])
        self.assertEqual(entry["history"][-1]["evidence holds"], "nothing waits there")
        self.model(mean=3, metric=0.5)
        self.update(reason="a shorter queue")
        entry = self.update(STUDY, self.evidence(mean=1.5), reason="a faster bus")
        self.assertEqual(entry["evidence"]["claims"][0]["verdict"], "reproduced")
        self.assertEqual(entry["evidence"]["stale"], [])
        line = f"{EXPECTED}: not reproduced -> reproduced"
        self.assertEqual(entry["history"][-1]["moved"], [line, f"evidence, {line}"])

    def test_what_a_claim_proves_is_no_matter_of_runs(self):
        self.make(self.evidence(mean=3))
        self.model(mean=3, kind="calibrated", longer=["second"])
        self.expect_failure(
            f'{EXPECTED}, kind: "counted" is now "calibrated"',
            'A1 (second) of --full: "missing" is now "calibrated"',
        )
        entry = self.update(reason="a value was set by it")
        self.assertEqual(entry["evidence"]["claims"][0]["kind"], "calibrated")
        self.assertEqual(entry["evidence"]["stale"], [])
        self.assertEqual(entry["check"]["only_full"], [{"id": "A1", "cell": "second", "kind": "calibrated"}])
        self.expect_success("unchanged; evidence: 1 not reproduced")

    def test_environment(self):
        """Results depend neither on the CPU nor on attributes that the user has set."""
        os.environ["NS_ATTRIBUTE_DEFAULT"] = "ns3::UsbWifiAdapter::TxBuffers=1"
        self.addCleanup(os.environ.pop, "NS_ATTRIBUTE_DEFAULT")
        self.make()
        environment = json.loads((self.folder / "environment.json").read_text(encoding="utf-8"))
        self.assertIn("-FMA", environment["GLIBC_TUNABLES"])
        self.assertEqual([name for name in environment if name.startswith("NS_")], [])

    def test_interrupted_update(self):
        self.make()
        self.model(mean=1.8, sleep=60)
        started = self.folder / "environment.json"
        started.unlink()
        before = self.content()
        command = [self.program, "update", "--no-build", "--reason=new"]
        with subprocess.Popen(command, cwd=self.folder, stderr=subprocess.PIPE) as update:
            while not started.exists():
                self.assertIsNone(update.poll())
                time.sleep(0.1)
            update.send_signal(signal.SIGINT)
            self.assertEqual(update.wait(timeout=30), 130)
        started.unlink()
        self.assertEqual(self.content(), before)

    def test_mistakes(self):
        self.expect_refused(["check"], f"{STUDY} has no ledger", "tools/ledger update")
        self.make()
        self.expect_refused(["update"], "needs --reason")
        self.expect_refused(["update", "--reason= "], "--reason needs one line")
        self.expect_refused(["update", "--reason=a\nb"], "--reason needs one line")
        self.expect_refused(["update", "--reason=a", "--check-options=x"], "goes with one")
        self.expect_refused(["update", "--reason=a", "--evidence-holds=b"], "no evidence")
        self.expect_refused(["update", "--reason=a", "--evidence=x"], "goes with one study")
        update = ["update", STUDY, "--reason=a"]
        self.expect_refused([*update, "--evidence=x"], "--evidence=x: No such file or directory")
        self.expect_refused([*update, "--evidence=model.json"], "is not the JSON file of a study")
        self.expect_refused(["check", "kuang2003-fakes"], "no study", f"did you mean {STUDY}?")
        self.check_refused(["findings", "--json=x"], [2], ["argument --json: takes no value"])
        self.file.with_name("gone.json").touch()
        self.expect_refused(["check"], "test/ledger/gone.json: there is no study gone")
        self.file.with_name("gone.json").unlink()
        self.file.write_text("{}", encoding="utf-8")
        self.expect_refused(["check"], f"test/ledger/{STUDY}.json is damaged")

    def test_numbers_that_are_none(self):
        self.make(self.evidence(mean=1.5))
        whole = json.loads(self.file.read_text(encoding="utf-8"))
        for part in ("check", "evidence"):
            for name, value, expected in (
                ("runs", "four", "a whole number from 1"),
                ("runs", 0, "a whole number from 1"),
                ("runs", 1.5, "a whole number from 1"),
                ("seed", None, "a whole number from 1"),
                ("first_run", -1, "a whole number from 0"),
                ("duration_s", "long", "a number from 0"),
                ("duration_s", float("inf"), "a number from 0"),
                ("duration_s", True, "a number from 0"),
            ):
                self.file.write_text(json.dumps(whole | {part: whole[part] | {name: value}}), encoding="utf-8")
                line = f"{STUDY}.json is damaged: {name} is {json.dumps(value)}: expected {expected}"
                self.expect_refused(["check"], line)
        whole["check"]["claims"][0]["id"] = 3
        self.file.write_text(json.dumps(whole), encoding="utf-8")
        self.expect_refused(["check"], f"{STUDY}.json is damaged")

    def test_nested_too_deeply(self):
        self.make()
        self.file.write_text("[" * 5000 + "]" * 5000, encoding="utf-8")
        self.expect_refused(["check"], f"{STUDY}.json is damaged: maximum recursion depth exceeded")
        self.file.unlink()
        (self.folder / "deep.json").write_text("[" * 5000, encoding="utf-8")
        update = ["update", STUDY, "--check-options=--runs=1", "--reason=a", "--evidence=deep.json"]
        self.expect_refused(update, "--evidence=deep.json: this is not the JSON file of a study")


if __name__ == "__main__":
    main()
