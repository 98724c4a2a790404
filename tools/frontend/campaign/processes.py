# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Processes that end with us."""

import contextlib
import os
import signal
from pathlib import Path


def end_children(pid=None):
    """End all that this process has started, and all that those have started, at once."""
    for child in _children(os.getpid() if pid is None else pid):
        # It is stopped first, so that it starts no other while its children are ended.
        _signal(child, signal.SIGSTOP)
        end_children(child)
        _signal(child, signal.SIGKILL)


def _children(pid):
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(word) for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return []


def _signal(pid, number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
