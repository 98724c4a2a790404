# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What ./test.py writes into files: the results as JUnit, as text and as a page."""

import html
import os
import shutil
from pathlib import Path
from xml.etree import ElementTree

from .errors import UserError

SLOWEST = 20


def wanted(options):
    """The reports that are asked for, by kind; files that cannot be written are refused at once."""
    reports = {kind: getattr(options, kind) for kind in ("xml", "text", "web")}
    reports = {kind: Path(name) for kind, name in reports.items() if name is not None}
    for kind, path in reports.items():
        folder = path.resolve().parent
        if path.is_dir() or (path.exists() and not path.is_file()):
            raise UserError(f"--{kind}={path}: not a regular file")
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            raise UserError(f"--{kind}={path}: the folder is not there, or cannot be written")
    if options.duration:
        reports["duration"] = None
    return reports


def write(junit, reports):
    """Write each from CTest's JUnit file, if CTest came so far as to write it."""
    if not reports or not junit.exists():
        return
    cases = [_case(case) for case in ElementTree.parse(junit).iter("testcase")]
    for kind, path in reports.items():
        if kind == "duration":
            slowest = sorted(cases, key=lambda case: -case["seconds"])[:SLOWEST]
            print(_text(slowest), end="")
        elif kind == "xml":
            shutil.copyfile(junit, path)
        else:
            path.write_text(_text(cases) if kind == "text" else _page(cases), encoding="utf-8")


def _case(case):
    passed = {"run": "PASS", "fail": "FAIL"}
    return {
        "name": case.get("name"),
        "seconds": float(case.get("time")),
        "result": passed.get(case.get("status"), "SKIP"),
    }


def _text(cases):
    return "".join(f"{c['result']} {c['seconds']:8.2f} s  {c['name']}\n" for c in cases)


def _page(cases):
    rows = "".join(
        f"<tr><td>{c['result']}<td>{c['seconds']:.2f}<td>{html.escape(c['name'])}\n" for c in cases
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>Tests of lasthop</title>\n'
        f"<table><tr><th>result<th>seconds<th>test\n{rows}</table></html>\n"
    )
