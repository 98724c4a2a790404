# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The pinned ns-3 wheel: fetched once, kept in the cache, and checked each time it is taken from there."""

import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

from .errors import UserError, pip_error
from .paths import ROOT, cache_folder, cache_lock

PIN = ROOT / "cmake" / "ns3-wheel.txt"
# Any one CPython serves: what is used of the wheel are libraries, headers and plain Python.
PIP_PLATFORM = ("--python-version", "3.11", "--platform", "manylinux_2_28_x86_64")


def pinned():
    """The version and the hash of the wheel."""
    match = re.search(r"ns3==(\S+) --hash=sha256:([0-9a-f]{64})", PIN.read_text(encoding="ascii"))
    if not match:
        raise UserError(f"{PIN.relative_to(ROOT)} names no version and sha256 of ns-3")
    return match.groups()


def folder():
    """Where the wheel is unpacked, whether it is there yet or not."""
    version, sha256 = pinned()
    return cache_folder() / f"ns3-{version}-{sha256[:12]}"


def ensure():
    """Return the folder of the unpacked wheel, fetching it if need be."""
    if not _is_intact():
        with cache_lock():
            if not _is_intact():
                shutil.rmtree(folder(), ignore_errors=True)
                _fetch()
    return folder()


def _is_intact():
    """Whether the wheel has the pinned hash, and each file unpacked from it is as it was."""
    try:
        wheel = next(folder().glob("*.whl"))
        with wheel.open("rb") as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != pinned()[1]:
                return False
        with zipfile.ZipFile(wheel) as archive:
            return all(
                zlib.crc32((folder() / entry.filename).read_bytes()) == entry.CRC
                for entry in _wanted(archive)
            )
    except (OSError, StopIteration, zipfile.BadZipFile):
        return False


def _fetch():
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise UserError(
            f"there is no ready-made ns-3 for {platform.system()} {platform.machine()}: "
            "use ./ns3 configure --ns3-dir=PATH"
        )
    print(f"Fetching ns-3 {pinned()[0]} (70 MB, once)", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="fetch-", dir=cache_folder()) as scratch:
        unpacked = Path(scratch) / "unpacked"
        try:
            _unpack(_download(Path(scratch)), unpacked)
            unpacked.rename(folder())
        except (OSError, zipfile.BadZipFile) as error:
            raise UserError(f"ns-3 could not be put into {cache_folder()}: {error}") from error


def _download(scratch):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--only-binary=:all:", *PIP_PLATFORM, "--require-hashes"]
    command += ["--requirement", str(PIN), "--dest", str(scratch)]
    pip = subprocess.run(command, capture_output=True, text=True, check=False)
    if pip.returncode:
        raise UserError(_download_error(pip.stderr))
    return next(scratch.glob("*.whl"))


def _download_error(output):
    if "No module named pip" in output:
        return "pip is missing: apt-get install python3-pip, or put --install-deps after ./ns3"
    if "DO NOT MATCH THE HASHES" in output:
        return f"the ns-3 wheel has not the sha256 in {PIN.relative_to(ROOT)}; it was not used"
    reason = pip_error(output, "pip failed without a reason")
    return f"ns-3 could not be downloaded, is there a network? ({reason})"


def _wanted(archive):
    """The files of the wheel that are unpacked: libraries and headers, and the bindings, which need a header more."""
    folders = ("ns3/include/ns3/", "ns3/lib64/", "ns3/libexec/", "ns/", "ns3/ns/", "ns3/include/openflow/")
    files = (entry for entry in archive.infolist() if not entry.is_dir())
    return [entry for entry in files if entry.filename.startswith(folders)]


def _unpack(wheel, target):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target, _wanted(archive))
    shutil.move(wheel, target)
    # The wheel's Boost headers are older than the system's and lie beside those of ns-3.
    (target / "headers").mkdir()
    (target / "headers" / "ns3").symlink_to("../ns3/include/ns3")
    shutil.copy(PIN, target)
