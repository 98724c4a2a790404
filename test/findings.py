#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The verdicts on findings, from evidence that is made up: what does not count is not counted.

Usage: findings.py PROGRAM, which is tools/ledger
"""

import json
import shutil
from pathlib import Path

from program import ProgramTest, main

STUDY = "a-study"
MARKS = {
    "README.md": ("<!-- tools/ledger findings --write -->", "<!-- end of findings -->"),
    "src/wlan-testbed/doc/paper1999.rst": (".. tools/ledger findings --write", ".. end of findings"),
}


def make_row(cell, verdict="reproduced", kind="counted", **changes):
    """A row of F1 with its outcome."""
    row = {"id": "F1", "cell": cell, "kind": kind, "paper": None, "unit": "Mb/s", "mean": 1.5, "ci95": [1.4, 1.6]}
    return {**row, "runs": 4, "band": [1, 2], "verdict": verdict, "reason": None, **changes}


class Findings(ProgramTest):
    """Each test has a project of its own, with two findings and evidence of the first."""

    def setUp(self):
        super().setUp()
        tools = Path(self.program).parent
        shutil.copytree(tools, self.folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        self.program = str(self.folder / "tools" / "ledger")
        self.file = self.folder / "doc" / "findings.json"
        for folder in ("doc", "test/ledger", "src/wlan-testbed/doc"):
            (self.folder / folder).mkdir(parents=True)
        self.write_findings()

    def write_findings(self, repetitions=None, **changes):
        """What the paper found."""
        first = {"id": "F1", "where": "Table 2", "finding": "It is | slow.", **changes}
        second = {"id": "F10", "where": "Figure 6", "finding": "It is M_t fair."}
        paper = {"paper": "paper1999", "title": "a paper", "repetitions": repetitions, "findings": [first, second]}
        self.file.write_text(json.dumps({"papers": [paper]}), encoding="utf-8")

    def write_ledger(self, *rows, only_full=(), stale=(), check=(), study=STUDY, has_evidence=True):
        """What a study has found."""
        part = {"command": f'./ns3 run "{study}"', "seed": 1, "first_run": 1, "runs": 4, "duration_s": 10}
        evidence = {**part, "claims": rows, "stale": stale} if has_evidence else None
        check = {**part, "claims": check, "only_full": only_full, "points": {}}
        entry = {"check": check, "evidence": evidence, "history": []}
        path = self.folder / "test" / "ledger" / f"{study}.json"
        path.write_text(json.dumps(entry), encoding="utf-8")
        return path

    def findings(self, *arguments):
        """What the command prints."""
        result = self.run_program("findings", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def account(self, *rows, **options):
        """The verdict on the first finding."""
        self.write_ledger(*rows, **options)
        first, second = json.loads(self.findings("--json"))
        self.assertEqual(list(first), ["id", "paper", "verdict", "held", "asked", "sentence"])
        self.assertEqual((first["id"], first["paper"], second["id"]), ("F1", "paper1999", "F10"))
        none = {"id": "F10", "paper": "paper1999", "verdict": "undecided", "held": 0, "asked": 0}
        self.assertEqual(second, {**none, "sentence": "No row asks for it."})
        return first["verdict"], first["held"], first["asked"], first["sentence"]

    def test_all_rows_are_reproduced(self):
        rows = make_row("a"), make_row("b", id="F1 s.d."), make_row("c", "not reproduced", id="F2")
        self.assertEqual(self.account(*rows), ("reproduced", 2, 2, "Both rows hold."))
        self.assertEqual(self.account(*rows, make_row("d"))[3], "All 3 rows hold.")
        alone = self.account(make_row("a", paper=1.525))
        self.assertEqual(alone, ("reproduced", 1, 1, "Its one row holds with 1.5 Mb/s, where the paper has 1.525."))

    def test_some_rows_are_not(self):
        wrong = make_row("slow, b", "not reproduced", mean=3)
        sentence = "1 of 2 rows holds; 1 is not reproduced (slow, b: 3 Mb/s, expected 1 to 2)."
        self.assertEqual(self.account(make_row("a"), wrong), ("in part", 1, 2, sentence))
        sentence = "Its one row does not count as held with 3 Mb/s; 1 is not reproduced (slow, b: 3 Mb/s, expected 1 to 2)."
        self.assertEqual(self.account(wrong), ("not", 0, 1, sentence))
        by_number = make_row("c", "number matched, mechanism differs", band=[None, 2])
        sentence = "None of 2 rows holds; 2 are right, but for a different reason than in the paper (c: 1.5 Mb/s, expected at most 2)."
        self.assertEqual(self.account(by_number, {**by_number, "cell": "d"}), ("not", 0, 2, sentence))

    def test_rows_that_do_not_count(self):
        for kind in ("calibrated", "put in"):
            sentence = f"1 of 2 rows holds; 1 matches, but is {kind}."
            self.assertEqual(self.account(make_row("a"), make_row("b", kind=kind)), ("in part", 1, 2, sentence))
            self.assertEqual(self.account(make_row("b", kind=kind))[:3], ("undecided", 0, 1))
            wrong = make_row("b", "not reproduced", kind)
            self.assertEqual(self.account(wrong)[:3], ("not", 0, 1))

    def test_row_that_cannot_fail(self):
        certain = make_row("b", kind="cannot fail")
        sentence = "Its one row holds with 1.5 Mb/s; 1 more cannot fail."
        self.assertEqual(self.account(make_row("a"), certain), ("reproduced", 1, 1, sentence))
        self.assertEqual(self.account(certain), ("undecided", 0, 0, "No row asks for it; 1 more cannot fail."))
        refuted = make_row("b", "not reproduced", "cannot fail")
        self.assertEqual(self.account(make_row("a"), refuted)[:3], ("in part", 1, 2))

    def test_stricter_row(self):
        stricter = [make_row(cell, "not reproduced", "stricter") for cell in "bc"]
        sentence = "Its one row holds with 1.5 Mb/s; 2 more test more than the paper shows."
        self.assertEqual(self.account(make_row("a"), *stricter), ("reproduced", 1, 1, sentence))

    def test_undecided_row(self):
        sentence = "1 of 2 rows holds; 1 is undecided (b)."
        self.assertEqual(self.account(make_row("a"), make_row("b", "undecided")), ("undecided", 1, 2, sentence))
        rows = make_row("a"), make_row("b", "one run"), make_row("c", kind="calibrated")
        sentence = "1 of 3 rows holds; 1 is of one run (b); 1 matches, but is calibrated."
        self.assertEqual(self.account(*rows), ("undecided", 1, 3, sentence))
        wrong = make_row("d", "not reproduced")
        self.assertEqual(self.account(*rows, wrong)[:3], ("in part", 1, 4))

    def test_band_that_begins_just_above_a_number(self):
        wrong = make_row("a", "not reproduced", mean=1, band=[1.0000001, None])
        self.assertIn("(a: 1 Mb/s, expected more than 1)", self.account(wrong)[3])

    def test_no_evidence(self):
        account = self.account(check=[make_row("a"), make_row("b")], has_evidence=False)
        sentence = f"None of 2 rows holds; 2 are not measured (a); {STUDY} has no evidence."
        self.assertEqual(account, ("undecided", 0, 2, sentence))

    def test_stale_evidence(self):
        account = self.account(make_row("a"), stale=["a longer queue"])
        sentence = f"Its one row holds with 1.5 Mb/s; the evidence of {STUDY} is older than a change of the model."
        self.assertEqual(account, ("reproduced", 1, 1, sentence))
        self.assertIn("| reproduced † |", self.findings("--table"))

    def test_rows_that_the_evidence_lacks(self):
        longer = [{"id": "F1", "cell": cell, "kind": "counted"} for cell in "ab"]
        account = self.account(make_row("a"), only_full=longer)
        self.assertEqual(account, ("undecided", 1, 2, "1 of 2 rows holds; 1 is not measured (b)."))
        self.assertEqual(self.account(make_row("a"), check=[make_row("a"), make_row("c")])[:3], ("undecided", 1, 2))

    def test_repetitions_count_once(self):
        rows = [make_row(f"scenario {i}, 100 bytes") for i in (1, 3, 4)]
        self.assertEqual(self.account(*rows)[:3], ("reproduced", 3, 3))
        self.write_findings(repetitions=r"scenario \d")
        sentence = "Its one row holds with 1.5 Mb/s; 2 equal others in all digits, and count once."
        self.assertEqual(self.account(*rows), ("reproduced", 1, 1, sentence))
        rows[1]["mean"] = 1.50000001
        self.assertEqual(self.account(*rows)[1:], (2, 2, "Both rows hold; 1 equals another in all digits, and counts once."))
        other = make_row("scenario 1, 500 bytes")
        self.assertEqual(self.account(rows[0], other)[:3], ("reproduced", 2, 2))

    def test_rows_of_several_studies(self):
        self.write_ledger(make_row("a", "not reproduced"), study="another")
        self.assertEqual(self.account(make_row("a"))[:3], ("in part", 1, 2))

    def test_text(self):
        self.write_ledger(make_row("a"), make_row("b", kind="calibrated"))
        said = self.findings()
        self.assertTrue(said.startswith("\npaper1999: a paper\n\nF1   in part, 1 of 2 (Table 2)\n     It is | slow.\n"))
        self.assertTrue(said.endswith("\n2 findings: 1 in part, 1 undecided\n"), said)

    def test_tables_of_documents(self):
        self.write_ledger(make_row("a"), make_row("b", kind="calibrated"))
        for name, (begin, end) in MARKS.items():
            (self.folder / name).write_text(f"Before\n\n{begin}\n{end}\n\nafter\n", encoding="utf-8")
        self.assertEqual(self.findings("--write").splitlines(), list(MARKS))
        texts = [(self.folder / name).read_text(encoding="utf-8") for name in MARKS]
        self.assertIn("| F1 | Table 2 | It is \\| slow. | in part, 1 of 2 |", texts[0])
        self.assertIn(self.findings("--table"), texts[0])
        self.assertIn("     - **in part, 1 of 2**: 1 of 2 rows holds; 1 matches, but is calibrated.\n", texts[1])
        self.assertTrue(all(text.startswith("Before\n") and text.endswith("\nafter\n") for text in texts))
        self.assertEqual(self.findings("--write"), "")
        self.write_ledger(make_row("a"))
        self.assertEqual(self.findings("--write").splitlines(), list(MARKS))
        (self.folder / "README.md").write_text("Nothing\n", encoding="utf-8")
        self.refused("--write", "README.md: it has no lines '<!-- tools/ledger findings --write -->'")

    def refused(self, arguments, *parts):
        """One line, and nothing is changed."""
        errors = self.check_refused(["findings", *arguments.split()], [1, 2], parts)
        self.assertEqual(errors.count("\n"), 1, errors)

    def test_damaged_ledger(self):
        path = self.write_ledger(make_row("a"))
        for content in ("{", "[]", "[" * 5000, '{"check": {}}'):
            path.write_text(content, encoding="utf-8")
            self.refused("--json", f"test/ledger/{STUDY}.json is damaged")
        self.write_ledger(make_row("a", kind="half"))
        self.refused("", 'the kind of F1 (a) is "half": expected one of counted, calibrated, put in')
        self.write_ledger(make_row("a", band=[1]))
        self.refused("", f"test/ledger/{STUDY}.json is damaged")

    def test_damaged_findings(self):
        for content in ("{", "[]", "[" * 5000, '{"papers": [{}]}'):
            self.file.write_text(content, encoding="utf-8")
            self.refused("--table", "doc/findings.json is damaged")
        self.write_findings(finding=" ")
        self.refused("", "doc/findings.json is damaged: F1 has an empty text")
        self.write_findings(id="F10")
        self.refused("", "doc/findings.json is damaged: two findings are called F10")
        self.write_findings(repetitions="(")
        self.refused("", "doc/findings.json is damaged: ")
        self.file.unlink()
        self.refused("", "doc/findings.json: No such file or directory")

    def test_mistakes(self):
        self.refused("--json --table", "not allowed with")
        self.refused("K9", "K9")


if __name__ == "__main__":
    main()
