# SPDX-License-Identifier: GPL-2.0-only
"""The folders everything lives in."""

import contextlib
import fcntl
import os
from pathlib import Path

from .errors import UserError

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"


def cache_folder():
    """The folder for what several checkouts and builds share."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "lasthop"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"the cache folder {folder} cannot be made: {error.strerror}") from error
    return folder


@contextlib.contextmanager
def cache_lock():
    """Let one process at a time put something into the cache."""
    with open(cache_folder() / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def modules():
    """The module folders."""
    return sorted(path.parent for path in (ROOT / "src").glob("*/CMakeLists.txt"))


def example_folders():
    """The folders of experiment programs."""
    return sorted(path.parent for path in (ROOT / "examples").glob("*/CMakeLists.txt"))
