# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""A Python that has ns-3's bindings, with lasthop's modules."""

import os
import sysconfig
from pathlib import Path

from . import python_tools
from .configuration import load
from .errors import UserError
from .paths import ROOT

MODULE = ROOT / "tools" / "bindings"


def main(arguments):
    """Become Python with these arguments."""
    configuration = load()
    if configuration.ns3_dir:
        raise UserError(
            f"tools/python has the bindings of the pinned ns-3, not those of {configuration.ns3_dir}: "
            "see doc/python.rst"
        )
    if not configuration.is_made:
        raise UserError("nothing is built here: run ./ns3 build")
    wheel = Path(configuration.ns3_wheel)
    if not (wheel / "ns").is_dir():
        raise UserError(f"{wheel} has no bindings: run ./ns3 configure")
    python = _python()
    folders = [str(MODULE), str(wheel), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, folders))
    os.environ.setdefault("LASTHOP_DIR", str(configuration.folder))
    os.execv(python, [python, *arguments])


def _python():
    """The Python that has cppyy, which is compiled when it is installed."""
    if not python_tools.find(python_tools.PYTHON):
        header = Path(sysconfig.get_path("include"), "Python.h")
        if not header.exists():
            raise UserError(f"{header} is missing: run apt-get install python3-dev")
    return str(python_tools.python(python_tools.PYTHON))
