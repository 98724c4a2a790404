# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Installing the modules for other CMake projects, and taking them away again."""

import os
import re
import subprocess
from pathlib import Path

from .build import build
from .errors import UserError
from .paths import absolute, remove, require_writable

# What was installed, below the prefix: one line for each file, and for each folder that was made for them, which ends
# with a slash. So a prefix may be moved, and the checkout need not be there any more.
MANIFEST = Path("share", "lasthop", "install_manifest.txt")
DEFAULT_PREFIX = "/usr/local"


def install(configuration, prefix, quiet=False):
    """Build the modules and install them; a prefix that cannot be used is refused first."""
    prefix = _prefix(configuration.folder, prefix)
    for place in (prefix, *(prefix / name for name in ("include", "lib", "share"))):
        require_writable(place)
    earlier = _read_manifest(prefix)
    build(configuration, ["modules"], quiet=quiet)
    before = _present_folders(prefix)
    files = {*_install(configuration.folder, prefix), prefix / MANIFEST}
    made = {place for path in files for place in path.parents if place.is_relative_to(prefix)} - before
    folders = made | {path for path in earlier if path.is_dir()}
    # What an earlier version had beside these files would be found by users' compilers.
    _remove({path for path in earlier if not path.is_dir()} - files)
    _write_manifest(prefix, files, folders)
    print(f"{len(files)} files installed in {prefix}")
    return 0


def uninstall(configuration, prefix):
    """Remove the files that were installed in a prefix, and the folders that were made for them."""
    prefix = _prefix(configuration.folder, prefix)
    noted = _read_manifest(prefix)
    if not noted:
        raise UserError(f"uninstall: nothing was installed in {prefix}; --prefix names another folder")
    require_writable(prefix)
    folders = {path for path in noted if path.is_dir() and not path.is_symlink()}
    _remove(noted - folders)
    for place in sorted(folders, reverse=True):
        remove(place / "__pycache__")
        if not any(place.iterdir()):
            place.rmdir()
    print(f"{len(noted - folders)} files removed from {prefix}")
    return 0


def _prefix(folder, prefix):
    """The folder that the option names, else CMake's, below that which packagers name in DESTDIR."""
    if prefix == "":
        raise UserError("--prefix '': expected the name of a folder")
    place = absolute(prefix or _cmake_prefix(folder))
    return absolute(f"{os.environ['DESTDIR']}{place}") if os.environ.get("DESTDIR") else place


def _cmake_prefix(folder):
    try:
        text = (folder / "CMakeCache.txt").read_text(encoding="utf-8")
    except FileNotFoundError:
        return DEFAULT_PREFIX
    found = re.search(r"^CMAKE_INSTALL_PREFIX:PATH=(.+)$", text, re.MULTILINE)
    return found[1] if found else DEFAULT_PREFIX


def _present_folders(prefix):
    """The folders of a prefix in which others may have files; deeper ones are named after lasthop."""
    forms = ("*", "*/*", "*/*/cmake") if prefix.exists() else ()
    return {place for form in forms for place in prefix.glob(form)} | ({prefix} if forms else set())


def _install(folder, prefix):
    """Let CMake install, so that others can read what it makes; the files that it has installed."""
    environment = {name: value for name, value in os.environ.items() if name != "DESTDIR"}
    command = ["cmake", "--install", str(folder), "--prefix", str(prefix)]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, umask=0o022
    )
    if result.returncode:
        reason = " ".join(result.stderr.partition("Call Stack")[0].split())
        raise UserError(f"install: {reason or 'cmake failed without a reason'}")
    noted = (folder / "install_manifest.txt").read_text(encoding="utf-8")
    return {Path(line) for line in noted.splitlines() if line}


def _read_manifest(prefix):
    """The files and folders that were installed earlier."""
    try:
        lines = (prefix / MANIFEST).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return set()
    if any(Path(line).is_absolute() or ".." in Path(line).parts for line in lines):
        raise UserError(f"{prefix / MANIFEST} names files that are not below {prefix}: nothing was removed")
    return {prefix / line for line in lines}


def _write_manifest(prefix, files, folders):
    lines = [f"{path.relative_to(prefix)}" for path in files]
    lines += [f"{path.relative_to(prefix)}/" for path in folders]
    place = prefix / MANIFEST
    place.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    place.chmod(0o644)


def _remove(files):
    for path in files:
        path.unlink(missing_ok=True)
