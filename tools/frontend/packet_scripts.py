# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Collections of packet scripts of packetdrill: their command line, their runs, and tables of the outcomes."""

import argparse
import pathlib
import subprocess


def parser(description):
    """A command line that begins with packet-script and the folder of a collection."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("program", type=pathlib.Path)
    made.add_argument("folder", type=pathlib.Path)
    return made


def find(folder):
    """The path of each script by its name below a folder."""
    return {str(path.relative_to(folder)): path.resolve() for path in sorted(folder.rglob("*.pkt"))}


def run(program, script, options, timeout):
    """Run a script with packetdrill's defaults and these options."""
    command = [program.resolve(), f"--script={script.name}", "--packetdrill", *options]
    return subprocess.run(command, cwd=script.parent, capture_output=True, text=True, timeout=timeout, check=False)


def print_table(rows, gap="  "):
    """Print a table for the documentation; the first row is its head."""
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    line = gap.join("=" * width for width in widths)
    lines = [gap.join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    print(line, lines[0], line, *lines[1:], line, sep="\n")
