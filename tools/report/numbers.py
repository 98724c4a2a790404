# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers as a reader wants them."""

import math

DIGITS = 4
# What is less than this is left over where equal numbers are subtracted.
ROUNDING = 1e-9


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


def write_interval(edges):
    """Both edges of an interval; an open one has a single edge."""
    low, high = edges
    if low is None and high is None:
        return "none"
    if low is None:
        return f"at most {write(high)}"
    if high is None:
        return f"at least {write(low)}"
    return f"{write(low)} to {write(high)}"


def write_duration(seconds):
    """Wall time in the units of daily life."""
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes} min {seconds} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min"
