# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What git says of a checkout, which need not be one."""

import subprocess
from pathlib import Path

from .paths import ROOT


def ask(folder, *words):
    """The output of a git command; None without git, and where the folder lies in a checkout of something else."""
    if not (Path(folder) / ".git").exists():
        return None
    try:
        said = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return said.stdout.strip() if said.returncode == 0 else None


def commit():
    """The commit of lasthop, as in 0e044a4 or, with changes, 0e044a4-dirty."""
    return ask(ROOT, "describe", "--always", "--dirty", "--exclude=*")
