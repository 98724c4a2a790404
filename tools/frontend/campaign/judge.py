# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Letting studies judge what was gathered."""

import concurrent.futures
import json
import subprocess

from ..errors import UserError
from ..study_runs import environment
from . import cells, gather


def judge_all(state, studies, jobs):
    """The rows and the report of each study by its name; studies are pairs with their runs. A study that cannot be
    judged has an error in place of its report."""
    with concurrent.futures.ThreadPoolExecutor(jobs or 1) as pool:
        futures = {study.name: pool.submit(_judge, state, study, runs) for study, runs in studies}
        return {name: future.result() for name, future in futures.items()}


def _judge(state, study, runs):
    gather.drop_useless(state, study)
    rows = gather.read_study(state, study, runs)
    if len(rows) < runs * len(study.extent.points):
        return rows, UserError("runs are missing or of another version; reproduce makes them again")
    folder = state / "studies"
    results = folder / f"{study.name}.sqlite"
    a_cell = next(iter(cells.made(state, study, study.extent.points[0]).values()))
    gather.write_study(results, study, rows, gather.read_layout(a_cell))
    report = folder / f"{study.name}.json"
    report.unlink(missing_ok=True)
    command = [
        study.program,
        *study.extent.arguments,
        f"--runs={runs}",
        "--jobs=1",
        f"--results={results}",
    ]
    command += ["--full"] if study.extent.is_full else []
    command += [f"--json={report}", f"--plot={folder / study.name}"]
    # The numbers of the plots are written; the page draws them.
    result = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
        env={**environment(), "LASTHOP_PYTHON": "true"},
    )
    results.unlink(missing_ok=True)
    if result.returncode:
        said = (result.stderr.splitlines() or [f"exit status {result.returncode}"])[-1]
        return rows, UserError(said.removeprefix(f"{study.name}: "))
    return rows, json.loads(report.read_text(encoding="utf-8"))
