# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Errors that a user can act on: one line, no traceback."""

import difflib
import os
import signal
import sys


class UserError(Exception):
    """A message for the user; its text is the whole line."""


class CommandFailed(Exception):
    """A program has failed and has already said why."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


def unknown(kind, name, known, otherwise):
    """The error for a name that does not exist, with the names close to it, or with what to do if there are none."""
    nearest = difflib.get_close_matches(name, known)
    hint = f"did you mean {', '.join(nearest)}?" if nearest else otherwise
    return UserError(f"no {kind} named '{name}'; {hint}")


def last_line(text, otherwise="it said nothing"):
    """What a program has said at last."""
    said = [line.strip() for line in text.split("\n") if line.strip()]
    return said[-1] if said else otherwise


def pip_error(text, otherwise):
    """What pip has said at last of what went wrong."""
    errors = [line.removeprefix("ERROR: ") for line in text.splitlines() if line.startswith("ERROR:")]
    return errors[-1] if errors else otherwise


def run_main(main):
    """Run a command's main function and turn its errors into one line and an exit status."""
    _open_standard_files()
    # End quietly when the reader of our output has ended, and let programs do so too.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        status = main(sys.argv[1:])
        # A full disk shows when the buffer is written.
        sys.stdout.flush()
        sys.exit(status)
    except UserError as error:
        sys.exit(f"lasthop: {error}")
    except CommandFailed as failure:
        sys.exit(failure.status)
    except OSError as error:
        _exit_with(error)
    except KeyboardInterrupt:
        print("lasthop: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)


def _open_standard_files():
    """Nobody listens at a standard file that is closed; without this, the next file that is opened would take its
    number, and programs that we call would write into it."""
    number = os.open(os.devnull, os.O_RDWR)
    while number <= 2:
        os.set_inheritable(number, True)
        number = os.open(os.devnull, os.O_RDWR)
    os.close(number)
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))
    # A file may have any name.
    sys.stdout.reconfigure(errors="backslashreplace")


def _exit_with(error):
    """Name the file that could not be read or written: the standard output has no name."""
    if error.filename is None:
        # Python would try to write the rest at its end, and complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    name = "the standard output" if error.filename is None else f"'{error.filename}'"
    sys.exit(f"lasthop: {name}: {error.strerror or error}")
