#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Check that no module reaches sideways or up: each #include line and each linked library of a module
must be one that the table below allows. One line for each that is not.

Usage: module_includes.py NS3_HEADERS, the folder that has ns3/core-module.h
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Room(NamedTuple):
    """What a module may include beside itself and the standard library."""

    modules: set = set()  # of lasthop
    libraries: set = {"boost"}  # of others, by the first word of their headers
    ns3: set = None  # modules of ns-3; None: any


ALLOWED = {
    "study": Room(ns3={"core"}, libraries={"boost", "gsl", "nlohmann", "sqlite3", "SQLiteCpp"}),
    "usb-bus": Room(),
    "tcp-linux24": Room(),
    "tcp-script": Room(),
    "tcp-linux24-script": Room(modules={"tcp-linux24", "tcp-script"}),
    "linux-bridge": Room(),
    "linux-kernel": Room(),
    "linux-kernel-script": Room(modules={"linux-kernel", "tcp-script"}),
    "wifi-ext": Room(),
    "fast-wifi": Room(),
    "wavelan": Room(modules={"fast-wifi"}),
    "wlan-testbed": Room(
        modules={"usb-bus", "tcp-linux24", "linux-bridge", "linux-kernel", "fast-wifi", "wavelan", "wifi-ext"},
        libraries={"boost", "gsl"},
    ),
}

# Tests and examples of a module may have more: any module of ns-3, and these libraries
TEST_LIBRARIES = {"boost", "gsl", "gtest", "nlohmann", "SQLiteCpp"}

# Headers of the system that need no library
SYSTEM = {"arpa", "dlfcn", "fcntl", "link", "linux", "net", "netinet", "poll", "sched", "spawn", "sys", "unistd"}

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)
LINKED = re.compile(r"\$\{lib([a-z0-9-]+)\}")
PARTS = ("model", "helper", "test", "examples")


class Checkout:
    """The modules of a checkout, and who has which header."""

    def __init__(self, root, ns3_headers):
        self.root = root
        self.ns3_headers = ns3_headers
        self.mistakes = []
        self.modules = sorted(path.parent.name for path in root.glob("src/*/CMakeLists.txt"))
        self.owners = {}
        for module in self.modules:
            self.owners[f"{module}-module.h"] = module
            for part in ("model", "helper"):
                for header in sorted((root / "src" / module / part).glob("*.h")):
                    self._note_owner(header, module)

    def _note_owner(self, header, module):
        """Forwarding headers lie in one folder, ns3/, with those of ns-3."""
        other = self.owners.setdefault(header.name, module)
        if other != module:
            self._complain(header, f"{other} has a header of this name, too")
        if (self.ns3_headers / "ns3" / header.name).exists():
            self._complain(header, "ns-3 has a header of this name, too")

    def _complain(self, path, text):
        self.mistakes.append(f"{path.relative_to(self.root)}: {text}")

    def check(self):
        """Find all mistakes."""
        for module in sorted({*self.modules} ^ {*ALLOWED}):
            self.mistakes.append(f"src/{module}: the table of test/module_includes.py and src differ")
        for module in {*self.modules} & {*ALLOWED}:
            folder = self.root / "src" / module
            for part in PARTS:
                for path in sorted((folder / part).rglob("*")):
                    if re.search(r"\.(cc|h)(\.in)?$", path.name):
                        self._check_file(path, module, part)
            self._check_linked(folder / "CMakeLists.txt", module)
        self.mistakes.sort()
        return self.mistakes

    def _check_file(self, path, module, part):
        room = ALLOWED[module]
        if part in ("test", "examples"):
            room = Room(room.modules, TEST_LIBRARIES)
        for kind, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            problem = self._find_problem(path, module, room, kind, name)
            if problem:
                self._complain(path, f"#include {name}: {problem}")

    def _find_problem(self, path, module, room, kind, name):
        if name.startswith("ns3/"):
            return self._find_forwarding_problem(module, room, name.removeprefix("ns3/"))
        if kind == '"':
            return self._find_relative_problem(path, module, room, name)
        word = re.match(r"\w+", name)[0]
        if "/" not in name and not name.endswith(".h"):
            return None  # of the standard library
        return None if word in room.libraries | SYSTEM else f"{module} may not use {word}"

    def _find_forwarding_problem(self, module, room, name):
        owner = self.owners.get(name)
        if owner:
            is_allowed = owner == module or owner in room.modules
            return None if is_allowed else f"{module} may not include {owner}"
        if not (self.ns3_headers / "ns3" / name).exists():
            return "there is no such header"
        if room.ns3 is None or any(name in self._list_headers(part) for part in room.ns3):
            return None
        return f"{module} may not include more of ns-3 than {', '.join(room.ns3)}"

    def _list_headers(self, ns3_module):
        text = (self.ns3_headers / "ns3" / f"{ns3_module}-module.h").read_text(encoding="utf-8")
        return {f"{ns3_module}-module.h", *re.findall(r"<ns3/([^>]+)>", text)}

    def _find_relative_problem(self, path, module, room, name):
        target = (path.parent / name).resolve()
        sources = self.root.resolve() / "src"
        if not target.is_relative_to(sources):
            return f"outside {module}"
        owner = target.relative_to(sources).parts[0]
        if owner != module and owner not in room.modules:
            return f"{module} may not include {owner}"
        return None if target.exists() else "there is no such header"

    def _check_linked(self, path, module):
        for name in sorted({*LINKED.findall(path.read_text(encoding="utf-8"))} & {*self.modules}):
            if name not in ALLOWED[module].modules:
                self._complain(path, f"{module} may not link {name}")


def plant(root, path, line, ns3_headers):
    """The mistakes of a checkout that has nothing but this line in this file."""
    for module in ALLOWED:
        (root / "src" / module / "model").mkdir(parents=True)
        (root / "src" / module / "CMakeLists.txt").touch()
        (root / "src" / module / "model" / f"{module}-part.h").touch()
    file = root / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(line + "\n", encoding="utf-8")
    return Checkout(root, ns3_headers).check()


class ModuleIncludes(unittest.TestCase):
    """The checkout, and some with one mistake in them."""

    ns3_headers = None

    def test_checkout(self):
        mistakes = Checkout(ROOT, self.ns3_headers).check()
        self.assertEqual(mistakes, [], "\n" + "\n".join(mistakes))

    def check_planted(self, path, line, expected):
        """Expect one mistake with this text in it, or none."""
        with self.subTest(path=path, line=line):
            with tempfile.TemporaryDirectory() as folder:
                mistakes = plant(Path(folder), path, line, self.ns3_headers)
            self.assertEqual(len(mistakes), 1 if expected else 0, mistakes)
            self.assertIn(expected or "", " ".join(mistakes))

    def test_planted_includes(self):
        for path, line, expected in [
            ("src/usb-bus/model/a.cc", '#include "usb-bus-part.h"', None),
            ("src/usb-bus/model/a.cc", '#include "ns3/wifi-phy.h"', None),
            ("src/usb-bus/model/a.cc", '#include "ns3/study-part.h"', "may not include study"),
            ("src/usb-bus/model/a.cc", "#  include <ns3/study-module.h>", "may not include study"),
            ("src/usb-bus/test/a.cc", '#include "ns3/study-part.h"', "may not include study"),
            ("src/usb-bus/helper/a.h", '#include "../../study/model/x.h"', "may not include study"),
            ("src/usb-bus/model/a.cc", '#include "ns3/no-such.h"', "there is no such header"),
            ("src/study/model/a.cc", '#include "ns3/simulator.h"', None),
            ("src/study/model/a.cc", '#include "ns3/mac48-address.h"', "more of ns-3 than core"),
            ("src/study/test/a.cc", '#include "ns3/mac48-address.h"', None),
            ("src/wlan-testbed/model/a.cc", '#include "ns3/linux-bridge-part.h"', None),
            ("src/wlan-testbed/model/a.cc", '#include "ns3/study-part.h"', "may not include study"),
            ("src/wlan-testbed/model/a.cc", "#include <sqlite3.h>", "may not use sqlite3"),
            ("src/wlan-testbed/model/a.cc", "#include <nlohmann/json.hpp>", "may not use nlohmann"),
            ("src/tcp-script/model/a.cc", '#include "ns3/tcp-linux24-part.h"', "may not include tcp-"),
            ("src/tcp-script/examples/a.cc", '#include "ns3/tcp-linux24-part.h"', "may not include tcp-"),
            ("src/tcp-linux24/test/a.cc", '#include "ns3/tcp-script-part.h"', "may not include tcp-script"),
            ("src/tcp-linux24-script/helper/a.cc", '#include "ns3/tcp-script-part.h"', None),
            ("src/wifi-ext/model/a.cc", '#include "../../../examples/a.h"', "outside wifi-ext"),
        ]:
            self.check_planted(path, line, expected)

    def test_planted_names_and_libraries(self):
        for path, line, expected in [
            ("src/usb-bus/model/study-part.h", "", "has a header of this name, too"),
            ("src/usb-bus/model/simulator.h", "", "ns-3 has a header of this name, too"),
            ("src/wlan-testbed/CMakeLists.txt", "  ${libstudy}", "may not link study"),
            ("src/wlan-testbed/CMakeLists.txt", "  ${libusb-bus} ${libwifi}", None),
        ]:
            self.check_planted(path, line, expected)


if __name__ == "__main__":
    ModuleIncludes.ns3_headers = Path(sys.argv.pop())
    unittest.main(verbosity=2)
