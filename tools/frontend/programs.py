# SPDX-License-Identifier: GPL-2.0-only
"""The programs a user can run."""

import os
import shlex
import shutil
from pathlib import Path

from . import python_tools
from .build import build
from .configuration import configure, ensure_configured
from .errors import UserError, unknown
from .paths import ROOT


def programs(folder):
    """The path of each program of a build folder by its name, built or not."""
    lines = (folder / "programs.txt").read_text(encoding="utf-8").splitlines()
    return {name: Path(path) for name, path in (line.split(" ", 1) for line in lines)}


def find(configuration, name):
    """The name and the path of a program, given its name, its source file or its path."""
    ensure_configured(configuration)
    name = Path(name).name.removesuffix(".cc")
    if name not in programs(configuration.folder):
        configure(configuration)
    known = programs(configuration.folder)
    if name not in known:
        raise unknown("program", name, known)
    return name, known[name]


def run(configuration, name, arguments, options):
    """Build a program and become it, so that its exit status is ours."""
    name, path = find(configuration, name)
    if not options.no_build:
        build(configuration, [name], options.jobs, options.verbose)
    if not path.exists():
        raise UserError(f"{name} is not built: run ./ns3 build {name}")
    if _draws_plots(configuration, path):
        os.environ.update(python_tools.environment())
    command = [*_wrap(str(path), options.command_template), *arguments]
    if shutil.which(command[0]) is None:
        raise UserError(f"{command[0]} is not installed")
    _enter(options.cwd or ROOT)
    os.execvp(command[0], command)


def split_words(text):
    """The words of a text, as a shell has them."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UserError(f"{text}: {error}") from error


def _enter(folder):
    try:
        os.chdir(folder)
    except OSError as error:
        raise UserError(f"--cwd={folder}: {error.strerror}") from error


def _draws_plots(configuration, path):
    return path.is_relative_to(configuration.folder / "examples")


def _wrap(path, template):
    if not template:
        return [path]
    if "%s" not in template:
        raise UserError("--command-template needs %s where the program goes")
    return split_words(template.replace("%s", shlex.quote(path)))
