# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Installing the modules for other CMake projects, and taking them away again."""

import os
import subprocess
import tempfile
from pathlib import Path

from . import cmake_cache
from .build import build
from .errors import UserError
from .paths import absolute, remove, require_writable, write_file

# What was installed, below the prefix: one line for each file, and for each folder that was made for them, which ends
# with a slash. So a prefix may be moved, and the checkout need not be there any more.
MANIFEST = Path("share", "lasthop", "install_manifest.txt")
DEFAULT_PREFIX = "/usr/local"


def install(configuration, prefix, quiet=False):
    """Build the modules and install them; a prefix that cannot be used is refused first."""
    prefix = _prefix(configuration.folder, prefix)
    for place in (prefix, *(prefix / name for name in ("include", "lib", "share"))):
        require_writable(place)
    earlier_files, earlier_folders = _read_manifest(prefix)
    build(configuration, ["modules"], quiet=quiet)
    # Others can read what is installed.
    os.umask(0o022)
    before = _present_folders(prefix)
    prefix.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=".lasthop-", dir=prefix))
    try:
        files = {prefix / path.relative_to(stage) for path in _install(configuration.folder, stage)}
        made = {place for path in {*files, prefix / MANIFEST} for place in path.parents if place.is_relative_to(prefix)}
        folders = made - before | earlier_folders
        # Whoever is interrupted from here on can uninstall both versions.
        _write_manifest(prefix, files | earlier_files, folders)
        for path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            (stage / path.relative_to(prefix)).replace(path)
    finally:
        remove(stage)
        if prefix not in before and not any(prefix.iterdir()):
            prefix.rmdir()
    # What an earlier version had beside these files would be found by users' compilers.
    _remove(earlier_files - files)
    _write_manifest(prefix, files, folders)
    print(f"{len(files) + 1} files installed in {prefix}")
    return 0


def uninstall(configuration, prefix):
    """Remove the files that were installed in a prefix, and the folders that were made for them."""
    prefix = _prefix(configuration.folder, prefix)
    files, folders = _read_manifest(prefix)
    if not files:
        raise UserError(f"uninstall: nothing was installed in {prefix}; --prefix names another folder")
    require_writable(prefix)
    # The manifest goes last, so that whoever is interrupted can go on.
    removed = _remove(files) + _remove([prefix / MANIFEST])
    for place in sorted(folders, reverse=True):
        if place.is_dir() and not place.is_symlink():
            remove(place / "__pycache__")
            if not any(place.iterdir()):
                place.rmdir()
    print(f"{removed} files removed from {prefix}")
    return 0


def _prefix(folder, prefix):
    """The folder that the option names, else CMake's, below that which packagers name in DESTDIR."""
    if prefix == "":
        raise UserError("--prefix '': expected the name of a folder")
    if prefix and not {";", "\n"}.isdisjoint(prefix):
        raise UserError(f"--prefix {prefix!r}: expected a name without ; and line breaks, which CMake cannot use")
    place = absolute(prefix or cmake_cache.read(folder).get("CMAKE_INSTALL_PREFIX") or DEFAULT_PREFIX)
    return absolute(f"{os.environ['DESTDIR']}{place}") if os.environ.get("DESTDIR") else place


def _present_folders(prefix):
    """The folders of a prefix in which others may have files; deeper ones are named after lasthop."""
    forms = ("*", "*/*", "*/*/cmake") if prefix.exists() else ()
    return {place for form in forms for place in prefix.glob(form)} | ({prefix} if forms else set())


def _install(folder, stage):
    """Let CMake install in an empty folder; the files that it has installed."""
    environment = {name: value for name, value in os.environ.items() if name != "DESTDIR"}
    command = ["cmake", "--install", str(folder), "--prefix", str(stage)]
    result = subprocess.run(
        command, capture_output=True, text=True, errors="replace", check=False, env=environment
    )
    files = {path for path in stage.rglob("*") if path.is_symlink() or not path.is_dir()}
    if result.returncode or not files:
        reason = " ".join(result.stderr.partition("Call Stack")[0].split())
        raise UserError(f"install: {reason or 'cmake has installed nothing, and has not said why'}")
    return files


def _read_manifest(prefix):
    """The files that were installed earlier, and the folders that were made for them."""
    manifest = prefix / MANIFEST
    try:
        lines = manifest.read_bytes().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return set(), set()
    names = [os.fsdecode(line) for line in lines]
    if any(Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name for name in names):
        raise UserError(f"{manifest} names files that are not below {prefix}: nothing was removed")
    folders = {prefix / name for name in names if name.endswith("/")}
    return {prefix / name for name in names} - folders - {manifest, prefix}, folders


def _write_manifest(prefix, files, folders):
    lines = [f"{path.relative_to(prefix)}" for path in {*files, prefix / MANIFEST}]
    lines += [f"{path.relative_to(prefix)}/" for path in folders]
    manifest = prefix / MANIFEST
    manifest.parent.mkdir(parents=True, exist_ok=True)
    write_file(manifest, "\n".join(sorted(lines)) + "\n")


def _remove(files):
    """Remove files, and return how many there were; a folder in the place of one is somebody else's."""
    count = 0
    for path in files:
        if path.is_symlink() or path.is_file():
            path.unlink()
            count += 1
    return count
