# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The manifest: what the page is made from. Paths in it are relative to its folder."""

import datetime
import json
import os
import platform
import shlex
import sys
from pathlib import Path

from .. import cmake_cache
from ..paths import write_file
from .studies import PAPERS

FORMAT = 2


def write(state, campaign):
    """Write manifest.json into the campaign's folder; return its path."""
    seconds = datetime.timedelta(seconds=campaign.seconds)
    manifest = {
        "format": FORMAT,
        "version": campaign.studies[0].version,
        "ns3": campaign.studies[0].ns3,
        "mode": campaign.mode,
        "command": shlex.join(["./ns3", *sys.argv[1:]]),
        "begin": campaign.begin.isoformat(timespec="seconds"),
        "end": (campaign.begin + seconds).isoformat(timespec="seconds"),
        "seconds": round(campaign.seconds, 1),
        "environment": environment(campaign),
        "database": _database(campaign.database, state),
        "papers": [
            {"key": key, "citation": citation, "studies": own}
            for key, citation in PAPERS.items()
            if (own := [_study(state, campaign, one) for one in campaign.judged if one.study.paper == key])
        ],
        "findings": campaign.accounts,
        "errors": campaign.errors,
    }
    path = state / "manifest.json"
    write_file(path, json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
    return path


def environment(campaign):
    """What the figures were made on."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "jobs": str(campaign.jobs),
        "python": platform.python_version(),
        "C library": " ".join(platform.libc_ver()),
        "compiler": cmake_cache.compiler_version(campaign.build),
    }


def _processor():
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _database(path, state):
    return os.path.relpath(path.resolve(), state.resolve()) if path.exists() else None


def _study(state, campaign, judged):
    study, report = judged.study, judged.report

    def existing(ending):
        name = f"studies/{study.name}{ending}"
        return name if report and (state / name).exists() else None

    shown = [run for run in campaign.shown if run.study == study and (state / run.output).is_dir()]
    return {
        "study": study.name,
        "title": study.title,
        "command": report["command"] if report else f"./ns3 run {study.name}",
        "verdicts": study.gives_verdicts,
        "json": existing(".json"),
        "bars": existing("-bars.json"),
        "curves": existing("-curves.json"),
        "traces": [_trace(state, run) for run in shown],
    }


def _trace(state, run):
    folder = state / run.output
    series = sorted(folder.glob("*-series.json"))
    return {
        "point": run.point,
        "run": run.run,
        "title": run.title,
        "series": str(series[0].relative_to(state)) if series else None,
        "pcap": [str(file.relative_to(state)) for file in sorted(folder.glob("*.pcap.gz"))],
        "command": run.command,
    }
