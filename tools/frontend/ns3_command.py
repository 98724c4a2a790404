# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3."""

import argparse
import dataclasses
import shutil
import subprocess

from . import ns3_tree, packages
from .build import build
from .configuration import PROFILES, SANITIZE, configure, load, save
from .errors import unknown
from .paths import BUILD, ROOT
from .programs import programs, run, split_words

VERBS = ("configure", "build", "run", "show", "clean", "distclean")
SHOWN = ("profile", "version", "config", "targets", "all")


class Parser(argparse.ArgumentParser):
    """Errors are one line."""

    def error(self, message):
        self.exit(2, f"lasthop: {message}\n")


def positive(text):
    """The type of an option that is a number of things."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text}: expected a whole number from 1")
    return int(text)


def parser():
    """The command line."""
    top = Parser(prog="./ns3", allow_abbrev=False, description="Build and run lasthop.")
    top.add_argument(
        "--install-deps", action="store_true", help="install missing system packages first (apt)"
    )
    verbs = top.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser)
    _add_configure(
        verbs.add_parser("configure", help="choose profile and ns-3; CMake options after --")
    )
    _add_build(verbs.add_parser("build", help="build everything, or the targets named"))
    _add_run(verbs.add_parser("run", help="build a program and run it", allow_abbrev=False))
    show = verbs.add_parser("show", help="show profile, version, config or targets")
    show.add_argument("show", nargs="?", default="all", choices=SHOWN)
    verbs.add_parser("clean", help="remove what the profile has built")
    verbs.add_parser("distclean", help="remove everything built and the configuration")
    return top


def _add_configure(verb):
    verb.add_argument("-d", "--build-profile", choices=PROFILES, help="default: default")
    verb.add_argument(
        "--ns3-dir", metavar="PATH", help="an ns-3 source tree or installed ns-3; '' for the wheel"
    )
    verb.add_argument("--enable-sanitizers", action="store_true", help="AddressSanitizer and UBSan")
    accepted = "accepted for habit: always on"
    verb.add_argument("--enable-examples", action="store_true", help=accepted)
    verb.add_argument("--enable-tests", action="store_true", help=accepted)


def _add_build(verb):
    verb.add_argument("build", nargs="*", metavar="TARGET")
    _add_build_options(verb)


def _add_build_options(verb):
    verb.add_argument("-j", "--jobs", type=positive, help="how many compilations at a time")
    verb.add_argument("-v", "--verbose", action="store_true", help="print the commands")


def _add_run(verb):
    verb.add_argument("run", metavar="PROGRAM", help='name, or "name --its-options"')
    verb.add_argument("--no-build", action="store_true", help="run what is built")
    verb.add_argument("--command-template", metavar="COMMAND", help='such as "valgrind %%s"')
    verb.add_argument("--gdb", action="store_const", dest="command_template", const="gdb --args %s")
    verb.add_argument("--cwd", metavar="FOLDER", help="run in this folder")
    _add_build_options(verb)


def split_arguments(arguments):
    """Separate what follows '--': options for the program, or for CMake."""
    if "--" in arguments:
        index = arguments.index("--")
        return arguments[:index], arguments[index + 1 :]
    return arguments, []


def main(arguments):
    """Carry out one command line."""
    own, forwarded = split_arguments(arguments)
    top = parser()
    words = [word for word in own if not word.startswith("-")]
    if words and words[0] not in VERBS:
        raise unknown("verb", words[0], VERBS)
    options, rest = top.parse_known_args(own)
    if rest and options.verb != "run":
        top.error(f"unknown option {rest[0]}; ./ns3 {options.verb or ''} --help lists them")
    if options.install_deps:
        packages.install()
    if options.verb is None:
        if not options.install_deps:
            top.print_help()
        return 0
    return globals()[f"_{options.verb}"](options, rest + forwarded)


def _configure(options, forwarded):
    configuration = load()
    previous = dataclasses.replace(configuration)
    configuration.profile = options.build_profile or configuration.profile
    if options.enable_sanitizers:
        configuration.profile = SANITIZE
    if options.ns3_dir is not None:
        configuration.ns3_dir = ns3_tree.absolute(options.ns3_dir)
    if configuration.ns3_dir != previous.ns3_dir:
        configuration.ns3_tree_options = {}
    if ns3_tree.is_tree(configuration.ns3_dir):
        ns3_tree.configure(configuration, options.build_profile, forwarded)
    else:
        configure(configuration, forwarded)
    if configuration.ns3_dir != previous.ns3_dir:
        ns3_tree.unlink(previous)
    save(configuration)
    return 0


def _build(options, _forwarded):
    configuration = load()
    if ns3_tree.is_tree(configuration.ns3_dir):
        return ns3_tree.build(configuration, options)
    build(configuration, options.build, options.jobs, options.verbose)
    return 0


def _run(options, forwarded):
    configuration = load()
    name, *arguments = split_words(options.run) or [""]
    arguments += forwarded
    if ns3_tree.is_tree(configuration.ns3_dir):
        return ns3_tree.run(configuration, name, arguments, options)
    run(configuration, name, arguments, options)
    return 0


def _show(options, _forwarded):
    configuration = load()
    shown = {
        "profile": lambda: configuration.profile,
        "version": _version,
        "config": lambda: f"ns-3: {configuration.ns3_dir or 'the pinned wheel'}",
        "targets": lambda: "\n".join(_targets(configuration)),
    }
    for name in shown if options.show == "all" else [options.show]:
        prefix = f"{name}: " if options.show == "all" and name != "targets" else ""
        print(f"{prefix}{shown[name]()}")
    return 0


def _version():
    command = ["git", "describe", "--always", "--dirty"]
    git = shutil.which("git") and subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if git and git.returncode == 0:
        return git.stdout.strip()
    return (ROOT / "VERSION").read_text(encoding="ascii").strip()


def _targets(configuration):
    if ns3_tree.is_tree(configuration.ns3_dir):
        return sorted(ns3_tree.programs(configuration.ns3_dir))
    if not configuration.is_made:
        return ["targets are known after ./ns3 configure"]
    return sorted(programs(configuration.folder))


def _clean(_options, _forwarded):
    configuration = load()
    if ns3_tree.is_tree(configuration.ns3_dir):
        return ns3_tree.clean(configuration)
    shutil.rmtree(configuration.folder, ignore_errors=True)
    return 0


def _distclean(_options, _forwarded):
    ns3_tree.unlink(load())
    shutil.rmtree(BUILD, ignore_errors=True)
    return 0
