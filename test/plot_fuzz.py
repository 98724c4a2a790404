#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Descriptions of plots with random changes, always the same ones: each is drawn, or refused by one
line.

Usage: plot_fuzz.py lasthop-plot.py
"""

import contextlib
import copy
import importlib.util
import io
import json
import os
import random
import sys
import tempfile
import unittest
from pathlib import Path

from plot_mistakes import CSV, PANEL_CSV, PANELS, RUN, python_tools  # which finds the tools
from frontend.errors import UserError

CHANGES = 150
VALUES = (None, True, -1, 0, 1e308, "", "x", "nan", "../x", [], {}, [[]], [1, 2], {"a": 1}, "\udcff")


def places(value, path=()):
    """Every place in a description, as the keys that lead to it."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


def changed(value, draw):
    """A copy with one to three places taken away or set to something else."""
    value = copy.deepcopy(value)
    for _ in range(draw.randint(1, 3)):
        path = draw.choice(list(places(value)))
        if not path:
            return draw.choice(VALUES)
        parent = value
        for key in path[:-1]:
            parent = parent[key]
        if draw.random() < 0.3:
            del parent[path[-1]]
        else:
            parent[path[-1]] = draw.choice(VALUES)
    return value


def changed_text(text, draw):
    """A copy with some letters lost, doubled or set to another."""
    letters = list(text)
    for _ in range(draw.randint(0, 3)):
        at = draw.randrange(len(letters))
        letters[at : at + draw.randint(0, 2)] = draw.choice(["", "9", ",", "\n", "-", "e", "x"])
    return "".join(letters)


class PlotFuzz(unittest.TestCase):
    """The descriptions of the test of mistakes."""

    plot = None

    def test_changed_descriptions(self):
        draw = random.Random(1)
        with tempfile.TemporaryDirectory(prefix="lasthop-") as name, contextlib.chdir(name):
            for number in range(CHANGES):
                kind, run, csv = draw.choice(
                    [("time-sequence", RUN, CSV), ("panels", PANELS, PANEL_CSV)]
                )
                description = changed(run, draw) if draw.random() < 0.7 else run
                Path("run.json").write_text(json.dumps(description), encoding="utf-8")
                Path("run.csv").write_text(changed_text(csv, draw), encoding="utf-8")
                with self.subTest(number=number, description=description):
                    self.draw(kind)

    def draw(self, kind):
        """Expect a picture and nothing else, or one line."""
        errors = io.StringIO()
        try:
            with contextlib.redirect_stderr(errors):
                self.plot.main([kind, "run.json", "plot"])
        except (OSError, UserError) as error:
            self.assertNotIn("\n", str(error))
        self.assertEqual(errors.getvalue(), "")


if __name__ == "__main__":
    script = Path(sys.argv.pop()).resolve()
    if importlib.util.find_spec("matplotlib") is None:
        python = python_tools.find(python_tools.PLOT)
        if python is None:
            print("skipped=1: matplotlib is not installed")
            sys.exit(0)
        os.execv(python, [str(python), *sys.argv, str(script)])
    specification = importlib.util.spec_from_file_location("lasthop_plot", script)
    PlotFuzz.plot = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(PlotFuzz.plot)
    unittest.main(verbosity=2)
