#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A kubectl for the tests of campaigns: what the profile of Kubernetes calls, with jobs on this machine.

The jobs are in the folder KUBECTL_JOBS: NAME.pid, NAME.code when it has ended,
NAME.labels, and calls, the verbs in order.
KUBECTL_REFUSES is what the server says to every job.
"""

import argparse
import contextlib
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


def label(options):
    """label --local: the job of the standard input, with labels."""
    assert options.filename == "-"
    job = json.load(sys.stdin)
    job["metadata"]["labels"].update(word.split("=") for word in options.words)
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
    (JOBS / f"{name}.labels").write_text(json.dumps(job["metadata"]["labels"]), encoding="ascii")
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
    """delete job: end what those with a label run."""
    assert options.words == ["job"]
    key, _, value = options.selector.partition("=")
    for process in JOBS.glob("*.pid"):
        labels = json.loads(process.with_suffix(".labels").read_text(encoding="ascii"))
        if labels.get(key) == value:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int(process.read_text(encoding="ascii")), signal.SIGKILL)
            process.unlink(missing_ok=True)


def main():
    """Carry out one command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=("set", "label", "create", "get", "delete"))
    parser.add_argument("words", nargs="*")
    parser.add_argument("-f", dest="filename")
    parser.add_argument("-o", dest="output")
    parser.add_argument("-l", dest="selector")
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
    verbs = {"set": set_environment, "label": label, "create": create, "get": get, "delete": delete}
    verbs[options.verb](options)


main()
