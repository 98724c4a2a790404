# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers and times as a reader wants them."""

import math
from decimal import ROUND_HALF_UP, Decimal

DIGITS = 4
# What is less than this is left over where equal numbers are subtracted.
ROUNDING = 1e-9
# A band of more than 1 begins just above it.
JUST_ABOVE = 1e-6


def is_rounding(value):
    """Whether a number is 0 but for the rounding of sums."""
    return 0 < abs(value) < ROUNDING


def write(value, digits=DIGITS):
    """Some significant digits, without a power of ten where that can be read."""
    if value is None:
        return "–"
    if is_rounding(value):
        return "≈ 0"
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if 1e-4 <= abs(value) < 1e7:
        decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        text = f"{value:.{decimals}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{value:.{digits}g}"
    return text.replace("-", "−")


def write_plainly(value, unknown="-"):
    """As many significant digits, as a terminal shows them."""
    return unknown if value is None else f"{value:.{DIGITS}g}"


def write_with_unit(value, unit):
    """A value and its unit, which may be empty."""
    return f"{write_plainly(value)} {unit}".strip()


def write_briefly(value):
    """Three significant digits, and no more than two decimals from 1 on."""
    if abs(value) < 1:
        return f"{value:.3g}"
    decimals = Decimal("0.01") if abs(value) < 100 else Decimal(1)
    return str(Decimal(repr(value)).quantize(decimals, rounding=ROUND_HALF_UP))


def write_count(number, noun, plural=None):
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def write_interval(edges, write_edge=write):
    """Both edges of an interval; an open one has a single edge."""
    low, high = edges
    if low is None and high is None:
        return "none"
    if low is None:
        return f"at most {write_edge(high)}"
    if high is None:
        is_above = 0 < low - float(write_plainly(low)) < JUST_ABOVE
        return f"{'more than' if is_above else 'at least'} {write_edge(low)}"
    return f"{write_edge(low)} to {write_edge(high)}"


def write_duration(seconds):
    """Wall time as one says it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"
