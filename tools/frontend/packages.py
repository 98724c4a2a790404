# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The system packages that building needs."""

import importlib.util
import os
import shlex
import shutil
import subprocess
from pathlib import Path

from .errors import CommandFailed, UserError

HEADERS = {
    "libboost-dev": "boost/version.hpp",
    "libgsl-dev": "gsl/gsl_version.h",
    "libgtest-dev": "gtest/gtest.h",
    "libsqlitecpp-dev": "SQLiteCpp/SQLiteCpp.h",
    "nlohmann-json3-dev": "nlohmann/json.hpp",
}


def compiler():
    """The command of the C++ compiler CMake will take, or None."""
    for words in [_chosen_compiler()] if _chosen_compiler() else [["c++"], ["g++"], ["clang++"]]:
        if shutil.which(words[0]):
            return words
    return None


def _chosen_compiler():
    """The words of CXX, none if it is not set or blank."""
    try:
        return shlex.split(os.environ.get("CXX", ""))
    except ValueError as error:
        raise UserError(f"CXX={os.environ['CXX']}: {error}") from error


def _has_headers():
    """For each header, whether the compiler finds it."""
    if compiler() is None:
        return {header: Path("/usr/include", header).exists() for header in HEADERS.values()}
    lines = [f"#if __has_include(<{name}>)\nfound {name}\n#endif" for name in HEADERS.values()]
    result = subprocess.run(
        [*compiler(), "-E", "-P", "-x", "c++", "-"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    return {header: f"found {header}" in result.stdout for header in HEADERS.values()}


def missing():
    """The packages without which nothing can be built."""
    headers = _has_headers()
    found = {"g++": compiler(), "cmake": shutil.which("cmake"), "ninja-build": shutil.which("ninja") or shutil.which("make")}
    found |= {package: headers[header] for package, header in HEADERS.items()}
    return [package for package, is_there in found.items() if not is_there]


def _wanted():
    """The packages without which some things are slower or left out."""
    programs = {
        "ninja-build": "ninja",
        "ccache": "ccache",
        "tcptrace": "tcptrace",
        "tshark": "tshark",
        "clang": "clang++",  # libFuzzer
        "flex": "flex",  # ./ns3 kernel
        "bison": "bison",
        "bc": "bc",
        "ethtool": "ethtool",  # a test of linux-kernel
    }
    # A user's PATH may lack where programs for root are.
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])
    modules = {"python3-pip": "pip", "python3-venv": "ensurepip"}
    packages = [package for package, name in programs.items() if shutil.which(name, path=path) is None]
    packages += [name for name, module in modules.items() if importlib.util.find_spec(module) is None]
    # Its runtime libraries are a package of their own in Debian.
    return packages + (["libclang-rt-dev"] if "clang" in packages else [])


def require():
    """Stop with one line if a package is missing."""
    if _chosen_compiler() and compiler() is None:
        raise UserError(f"there is no compiler {os.environ['CXX']}, which CXX names")
    refuse_missing(missing())


def refuse_missing(packages):
    """Stop with one line that names these packages, if there are any."""
    if packages:
        names = " ".join(packages)
        raise UserError(
            f"missing system packages: {names}; run apt-get install {names}, or put --install-deps after ./ns3"
        )


def install():
    """Install what is missing by apt."""
    packages = list(dict.fromkeys(missing() + _wanted()))
    if not packages:
        return
    if shutil.which("apt-get") is None:
        raise UserError(f"--install-deps needs apt-get; install by hand: {' '.join(packages)}")
    if os.geteuid() != 0 and shutil.which("sudo") is None:
        raise UserError(f"--install-deps needs root or sudo, to install {' '.join(packages)}")
    print(f"Installing {' '.join(packages)}", flush=True)
    _apt_get("update")
    packages = list(dict.fromkeys(missing() + [name for name in _wanted() if _is_known(name)]))
    _apt_get("install", "--yes", "--no-install-recommends", *packages)


def _is_known(package):
    """Whether the distribution has it; what is only wanted may be missing."""
    command = ["apt-cache", "show", package]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _apt_get(*arguments):
    command = [] if os.geteuid() == 0 else ["sudo"]
    command += ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", *arguments]
    status = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
    if status:
        raise CommandFailed(status)
