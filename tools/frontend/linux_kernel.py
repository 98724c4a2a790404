# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 kernel: builds User-mode Linux, which the module linux-kernel runs."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import packages, progress
from .errors import CommandFailed, UserError, last_line
from .paths import ROOT, absolute, cache_folder, locked

SOURCES = ROOT / "src" / "linux-kernel" / "agent"
FRAGMENT = SOURCES / "kernel.config"
# Timers of TCP last whole ticks. User-mode Linux has a tick of 10 ms and offers no other; most
# distributions have 1 ms. Of several defaults of an option, Kconfig takes the first one.
TICK = "config HZ\n\tint\n\tdefault 1000\n"
# A kernel stirs the time of its build into its random pool. Two builds of one source are the same file.
IDENTITY = {
    "KBUILD_BUILD_TIMESTAMP": "Thu Jan  1 00:00:00 UTC 1970",
    "KBUILD_BUILD_USER": "lasthop",
    "KBUILD_BUILD_HOST": "lasthop",
    "KBUILD_BUILD_VERSION": "1",
}
# The library that User-mode Linux preloads; all other C files belong to the agent.
HOST = ("linux-kernel-calendar.c", "linux-kernel-random.c", "linux-kernel-registers.c")
SCRATCH = "build-"
# Older kernels have no vhost-user notifications in band.
OLDEST = (5, 10)
# Without one of these, a kernel boots but does not do what the module needs.
REQUIRED = ("UML_TIME_TRAVEL_SUPPORT=y", "VIRTIO_UML=y", "VIRTIO_NET=y", "HOSTFS=y", "TMPFS=y", "INET=y", "HZ=1000")
PROGRAMS = {"make": "make", "gcc": "gcc", "flex": "flex", "bison": "bison", "bc": "bc", "tar": "tar", "xz": "xz-utils"}
# Drivers that no User-mode Linux has; their Kconfig files are read all the same.
LEFT_OUT = [f"--exclude=*/drivers/{name}/*.[chS]" for name in ("gpu", "net/ethernet", "net/wireless", "media", "staging")]
LEFT_OUT += ["--exclude=*/sound/*.[ch]", "--exclude=*/Documentation/*.rst", "--exclude=*/tools/testing/*"]


def folder():
    """Where the kernels are."""
    return cache_folder() / "linux-kernel"


def build(options):
    """Build a kernel unless it is in the cache, and make it the default one."""
    folder().mkdir(exist_ok=True)
    with locked(folder()), _scratch() as scratch:
        if options.source is None:
            package, version = _find_package(options.package)
            key = f"{package}-{version}"
        else:
            tree = absolute(options.source)
            version = read_version(tree)
            key = f"source-{version}-{hashlib.sha256(str(tree).encode()).hexdigest()[:8]}"
        target = folder() / f"{key}-{_digest(FRAGMENT.read_bytes(), TICK.encode(), repr(IDENTITY).encode())}"
        if options.source is not None or not (target / "linux").exists():
            _require_programs()
            if options.source is None:
                tree = _unpack(_download(package, version, Path(scratch)), Path(scratch))
            _build(tree, Path(scratch) / "objects", target, options)
        _build_programs(Path(scratch), target)
        _make_default(target)
    print(f"kernel: {target / 'linux'}")
    return 0


def _scratch():
    """A folder for one build. A build that was killed has left its own, with the sources."""
    for left in folder().glob(f"{SCRATCH}*"):
        shutil.rmtree(left, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=SCRATCH, dir=folder())


def _digest(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def _require_programs():
    packages.refuse_missing([package for name, package in PROGRAMS.items() if shutil.which(name) is None])


def _find_package(name):
    """The package with a kernel's sources, and its version."""
    if shutil.which("apt-get") is None:
        raise UserError("kernel: there is no apt-get to fetch sources with: use --source=DIR")
    if name is None:
        depends = _ask("apt-cache", "depends", "linux-source")
        found = re.search(r"Depends: (linux-source-[0-9.]+)", depends)
        if not found:
            raise UserError("kernel: apt knows no package linux-source: run apt-get update, or use --source=DIR")
        name = found[1]
    found = re.search(r"Candidate: (\S+)", _ask("apt-cache", "policy", name))
    if not name.startswith("linux-source-") or not found or found[1] == "(none)":
        raise UserError(f"kernel: --package={name}: expected a package that apt knows, such as linux-source-6.1")
    return name, found[1]


def _ask(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _download(package, version, scratch):
    """The package, whose hash apt checks."""
    print(f"Fetching {package} {version} (140 MB, once)", file=sys.stderr, flush=True)
    # As root, apt would complain that its own user cannot write there.
    command = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", f"{package}={version}"]
    result = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    found = list(scratch.glob("*.deb"))
    if result.returncode or not found:
        raise UserError(f"kernel: {package} cannot be fetched: {last_line(result.stderr, 'apt-get failed')}")
    return found[0]


def _unpack(package, scratch):
    """The tree of sources in a package."""
    content, tree = scratch / "content", scratch / "tree"
    status = subprocess.run(["dpkg-deb", "--extract", str(package), str(content)], check=False).returncode
    package.unlink()
    archive = next(content.glob("usr/src/linux-source-*.tar.xz"), None)
    tree.mkdir()
    command = ["tar", "--extract", "--file", str(archive), "--directory", str(tree), "--strip-components=1"]
    if status or subprocess.run([*command, *LEFT_OUT], check=False).returncode:
        raise UserError(f"kernel: {package.name} cannot be unpacked")
    shutil.rmtree(content)
    return tree


def read_version(tree):
    """The version of a tree of sources, such as 6.1.192."""
    try:
        text = (tree / "Makefile").read_text(encoding="utf-8")
        numbers = [re.search(rf"^{name} = (\d+)$", text, re.MULTILINE)[1] for name in ("VERSION", "PATCHLEVEL", "SUBLEVEL")]
    except (OSError, TypeError, UnicodeDecodeError) as error:
        raise UserError(f"kernel: --source={tree}: expected the sources of Linux") from error
    if tuple(map(int, numbers[:2])) < OLDEST:
        raise UserError(f"kernel: {tree} is Linux {'.'.join(numbers)}: expected 5.10 or later")
    return ".".join(numbers)


def _build(tree, objects, target, options):
    """Build the kernel."""
    version = read_version(tree)
    objects.mkdir()
    compiler = "ccache gcc" if shutil.which("ccache") else "gcc"
    command = ["make", "-C", str(tree), f"O={objects}", "ARCH=um", f"CC={compiler}", f"KBUILD_KCONFIG={_write_kconfig(tree, objects)}"]
    command.append(f"-j{options.jobs or os.cpu_count()}")
    # Each build has a folder of its own, whose name is not part of what is built.
    environment = os.environ | IDENTITY | {"CCACHE_BASEDIR": str(objects.parent), "CCACHE_NOHASHDIR": "1"}
    log = []
    print(f"Building Linux {version}", file=sys.stderr, flush=True)

    def classify(line):
        log.append(line.rstrip())
        return progress.Line.TERMINAL_STEP

    try:
        progress.run([*command, "allnoconfig", f"KCONFIG_ALLCONFIG={FRAGMENT}"], classify, sys.stderr, env=environment)
        _require_options(objects / ".config", version)
        progress.run([*command, "linux"], classify, sys.stderr, env=environment)
    except CommandFailed as failure:
        said = next((line for line in log if "error" in line.lower() or "***" in line), log[-1] if log else "make failed")
        raise UserError(f"kernel: Linux {version} does not build: {said.strip()}") from failure
    built = objects.parent / "built"
    built.mkdir()
    shutil.copy(objects / "linux", built / "linux")
    (built / "release").write_text(f"{version}\n", encoding="ascii")
    shutil.rmtree(target, ignore_errors=True)
    built.rename(target)


def _build_programs(scratch, target):
    """Build the agent and the library that the kernel preloads beside the kernel, unless they are there."""
    stamp = target / "programs"
    digest = _digest(*(path.read_bytes() for path in sorted(SOURCES.glob("*.[ch]"))))
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    agent = sorted(str(path) for path in SOURCES.glob("linux-kernel-*.c") if path.name not in HOST)
    _compile(["-static", *agent], scratch / "linux-kernel-agent")
    _compile(["-shared", "-fPIC", *(str(SOURCES / name) for name in HOST)], scratch / "linux-kernel-host.so")
    for name in ("linux-kernel-agent", "linux-kernel-host.so"):
        (scratch / name).replace(target / name)
    stamp.write_text(digest, encoding="ascii")


def _write_kconfig(tree, objects):
    """The kernel's own first file of options, with the tick before all others."""
    text = (tree / "Kconfig").read_text(encoding="utf-8")
    path = objects.parent / "Kconfig"
    path.write_text(re.sub(r"^(mainmenu .*)$", rf"\1\n\n{TICK}", text, flags=re.MULTILINE), encoding="utf-8")
    return path


def _require_options(path, version):
    text = path.read_text(encoding="utf-8")
    missing = [name for name in REQUIRED if f"CONFIG_{name}\n" not in text]
    if missing:
        raise UserError(f"kernel: Linux {version} has no {', '.join(missing)}")


def _compile(arguments, output):
    command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", *arguments, "-o", str(output)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        lines = [line for line in result.stderr.splitlines() if "error" in line]
        raise UserError(f"kernel: {output.name} does not build: {lines[0] if lines else 'gcc failed'}")


def _make_default(target):
    link = folder() / "default"
    scratch = folder() / "default.new"
    scratch.unlink(missing_ok=True)
    scratch.symlink_to(target.name)
    scratch.replace(link)
