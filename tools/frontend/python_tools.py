# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The pinned Python tools: each set in an environment of its own in the cache."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys

from .errors import UserError, last_line, pip_error
from .paths import ROOT, cache_folder, cache_lock

PLOT = ROOT / "tools" / "requirements-plot.txt"
REPORT = ROOT / "tools" / "requirements-report.txt"
FORMAT = ROOT / "tools" / "requirements-format.txt"
DOCS = ROOT / "tools" / "requirements-docs.txt"
REPRODUCE = ROOT / "tools" / "requirements-reproduce.txt"
SNAKEMAKE = ROOT / "tools" / "requirements-snakemake.txt"
PYTHON = ROOT / "tools" / "requirements-python.txt"


def ensure(requirements):
    """Return the folder of the environment that has these requirements."""
    folder = _folder(requirements)
    if not (folder / "complete").exists():
        with cache_lock():
            if not (folder / "complete").exists():
                _make(folder, requirements)
    return folder


def python(requirements):
    """Return the Python of that environment."""
    return ensure(requirements) / "bin" / "python"


def find(requirements):
    """Return the Python of that environment, None if it has not been made."""
    folder = _folder(requirements)
    return folder / "bin" / "python" if (folder / "complete").exists() else None


def go_on_with(find_python, modules):
    """Begin this program again with a Python that has these modules, if this one lacks some, and another is found."""
    if any(importlib.util.find_spec(name) is None for name in modules):
        found = find_python()
        if found:
            os.execv(found, [str(found), *sys.argv])


def environment():
    """The variables that tell a program which Python can plot."""
    try:
        return {"LASTHOP_PYTHON": str(python(PLOT))}
    except UserError as error:
        print(f"lasthop: no plot is drawn: {error}", file=sys.stderr, flush=True)
        return {}


def _folder(requirements):
    """Where the environment for these requirements and this Python belongs."""
    key = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()[:12]
    return cache_folder() / f"{requirements.stem}-{key}"


def _build_requirements(requirements):
    """The file of what builds those that come as source."""
    return requirements.with_name(f"{requirements.stem}-build.txt")


def _make(folder, requirements):
    """The mark is made last: an environment without it was interrupted and is made anew."""
    print(
        f"Installing the Python tools of {os.path.relpath(requirements, ROOT)} (once)",
        file=sys.stderr,
        flush=True,
    )
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(folder)], "python3 -m venv")
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--only-binary=:all:", "--require-hashes"]
    if "\n--no-binary" in requirements.read_text(encoding="utf-8"):
        # Some come as source: what builds them must be there before.
        _run([*pip, "--requirement", str(_build_requirements(requirements))], "pip")
        pip.append("--no-build-isolation")
    _run([*pip, "--requirement", str(requirements)], "pip")
    (folder / "complete").touch()


def _run(command, name):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        said = result.stderr + result.stdout
        raise UserError(f"{name} failed ({pip_error(said, last_line(said, 'no reason'))})")
