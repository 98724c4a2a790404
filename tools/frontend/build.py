# SPDX-License-Identifier: GPL-2.0-only
"""Building, with no more output than a user wants to see."""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys

from .configuration import ensure_configured
from .errors import CommandFailed

STEP = re.compile(r"\[\s*\d+(/\d+|%)\] ")
UNINTERESTING = re.compile(
    r"-- |ninja: no work|\[\s*\d+(/\d+|%)\] (Re-checking|Re-running|Reading the version|Built)"
)


def build(configuration, targets=(), jobs=None, verbose=False):
    """Build the targets, or everything."""
    ensure_configured(configuration)
    command = ["cmake", "--build", str(configuration.folder), "--parallel"]
    command += [str(jobs or os.cpu_count())]
    command += ["--verbose"] if verbose else []
    command += ["--target", *targets] if targets else []
    with _lock(configuration.folder):
        _run(command, verbose)


@contextlib.contextmanager
def _lock(folder):
    """Two builds in one folder would write the same files."""
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(command, verbose):
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with process:
        _show_progress(process.stdout, verbose)
    if process.returncode:
        raise CommandFailed(process.returncode)


def _show_progress(lines, verbose):
    """Steps overwrite one another on a terminal; all else stays."""
    overwrite = sys.stderr.isatty() and not verbose
    width = shutil.get_terminal_size().columns - 1
    for line in lines:
        if UNINTERESTING.match(line) and not verbose:
            continue
        if overwrite and STEP.match(line):
            sys.stderr.write(f"\r\033[K{line.rstrip()[:width]}")
        else:
            sys.stderr.write(f"\r\033[K{line}" if overwrite else line)
        sys.stderr.flush()
    if overwrite:
        sys.stderr.write("\r\033[K")
