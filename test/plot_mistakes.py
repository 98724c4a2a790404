#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Descriptions that cannot be drawn: one clear line and exit status 1. One that an older version
has written is drawn.

Usage: plot_mistakes.py lasthop-plot.py
"""

import importlib.util
import json
import re
import sys
import unittest
from pathlib import Path
from xml.etree import ElementTree

from program import ProgramTest, main

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

# pylint: disable=wrong-import-position
from frontend import python_tools

CSV = "# TCP, bytes\ntime,seq,len,kind\n1.0,0,1448,0\n1.5,1448,1448,0\n1.6,1448,0,2\n"
RUN = {
    "title": "A study",
    "version": "0.1",
    "ns3": "3.44",
    "command": "./ns3 run study",
    "seed": 1,
    "point": "p",
    "label": "a point",
    "run": 1,
    "metrics": {},
    "series": [
        {"name": "device", "label": "device", "unit": "bytes", "kind": "time-sequence"}
        | {"file": "run.csv"}
    ],
    "parts": [[1.0, 1.5]],
}


PANELS = RUN | {
    "series": [
        {"name": "rtt", "label": "RTT", "unit": "s", "kind": "dots", "panel": "round trips"}
        | {"file": "run.csv"},
        {"name": "queue", "label": "queue", "unit": "packets", "kind": "level"}
        | {"panel": "round trips", "file": "run.csv"},
        {"name": "rtts", "label": "RTT", "unit": "s", "kind": "distribution", "panel": "all"}
        | {"file": "run.csv"},
    ],
    "parts": [[1.0, 1.5]],
}
PANEL_CSV = "# RTT, s\ntime,value\n1.0,0.2\n1.5,0.3\n1.6,0.1\n"


def without(description, key):
    """A copy of an object without one key."""
    return {name: value for name, value in description.items() if name != key}


def with_series(**changes):
    """The run, with some keys of its series changed, or left out where they are None."""
    series = {k: v for k, v in (RUN["series"][0] | changes).items() if v is not None}
    return RUN | {"series": [series]}


@unittest.skipUnless(
    importlib.util.find_spec("matplotlib") or python_tools.find(python_tools.PLOT),
    "matplotlib is not installed",
)
class PlotMistakes(ProgramTest):
    """Each test writes the files of one run."""

    def write(self, description, csv=CSV):
        """Write the two files of a run."""
        (self.folder / "run.json").write_text(json.dumps(description), encoding="utf-8")
        (self.folder / "run.csv").write_text(csv, encoding="utf-8")

    def check(self, kind, *parts):
        """Expect one line with these parts, and no picture."""
        errors = self.check_refused([kind, "run.json", "plot"], [1], parts)
        self.assertEqual(errors.count("\n"), 1, errors)

    def check_drawn(self, kind="time-sequence", *options):
        """Expect both pictures."""
        result = self.run_program(kind, *options, "run.json", "plot")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for suffix in (".png", ".svg"):
            self.assertTrue((self.folder / f"plot{suffix}").is_file(), suffix)

    def test_run_is_drawn(self):
        self.write(RUN)
        self.check_drawn()

    def test_run_of_an_older_version_is_drawn(self):
        self.write(without(RUN, "parts"))
        self.check_drawn()

    def test_panels_are_drawn(self):
        self.write(PANELS, PANEL_CSV)
        self.check_drawn("panels")
        self.check_drawn("panels", "--from=1.2", "--length=0.3")
        self.write(PANELS, "# none\ntime,value\n1.0,0.2\n")
        self.check_drawn("panels")

    def test_bars_say_what_does_not_count(self):
        bar = {"id": "K2", "cell": "off", "kind": "calibrated", "paper": 1.0, "unit": "Mb/s", "mean": 1.0, "runs": 2}
        bar |= {"ci95": [0.9, 1.1], "band": [0.5, None], "verdict": "reproduced", "group": "g", "label": "off"}
        bars = without(RUN, "series") | {"bars": [bar | {"quantity": "throughput"}]}
        self.write(bars)
        self.check_drawn("bars")
        text = (self.folder / "plot.svg").read_text(encoding="utf-8")
        self.assertIn(">calibrated<", text)
        self.write(bars | {"bars": [without(bars["bars"][0], "kind")]})
        self.check("bars", "run.json: no 'kind'; was it written for another plot or version?")

    def test_distributions_alone_are_drawn(self):
        self.write(PANELS | {"series": PANELS["series"][2:]}, PANEL_CSV)
        self.check_drawn("panels")
        self.check_refused(
            ["panels", "--from=1", "run.json", "plot"], [1], ["--from", "nothing was recorded"]
        )

    def check_legends(self, numbers_of_panels, count):
        """Expect so many entries of legends, each within the picture."""
        label = "scenario 1, MYKONOS to IOS, UDP, 1500 bytes"
        point = {"x": 1, "mean": 1, "ci95": [None, None]}
        panels = [
            {"title": "t", "x": "x", "y": "y", "logarithmic": False}
            | {"curves": [{"label": f"{label} {i}", "points": [point]} for i in numbers]}
            for numbers in numbers_of_panels
        ]
        self.write(RUN | {"panels": panels})
        self.check_drawn("curves")
        drawing = ElementTree.parse(self.folder / "plot.svg")
        width = float(drawing.getroot().get("viewBox").split()[2])
        starts = [
            float(text.get("x") or re.search(r"translate\(([\d.]+)", text.get("transform"))[1])
            for text in drawing.iter("{http://www.w3.org/2000/svg}text")
            if "".join(text.itertext()).startswith(label)
        ]
        self.assertEqual(len(starts), count)
        # At 8 pt a character is 4 pt wide or more.
        self.assertLess(max(starts) + 4 * len(label), width)

    def test_legend_names_a_curve_once(self):
        self.check_legends([range(4), range(4)], 4)
        self.check_legends([range(4), range(2, 6), range(3)], 6)

    def test_panels_without_common_curves_have_legends_of_their_own(self):
        self.check_legends([range(4), range(4, 8)], 8)

    def test_curve_without_intervals_has_none(self):
        for edges, count in (([None, None], 0), ([0.5, 1.5], 1)):
            point = {"x": 1, "mean": 1, "ci95": edges, "paper": 2}
            curve = {"label": "a", "points": [point, point | {"x": 2}]}
            panel = {"title": "t", "x": "x", "y": "y", "logarithmic": True, "curves": [curve]}
            self.write(RUN | {"panels": [panel], "runs": 1 + 2 * count})
            self.check_drawn("curves")
            text = (self.folder / "plot.svg").read_text(encoding="utf-8")
            self.assertEqual(text.count("95 % intervals"), count)
            self.assertEqual(text.count("LineCollection"), count)
            self.assertIn("paper printed", text)
            self.assertIn("means of 3 runs" if count else "one run", text)

    def test_parts_have_titles(self):
        self.write(RUN | {"part_titles": ["the first hold"]})
        self.check_drawn()
        self.assertIn("the first hold: 1.000 s", (self.folder / "plot.svg").read_text(encoding="utf-8"))

    def test_panels_that_cannot_be_drawn(self):
        self.write(PANELS, "# none\ntime,value\n")
        self.check("panels", "run.json: ", "nothing was recorded")
        self.write(PANELS, PANEL_CSV.replace("value", "level"))
        self.check("panels", "run.csv: ", "no column 'value'")
        self.write(RUN)
        self.check("panels", "run.json: ", "'time-sequence'")
        self.write(PANELS, PANEL_CSV)
        self.check_refused(
            ["panels", "--from=7", "run.json", "plot"], [1], ["--from=7", "1.000 s to 1.600 s"]
        )

    def test_key_that_is_missing(self):
        for key in ("series", "label", "seed"):
            with self.subTest(key=key):
                self.write(without(RUN, key))
                self.check("time-sequence", "run.json: ", f"no '{key}'")
        for key in ("file", "kind", "unit"):
            with self.subTest(key=key):
                self.write(with_series(**{key: None}))
                self.check("time-sequence", "run.json: ", f"no '{key}'")

    def test_description_of_another_plot(self):
        self.write(RUN)
        self.check("bars", "run.json: ", "no 'bars'")
        self.check("curves", "run.json: ", "no 'panels'")

    def test_series_that_cannot_be_drawn(self):
        self.write(with_series(kind="spectrum"))
        self.check("time-sequence", "run.json: ", "'spectrum'")
        self.write(RUN, CSV.replace(",len", ",length"))
        self.check("time-sequence", "run.csv: ", "no column 'len'")
        self.write(RUN, "")
        self.check("time-sequence", "run.csv: ", "no column names")
        self.write(RUN, CSV.replace("1448,0,2", "1448,0,x"))
        self.check("time-sequence", "'x'")

    def test_rows_that_would_be_left_out(self):
        self.write(RUN, CSV.replace("1.5,1448", "0.9,1448"))
        self.check("time-sequence", "run.csv: ", "the rows are not in the order of time")
        self.write(RUN, CSV.replace("1448,0,2", "1448,0,5"))
        self.check("time-sequence", "run.csv: ", "kind 5: expected a whole number from 0 to 4")
        spans = PANELS["series"][0] | {"kind": "spans"}
        self.write(PANELS | {"series": [spans]}, "time,end\n1.0,1.2\n1.5,1.4\n")
        self.check("panels", "run.csv: ", "a span ends before it begins")
        self.write(PANELS | {"series": [spans]}, "time,end\n1.0,2.0\n1.5,1.6\n")
        self.check_drawn("panels")
        self.check_refused(  # the first span is the last one to end
            ["panels", "--from=7", "run.json", "plot"], [1], ["--from=7", "1.000 s to 2.000 s"]
        )
        values = PANELS["series"][2]
        self.write(PANELS | {"series": [values]}, PANEL_CSV.replace("1.5,", "0.9,"))
        self.check_drawn("panels")

    def test_files_that_are_no_description(self):
        self.write([RUN])
        self.check("time-sequence", "run.json: ", "not the description of a plot")
        for content in ("{", "[" * 5000):
            (self.folder / "run.json").write_text(content, encoding="utf-8")
            self.check("time-sequence", "lasthop: run.json: not JSON: ")
        (self.folder / "run.json").unlink()
        self.check("time-sequence", "lasthop: 'run.json': No such file or directory")


if __name__ == "__main__":
    main()
