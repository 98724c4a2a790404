# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What is wrong with the input."""


class ReportError(Exception):
    """The report cannot be built; the text is one line for the user."""
