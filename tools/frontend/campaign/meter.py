# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""How long studies take, and how far a campaign is."""

import json
import resource
import shutil
import statistics
import time

from ..numbers import write_about
from ..paths import ROOT, cache_folder, write_file

# Measured on one machine; what this one has measured counts more.
SHIPPED = ROOT / "tools" / "campaign" / "speeds.json"
# A second of a terminal, a minute of a file.
SHOW_S = {True: 1, False: 60}
START_S = 0.05
# Less processor time says more of the start of programs than of the study.
LEAST_S = 2


class Speeds:
    """Seconds of one core per simulated second of each study with its options."""

    def __init__(self):
        self._own = cache_folder() / "speeds.json"
        self._measured = _load(self._own)
        self._speeds = _load(SHIPPED) | self._measured

    def seconds_of(self, study, runs):
        """How long so many runs should take one core."""
        usual = statistics.median(self._speeds.values()) if self._speeds else 0.1
        speed = self._speeds.get(_key(study), self._speeds.get(study.name, usual))
        return runs * (START_S + float(study.extent.duration) * speed)

    def learn(self, study, runs, seconds):
        """Take note of what so many runs have taken."""
        if seconds >= LEAST_S and runs:
            speed = seconds / runs / float(study.extent.duration)
            self._measured[_key(study)] = self._speeds[_key(study)] = float(f"{speed:.3g}")
            write_file(self._own, json.dumps(self._measured, indent=1, sort_keys=True) + "\n")


def _load(path):
    try:
        speeds = json.loads(path.read_text(encoding="utf-8"))
        return {str(key): float(speed) for key, speed in speeds.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _key(study):
    return " ".join([study.name, *study.extent.options])


def processor_seconds():
    """What our children that have ended have used, and theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


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
        """Show the line if it is time; what is no terminal gets one each minute.

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
        line = f"{what}: {made} of {total} runs; {write_about(left)} left for all"
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
