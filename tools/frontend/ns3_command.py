# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3."""

import argparse
import dataclasses
import os
import re
import shlex
import sys

from . import documents, git, installation, linux_kernel, ns3_tree, packages, python_tools
from .build import build, build_command
from .campaign.command import add_options as add_reproduce
from .campaign.command import reproduce
from .configuration import COMPILE_COMMANDS, NOT_WRITABLE, PROFILES, SANITIZE, configure, configure_command, load, save
from .errors import UserError, unknown
from .paths import BUILD, ROOT, remove, require_writable
from .programs import find, programs, run, run_command, split_words

VERBS = ("configure", "build", "run", "reproduce", "show", "docs", "install", "uninstall")
VERBS += ("kernel", "shell", "clean", "distclean")
SHOWN = ("profile", "version", "config", "targets", "all")


class StoreOnce(argparse.Action):
    """Keeps a value; without this, the last one of several would replace the others without a word."""

    def __call__(self, parser, namespace, values, option_string=None):
        given = namespace.__dict__.setdefault("given", set())
        if self.dest in given:
            raise argparse.ArgumentError(self, "expected only once")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """Errors are one line."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.register("action", None, StoreOnce)

    def error(self, message):
        message = re.sub("ignored explicit argument .*", "takes no value", message)
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
    top.add_argument(
        "--dry-run", action="store_true", help="print the commands that configure, build and run would call"
    )
    top.add_argument("--quiet", action="store_true", help="print only warnings and errors")
    top.add_argument("--check-config", action="store_true", help="print profile, version and ns-3")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser)
    _add_configure(
        verbs.add_parser("configure", help="choose profile and ns-3; CMake options after --")
    )
    _add_build(verbs.add_parser("build", help="build everything, or the given targets"))
    _add_run(verbs.add_parser("run", help="build a program and run it", allow_abbrev=False))
    help_text = "run the studies of all papers as one campaign"
    add_reproduce(verbs.add_parser("reproduce", help=help_text, allow_abbrev=False), positive)
    show = verbs.add_parser("show", help="show profile, version, config or targets")
    show.add_argument("show", nargs="?", default="all", choices=SHOWN)
    docs = verbs.add_parser("docs", help="build the documentation as HTML in build/docs")
    docs.add_argument("target", nargs="?", default="sphinx", choices=documents.TARGETS)
    install = verbs.add_parser("install", help="build and install the modules", allow_abbrev=False)
    install.add_argument("--prefix", metavar="FOLDER", help="target folder; default: CMake's")
    uninstall = verbs.add_parser("uninstall", help="remove the installed files", allow_abbrev=False)
    uninstall.add_argument("--prefix", metavar="FOLDER", help="target folder; default: CMake's")
    _add_kernel(
        verbs.add_parser("kernel", help="build the kernel that linux-kernel runs", allow_abbrev=False)
    )
    verbs.add_parser("shell", help="start a shell with the programs in its path")
    verbs.add_parser("clean", help="remove the build of the profile")
    verbs.add_parser("distclean", help="remove everything built and the configuration")
    return top


def _add_configure(verb):
    verb.add_argument("-d", "--build-profile", choices=PROFILES, help="default: default")
    verb.add_argument(
        "--ns3-dir", metavar="PATH", help="an ns-3 source tree or installed ns-3; '' for the wheel"
    )
    verb.add_argument("--enable-sanitizers", action="store_true", help="AddressSanitizer and UBSan")
    accepted = "accepted for compatibility: always on"
    verb.add_argument("--enable-examples", action="store_true", help=accepted)
    verb.add_argument("--enable-tests", action="store_true", help=accepted)


def _add_build(verb):
    verb.add_argument("build", nargs="*", metavar="TARGET")
    _add_build_options(verb)


def _add_build_options(verb):
    verb.add_argument("-j", "--jobs", type=positive, help="parallel compilations")
    verb.add_argument("-v", "--verbose", action="store_true", help="print the commands")


def _add_run(verb):
    verb.add_argument("run", metavar="PROGRAM", help='name, or "name --its-options"')
    verb.add_argument("--no-build", action="store_true", help="do not build first")
    template = verb.add_mutually_exclusive_group()
    template.add_argument("--command-template", metavar="COMMAND", help='such as "valgrind %%s"')
    template.add_argument(
        "--gdb",
        action="store_const",
        dest="command_template",
        const="gdb --args %s",
        help="run the program in the debugger gdb",
    )
    valgrind = "valgrind --leak-check=full %s"
    template.add_argument(
        "--valgrind",
        action="store_const",
        dest="command_template",
        const=valgrind,
        help="run the program under valgrind, which reports leaks and wrong memory accesses",
    )
    verb.add_argument("--cwd", metavar="FOLDER", help="run in this folder")
    _add_build_options(verb)


def _add_kernel(verb):
    verb.add_argument("-j", "--jobs", type=positive, help="parallel jobs, default: all cores")
    chosen = verb.add_mutually_exclusive_group()
    chosen.add_argument(
        "--package", metavar="NAME", help="Debian package with sources; default: that of linux-source"
    )
    chosen.add_argument("--source", metavar="DIR", help="sources of Linux, from 5.10 on")


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
    early = top.parse_known_args(own[: own.index(words[0])])[1] if words else []
    if early:
        top.error(f"{early[0]}: options of a verb come after it; ./ns3 --help lists those that come before it")
    if words and words[0] not in VERBS:
        raise unknown("verb", words[0], VERBS, "./ns3 --help lists all")
    options, rest = top.parse_known_args(own)
    if rest and options.verb != "run":
        top.error(f"unknown option {rest[0]}; ./ns3 {options.verb or ''} --help lists them")
    if options.dry_run:
        return _dry_run(options, rest + forwarded)
    if options.install_deps:
        packages.install()
    if options.check_config:
        return _show(argparse.Namespace(show="all", without=("targets",)), [])
    if options.verb is None:
        if not options.install_deps:
            top.print_help()
        return 0
    return globals()[f"_{options.verb}"](options, rest + forwarded)


def _dry_run(options, forwarded):
    """Print the commands without calling them."""
    configuration = load()
    if options.verb not in ("configure", "build", "run"):
        raise UserError("--dry-run goes with configure, build and run")
    if ns3_tree.is_tree(configuration.ns3_dir):
        raise UserError(f"--dry-run: call it in {configuration.ns3_dir}, which does the work")
    commands = []
    if options.verb == "configure":
        _choose(configuration, options)
    if options.verb == "configure" or not configuration.is_made:
        chosen = forwarded if options.verb == "configure" else ()
        commands.append(configure_command(configuration, chosen))
    if options.verb == "build":
        commands.append(build_command(configuration, options.build, options.jobs, options.verbose))
    if options.verb == "run":
        name, *arguments = split_words(options.run) or [""]
        name, path = find(configuration, name) if configuration.is_made else (name, name)
        if not options.no_build:
            commands.append(build_command(configuration, [name], options.jobs, options.verbose))
        commands.append(run_command(path, arguments + forwarded, options))
    print("\n".join(shlex.join(command) for command in commands))
    return 0


def _choose(configuration, options):
    configuration.profile = options.build_profile or configuration.profile
    if options.enable_sanitizers:
        configuration.profile = SANITIZE
    if options.ns3_dir is not None:
        configuration.ns3_dir = ns3_tree.absolute(options.ns3_dir)


def _configure(options, forwarded):
    require_writable(BUILD, NOT_WRITABLE)
    previous = load()
    configuration = dataclasses.replace(previous)
    _choose(configuration, options)
    if configuration.ns3_dir != previous.ns3_dir:
        configuration.ns3_tree_options = {}
    if ns3_tree.is_tree(configuration.ns3_dir):
        _configure_tree(configuration, previous, options, forwarded)
    else:
        configure(configuration, forwarded)
    if configuration.ns3_dir != previous.ns3_dir:
        ns3_tree.unlink(previous)
    save(configuration)
    return 0


def _configure_tree(configuration, previous, options, forwarded):
    """What undoing needs is saved first, as the command may be killed."""
    ns3_tree.note(configuration)
    save(configuration)
    try:
        ns3_tree.configure(configuration, options.build_profile, forwarded)
    except BaseException:
        save(previous)
        raise


def _build(options, _forwarded):
    configuration = load()
    if ns3_tree.is_tree(configuration.ns3_dir):
        return ns3_tree.build(configuration, options)
    build(configuration, options.build, options.jobs, options.verbose, options.quiet)
    return 0


def _run(options, forwarded):
    configuration = load()
    name, *arguments = split_words(options.run) or [""]
    arguments += forwarded
    if ns3_tree.is_tree(configuration.ns3_dir):
        return ns3_tree.run(configuration, name, arguments, options)
    run(configuration, name, arguments, options)
    return 0


def _reproduce(options, _forwarded):
    return reproduce(load(), options)


def _show(options, _forwarded):
    configuration = load()
    shown = {
        "profile": lambda: configuration.profile,
        "version": _version,
        "config": lambda: f"ns-3: {configuration.ns3_dir or 'the pinned wheel'}",
        "targets": lambda: "\n".join(_targets(configuration)),
    }
    everything = [name for name in shown if name not in getattr(options, "without", ())]
    for name in everything if options.show == "all" else [options.show]:
        prefix = f"{name}: " if options.show == "all" and name != "targets" else ""
        print(f"{prefix}{shown[name]()}")
    return 0


def _docs(options, _forwarded):
    return documents.make(options.target)


def _install(options, _forwarded):
    configuration = load()
    if ns3_tree.is_tree(configuration.ns3_dir):
        raise UserError(f"install from {configuration.ns3_dir}, of which lasthop is a part")
    return installation.install(configuration, options.prefix, options.quiet)


def _uninstall(options, _forwarded):
    return installation.uninstall(load(), options.prefix)


def _kernel(options, _forwarded):
    return linux_kernel.build(options)


def _shell(_options, _forwarded):
    """The environment of ./ns3 run, as in ns-3."""
    configuration = load()
    if not configuration.is_made or ns3_tree.is_tree(configuration.ns3_dir):
        raise UserError("shell: nothing is built here: run ./ns3 build")
    folders = dict.fromkeys(str(path.parent) for path in programs(configuration.folder).values())
    os.environ["PATH"] = os.pathsep.join([*folders, os.environ.get("PATH", "")])
    os.environ.update(python_tools.environment())
    shell = os.environ.get("SHELL") or "/bin/sh"
    try:
        os.execvp(shell, [shell])
    except OSError as error:
        raise UserError(f"SHELL={shell}: {error.strerror}") from error


def _version():
    """The release, with the commit where there is one."""
    release = (ROOT / "VERSION").read_text(encoding="ascii").strip()
    commit = git.commit()
    return f"{release}+{commit}" if commit else release


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
    require_writable(configuration.folder, NOT_WRITABLE)
    remove(configuration.folder)
    if not COMPILE_COMMANDS.exists():
        COMPILE_COMMANDS.unlink(missing_ok=True)
    return 0


def _distclean(_options, _forwarded):
    require_writable(BUILD, NOT_WRITABLE)
    try:
        ns3_tree.unlink(load())
    except UserError as error:
        print(f"lasthop: {error}; links into an ns-3 tree stay", file=sys.stderr)
    remove(BUILD)
    return 0
