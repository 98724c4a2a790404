# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The documents as HTML pages: the chapters by Sphinx, the classes by Doxygen."""

import shutil
import subprocess

from . import python_tools
from .configuration import NOT_WRITABLE
from .errors import CommandFailed, UserError
from .paths import BUILD, ROOT, remove, require_writable

TARGETS = ("sphinx", "doxygen", "all")
PAGES = BUILD / "docs"


def make(target):
    """Make the pages of a target."""
    if target != "sphinx" and shutil.which("doxygen") is None:
        raise UserError("doxygen is not installed: run apt-get install doxygen")
    require_writable(PAGES, NOT_WRITABLE)
    PAGES.mkdir(parents=True, exist_ok=True)
    if target != "doxygen":
        _make_chapters(PAGES / "html")
    if target != "sphinx":
        _make_classes(PAGES / "doxygen")
    return 0


def _make_chapters(folder):
    """A warning, such as one of a broken reference, is an error; everything is read anew to find all."""
    python = str(python_tools.python(python_tools.DOCS))
    remove(folder)
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--conf-dir", "doc"]
    _run([python, "-m", "sphinx", *options, ".", str(folder)], folder / "index.html")


def _make_classes(folder):
    remove(folder)
    _run(["doxygen", "doc/doxygen.conf"], folder / "index.html")


def _run(command, page):
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    if status:
        raise CommandFailed(status)
    print(page.relative_to(ROOT))
