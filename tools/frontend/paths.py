# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The folders everything lives in."""

import contextlib
import fcntl
import os
import shutil
import stat
import sys
from pathlib import Path

from plots import files

from .errors import UserError

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"


def cache_folder():
    """The folder for what several checkouts and builds share."""
    folder = _cache_base() / "lasthop"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
    except OSError as error:
        raise UserError(f"the cache folder {folder} cannot be made: {error.strerror}") from error
    # What is in it is run: nobody else may have put it there.
    if state.st_uid != os.geteuid() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UserError(
            f"others can write into the cache folder {folder}: set XDG_CACHE_HOME to a folder of yours"
        )
    return folder


def _cache_base():
    """The user's caches: XDG wants a relative path ignored."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if base.is_absolute():
        return base
    try:
        return Path.home() / ".cache"
    except RuntimeError as error:
        raise UserError("there is no folder for caches: set HOME or XDG_CACHE_HOME") from error


@contextlib.contextmanager
def locked(folder):
    """Let one process at a time write into a folder, and say so to the user of one that waits."""
    with open(folder / "lock", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            name = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
            print(f"lasthop: waiting for another ./ns3 that uses {name}", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def cache_lock():
    """Let one process at a time put something into the cache."""
    return locked(cache_folder())


def absolute(text):
    """The folder that a user names, without links on the way to it. As in a shell, ~ is the home of a user that there
    is; a circle of links is no folder, and no exception."""
    return Path(os.path.realpath(os.path.expanduser(text)))


def require_writable(folder, otherwise=""):
    """Refuse a folder in which nothing can be made, before a tool complains of it at length."""
    place = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not os.path.isdir(place):
        raise UserError(f"{place} is not a folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise UserError(f"{place} cannot be written{otherwise}")


def write_file(path, text):
    """Write a text, as write_bytes() does."""
    write_bytes(path, text.encode(errors="surrogateescape"))


def write_bytes(path, content):
    """Write a file, which is seen whole or not at all; an error names it."""
    # A device or a pipe would be replaced by a file, too.
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise UserError(f"'{path}' is not a regular file")
    try:
        with files.replacing(path) as file:
            file.write(content)
    except OSError as error:
        raise UserError(f"'{path}': {error.strerror}") from error


def remove(folder):
    """Remove a folder with all in it, if there is one."""
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)


def modules():
    """The module folders."""
    return sorted(path.parent for path in (ROOT / "src").glob("*/CMakeLists.txt"))


def example_folders():
    """The folders of experiment programs."""
    return sorted(path.parent for path in (ROOT / "examples").glob("*/CMakeLists.txt"))
