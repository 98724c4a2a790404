#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A kubectl for the tests of campaigns: what the profile of Kubernetes calls, with jobs on this machine.

The jobs are in the folder KUBECTL_JOBS: NAME.pid, NAME.code when it has ended, and calls, the verbs in order.
KUBECTL_REFUSES is what the server says to every job.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import yaml

JOBS = Path(os.environ.get("KUBECTL_JOBS", "."))
NAME = "{.metadata.name}"
CONDITIONS = NAME + ': {.status.conditions[?(@.status=="True")].type}'


def set_environment(options):
    """set env --local: the job of a file, with values for its containers."""
    job = yaml.safe_load(Path(options.filename).read_text(encoding="utf-8"))
    for container in job["spec"]["template"]["spec"]["containers"]:
        for word in options.words:
            name, _, value = word.partition("=")
            container.setdefault("env", []).append({"name": name, "value": value})
    print(json.dumps(job))


def create(options):
    """create: run what the job's container runs, without what this process has inherited."""
    text = sys.stdin.read() if options.filename == "-" else Path(options.filename).read_text(encoding="utf-8")
    job = yaml.safe_load(text)
    if refusal := os.environ.get("KUBECTL_REFUSES"):
        sys.exit(f"a warning\n{refusal}")
    if options.dry_run:
        return
    (container,) = job["spec"]["template"]["spec"]["containers"]
    name = job["metadata"]["generateName"] + uuid.uuid4().hex[:5]
    environment = {"PATH": os.defpath, **{entry["name"]: entry["value"] for entry in container["env"]}}
    command = '"$@"; echo $? >"$0.part"; mv "$0.part" "$0"'
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(
        ["sh", "-c", command, JOBS / f"{name}.code", *container["command"]],
        env=environment,
        cwd="/",
        start_new_session=True,
        **quiet,
    )
    (JOBS / f"{name}.pid").write_text(str(process.pid), encoding="ascii")
    assert options.output == f"jsonpath={NAME}"
    print(name, end="")


def get(options):
    """get job: its name and what has come of it, or nothing."""
    (_, name) = options.words
    assert options.output == f"jsonpath={CONDITIONS}"
    assert options.ignore_not_found
    if not (JOBS / f"{name}.pid").exists():
        return
    code = JOBS / f"{name}.code"
    ended = code.read_text(encoding="ascii").strip() if code.exists() else None
    words = {None: "", "0": "SuccessCriteriaMet Complete"}.get(ended, "FailureTarget Failed")
    print(f"{name}: {words}", end="")


def delete(options):
    """delete job: end what they run."""
    for name in options.words[1:]:
        process = JOBS / f"{name}.pid"
        if process.exists():
            try:
                os.killpg(int(process.read_text(encoding="ascii")), signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.unlink()


def main():
    """Carry out one command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=("set", "create", "get", "delete"))
    parser.add_argument("words", nargs="*")
    parser.add_argument("-f", dest="filename")
    parser.add_argument("-o", dest="output")
    parser.add_argument("--dry-run")
    parser.add_argument("--request-timeout")
    parser.add_argument("--wait")
    parser.add_argument("--local", action="store_true")
    parser.add_argument("--ignore-not-found", action="store_true")
    options = parser.parse_intermixed_args()
    with open(JOBS / "calls", "a", encoding="ascii") as calls:
        calls.write(f"{options.verb}\n")
    if options.verb == "set":
        options.words.remove("env")
    {"set": set_environment, "create": create, "get": get, "delete": delete}[options.verb](options)


main()
