# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Running a long command, with no more of its output than a user wants to see."""

import enum
import shutil
import subprocess

from .errors import CommandFailed


class Line(enum.Enum):
    """What is done with a line of output."""

    KEEP = enum.auto()  # printed
    STEP = enum.auto()  # printed; on a terminal the next line overwrites it
    TERMINAL_STEP = enum.auto()  # the same on a terminal, else hidden
    HIDE = enum.auto()


def run(command, classify, stream, **options):
    """Run a command and pass its lines on to the stream as classify says."""
    process = subprocess.Popen(
        command,
        text=True,
        errors="backslashreplace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **options,
    )
    with process:
        try:
            _show(process.stdout, classify, stream)
        except KeyboardInterrupt:
            # It has been interrupted, too. What it still writes would come between what we do next.
            process.communicate()
            raise
    if process.returncode:
        raise CommandFailed(process.returncode)


def call(command, **options):
    """Run a command that shows what it does itself."""
    with subprocess.Popen(command, **options) as process:
        try:
            process.wait()
        except KeyboardInterrupt:
            process.wait()
            raise
    if process.returncode:
        raise CommandFailed(process.returncode)


def keep_all(_line):
    """The classification for those who want to see everything."""
    return Line.KEEP


def _show(lines, classify, stream):
    overwrite = stream.isatty()
    clear = "\r\033[K" if overwrite else ""
    width = shutil.get_terminal_size().columns - 1
    for line in lines:
        kind = classify(line)
        if overwrite and kind in (Line.STEP, Line.TERMINAL_STEP):
            stream.write(f"{clear}{line.rstrip()[:width]}")
        elif kind in (Line.KEEP, Line.STEP):
            stream.write(f"{clear}{line}")
        stream.flush()
    stream.write(clear)
