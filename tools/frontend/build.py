# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Building, with no more output than a user wants to see."""

import os
import re
import sys

from . import progress
from .configuration import NOT_WRITABLE, ensure_configured
from .paths import locked, require_writable

STEP = re.compile(r"\[\s*\d+(/\d+|%)\] ")
UNINTERESTING = re.compile(
    r"-- |ninja: no work|\[\s*\d+(/\d+|%)\] (Re-checking|Re-running|Reading the version|Built)"
)


def build(configuration, targets=(), jobs=None, verbose=False, quiet=False):
    """Build the targets, or everything."""
    ensure_configured(configuration)
    require_writable(configuration.folder, NOT_WRITABLE)
    command = build_command(configuration, targets, jobs, verbose)
    classify = progress.keep_all if verbose else _classify_quietly if quiet else _classify
    with locked(configuration.folder):
        progress.run(command, classify, sys.stderr)


def build_command(configuration, targets=(), jobs=None, verbose=False):
    """What build() runs."""
    command = ["cmake", "--build", str(configuration.folder), "--parallel"]
    command += [str(jobs or os.cpu_count())]
    command += ["--verbose"] if verbose else []
    return command + (["--target", *targets] if targets else [])


def _classify_quietly(line):
    """Warnings and errors alone."""
    kind = _classify(line)
    return progress.Line.HIDE if kind is progress.Line.STEP else kind


def _classify(line):
    if UNINTERESTING.match(line):
        return progress.Line.HIDE
    return progress.Line.STEP if STEP.match(line) else progress.Line.KEEP
