# SPDX-FileCopyrightText: 2026 The lasthop authors
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

from . import cmake_cache, packages, paths, progress, python_tools
from .configuration import SANITIZE
from .errors import UserError, unknown
from .paths import ROOT, example_folders, modules, remove

SUPPORTED = ROOT / "cmake" / "Ns3Import.cmake"
FILTER = "NS3_FILTER_MODULE_EXAMPLES_AND_TESTS"
# What configure() looks at and changes in a tree, with ns-3's own values.
OPTIONS = {"NS3_EXAMPLES": "OFF", "NS3_TESTS": "OFF", "NS3_ENABLED_MODULES": "", FILTER: ""}
# What the commands and the build of a tree make in it.
MADE = (".lock-ns3_*_build", "__pycache__", "build", "cmake-cache", "testpy-output")
# The version of the development branch has no number of its own.
HEAD = "3-dev"


def absolute(path):
    """The folder as an absolute path, or nothing for nothing."""
    if not path:
        return ""
    folder = paths.absolute(path)
    if not folder.is_dir():
        raise UserError(f"--ns3-dir: there is no folder {folder}")
    return str(folder)


def is_tree(folder):
    """Whether the folder is a source tree, not an installed ns-3."""
    tree = Path(folder)
    return bool(folder) and (tree / "ns3").is_file() and (tree / "src" / "core").is_dir()


def _links(tree):
    """What is linked into the tree, and where."""
    links = {Path(tree) / "contrib" / folder.name: folder for folder in modules()}
    links.update({Path(tree) / "examples" / folder.name: folder for folder in example_folders()})
    return links


def version(tree):
    """The version of the tree, of which lasthop supports all that are not too old."""
    oldest, newest = re.findall(r"^set\(NS3_(?:OLDEST|NEWEST) (\S+)\)", SUPPORTED.read_text(), re.MULTILINE)
    try:
        text = (Path(tree) / "VERSION").read_text(encoding="utf-8", errors="replace").strip()
    except OSError as error:
        raise UserError(f"{tree} has no file VERSION that can be read") from error
    if text == HEAD:
        return text
    number = _minor_version(text)
    if not number or number < _minor_version(oldest):
        shown = "".join(filter(str.isprintable, text[:20]))
        raise UserError(f"ns-3 {shown} in {tree} is not supported, only {oldest} and later")
    if number > _minor_version(newest):
        print(f"lasthop: ns-3 {text} is later than {newest}, the last that was tried", file=sys.stderr)
    return text


def _minor_version(text):
    match = re.fullmatch(r"([0-9]{1,4})\.([0-9]{1,4})(?:[A-Za-z.+-][A-Za-z0-9.+-]{0,20})?", text)
    return match and (int(match[1]), int(match[2]))


def link(tree):
    """Make the links and return the new ones; what is there and is not ours is left alone."""
    links = _links(tree)
    for place, folder in links.items():
        if place.exists() and place.resolve() != folder:
            raise UserError(f"{place} is already there and is not a link to {folder}")
    for folder in modules():
        if (Path(tree) / "src" / folder.name).exists():
            raise UserError(f"{tree} has a module {folder.name} of its own")
    new = [place for place in links if not place.exists()]
    try:
        for place in new:
            place.unlink(missing_ok=True)  # a link to what is gone
            place.symlink_to(links[place])
    except OSError as error:
        _remove_links(new)
        raise UserError(f"{error.filename2 or error.filename}: {error.strerror}") from error
    return new


def _present_links(tree):
    """Our links that are in the tree, with those to folders that an earlier version of lasthop had."""
    places = [place for name in ("contrib", "examples") for place in (Path(tree) / name).glob("*")]
    folders = (ROOT / "src", ROOT / "examples")
    return [place for place in places if place.is_symlink() and Path(os.path.realpath(place)).parent in folders]


def _remove_links(places):
    for place in places:
        if place.is_symlink():
            place.unlink()


def unlink(configuration):
    """Take our links out of the tree, remove what its commands have made since, and give it back the options it had."""
    tree = configuration.ns3_dir
    if not is_tree(tree):
        return
    _remove_links(_present_links(tree))
    if not configuration.ns3_tree_options:
        return
    for path in _made(tree):
        if path.name not in configuration.ns3_tree_entries:
            if path.is_file():
                path.unlink()
            else:
                remove(path)
    if not _is_configured(tree):
        return
    if subprocess.run(_restore_command(tree, configuration.ns3_tree_options), capture_output=True, check=False).returncode:
        print(f"lasthop: {tree} has to be configured again", file=sys.stderr)


def _restore_command(tree, options):
    """Give CMake's options the values that they had; those that were not there are forgotten."""
    present = _options(tree)
    forgotten = [f"-U{name}" for name in present if name not in options]
    changed = [f"-D{name}={value}" for name, value in options.items() if present.get(name) != value]
    return ["cmake", *forgotten, *changed, str(cache_folder(tree))]


def is_used(tree):
    """Whether somebody has linked, configured or built something in the tree."""
    return bool(_made(tree)) or any(place.is_symlink() for place in _links(tree))


def _made(tree):
    """What there is in the tree of what its commands make."""
    return sorted(path for pattern in MADE for path in Path(tree).glob(pattern))


def cache_folder(tree):
    """Where CMake's cache of a tree is."""
    return Path(tree) / "cmake-cache"


def _is_configured(tree):
    return cmake_cache.path_of(cache_folder(tree)).exists()


def _options(tree):
    """The present values of CMake's options."""
    return cmake_cache.read(cache_folder(tree)) if _is_configured(tree) else dict(OPTIONS)


def _with_ours(names, tested=()):
    """A list of modules with ours in it, and with those whose tests are wanted."""
    return ";".join(dict.fromkeys([*filter(None, names.split(";")), *(m.name for m in modules()), *tested]))


def _module_options(tree, tested):
    """What the tree builds stays: modules, or all; tests and examples, or all. Where it has made
    no choice, ours and what they need are enough."""
    present = OPTIONS | _options(tree)
    all_modules = _is_configured(tree) and not present["NS3_ENABLED_MODULES"]
    all_tests = present["NS3_TESTS"] == "ON" and not present[FILTER]
    if not all_modules:
        yield f"--enable-modules={_with_ours(present['NS3_ENABLED_MODULES'])}"
    if not all_tests:
        yield f"--filter-module-examples-and-tests={_with_ours(present[FILTER], tested)}"


def note(configuration):
    """Note what unlink() gives back to a tree into which we are not linked yet, and refuse one that cannot be used."""
    packages.require()
    tree = configuration.ns3_dir
    version(tree)
    if not configuration.ns3_tree_options or not _present_links(tree):
        configuration.ns3_tree_options = _options(tree)
        configuration.ns3_tree_entries = [path.name for path in _made(tree)]


def configure(configuration, profile, cmake_options, tested=()):
    """Link everything into a tree, after note(), and configure it; a profile it has is kept unless one is named. The
    tests of some of its own modules may be wanted besides ours."""
    tree = configuration.ns3_dir
    is_first = not _present_links(tree)
    command = ["configure", "--enable-examples", "--enable-tests", *_module_options(tree, tested)]
    command += ["-d", profile] if profile else []
    command += ["--enable-sanitizers"] if configuration.profile == SANITIZE else []
    new = link(tree)
    try:
        _ns3(tree, [*command, *(["--", *cmake_options] if cmake_options else [])])
    except BaseException:
        if is_first:
            unlink(configuration)
        _remove_links(new)
        raise


def build(configuration, options):
    """Build by the tree's own command."""
    return _ns3(configuration.ns3_dir, ["build", *options.build, *_common(options)])


def programs(tree):
    """The path of each program of the tree by its name, as its last configuration has noted them."""
    lock = Path(tree) / f".lock-ns3_{sys.platform}_build"
    if not lock.exists():
        raise UserError(f"{tree} is not configured: run ./ns3 configure --ns3-dir={tree}")
    try:
        noted = runpy.run_path(str(lock))
        profile, number, names = (noted[name] for name in ("BUILD_PROFILE", "VERSION", "ns3_runnable_programs"))
        found = [Path(name) for name in names]
    except (ValueError, SyntaxError, NameError, KeyError, TypeError) as error:
        raise UserError(f"{lock} is damaged: run ./ns3 configure --ns3-dir={tree}") from error
    suffix = "" if profile == "release" else f"-{profile}"
    prefix = f"ns{number}-"
    return {path.name.removeprefix(prefix).removesuffix(suffix): path for path in found}


def run(configuration, name, arguments, options):
    """Run by the tree's own command."""
    known = programs(configuration.ns3_dir)
    name = Path(name).name.removesuffix(".cc")
    if name not in known:
        raise unknown("program", name, known, "./ns3 show targets lists all")
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
    progress.call(command, cwd=tree)
    return 0
