#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A study for the tests of the ledger: what it finds is in model.json, five folders up."""

import json
import os
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[4]
NAME = Path(__file__).name


def claim(mean, cell, kind):
    """A claim that is reproduced from 1 to 2."""
    return {
        "id": "A1",
        "cell": cell,
        "kind": kind,
        "paper": 1.5,
        "unit": "Mb/s",
        "mean": mean,
        "ci95": [mean, mean],
        "runs": 2,
        "band": [1.0, 2.0],
        "verdict": "reproduced" if 1 <= mean <= 2 else "not reproduced",
        "reason": None,
    }


def main():
    """Write the JSON of a study."""
    own = [word for word in sys.argv[1:] if not word.startswith(("--json", "--no-plot", "--jobs"))]
    options = dict(word.removeprefix("--").split("=") for word in sys.argv[1:] if "=" in word)
    model = json.loads((FOLDER / "model.json").read_text(encoding="utf-8"))
    (FOLDER / "environment.json").write_text(json.dumps(dict(os.environ)), encoding="utf-8")
    if "error" in model:
        sys.exit(model["error"])
    kind = model.get("kind", "counted")
    if "--list-points" in sys.argv:
        longer = [{"id": "A1", "cell": cell, "kind": kind, "only_full": True} for cell in model.get("longer", [])]
        Path(options["json"]).write_text(json.dumps({"claims": longer}), encoding="utf-8")
        return
    time.sleep(model.get("sleep", 0))
    metric = {"unit": "Mb/s", "mean": model.get("metric", 0.1 + 0.2), "sd": 0.0, "runs": 2}
    report = {
        "study": NAME,
        "version": "any",
        "ns3": "any",
        "command": f'./ns3 run "{" ".join([NAME, *own])}"',
        "seed": 1,
        "first_run": 1,
        "runs": 2,
        "duration_s": float(options.get("duration", 10)),
        "claims": [claim(model["mean"], cell, kind) for cell in ["first cell", *model.get("cells", [])]],
        "metrics": {},
        "points": {"near": {"throughput": metric}},
    }
    Path(options["json"]).write_text(json.dumps(report), encoding="utf-8")


main()
