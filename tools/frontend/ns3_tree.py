# SPDX-License-Identifier: GPL-2.0-only
"""Working inside an ns-3 source tree: modules and examples are linked into it, and its own
commands do the rest."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from . import packages, python_tools
from .configuration import SANITIZE
from .errors import CommandFailed, UserError
from .paths import ROOT, example_folders, modules

OLDEST, NEWEST = (3, 44), (3, 48)


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
    text = (Path(tree) / "VERSION").read_text(encoding="ascii").strip()
    match = re.match(r"(\d+)\.(\d+)", text)
    if not match or not OLDEST <= (int(match[1]), int(match[2])) <= NEWEST:
        raise UserError(f"ns-3 {text} in {tree} is not supported, only 3.44 to 3.48")


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


def configure(configuration):
    """Link everything into the tree and configure it."""
    packages.require()
    tree = configuration.ns3_dir
    _check_version(tree)
    link(tree)
    command = ["configure", "--enable-examples", "--enable-tests"]
    command += [f"--filter-module-examples-and-tests={';'.join(m.name for m in modules())}"]
    enabled = _enabled_modules(tree)
    command += [f"--enable-modules={';'.join(enabled)}"] if enabled else []
    if configuration.profile == SANITIZE:
        command += ["--enable-sanitizers"]
    else:
        command += ["-d", configuration.profile]
    _ns3(tree, command)


def build(configuration, options):
    """Build by the tree's own command."""
    return _ns3(configuration.ns3_dir, ["build", *options.build, *_common(options)])


def run(configuration, name, arguments, options):
    """Run by the tree's own command."""
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
