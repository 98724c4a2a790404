# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""How long studies take, and how far a campaign is."""

import functools
import json
import shutil
import statistics
import time

from ..numbers import write_duration
from ..paths import ROOT

# Seconds of one core per simulated second of each study, with some of its options, as one machine has needed them.
SPEEDS = ROOT / "tools" / "campaign" / "speeds.json"
# A second of a terminal, a minute of a file.
SHOW_S = {True: 1, False: 60}
START_S = 0.05


@functools.cache
def _speeds():
    return json.loads(SPEEDS.read_text(encoding="utf-8"))


def seconds_of(study, runs):
    """How long so many runs should take one core."""
    usual = statistics.median(_speeds().values())
    speed = _speeds().get(" ".join([study.name, *study.extent.options]), _speeds().get(study.name, usual))
    return runs * (START_S + float(study.extent.duration) * speed)


class Meter:
    """A line that tells how far a campaign is."""

    def __init__(self, stream, jobs):
        self._stream = stream
        self._jobs = max(1, jobs)
        self._begin = time.monotonic()
        self._shown_at = 0.0 if stream.isatty() else self._begin
        self._done = 0.0
        self._total = 0.0

    def expect(self, seconds):
        """More is to be done, in seconds of one core."""
        self._total += seconds

    def finish(self, seconds):
        """So much of it has been done."""
        self._done += seconds

    def show(self, what, seconds, count):
        """Write the line each second on a terminal, each minute to a file.

        what     is being done
        seconds  that it should take one core
        count    tells how many of how many runs are there
        """
        now = time.monotonic()
        if now - self._shown_at < SHOW_S[self._stream.isatty()]:
            return
        self._shown_at = now
        made, total = count()
        left = self._remaining(now, seconds * made / max(1, total))
        line = f"{what}: {made} of {total} runs; {write_duration(left)} left for all"
        if self._stream.isatty():
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\033[K{line[:width]}")
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def end(self):
        """Clear the line."""
        if self._stream.isatty():
            self._stream.write("\r\033[K")
            self._stream.flush()

    def _remaining(self, now, current):
        """By what was done so far, or by the table while that is little."""
        done = self._done + current
        left = max(0.0, self._total - done)
        if done <= 0.02 * self._total:
            return left / self._jobs
        return left * (now - self._begin) / done
