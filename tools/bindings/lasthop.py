# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's Python bindings with lasthop's modules: write "from lasthop import ns" for "from ns import ns".

LASTHOP_DIR names the folder whose lib and include lasthop is taken from: that of a build, or the prefix of an
installation. Without it, it is the default build of this checkout.
"""

import contextlib
import ctypes
import importlib.util
import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _fail(message):
    """As ns-3's own bindings do: a script can do nothing without them."""
    sys.exit(f"lasthop: {message}")


def _folder():
    """Where lib and include are."""
    chosen = os.environ.get("LASTHOP_DIR")
    return Path(chosen).absolute() if chosen else ROOT / "build" / "default"


def _find_libraries(folder):
    """The path of each module's library by the module's name."""
    paths = {path.stem.removeprefix("liblasthop-"): path for path in folder.glob("lib/liblasthop-*.so")}
    libraries = {name: path for name, path in sorted(paths.items()) if not name.endswith("-test")}
    if not libraries:
        _fail(f"{folder} has no lib/liblasthop-*.so: run ./ns3 build, or set LASTHOP_DIR to a build or prefix")
    for name in libraries:
        header = folder / "include" / "ns3" / f"{name}-module.h"
        if not header.exists():
            _fail(f"{header} is missing: run ./ns3 build")
    return libraries


def _load_ns3():
    """ns-3's bindings, which without this would end with a traceback or with several lines."""
    for name in ("cppyy", "ns"):
        if importlib.util.find_spec(name) is None:
            _fail(f"{sys.executable} has no module {name}: use tools/python, or install ns3 and cppyy with pip")
    _load_core()
    try:
        # They search the current folder for libraries of ns-3, and may find those of another one.
        with tempfile.TemporaryDirectory() as empty, contextlib.chdir(empty):
            from ns import ns as namespace  # pylint: disable=import-outside-toplevel
    except Exception as error:  # pylint: disable=broad-exception-caught
        _fail(f"ns-3's bindings do not load: {' '.join(str(error).split()) or type(error).__name__}")
    return namespace


def _load_core():
    """ns-3 3.44 includes its headers before it loads their libraries; Cling would warn of each symbol that is not there
    yet."""
    spec = importlib.util.find_spec("ns3")
    for folder in spec.submodule_search_locations if spec else ():
        for path in Path(folder).glob("lib*/libns3*-core*.so"):
            ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)


def _find_core(library):
    """The name of the ns-3 core that a library was linked with."""
    found = re.search(rb"\0(libns3[^\0]*-core[^\0]*)\0", library.read_bytes())
    if found is None:
        _fail(f"{library} is damaged: run ./ns3 build")
    return found[1].decode()


def _check_core(library, core):
    """Python's ns-3 must be the one that lasthop's libraries were linked with: a second one in the same process
    would register each of its types again, and abort."""
    try:
        ctypes.CDLL(core, mode=os.RTLD_NOLOAD)
    except OSError:
        loaded = re.search(r"/(libns3[^/\n]*-core.*)", Path("/proc/self/maps").read_text(encoding="utf-8"))
        _fail(f"{library} was built with {core}, but Python has loaded {loaded[1] if loaded else 'none'}")


def _add(namespace, folder, libraries):
    """Load the libraries and read the headers."""
    cppyy = namespace.cppyy
    cppyy.add_include_path(str(folder / "include"))
    # A macro of OpenFlow, which ns-3's own modules have included; enumerators of ours have that name.
    cppyy.cppdef("#undef UNUSED\n")
    for name, path in libraries.items():
        try:
            cppyy.load_library(str(path))
            cppyy.include(f"ns3/{name}-module.h")
        except Exception as error:  # pylint: disable=broad-exception-caught
            _fail(f"{path} does not load: {_first_line(error)}")


def _end_at_fatal_errors(cppyy):
    """ns-3 calls std::terminate() at a fatal error. cppyy would then print the stacks of all threads, and what Python
    has not written yet would be lost."""
    cppyy.cppdef(
        """
        namespace lasthop
        {
        std::function<void()> g_end;
        void EndBy(std::function<void()> end)
        {
            g_end = end;
            std::set_terminate([] { g_end(); });
        }
        } // namespace lasthop
        """
    )
    cppyy.gbl.lasthop.EndBy(_end)


def _end():
    sys.stdout.flush()
    os._exit(2)


def _first_line(error):
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _load():
    folder = _folder()
    libraries = _find_libraries(folder)
    library = next(iter(libraries.values()))
    core = _find_core(library)
    namespace = _load_ns3()
    _check_core(library, core)
    _add(namespace, folder, libraries)
    _end_at_fatal_errors(namespace.cppyy)
    return namespace


ns = _load()
