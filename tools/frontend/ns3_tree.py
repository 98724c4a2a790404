# SPDX-License-Identifier: GPL-2.0-only
"""Working inside an ns-3 source tree: modules and examples are linked into it, and its own
commands do the rest."""

import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

from . import packages, python_tools
from .configuration import SANITIZE
from .errors import CommandFailed, UserError, unknown
from .paths import ROOT, example_folders, modules

SUPPORTED = ROOT / "cmake" / "Ns3Import.cmake"


def absolute(path):
    """The folder as an absolute path, or nothing for nothing."""
    if not path:
        return ""
    folder = Path(path).expanduser().resolve()
    if not folder.is_dir():
        raise UserError(f"--ns3-dir: there is no folder {folder}")
    return str(folder)


def is_tree(folder):
    """Whether the folder is a source tree, not an installed ns-3."""
    return bool(folder) and (Path(folder) / "ns3").is_file() and (Path(folder) / "src").is_dir()


def _links(tree):
    """What is linked into the tree, and where."""
    links = {Path(tree) / "contrib" / folder.name: folder for folder in modules()}
    links.update({Path(tree) / "examples" / folder.name: folder for folder in example_folders()})
    return links


def _check_version(tree):
    """The range is that of the CMake file, which checks an installed ns-3 by it."""
    limits = re.findall(r"^set\(NS3_(?:OLDEST|NEWEST) (\S+)\)", SUPPORTED.read_text(), re.MULTILINE)
    text = (Path(tree) / "VERSION").read_text(encoding="ascii").strip()
    oldest, version, newest = (_minor_version(name) for name in (limits[0], text, limits[1]))
    if not version or not oldest <= version <= newest:
        raise UserError(f"ns-3 {text} in {tree} is not supported, only {' to '.join(limits)}")


def _minor_version(text):
    match = re.match(r"(\d+)\.(\d+)", text)
    return match and (int(match[1]), int(match[2]))


def link(tree):
    """Make the links; a folder of that name that is not ours is left alone."""
    for place, folder in _links(tree).items():
        if place.is_symlink() and place.resolve() == folder:
            continue
        if place.is_symlink() and not place.exists():
            place.unlink()
        if place.exists():
            raise UserError(f"{place} is already there and is not a link to {folder}")
        place.symlink_to(folder)


def unlink(tree):
    """Take our links out of the tree."""
    if not is_tree(tree):
        return
    for place, folder in _links(tree).items():
        if place.is_symlink() and place.resolve() == folder:
            place.unlink()


def _enabled_modules(tree):
    """Ours with those the tree was configured for; nothing means all."""
    ours = [folder.name for folder in modules()]
    cache = Path(tree) / "cmake-cache" / "CMakeCache.txt"
    if not cache.exists():
        return ours
    match = re.search(r"^NS3_ENABLED_MODULES:\w+=(.*)$", cache.read_text(), re.MULTILINE)
    chosen = [name for name in match[1].split(";") if name] if match else []
    return chosen and list(dict.fromkeys(chosen + ours))


def configure(configuration, profile, cmake_options):
    """Link everything into the tree and configure it; a profile it has is kept unless one is
    named."""
    packages.require()
    tree = configuration.ns3_dir
    _check_version(tree)
    link(tree)
    command = ["configure", "--enable-examples", "--enable-tests"]
    command += [f"--filter-module-examples-and-tests={';'.join(m.name for m in modules())}"]
    enabled = _enabled_modules(tree)
    command += [f"--enable-modules={';'.join(enabled)}"] if enabled else []
    command += ["-d", profile] if profile else []
    command += ["--enable-sanitizers"] if configuration.profile == SANITIZE else []
    _ns3(tree, [*command, *(["--", *cmake_options] if cmake_options else [])])


def build(configuration, options):
    """Build by the tree's own command."""
    return _ns3(configuration.ns3_dir, ["build", *options.build, *_common(options)])


def programs(tree):
    """The names of the tree's programs, as its last configuration has noted them."""
    lock = Path(tree) / f".lock-ns3_{sys.platform}_build"
    if not lock.exists():
        raise UserError(f"{tree} is not configured: run ./ns3 configure --ns3-dir={tree}")
    noted = runpy.run_path(str(lock))
    suffix = "" if noted["BUILD_PROFILE"] == "release" else f"-{noted['BUILD_PROFILE']}"
    prefix = f"ns{noted['VERSION']}-"
    paths = noted["ns3_runnable_programs"]
    return [Path(path).name.removeprefix(prefix).removesuffix(suffix) for path in paths]


def run(configuration, name, arguments, options):
    """Run by the tree's own command."""
    known = programs(configuration.ns3_dir)
    name = Path(name).name.removesuffix(".cc")
    if name not in known:
        raise unknown("program", name, known)
    os.environ.update(python_tools.environment())
    command = ["run", shlex.join([name, *arguments]), f"--cwd={options.cwd or ROOT}"]
    command += ["--no-build"] if options.no_build else []
    if options.command_template:
        command += [f"--command-template={options.command_template}"]
    return _ns3(configuration.ns3_dir, [*command, *_common(options)])


def clean(configuration):
    """Clean by the tree's own command."""
    return _ns3(configuration.ns3_dir, ["clean"])


def test(configuration, arguments):
    """Test by the tree's own command."""
    os.environ.update(python_tools.environment())
    return _call(configuration.ns3_dir, "test.py", arguments)


def _common(options):
    return (["-j", str(options.jobs)] if options.jobs else []) + (["-v"] if options.verbose else [])


def _ns3(tree, arguments):
    return _call(tree, "ns3", arguments)


def _call(tree, program, arguments):
    command = [sys.executable, str(Path(tree) / program), *arguments]
    status = subprocess.run(command, cwd=tree, check=False).returncode
    if status:
        raise CommandFailed(status)
    return 0
