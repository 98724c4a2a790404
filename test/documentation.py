#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Check that what the documentation names exists: files, programs, suites, options, classes,
attributes and trace sources; that tables made by programs are up to date; that the columns of tables
do not overlap; that all files name the same release; and that CONTRIBUTING.md counts the lines of the files that
it recommends. One line for each mistake.

Usage: documentation.py BUILD_FOLDER
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

# pylint: disable=wrong-import-position
from frontend import findings_tables, tree_record
from frontend.errors import UserError

# A program writes it.
ATTRIBUTES = ROOT / "doc" / "attributes.rst"
# Written by programs.
ELSEWHERE = re.compile(r"report/")
# Names of other projects that look like ours.
FOREIGN_NAMES = {"usb-uhci"}

MARKDOWN_CODE = re.compile(r"```.*?```|`([^`]+)`", re.DOTALL)
RST_CODE = re.compile(r"``(.+?)``", re.DOTALL)
COMMAND_LINE = re.compile(r"^ +(\./(?:ns3|test\.py)\b.*)$", re.MULTILINE)
MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)\)")
RST_LINK = re.compile(r"^\.\. (?:image|figure|include|literalinclude):: (\S+)$", re.MULTILINE)
FILE_NAME = re.compile(r"(?:[\w.-]+/)+[\w.-]+\.(?:cc|h|py|md|rst|txt|png|svg)")
RUN = re.compile(r"\./ns3 (?:--install-deps )?run (?:--no-build )?\"?(?!scratch/)([\w-]+)")
OPTION = re.compile(r"(?<![\w-])--([A-Za-z][\w-]*)(?![\w-]*::)")
QUALIFIED = re.compile(r"\bns3::(\w+)(?:::(\w+))?")
HELPER_ATTRIBUTE = re.compile(r"\b(\w+\.Set(?:Device|Adapter))Attribute\(\"(\w+)\"")
# Whose attributes the helpers of these names set.
HELPED = {
    "usb.SetDevice": "UsbNetDevice",
    "usb.SetAdapter": "UsbWifiAdapter",
    "dcf.SetDevice": "DcfNetDevice",
    "wavelan.SetDevice": "WavelanNetDevice",
}
TRACE_ROW = re.compile(r"^(U\w+Controller|Usb\w+) {2,}([A-Z]\w+(?:, [A-Z]\w+)*)", re.MULTILINE)
CAMEL_CASE = re.compile(r"\b[a-z]*(?:[A-Z]+[a-z0-9]+){2,}")
PLACEHOLDER = re.compile(r"@[A-Z_]+@")
# The line above and below a table of reStructuredText, and the line below cells that span columns.
TABLE_RULER = re.compile(r"=+(?: +=+)+")
TABLE_SPANS = re.compile(r"-+(?: +-+)*")
# Where the files beside VERSION name the release: its version and its date.
RELEASES = {
    "CHANGES.md": r"\A# Changes\n\n## (\S+) \((\S+)\)\n",
    "CITATION.cff": r"^version: (\S+)\ndate-released: (\S+)$",
    "codemeta.json": r'^  "version": "(\S+)",\n  "datePublished": "(\S+)",$',
}


def output(*command):
    """What a command prints."""
    command = [str(word) for word in command]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


class Names:
    """All the names that exist."""

    def __init__(self, build):
        lines = (build / "programs.txt").read_text(encoding="utf-8").splitlines()
        self.programs = dict(line.split(" ", 1) for line in lines)
        # What ./ns3 kernel builds beside the kernel
        self.programs |= {path.stem: path for path in ROOT.glob("src/*/agent/*-agent.c")}
        self.modules = {path.parent.name for path in ROOT.glob("src/*/CMakeLists.txt")}
        self.suites = set(output(build / "test-runner", "--list").split())
        # This program has all modules.
        self.study = self.programs["kuang2003-usb-modes"]
        self.types = set(re.findall(r"ns3::(\w+)", output(self.study, "--PrintTypeIds")))
        self.options = self._find_options()
        folders = ("src/*/*", "src/*/test/gtest", "examples/*")
        sources = [path for place in folders for path in ROOT.glob(f"{place}/*.[ch]*")]
        self.code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
        self.identifiers = set(re.findall(r"\w+", self.code))
        self.strings = set(re.findall(r'"(\w+)"', self.code))

    def _find_options(self):
        commands = [[path, "--PrintHelp"] for path in self.programs.values() if isinstance(path, str)]
        commands += [[self.study, "--PrintGlobals"]]
        verbs = [[], ["configure"], ["build"], ["run"], ["show"], ["install"], ["reproduce"], ["kernel"]]
        commands += [[sys.executable, ROOT / "ns3", *verb, "--help"] for verb in verbs]
        commands += [[sys.executable, ROOT / "test.py", "--help"]]
        tools = [["check-format"], ["lasthop-plot.py"], ["ledger", "check"], ["ledger", "update"]]
        tools += [["ledger", "findings"]]
        for tool, *verb in tools:
            commands += [[sys.executable, ROOT / "tools" / tool, *verb, "--help"]]
        return {name for command in commands for name in OPTION.findall(output(*command))}

    def has_member(self, type_name, member):
        """Whether a class has an attribute of its own, or a method, of this name."""
        if f"{type_name}::{member}" in self.code:
            return True
        if type_name not in self.types:
            return False
        listed = output(self.study, f"--PrintAttributes=ns3::{type_name}")
        return f"--ns3::{type_name}::{member}=" in listed


class Document:
    """One file of the documentation, and what is wrong with it."""

    def __init__(self, path, names):
        self.path = path
        self.names = names
        self.text = path.read_text(encoding="utf-8")
        self.mistakes = []

    def check(self):
        """Find all mistakes."""
        is_markdown = self.path.suffix == ".md"
        links = MARKDOWN_LINK if is_markdown else RST_LINK
        for match in links.finditer(self.text):
            self.check_file(match.start(), match[1])
        for match in (MARKDOWN_CODE if is_markdown else RST_CODE).finditer(self.text):
            if match[1]:
                self.check_code(match.start(), " ".join(match[1].split()))
        for match in COMMAND_LINE.finditer(self.text):
            self.check_command(match.start(), match[1])
        for match in QUALIFIED.finditer(self.text):
            self.check_type(match.start(), match[1], match[2])
        for match in HELPER_ATTRIBUTE.finditer(self.text):
            self.check_type(match.start(), HELPED[match[1]], match[2])
        for match in TRACE_ROW.finditer(self.text):
            for name in [match[1], *match[2].split(", ")]:
                known = self.names.strings | self.names.identifiers
                self.expect(match.start(), name in known, f"trace source {match[1]}/{name}")
        for match in PLACEHOLDER.finditer(self.text):
            self.expect(match.start(), False, f"text for {match[0]}")

    def expect(self, position, exists, what):
        """Note a mistake unless the thing exists."""
        if not exists:
            line = self.text.count("\n", 0, position) + 1
            self.mistakes.append(f"{self.path.relative_to(ROOT)}:{line}: there is no {what}")

    def check_file(self, position, target):
        """A link or a path, from the document or its module."""
        name = target.partition("#")[0]
        if name and not re.match(r"\w+:", name) and not ELSEWHERE.search(name):
            bases = (self.path.parent, self.path.parents[1], ROOT)
            self.expect(position, any((base / name).exists() for base in bases), f"file {name}")

    def check_code(self, position, code):
        """Inline code: a command, an option, a file, a program, module or suite, or a class."""
        if code.startswith(("./ns3", "./test.py", "--")):
            self.check_command(position, code)
        elif code.endswith(".txt"):
            return
        elif FILE_NAME.fullmatch(code):
            self.check_file(position, code)
        elif re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", code):
            known = {*self.names.programs, *self.names.modules, *self.names.suites}
            if code.split("-")[0] in {name.split("-")[0] for name in known} and (
                code not in FOREIGN_NAMES
            ):
                self.expect(position, code in known, f"program, module or suite {code}")
        elif re.fullmatch(r"[\w:.()]+", code) and not code.startswith("ns3::"):
            for name in CAMEL_CASE.findall(code):
                known = self.names.identifiers | self.names.types
                self.expect(position, name in known, f"class, member or attribute {name}")

    def check_command(self, position, command):
        """A command line, or an option alone."""
        if "PROGRAM" in command:
            return
        for program in RUN.findall(command):
            self.expect(position, program in self.names.programs, f"program {program}")
        for option in OPTION.findall(command):
            self.expect(position, option in self.names.options, f"option --{option}")

    def check_type(self, position, type_name, member):
        """ns3::Type, or ns3::Type::Attribute."""
        exists = type_name in self.names.types | self.names.identifiers
        self.expect(position, exists, f"class ns3::{type_name}")
        if exists and member:
            has = self.names.has_member(type_name, member)
            self.expect(position, has, f"ns3::{type_name}::{member}")


def release_mistakes():
    """The files that name another version than VERSION, or another date than the other files."""
    version = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
    releases = {}
    for name, pattern in RELEASES.items():
        match = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        releases[name] = match.groups() if match else ("no version", "no date")
    date = releases["CHANGES.md"][1]
    return [
        f"{name}: it has {' of '.join(release)}; expected {version} of {date}"
        for name, release in releases.items()
        if release != (version, date)
    ]


def length_mistakes():
    """CONTRIBUTING.md has a table of files with their numbers of lines."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name, said in re.findall(r"^\| \[[^]]*\]\((.*?)\) \| (\d+) \|", text, re.MULTILINE):
        count = (ROOT / name).read_bytes().count(b"\n")
        if count != int(said):
            yield f"CONTRIBUTING.md: {name} has {count} lines, not {said}"


def record_mistakes():
    """README has the table of the records of ns-3 trees."""
    table = tree_record.table(tree_record.load_all())
    if table in (ROOT / "README.md").read_text(encoding="utf-8"):
        return []
    return ["README.md: its table of ns-3 versions is not that of tools/try-tree --table"]


def finding_mistakes():
    """README and the chapters have the verdicts of the ledger's evidence."""
    try:
        return [
            f"{path.relative_to(ROOT)}: its findings are not those of the ledger: run tools/ledger findings --write"
            for path in findings_tables.outdated()
        ]
    except UserError as error:
        return [str(error)]


def table_mistakes(path):
    """Sphinx leaves out a table with text between two columns."""
    lines = path.read_text(encoding="utf-8").split("\n")
    margins = []
    for number, (line, following) in enumerate(zip(lines, [*lines[1:], ""]), 1):
        if TABLE_RULER.fullmatch(line):
            margins = [match.span() for match in re.finditer(r" +", line)]
            # A table ends with a ruler that an empty line follows.
            margins = margins if following.strip() else []
        elif not (TABLE_SPANS.fullmatch(line) or TABLE_SPANS.fullmatch(following)):
            if any(line[start:end].strip() for start, end in margins):
                yield f"{path.relative_to(ROOT)}:{number}: text between two columns of a table"


def attribute_mistakes(build):
    """doc/attributes.rst has what the TypeIds say."""
    program = build / "test" / "attribute-tables"
    if output(program) == ATTRIBUTES.read_text(encoding="utf-8"):
        return []
    name = program.relative_to(ROOT) if program.is_relative_to(ROOT) else program
    return [f"doc/attributes.rst: it is not what the TypeIds say: run {name} >doc/attributes.rst"]


def main():
    """Check every document."""
    build = Path(sys.argv[1]).resolve()
    names = Names(build)
    paths = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("doc/*.rst"))]
    paths.remove(ATTRIBUTES)
    paths += sorted(ROOT.glob("src/*/doc/*.rst"))
    documents = [Document(path, names) for path in paths]
    for document in documents:
        document.check()
    mistakes = [line for document in documents for line in document.mistakes]
    mistakes += [line for path in paths if path.suffix == ".rst" for line in table_mistakes(path)]
    mistakes += release_mistakes() + [*length_mistakes()] + record_mistakes() + finding_mistakes()
    mistakes += attribute_mistakes(build)
    print("\n".join(mistakes) or f"{len(documents)} documents: all names exist")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
