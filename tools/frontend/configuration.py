# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What ./ns3 configure has chosen, kept in the build folder."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from . import cmake_cache, json_file, packages, wheel
from .errors import CommandFailed, UserError
from .json_file import JsonError, entry, is_one_of
from .paths import BUILD, ROOT, require_writable, write_file

STATE = BUILD / "configuration.json"
# A link into the build folder of the last configuration, for editors.
COMPILE_COMMANDS = BUILD / "compile_commands.json"
PROFILES = ("default", "debug", "release", "optimized")
SANITIZE = "sanitize"
NOT_WRITABLE = ": use a checkout of your own"


@dataclasses.dataclass
class Configuration:
    """The choices. ns3_dir is empty for the pinned wheel. If it is a source tree, ns3_tree_options are the options that
    the tree had before lasthop was linked into it, and ns3_tree_entries the files and folders that its commands had
    made in it by then."""

    profile: str = entry(is_one_of(*PROFILES, SANITIZE), default=PROFILES[0])
    ns3_dir: str = ""
    ns3_wheel: str = ""
    ns3_tree_options: dict = dataclasses.field(default_factory=dict)
    ns3_tree_entries: list = dataclasses.field(default_factory=list)

    @property
    def folder(self):
        """The build folder."""
        return BUILD / self.profile

    @property
    def is_made(self):
        """Whether CMake has run here and what it found is still in place."""
        try:
            made = any((self.folder / name).exists() for name in ("build.ninja", "Makefile"))
            return made and (not self.ns3_wheel or Path(self.ns3_wheel).is_dir())
        except PermissionError as error:
            raise _not_ours(error) from error


def load():
    """The last choice, else the default one."""
    try:
        return json_file.read(Configuration, STATE, "the configuration", is_exact=True)
    except FileNotFoundError:
        return Configuration()
    except PermissionError as error:
        raise _not_ours(error) from error
    except JsonError as error:
        raise UserError(f"{STATE.relative_to(ROOT)} is damaged: run ./ns3 distclean") from error


def _not_ours(error):
    """The error for a build of another user."""
    return UserError(
        f"what is built in {ROOT} belongs to another user, and {error.filename} cannot be read: use a checkout of "
        "your own, or a prefix into which ./ns3 install has put the modules"
    )


def save(configuration):
    """Remember the choice for the next command."""
    BUILD.mkdir(exist_ok=True)
    write_file(STATE, json.dumps(dataclasses.asdict(configuration)) + "\n")


def configure(configuration, cmake_options=()):
    """Run CMake for this choice."""
    require_writable(configuration.folder, NOT_WRITABLE)
    packages.require()
    configuration.ns3_wheel = "" if configuration.ns3_dir else str(wheel.ensure())
    print(f"Configuring {configuration.folder.relative_to(ROOT)}", file=sys.stderr, flush=True)
    command = configure_command(configuration, cmake_options)
    cache = cmake_cache.path_of(configuration.folder)
    before = cache.read_bytes() if cache.exists() else None
    result = subprocess.run(
        command,
        cwd=ROOT,
        text=True,
        errors="backslashreplace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if result.returncode:
        _restore(cache, before)
        _fail(result)
    sys.stderr.writelines(re.findall(r"^lasthop: .*\n", result.stdout, re.MULTILINE))
    _link_compile_commands(configuration.folder)


def configure_command(configuration, cmake_options=()):
    """What configure() runs."""
    command = ["cmake", f"--preset={configuration.profile}", *_generator(configuration.folder)]
    return [*command, f"-DNS3_DIR={configuration.ns3_dir}", *cmake_options]


def ensure_configured(configuration):
    """Run CMake unless it has run already."""
    if not configuration.is_made:
        configure(configuration)
        if configuration.profile != SANITIZE:
            save(configuration)


def _generator(folder):
    if cmake_cache.path_of(folder).exists() or not shutil.which("ninja"):
        return []
    return ["-G", "Ninja"]


def _restore(cache, content):
    """The next build must not use what has been refused."""
    if content is None:
        cache.unlink(missing_ok=True)
    else:
        cache.write_bytes(content)


def _fail(result):
    own = re.search(
        r"^ +lasthop: (.+?)\n(?:\s*\n|Call Stack)", result.stdout, re.DOTALL | re.MULTILINE
    )
    if own:
        raise UserError(" ".join(own.group(1).split()))
    sys.stderr.write(result.stdout)
    raise CommandFailed(result.returncode)


def _link_compile_commands(folder):
    COMPILE_COMMANDS.unlink(missing_ok=True)
    os.symlink(folder.relative_to(BUILD) / COMPILE_COMMANDS.name, COMPILE_COMMANDS)
