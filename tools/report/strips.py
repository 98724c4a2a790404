# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The small picture of a finding: a dot for each of its rows, where its value lies against its band."""

import math

WIDTH, HEIGHT = 112, 18
# The band of every row is drawn from here to there.
BEGIN, END = 40, 72
MARGIN = 3
LEAST_RADIUS, MOST_RADIUS = 1.3, 3.2


def draw(rows):
    """The text of an SVG element, or nothing if no row has a value."""
    shown = [row for row in rows if row.claim.mean is not None]
    if not shown:
        return ""
    step = (HEIGHT - 2 * MARGIN) / len(shown)
    radius = min(MOST_RADIUS, max(LEAST_RADIUS, step / 2))
    parts = [
        f'<svg class="strip" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">',
        f'<rect x="{BEGIN}" y="1" width="{END - BEGIN}" height="{HEIGHT - 2}" rx="2"/>',
    ]
    for i, row in enumerate(shown):
        y = MARGIN + (i + 0.5) * step
        style = row.look[0] if row.counts else f"{row.look[0]} hollow"
        x = _place(row.claim.mean, row.claim.band)
        parts.append(f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>')
    return "".join([*parts, "</svg>"])


def _place(value, band):
    """Where a value is drawn; outside the band, and in one that is open, far values move together."""
    low, high = band
    if low is None and high is None:
        return (BEGIN + END) / 2
    if low is None or high is None:
        edge, inwards = (low, 1) if high is None else (high, -1)
        distance = math.tanh((value - edge) * inwards / (abs(edge) or 1))
        room = END - BEGIN - 2 if distance >= 0 else BEGIN - MARGIN
        return (BEGIN if inwards > 0 else END) + inwards * distance * room
    if low <= value <= high:
        return BEGIN + (END - BEGIN) * ((value - low) / (high - low) if high > low else 0.5)
    width = (high - low) or abs(low) or 1
    if value < low:
        return BEGIN - (BEGIN - MARGIN) * math.tanh((low - value) / width)
    return END + (WIDTH - MARGIN - END) * math.tanh((value - high) / width)
