# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Running studies for their JSON, some at a time, with the same arithmetic on every CPU."""

import dataclasses
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from .errors import UserError

# Where the CPU has fused multiply-add, exp(), log(), pow(), sin() and others of glibc's libm use it
# and round otherwise, so that a frame is lost on one machine and not on another. Without it all
# x86-64 machines compute the same.
SAME_ARITHMETIC = "glibc.cpu.hwcaps=-FMA,-FMA4"
POLL_S = 0.1


@dataclasses.dataclass
class StudyCommand:
    """A study and what it is to do; the costliest is started first."""

    study: str
    path: Path
    options: list
    cost: float = 0


def run_all(commands, jobs):
    """Yield each run as it ends."""
    waiting = sorted(commands, key=lambda command: command.cost)
    running = []
    with tempfile.TemporaryDirectory(prefix="lasthop-") as folder:
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    running.append(StudyRun(waiting.pop(), Path(folder)))
                for ended in [run for run in running if run.has_ended()]:
                    running.remove(ended)
                    yield ended
                time.sleep(POLL_S)
        finally:
            for run in running:
                run.stop()


class StudyRun:
    """A study that is running, with a folder of its own for its files."""

    def __init__(self, command, folder):
        self.command = command
        self._folder = folder / command.study
        self._folder.mkdir()
        arguments = [str(command.path), *command.options, "--no-plot", "--jobs=1", "--json=report.json"]
        with open(self._folder / "errors", "wb") as errors:
            self._process = subprocess.Popen(
                arguments,
                cwd=self._folder,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def has_ended(self):
        """Whether there is a report, or an error."""
        return self._process.poll() is not None

    def stop(self):
        """End it without a report."""
        self._process.kill()
        self._process.wait()

    def report(self):
        """The JSON that it has written."""
        if self._process.returncode:
            prefix = f"{self.command.study}: "
            errors = (self._folder / "errors").read_text(encoding="utf-8", errors="replace")
            nothing = f"exit status {self._process.returncode}"
            said = next(filter(None, reversed(errors.split("\n"))), nothing)
            raise UserError(f"{self.command.study} failed: {said.removeprefix(prefix)}")
        return json.loads((self._folder / "report.json").read_text(encoding="utf-8"))


def environment():
    """Ours, without what would change attributes of ns-3; studies run in it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NS_")}
    return {**kept, "GLIBC_TUNABLES": SAME_ARITHMETIC}
