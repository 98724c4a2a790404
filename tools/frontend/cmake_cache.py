# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""What CMake has noted about a build."""

import re
import shlex
import subprocess


def path_of(folder):
    """The file of a build folder, whether it is there or not."""
    return folder / "CMakeCache.txt"


def read(folder):
    """The entries that a user can set, by name; none before CMake has run."""
    try:
        text = path_of(folder).read_text("utf-8", "surrogateescape")
    except FileNotFoundError:
        return {}
    return dict(re.findall(r"^(\w+):(?!INTERNAL|STATIC)\w+=(.*)$", text, re.MULTILINE))


def compiler(folder):
    """The words that call the C++ compiler: CMake keeps the g++ of "ccache g++" apart. None before CMake has run."""
    entries = read(folder)
    if "CMAKE_CXX_COMPILER" not in entries:
        return None
    return [entries["CMAKE_CXX_COMPILER"], *shlex.split(entries.get("CMAKE_CXX_COMPILER_ARG1", ""))]


def compiler_version(folder):
    """The first line that the compiler says of itself."""
    command = compiler(folder)
    if command is None:
        return "unknown"
    try:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return "unknown"
    return (said.splitlines() or ["unknown"])[0]
