# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""clang-format over the C++ sources."""

import subprocess

from . import python_tools
from .errors import CommandFailed
from .paths import ROOT

FOLDERS = ("cmake", "src", "examples", "test")


def sources():
    """Every C++ file of the project."""
    files = []
    for folder in FOLDERS:
        for suffix in ("*.cc", "*.h"):
            files += (ROOT / folder).rglob(suffix)
    return sorted(str(path.relative_to(ROOT)) for path in files)


def run(fix):
    """Check the format, or mend it."""
    clang_format = str(python_tools.ensure(python_tools.FORMAT) / "bin" / "clang-format")
    mode = ["-i"] if fix else ["--dry-run", "--Werror", "--ferror-limit=1"]
    status = subprocess.run([clang_format, *mode, *sources()], cwd=ROOT, check=False).returncode
    if status:
        raise CommandFailed(status)
