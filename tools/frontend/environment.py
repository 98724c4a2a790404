# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What ns-3 reads in the environment before a program begins, and ends with an abort if it is wrong."""

import os

from .errors import UserError

# The ranges are those of the programs' options of the same names.
NUMBERS = {"RngSeed": (1, 2**32 - 1), "RngRun": (0, 2**32 - 1_000_001)}


def check():
    """Refuse a seed or a run in NS_GLOBAL_VALUE that is not a number in its range."""
    for entry in os.environ.get("NS_GLOBAL_VALUE", "").split(";"):
        name, _, value = entry.partition("=")
        if name in NUMBERS:
            least, most = NUMBERS[name]
            if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
                raise UserError(
                    f"NS_GLOBAL_VALUE: {entry}: expected a whole number from {least} to {most}"
                )
