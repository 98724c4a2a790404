# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Installing the modules for other CMake projects, and taking them away again."""

import subprocess
from pathlib import Path

from .errors import UserError

# CMake lists there what it has installed.
MANIFEST = "install_manifest.txt"


def install(folder, prefix):
    """Install what the build folder has."""
    command = ["cmake", "--install", str(folder), *(["--prefix", prefix] if prefix else [])]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        lines = [line.strip() for line in result.stderr.splitlines() if line.strip()]
        raise UserError(f"install: {' '.join(lines) or 'cmake failed without a reason'}")
    files = _files(folder)
    print(f"{len(files)} files installed in {_common(files)}")
    return 0


def uninstall(folder):
    """Remove the files that were installed, and the folders below the prefix that are empty then."""
    files = _files(folder)
    for path in files:
        path.unlink(missing_ok=True)
    for place in sorted({place for path in files for place in path.parents}, reverse=True):
        if _common(files) in place.parents and place.is_dir() and not any(place.iterdir()):
            place.rmdir()
    (folder / MANIFEST).unlink()
    print(f"{len(files)} files removed from {_common(files)}")
    return 0


def _files(folder):
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UserError("uninstall: nothing was installed from here") from error
    return [Path(line) for line in text.splitlines() if line]


def _common(files):
    """The folder that has them all."""
    return next(place for place in files[0].parents if all(place in path.parents for path in files))
