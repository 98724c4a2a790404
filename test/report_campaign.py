# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A small campaign, made up, for the tests of the report."""

import copy
import json

ORIGIN = {"version": "0.1", "ns3": "3.44", "command": './ns3 run "kuang2003-usb-modes --runs=5"', "seed": 1}
ORIGIN |= {"first_run": 1, "runs": 5, "duration_s": 10.0}
STUDY = "kuang2003-usb-modes"
TITLE = "kuang2003, table 2: <throughput> & USB modes"


def make_claim(name, verdict, **changes):
    """A claim with its outcome."""
    claim = {"id": name, "cell": f"{name} <cell>", "kind": "counted", "paper": 0.44, "unit": "Mb/s", "mean": 0.443}
    claim |= {"ci95": [0.441, 0.445], "runs": 5, "band": [0.42, 0.46], "verdict": verdict, "reason": None}
    return claim | changes


CLAIMS = [
    make_claim("K2", "reproduced"),
    make_claim("K10", "not reproduced", mean=3.1, ci95=[3.0, 3.2], left_out=2),
    make_claim("K1", "one run", cell="peak", kind="calibrated", paper=None, ci95=[None, None], runs=1, band=[0.4, None]),
    make_claim("K9", "undecided", paper=12.0, mean=None, ci95=[None, None], reason="the base is 0 in run 3"),
]


def make_finding(name, where, verdict, words):
    """What the manifest says of a finding."""
    texts = {"where": where, "finding": f"What {name} found & <why>.", "words": words, "sentence": f"Why {name}."}
    return {"id": name, "paper": "kuang2003", "verdict": verdict, "held": 1, "asked": 2, **texts}


def make_study(**changes):
    """What --json writes."""
    metric = {"unit": "Mb/s", "mean": 0.443, "sd": 0.01, "ci95": [0.441, 0.445], "runs": 5}
    points = {"off": {"throughput": metric}, "on": {"throughput": metric | {"ci95": [None, None], "runs": 1}}}
    study = {"study": STUDY, "title": TITLE, **ORIGIN, "claims": CLAIMS, "metrics": {}, "points": points}
    return copy.deepcopy(study | changes)


def make_bars():
    """What a study writes beside its bars."""
    bars = [claim | {"group": "FSBR off", "label": claim["id"], "quantity": "throughput"} for claim in CLAIMS]
    return {"study": STUDY, "title": TITLE, **ORIGIN, "bars": bars}


def make_curves():
    """What a study writes beside its curves."""
    points = [{"x": x, "mean": x / 2, "ci95": [x / 2 - 0.1, x / 2 + 0.1]} for x in (1, 2, 8)]
    curves = [{"label": f"Q = {q}", "points": points} for q in (50, 100)]
    panel = {"title": "figure 2", "x": "M_t", "y": "down/up", "logarithmic": True, "curves": curves}
    return {"study": STUDY, "title": TITLE, **ORIGIN, "panels": [panel]}


def make_series(file):
    """What --trace writes of a run."""
    series = {"name": "device", "label": "device (tcpdump)", "unit": "bytes", "kind": "time-sequence"}
    queue = {"name": "queue", "label": "queue", "unit": "packets", "kind": "level"}
    files = [series | {"panel": "", "file": file}, queue | {"panel": "", "file": "queue.csv"}]
    run = {"study": STUDY, "title": TITLE, **ORIGIN, "point": "off", "label": "FSBR off", "run": 1, "metrics": {}}
    return run | {"series": files, "parts": [[1.0, 1.05]]}


def make_panels():
    """What --trace writes of a run that is drawn in panels: one has two units."""
    lines = (("drops", "drops", "packets"), ("queue", "length", "packets"), ("queue", "drain time", "s"))
    series = [
        {"name": label, "label": label, "panel": panel, "unit": unit, "kind": "level", "file": "queue.csv"}
        for panel, label, unit in lines
    ]
    run = {"study": "kuang2003-usb-sensitivity", "title": TITLE, **ORIGIN, "point": "on", "label": "FSBR on"}
    return run | {"run": 2, "metrics": {}, "series": series, "parts": []}


def write_events(path, count):
    """A connection of some events: segments, some again, and ACKs."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("# device\ntime,seq,len,kind\n")
        sent = 0
        for i in range(count):
            time = 1 + i * 1e-3
            if i % 3 == 2:
                file.write(f"{time},{max(0, sent - 2896)},0,2\n")
            elif i % 500 == 301:
                file.write(f"{time},{sent - 1448},1448,1\n")
            else:
                file.write(f"{time},{sent},1448,0\n")
                sent += 1448


def write_campaign(folder, events=300):
    """All files of a campaign; returns the manifest's content."""
    folder.mkdir(parents=True, exist_ok=True)
    sensitivity = make_study(study="kuang2003-usb-sensitivity", claims=[])
    contents = {
        "study.json": make_study(),
        "bars.json": make_bars(),
        "curves.json": make_curves(),
        "series.json": make_series("device.csv"),
        "panels.json": make_panels(),
        "sensitivity.json": sensitivity,
    }
    for name, content in contents.items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    write_events(folder / "device.csv", events)
    levels = "".join(f"{1 + i / 100},{i % 20}\n" for i in range(30))
    (folder / "queue.csv").write_text(f"# queue\ntime,value\n{levels}", encoding="utf-8")
    (folder / "laptop.pcap").write_bytes(b"\xd4\xc3\xb2\xa1")
    (folder / "runs.sqlite").write_bytes(b"SQLite format 3\0")
    trace = {"point": "off", "run": 1, "title": "FSBR off, run 1", "series": "series.json", "pcap": ["laptop.pcap"]}
    trace["command"] = './ns3 run "kuang2003-usb-modes --point=off --run=1 --trace"'
    study = {"study": STUDY, "title": TITLE, "command": ORIGIN["command"], "json": "study.json", "bars": "bars.json"}
    study |= {"curves": "curves.json", "traces": [trace], "verdicts": True}
    second = {"study": "kuang2003-usb-sensitivity", "title": "what it depends on", "command": "./ns3 run other"}
    drawn = {"point": "on", "run": 2, "title": "FSBR on, run 2", "series": "panels.json", "pcap": []}
    drawn["command"] = './ns3 run "kuang2003-usb-sensitivity --point=on --run=2 --trace"'
    second |= {"json": "sensitivity.json", "bars": None, "curves": None, "traces": [drawn], "verdicts": True}
    error = {"study": STUDY, "point": "off", "run": 3, "message": "killed by signal 9", "command": "./ns3 run it"}
    manifest = {"format": 2, "version": "0.1", "ns3": "3.44", "mode": "quick", "seconds": 754.2}
    manifest |= {"environment": {"machine": "<x86_64>"}, "database": "runs.sqlite", "errors": [error]}
    manifest["papers"] = [{"key": "kuang2003", "citation": "Kuang & others", "studies": [study, second]}]
    manifest["findings"] = [
        make_finding("K2", "Table 2", "reproduced", "reproduced"),
        make_finding("K10", "Figures 5 and 6", "in part", "in part, 1 of 2"),
        make_finding("K1", "Table 20", None, "no verdict"),
    ]
    write_manifest(folder, manifest)
    return manifest


def write_manifest(folder, manifest):
    """Write the manifest."""
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
