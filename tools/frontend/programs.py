# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The programs a user can run."""

import os
import shlex
import shutil
from pathlib import Path

from . import environment, python_tools
from .build import build
from .configuration import configure, ensure_configured
from .errors import UserError, unknown
from .paths import ROOT, example_folders, modules, require_writable

# Folders whose programs have no ledger: those that measure wall time, which differs between machines, show how a study
# is written, play packet scripts, or need a Linux kernel.
OUTSIDE_LEDGER = ("bench", "getting-started", "packet-scripts", "then-and-now")
SHOW = "./ns3 show targets lists all"


def programs(folder):
    """The path of each program of a build folder by its name, built or not."""
    known = folder / "programs.txt"
    try:
        lines = known.read_text(encoding="utf-8").splitlines()
        return {name: Path(path) for name, path in (line.split(" ", 1) for line in lines)}
    except (OSError, ValueError) as error:
        raise UserError(f"{known} is missing or damaged: run ./ns3 configure") from error


def studies(folder):
    """The path of each study by its name, of those that belong in the ledger."""
    examples = folder / "examples"
    return {
        name: path
        for name, path in sorted(programs(folder).items())
        if path.is_relative_to(examples) and path.parent.name not in OUTSIDE_LEDGER
    }


def require_ledgers(folder, names):
    """Refuse a program that is left out of the ledger, and say why."""
    for name in names:
        path = programs(folder).get(name)
        if path and path.parent.name in OUTSIDE_LEDGER:
            raise UserError(f"{name} has no ledger: run it by itself with ./ns3 run {name}")


def find(configuration, name):
    """The name and the path of a program, given its name, its source file or its path."""
    given = Path(name)
    if given.suffix == ".cc" and len(given.parts) > 1 and not ((ROOT / given).exists() or given.exists()):
        raise UserError(f"{given}: no such file")
    name = given.name.removesuffix(".cc")
    _require_source(name)
    _require_place(given, name, configuration.folder)
    ensure_configured(configuration)
    if name not in programs(configuration.folder):
        configure(configuration)
    known = programs(configuration.folder)
    if name not in known:
        raise unknown("program", name, known, SHOW)
    return name, known[name]


def _require_source(name):
    """A wrong name is refused before anything is fetched, configured or built: the source of each program
    has its name."""
    sources = _sources()
    places = [path for path in sources if path.stem == name]
    if not places:
        listed = {path.stem for path in sources if b"main(" in path.read_bytes()}
        raise unknown("program", name, listed, SHOW)
    if len(places) > 1:
        raise UserError(f"scratch/{name}.cc: there is a program {name} already; give yours another name")


def _require_place(given, name, folder):
    """A file elsewhere is another program, even if its name is that of one of ours."""
    if given.suffix != ".cc" and len(given.parts) < 2:
        return
    places = [Path.cwd() / given, ROOT / given]
    sources = {path.resolve() for path in _sources() if path.stem == name}
    if any(place.with_name(f"{name}.cc").resolve() in sources for place in places):
        return
    if any(place.resolve().is_relative_to(folder) for place in places):
        return
    if len(given.parts) > 1 or given.exists():
        raise UserError(f"{given} is no program of lasthop: copy your own into scratch/")


def _sources():
    folders = [*example_folders(), *(module / "examples" for module in modules())]
    folders += [ROOT / "cmake", ROOT / "scratch"]
    # Editors have links to nothing for files that are open.
    return [path for folder in folders for path in folder.glob("*.cc") if path.is_file()]


def require_built(name, path):
    """Refuse a program that has not been built."""
    if not path.exists():
        raise UserError(f"{name} is not built: run ./ns3 build {name}")


def run_command(path, arguments, options):
    """What run() becomes."""
    return [*_wrap(str(path), options.command_template), *arguments]


def run(configuration, name, arguments, options):
    """Build a program and become it, so that its exit status is ours."""
    environment.check()
    name, path = find(configuration, name)
    if not options.no_build:
        require_writable(configuration.folder, "; --no-build runs what is built")
        build(configuration, [name], options.jobs, options.verbose, options.quiet)
    require_built(name, path)
    if _draws_plots(configuration, path):
        os.environ.update(python_tools.environment())
    command = run_command(path, arguments, options)
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
    return any(path.is_relative_to(configuration.folder / name) for name in ("examples", "scratch"))


def _wrap(path, template):
    if not template:
        return [path]
    if "%s" not in template:
        raise UserError("--command-template needs %s where the program goes")
    return split_words(template.replace("%s", shlex.quote(path)))
