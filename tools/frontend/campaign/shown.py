# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs whose series and captures the page shows."""

import json

from ..errors import UserError
from ..paths import ROOT
from .cells import ShownCell

TABLE = ROOT / "tools" / "campaign" / "shown-runs.json"


def cells(studies):
    """The cells of the shown runs of these studies, each with its title."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    chosen = []
    for study in studies:
        for entry in table.get(study.name, []):
            if entry["point"] not in study.extent.points:
                raise UserError(f"{TABLE.relative_to(ROOT)}: {study.name} has no {entry['point']}")
            options = tuple(entry.get("options", ()))
            cell = ShownCell(study, entry["point"], entry["run"], 1, options)
            chosen.append((cell, entry["title"]))
    return chosen
